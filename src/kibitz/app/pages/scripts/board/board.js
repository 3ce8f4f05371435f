// The board of any game: one SVG. Drawings are below, and real buttons above them handle mouse, touch, keyboard and names.

import { draw } from "../dom.js";
import { DEFAULT_GAME } from "../games/games.js";
import { PASS } from "../games/sides.js";
import { text } from "../text.js";
import { DiscLayer } from "./disc_layer.js";
import { CELL } from "./discs.js";
import { LabelLayer } from "./label_layer.js";
import { markupParts } from "./markup.js";
import { Pen } from "./pen.js";
import { SquareGrid } from "./square_grid.js";

const FRAME = 34; // for eight squares; larger boards have as much of the screen for it
const FRAMED_SIZE = 8;
const FLASH_SECONDS = 1.2;
const UNMARKED = { marks: {}, arrows: [] };

/**
 * A board that shows a position and fires "choose" (a square was pressed) and "look" (pointer or focus is on a square, or on
 * none: null), both with the square as detail.
 */
export class Board extends EventTarget {
  #discs = new DiscLayer();
  #labels = new LabelLayer();
  #squares = new SquareGrid();
  #layers = {};
  #position = null;
  #game = DEFAULT_GAME;
  #dead = new Set();
  #markup = UNMARKED;
  #shown = { lastSquare: null, legal: true, interactive: true, view: "black", coordinates: true, animate: true };
  #flashing = null;

  constructor() {
    super();
    this.element = draw("svg", { class: "board", role: "none" }); // a picture would hide the grid in it from screen readers;
    this.grid = this.#squares.element;
    for (const name of ["coordinates", "tints", "discs", "marks", "labels", "overlay", "markup", "look", "flash"]) {
      this.#layers[name] = draw("g", { class: `layer-${name}`, "aria-hidden": "true" });
    }
    Object.assign(this.#layers, { discs: this.#discs.element, labels: this.#labels.element });
    this.#drawGround();
    for (const name of ["choose", "look"]) {
      this.#squares.addEventListener(name, ({ detail }) => this.dispatchEvent(new CustomEvent(name, { detail })));
    }
  }

  /** The ground of the game on show, with its buttons. */
  #drawGround() {
    const { size, name, disc } = this.#game;
    const [side, frame] = [CELL * size, this.#frame];
    const outer = side + 2 * frame;
    const area = draw("foreignObject", { x: 0, y: 0, width: side, height: side }, this.grid);
    this.element.setAttribute("viewBox", `${-frame} ${-frame} ${outer} ${outer}`);
    Object.assign(this.element.dataset, { game: name, disc });
    this.element.replaceChildren(
      draw("rect", { class: "frame", x: -frame, y: -frame, width: outer, height: outer, rx: (14 * size) / FRAMED_SIZE }),
      draw("rect", { class: "surface", x: 0, y: 0, width: side, height: side, rx: 4 }),
      this.#game.gridLines(),
      ...Object.values(this.#layers),
      area,
    );
    this.#squares.lay(this.#game, this.#shown.view);
  }

  get #frame() {
    return (FRAME * this.#game.size) / FRAMED_SIZE;
  }

  get #pen() {
    return new Pen(this.#game, this.#shown.view);
  }

  /** Lay another board, if the position to be shown is of another game or size. */
  #lay(game) {
    if (game === this.#game) return false;
    this.#game = game;
    this.#dead = new Set();
    this.setLabels(new Map(), false);
    this.#drawGround();
    this.#drawCoordinates();
    return true;
  }

  /** Put the keyboard on the square it was on last. */
  focus() {
    this.#squares.focus();
  }

  /** Change how the board shows things: lastSquare, legal, interactive, view, coordinates, animate. */
  configure(changes) {
    const turned = changes.view && changes.view !== this.#shown.view;
    this.#shown = { ...this.#shown, ...changes };
    if (turned) this.#squares.lay(this.#game, this.#shown.view);
    this.#drawCoordinates();
    if (this.#position) this.show(this.#position, this.#shown.lastSquare, turned);
  }

  #drawCoordinates() {
    const game = this.#game;
    const { size } = game;
    const [near, far] = [-this.#frame / 2, CELL * size + this.#frame / 2];
    const names = [];
    for (let index = 0; this.#shown.coordinates && index < size; index += 1) {
      const seen = this.#shown.view === "white" ? size - 1 - index : index;
      const middle = CELL * index + CELL / 2;
      for (const edge of [near, far]) {
        names.push(coordinate(game.columnName(seen), middle, edge, size), coordinate(game.rowName(seen), edge, middle, size));
      }
    }
    this.#layers.coordinates.replaceChildren(...names);
  }

  /** Show a position; discs that change colour turn over, unless all is to be drawn anew. */
  show(position, lastSquare = null, anew = false) {
    const isLaid = this.#lay(position.game);
    const isAnew = anew || isLaid || !this.#position;
    const isSame = position === this.#position;
    const dead = isSame ? this.#dead : [];
    this.#position = position;
    this.#shown.lastSquare = lastSquare === PASS ? null : lastSquare;
    this.stopFlash();
    if (isAnew) this.#discs.clear();
    this.#discs.show(position, { ...this.#shown, lastSquare, placed: isAnew ? null : lastSquare });
    this.markDead(dead);
    this.#drawMarkup(isSame ? this.#markup : UNMARKED);
    this.#drawMarks();
    this.#nameSquares();
  }

  #drawMarks() {
    const { lastSquare, legal, interactive } = this.#shown;
    const pen = this.#pen;
    const marks = [];
    if (lastSquare !== null) marks.push(pen.circle(lastSquare, this.#game.lastMoveRadius, "last-move"));
    marks.push(...this.#position.forbidden().map((point) => pen.rect(point, "ko", 30)));
    if (this.#game.marksLegal && legal && interactive) {
      const bare = this.#position.legalSquares().filter((square) => !this.#labels.has(square));
      marks.push(...bare.map((square) => pen.circle(square, 11, `legal-dot ${this.#position.toMove}`)));
    }
    this.#layers.marks.replaceChildren(...marks);
  }

  /**
   * Write on squares: a map from square to {lines: [{text, kind, note}], ring, best, spoken}. `ring` is a share from 0 to 1
   * drawn as an arc; `spoken` is added to the square's name for screen readers.
   */
  setLabels(labels, isShown = true) {
    this.#labels.show(labels, this.#shown.view, this.#game);
    if (!this.#position || !isShown) return;
    this.#drawMarks();
    this.#nameSquares();
  }

  /** Tint squares: a map from square to {className, size (0 to 1, of the square's side)}; null takes all tints away. */
  setTints(tints) {
    const pen = this.#pen;
    const marks = [...(tints ?? [])].map(([square, tint]) => pen.tint(square, tint));
    this.#layers.overlay.replaceChildren(...marks);
  }

  /** Draw the marks and arrows of a study: {marks, arrows}, by the names of squares. */
  setMarkup(markup) {
    this.#drawMarkup(markup);
    this.#nameSquares();
  }

  #drawMarkup(markup) {
    this.#markup = markup;
    this.#layers.markup.replaceChildren(...markupParts(markup, this.#game, this.#shown.view));
  }

  /** Fade stones that are dead: they do not count at the end of the game. */
  markDead(points) {
    this.#dead = new Set(points);
    this.#discs.fade(this.#dead);
    this.#nameSquares();
  }

  /** Show what a move would do: green or red on the square, and the discs it would turn or take. Null shows nothing. */
  lookAt(square) {
    const marks = [];
    if (square !== null && square !== PASS && this.#shown.interactive && this.#position && !this.#position.isOver) {
      marks.push(...(this.#position.isLegal(square) ? this.#legalLook(square) : this.#illegalLook(square)));
    }
    this.#layers.look.replaceChildren(...marks);
  }

  #legalLook(square) {
    return this.#game.drawLook(this.#pen, square, this.#position);
  }

  #illegalLook(square) {
    const frame = this.#pen.rect(square, "look illegal", 4);
    return this.#position.at(square) ? [frame] : [frame, this.#pen.cross(square, "look-cross")];
  }

  /** Let the legal squares flash, as after an illegal move, where the game marks them. */
  flashLegal() {
    this.stopFlash();
    if (!this.#game.marksLegal) return;
    const pen = this.#pen;
    const squares = this.#position.legalSquares();
    this.#layers.flash.replaceChildren(...squares.map((square) => pen.rect(square, "flash", 4)));
    this.#flashing = setTimeout(() => this.stopFlash(), 1000 * FLASH_SECONDS);
  }

  stopFlash() {
    clearTimeout(this.#flashing);
    this.#layers.flash.replaceChildren();
  }

  #nameSquares() {
    if (!this.#position) return;
    this.#squares.name((square) => ({
      name: this.#nameOf(square),
      state: this.#position.at(square) ?? (this.#isOpen(square) ? "legal" : "empty"),
    }));
  }

  #isOpen(square) {
    return this.#shown.interactive && this.#shown.legal && this.#position.isLegal(square);
  }

  #nameOf(square) {
    const last = square === this.#shown.lastSquare ? text("board.lastMove") : "";
    const dead = this.#dead.has(square) ? text("board.dead") : "";
    const name = this.#game.formatMove(square);
    const kind = this.#markup.marks[name];
    const mark = kind ? text(`markup.${kind}`) : "";
    return [name, this.#stateOf(square), last, dead, mark, this.#labels.spoken(square)].filter(Boolean).join(", ");
  }

  #stateOf(square) {
    const color = this.#position.at(square);
    if (color) return text(`board.${color}.${this.#game.name}`);
    if (this.#position.complaint(square) === "ko") return text("board.ko");
    return text(this.#game.marksLegal && this.#isOpen(square) ? "board.legal" : "board.empty");
  }
}

/** A name at the rim, as large on the screen whatever the size of the board. */
function coordinate(name, x, y, size) {
  const scale = size / FRAMED_SIZE;
  return draw("text", { class: "coordinate", transform: `translate(${x} ${y + scale}) scale(${scale})` }, name);
}
