// What is drawn on single squares of a board: frames, circles, crosses, stones that would be played.

import { draw } from "../dom.js";
import { CELL, cornerOf, discAt } from "./discs.js";

/** Draws on the board of a game, seen from one side. */
export class Pen {
  #game;
  #view;

  constructor(game, view) {
    this.#game = game;
    this.#view = view;
  }

  /** The top left corner of a square. */
  corner(square) {
    return cornerOf(square, this.#view, this.#game);
  }

  circle(square, radius, className) {
    const [x, y] = this.corner(square);
    return draw("circle", { class: className, cx: x + CELL / 2, cy: y + CELL / 2, r: radius });
  }

  rect(square, className, inset = 0) {
    const [x, y] = this.corner(square);
    const side = CELL - 2 * inset;
    return draw("rect", { class: className, x: x + inset, y: y + inset, width: side, height: side, rx: inset ? 10 : 0 });
  }

  cross(square, className) {
    const [x, y] = this.corner(square);
    return draw("path", { class: className, d: `M${x + 38} ${y + 38}l24 24m0-24l-24 24` });
  }

  /** The stone that would be played. */
  ghost(square, color) {
    const stone = discAt(square, color, this.#view, this.#game);
    stone.classList.add("ghost");
    return stone;
  }

  /** A square of `size` (0 to 1, of the square's side) with words on it. */
  tint(square, { className, size = 1, label = null }) {
    const mark = this.rect(square, `tint ${className}`, (CELL * (1 - Math.min(Math.max(size, 0.08), 1))) / 2);
    if (!label) return mark;
    const [x, y] = this.corner(square);
    return draw("g", {}, mark, draw("text", { class: "tint-text", x: x + 50, y: y + 58 }, label));
  }
}
