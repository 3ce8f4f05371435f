// The live channel: one WebSocket that comes back by itself and then asks again for what was on show.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/**
 * The channel of this tab. Fires "voices", "game" and "review" with the frame as detail, and "state" with true or false as the
 * connection comes and goes.
 */
export class Live extends EventTarget {
  #socket = null;
  #wait = FIRST_WAIT;
  #wanted = new Map(); // the last frame of each kind, sent again after a break

  connect() {
    const address = new URL("api/live", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener("open", () => this.#opened());
    this.#socket.addEventListener("message", (message) => this.#receive(JSON.parse(message.data)));
    this.#socket.addEventListener("close", () => this.#closed());
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Ask the voices about a place: {start, moves, ask, rating}; `id` comes back with the answers. */
  ask(question, id) {
    this.#want("voices", { type: "voices", id, ...question });
  }

  stop() {
    this.#wanted.delete("voices");
    this.#send({ type: "stop" });
  }

  /** Follow a saved game, or none for null. */
  watch(game) {
    this.#want("watch", { type: "watch", game });
  }

  followReviews() {
    this.#want("reviews", { type: "reviews" });
  }

  #want(kind, frame) {
    this.#wanted.set(kind, frame);
    this.#send(frame);
  }

  #send(frame) {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame));
  }

  #opened() {
    this.#wait = FIRST_WAIT;
    for (const frame of this.#wanted.values()) this.#send(frame);
    this.#fire("state", true);
  }

  #closed() {
    this.#fire("state", false);
    setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #receive(frame) {
    this.#fire(frame.type, frame);
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
