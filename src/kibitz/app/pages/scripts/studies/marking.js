// What one says of a move or a position besides words: move symbols, marks on squares, arrows.

import { MARKS } from "../board/markup.js";
import { button, make } from "../dom.js";
import { text } from "../text.js";

const SYMBOLS = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "doubtful", "?": "mistake", "??": "blunder" };
const MODES = ["move", ...MARKS, "arrow"];
const SIGNS = { move: "●", circle: "○", square: "□", triangle: "△", cross: "✕", arrow: "→" };

/** The rows of symbols and of drawing tools for a session. `say` tells the reader what to do next. */
export class Marking {
  #session;
  #say;
  #mode = "move";
  #from = null; // where the arrow begins

  constructor(session, say) {
    this.#session = session;
    this.#say = say;
    this.#symbols = Object.entries(SYMBOLS).map(([sign, name]) =>
      button(sign, () => this.#setSymbol(sign), { class: "sign-button", title: text(`markup.${name}`), "aria-label": text(`markup.${name}`) }),
    );
    this.#modes = MODES.map((mode) =>
      button(SIGNS[mode], () => this.#setMode(mode), {
        class: "sign-button",
        title: text(`markup.draw.${mode}`),
        "aria-label": text(`markup.draw.${mode}`),
      }),
    );
    const wipe = button(text("markup.wipe"), () => this.#session.annotate(this.#session.node, { marks: {}, arrows: [] }));
    this.element = make(
      "div",
      { class: "stack marking" },
      make("div", { class: "row tight", role: "group", "aria-label": text("markup.symbols") }, this.#symbols),
      make("div", { class: "row tight", role: "group", "aria-label": text("markup.tools") }, this.#modes, wipe),
    );
    this.show();
  }

  #symbols;
  #modes;

  /** Show what the current node has. */
  show() {
    const { node } = this.#session;
    Object.keys(SYMBOLS).forEach((sign, index) => {
      this.#symbols[index].setAttribute("aria-pressed", String(node.symbol === sign));
      this.#symbols[index].disabled = node.parent === null;
    });
    MODES.forEach((mode, index) => this.#modes[index].setAttribute("aria-pressed", String(mode === this.#mode)));
  }

  #setSymbol(sign) {
    const { node } = this.#session;
    this.#session.annotate(node, { symbol: node.symbol === sign ? "" : sign });
  }

  #setMode(mode) {
    this.#mode = mode;
    this.#from = null;
    this.show();
    this.#say(text(`markup.hint.${mode}`));
  }

  /** Draw on a pressed square; false if moves are to be played. */
  draw(square) {
    if (this.#mode === "move") return false;
    const name = this.#session.tree.game.formatMove(square);
    if (this.#mode === "arrow") this.#drawArrow(name);
    else this.#drawMark(name);
    return true;
  }

  #drawMark(name) {
    const { node } = this.#session;
    const { [name]: known, ...others } = node.marks;
    this.#session.annotate(node, { marks: known === this.#mode ? others : { ...others, [name]: this.#mode } });
  }

  #drawArrow(name) {
    if (this.#from === null) {
      this.#from = name;
      return this.#say(text("markup.arrowTo", { square: name }));
    }
    const { node } = this.#session;
    const others = node.arrows.filter(([from, to]) => from !== this.#from || to !== name);
    const isNew = others.length === node.arrows.length && name !== this.#from;
    const arrows = isNew ? [...others, [this.#from, name]] : others;
    this.#from = null;
    return this.#session.annotate(node, { arrows });
  }
}
