// The middle of the page: the board between the two players, and the tools under it.

import { Board } from "./board/board.js";
import { moveSentence } from "./board/move_sentence.js";
import { button, iconButton, make } from "./dom.js";
import { BLACK, WHITE, otherColor } from "./games/sides.js";
import { announce } from "./notices.js";
import { settings } from "./settings.js";
import { shortText, text } from "./text.js";

/** The board with its surroundings, showing one session at a time for one view at a time. */
export class Stage {
  #session = null;
  #onChange = (event) => this.#changed(event.detail);
  #names = { black: "", white: "" };
  #sides = {};
  view = null;

  /** `changed` is called whenever another position is on the board. */
  constructor(container, changed) {
    this.#changedBoard = changed;
    this.board = new Board();
    this.message = make("p", { class: "stage-message" });
    this.tools = make("div", { class: "toolbar", role: "toolbar", "aria-label": text("tools.name") });
    this.#sides = { [BLACK]: playerBar(BLACK), [WHITE]: playerBar(WHITE) };
    this.#container = container;
    this.#arrange();
    this.board.addEventListener("choose", (event) => this.#choose(event.detail));
    this.board.addEventListener("look", (event) => this.#look(event.detail));
    settings.addEventListener("change", () => this.#configure());
    this.#configure();
  }

  #container;
  #changedBoard;

  /** Whose side of the board is near: the side one sits on, else the one chosen in the settings. */
  get side() {
    return this.#seat ?? settings.get("view");
  }

  /** Sit on a side for as long as this session is on the board; null leaves it to the settings. */
  sit(side) {
    this.#seat = side;
    this.#configure();
  }

  /** See the board from the other side. */
  turn() {
    if (this.#seat) this.sit(otherColor(this.#seat));
    else settings.set("view", otherColor(settings.get("view")));
  }

  #arrange() {
    const near = this.side;
    const { [otherColor(near)]: far, [near]: own } = this.#sides;
    const box = make("div", { class: "board-box" }, this.board.element);
    this.#container.replaceChildren(far.element, box, own.element, this.message, this.tools);
  }

  #configure() {
    const view = this.side;
    this.board.configure({
      view,
      coordinates: settings.get("coordinates"),
      animate: settings.get("animate"),
      legal: settings.get("legal"),
    });
    if (this.#near !== view) this.#arrange();
    this.#near = view;
  }

  #near = settings.get("view");
  #seat = null;

  get session() {
    return this.#session;
  }

  /** Show a session and let a view answer for it. */
  use(session, view) {
    this.#session?.removeEventListener("change", this.#onChange);
    this.#session = session;
    this.view = view;
    this.sit(null);
    this.board.configure({ interactive: true });
    this.board.setLabels(new Map());
    this.board.setTints(null);
    session.addEventListener("change", this.#onChange);
    this.show(true);
  }

  #changed({ reason }) {
    if (reason === "typing") return;
    if (reason === "move") this.#tellMove();
    this.show(reason === "load");
  }

  #tellMove() {
    const { node } = this.#session;
    announce(moveSentence(node.parent.position, node.square, node.position));
  }

  /** Draw the session's node. */
  show(anew = false) {
    const { node } = this.#session;
    this.board.setLabels(new Map());
    this.board.setTints(null);
    this.board.show(node.position, node.square, anew);
    this.board.setMarkup(node);
    this.board.lookAt(null);
    this.#showPlayers();
    this.say(this.#turnSentence());
    this.view?.shown?.();
    this.#changedBoard();
  }

  #turnSentence() {
    const { node } = this.#session;
    const { position } = node;
    if (!position.isOver) return position.game.turnSentence(node);
    return this.view?.resultSentence?.(node) ?? position.game.resultSentence(position);
  }

  /** Names and clocks of the players: {black: {name, clock}, white: {…}}; clocks are texts. */
  setPlayers(players) {
    this.#names = players;
    if (this.#session) this.#showPlayers();
  }

  #showPlayers() {
    const { position } = this.#session;
    for (const color of [BLACK, WHITE]) {
      const bar = this.#sides[color];
      bar.name.textContent = this.#names[color]?.name || text(`color.${color}`);
      bar.clock.textContent = this.#names[color]?.clock ?? "";
      bar.count.textContent = position.game.countOf(position, color);
      bar.element.classList.toggle("to-move", !position.isOver && position.toMove === color);
    }
  }

  say(sentence, kind = "") {
    this.message.textContent = sentence;
    this.message.className = `stage-message ${kind}`.trim();
  }

  #choose(square) {
    if (this.view?.choose) this.view.choose(square);
    else this.tryMove(square);
  }

  /** Play a square in the session; an illegal one makes the legal squares flash and says why. */
  tryMove(square) {
    if (this.#session.play(square)) return true;
    this.refuse(square);
    return false;
  }

  /** Show that a square cannot be played, and which can. */
  refuse(square) {
    const { position } = this.#session;
    const values = { square: position.game.formatMove(square), color: text(`color.${position.toMove}`) };
    const sentence = text(`stage.refused.${position.complaint(square) ?? "illegal"}`, values);
    this.say(sentence, "trouble");
    announce(sentence);
    if (!position.isOver) this.board.flashLegal();
  }

  #look(square) {
    if (this.view?.blocksLook?.()) return;
    this.board.lookAt(square);
    if (square === null || !this.#session) return this.#session && this.say(this.#turnSentence());
    const { position } = this.#session;
    this.say(position.isLegal(square) ? position.game.wouldPlay(position, square) : this.#turnSentence());
    this.view?.looked?.(square);
  }

  /** Set the tools under the board: [[icon, text key, action, attributes]…], null for a gap; without an icon the text shows. */
  setTools(entries) {
    this.tools.replaceChildren(...entries.map(toolOf));
  }
}

function toolOf(entry) {
  if (!entry) return make("span", { class: "toolbar-gap" });
  const [name, key, action, attributes = {}] = entry;
  if (name) return iconButton(name, text(key), action, { short: shortText(key), ...attributes });
  return button(text(key), action, { class: "tool-text", ...attributes });
}

function playerBar(color) {
  const name = make("span", { class: "player-name" });
  const clock = make("span", { class: "player-clock" });
  const count = make("span", { class: "player-count" });
  const element = make("div", { class: `player-bar ${color}` }, make("span", { class: `pip ${color}` }), name, clock, count);
  return { element, name, clock, count };
}
