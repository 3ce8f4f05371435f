// The real buttons over the squares of a board: they carry mouse, touch, keyboard and names.

import { make } from "../dom.js";
import { text } from "../text.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A grid of buttons that fires "choose" (a square was pressed) and "look" (pointer or focus is on a square, or on none: null),
 * both with the square as detail.
 */
export class SquareGrid extends EventTarget {
  element = make("div", { class: "squares", role: "grid" });
  #buttons = [];
  #game = null;
  #view = "black";
  #focused = 0;

  constructor() {
    super();
    this.#listen();
  }

  /** Lay the buttons of a game, seen from one side. */
  lay(game, view) {
    if (game !== this.#game) this.#focused = game.firstFocus;
    this.#game = game;
    this.#view = view;
    this.element.setAttribute("aria-label", text(`board.name.${game.name}`, { size: game.size }));
    this.#makeButtons();
  }

  #makeButtons() {
    const { size } = this.#game;
    const count = size ** 2;
    const rows = Array.from({ length: size }, () => make("div", { role: "row", class: "squares-row" }));
    this.#buttons = [];
    for (let seen = 0; seen < count; seen += 1) {
      const square = this.#view === "white" ? count - 1 - seen : seen;
      const cell = make("button", { type: "button", class: "square", tabindex: square === this.#focused ? 0 : -1 });
      cell.dataset.square = this.#game.formatMove(square);
      this.#buttons[square] = cell;
      rows[Math.floor(seen / size)].append(make("div", { role: "gridcell", class: "squares-cell" }, cell));
    }
    this.element.replaceChildren(...rows);
  }

  #listen() {
    const squareOf = (event) => this.#buttons.indexOf(event.target.closest?.(".square"));
    const fire = (name, square) => this.dispatchEvent(new CustomEvent(name, { detail: square < 0 ? null : square }));
    this.element.addEventListener("click", (event) => squareOf(event) >= 0 && fire("choose", squareOf(event)));
    // A pointer must not take the focus: the arrow keys then go on walking through the game.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("pointerover", (event) => event.pointerType !== "touch" && fire("look", squareOf(event)));
    this.element.addEventListener("pointerleave", () => fire("look", -1));
    this.element.addEventListener("focusin", (event) => fire("look", squareOf(event)));
    this.element.addEventListener("focusout", () => fire("look", -1));
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  #walk(event) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const turn = this.#view === "white" ? -1 : 1;
    const { size } = this.#game;
    const column = (this.#focused % size) + turn * step[0];
    const row = Math.floor(this.#focused / size) + turn * step[1];
    if (column >= 0 && column < size && row >= 0 && row < size) this.focus(row * size + column);
  }

  /** Put the keyboard on a square, or on the square it was on last. */
  focus(square = this.#focused) {
    this.#buttons[this.#focused].tabIndex = -1;
    this.#focused = square;
    this.#buttons[square].tabIndex = 0;
    this.#buttons[square].focus();
  }

  /** Name every square and say how it is; `describe` returns {name, state} of a square. */
  name(describe) {
    this.#buttons.forEach((cell, square) => {
      const { name, state } = describe(square);
      if (cell.ariaLabel !== name) cell.setAttribute("aria-label", name);
      cell.dataset.state = state;
    });
  }
}
