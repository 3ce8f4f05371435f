// The drill "stay in the draw": the page plays what is proven, or an alternative with a known answer; every move has to hold the draw.

import { button, make, pause } from "../dom.js";
import { GameTree } from "../game/tree.js";
import { BLACK, WHITE } from "../games/sides.js";
import { announce, attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { text } from "../text.js";

const THINKING = 350; // milliseconds, so that one sees what is played

/** The drill of one view; `changed` is called when it begins and ends, for whoever shows what it asks. */
export class ProofDrill {
  #app;
  #view;
  #changed;
  #side = null;
  #missed = 0;
  #round = null;

  constructor(app, view, changed) {
    this.#app = app;
    this.#view = view;
    this.#changed = changed;
    this.#said = make("p", { class: "proof-said", id: "proof-drill" }, text("proof.drill.hint"));
    this.#buttons = make("div", { class: "row" });
    const frame = panel(text("proof.drill.title"), [], "proof-drill");
    frame.body.append(this.#said, this.#buttons);
    this.element = frame.element;
    this.#showButtons();
  }

  #said;
  #buttons;

  get isRunning() {
    return this.#side !== null;
  }

  /** End the drill; the board stays as it is. */
  stop() {
    this.#round?.abort();
    this.#side = null;
    this.#showButtons();
  }

  /** Try a move of the side that is played; one that is not proven to hold the draw is refused with what is known of it. */
  async tryMove(square) {
    const { session } = this.#view;
    const { signal } = this.#round;
    if (session.position.toMove !== this.#side) return;
    if (!session.position.isLegal(square)) return this.#app.stage.refuse(square);
    const name = session.tree.game.formatMove(square);
    const here = await this.#ask(signal);
    if (!here || signal.aborted) return;
    const chosen = here.moves.find(({ move, twins }) => [move, ...twins].includes(name));
    if (!chosen?.keeps) return this.#miss(name, here);
    session.play(square);
    this.#tell("right", "proof.drill.right", { move: name });
    await this.#reply(signal);
  }

  #showButtons() {
    const begin = (side) => button(text(`proof.drill.${side}`), () => this.#begin(side), { class: "primary" });
    const end = button(text("proof.drill.stop"), () => this.#end("proof.drill.stopped"));
    this.#buttons.replaceChildren(...(this.isRunning ? [end] : [begin(BLACK), begin(WHITE)]));
  }

  async #begin(side) {
    this.#round?.abort();
    this.#round = new AbortController();
    const { signal } = this.#round;
    this.#side = side;
    this.#missed = 0;
    this.#view.session.load(new GameTree(), undefined, false);
    this.#app.stage.sit(side);
    this.#showButtons();
    this.#tell("", "proof.drill.begin", { color: text(`color.${side}`) });
    if (this.#view.session.position.toMove !== side) await this.#reply(signal);
  }

  #miss(name, here) {
    this.#missed += 1;
    const left = here.moves.filter(({ keeps }) => keeps).length;
    this.#tell("wrong", left === 1 ? "proof.drill.wrong" : "proof.drill.wrongOfSome", { move: name, left });
  }

  /** Play a move of the other side: a proven one, or one to which an answer is proven; often played ones more often. */
  async #reply(signal) {
    const here = await this.#ask(signal);
    if (!here || signal.aborted) return;
    const known = here.moves.filter(({ bounds }) => bounds[1] <= 0);
    if (!known.length || this.#view.session.position.isOver) return this.#end();
    const chosen = drawn(known, ({ games }) => Math.sqrt(games + 1));
    try {
      await pause(THINKING, signal);
    } catch {
      return; // the drill was ended meanwhile
    }
    this.#view.session.play(this.#view.session.tree.game.parseMove(chosen.move));
    const after = await this.#ask(signal);
    if (after && !signal.aborted && !after.moves.some(({ keeps }) => keeps)) this.#end();
  }

  /** What is proven of the position on the board; null where the proof says nothing any more. */
  async #ask(signal) {
    const { node } = this.#view.session;
    const answer = await attempt(() => api.proven(placeOf(node), signal));
    return answer?.positions[node.ply] ?? (answer && this.#end());
  }

  #end(key = this.#missed ? "proof.drill.heldAtLast" : "proof.drill.held") {
    this.#round?.abort();
    this.#side = null;
    this.#showButtons();
    this.#tell(this.#missed ? "" : "right", key, { plies: this.#view.session.node.ply, missed: this.#missed });
    this.#changed();
    return null;
  }

  #tell(kind, key, values) {
    const sentence = text(key, values);
    this.#said.textContent = sentence;
    this.#said.className = `proof-said ${kind}`.trim();
    announce(sentence);
  }
}

/** One of some things, each as likely as its weight says. */
function drawn(things, weightOf) {
  const weights = things.map(weightOf);
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  return things.find((_, place) => (left -= weights[place]) < 0) ?? things.at(-1);
}
