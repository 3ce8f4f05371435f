// The board: one SVG. Pictures lie below, and 64 real buttons above them carry mouse, touch, keyboard and names.

import { draw, make } from "../dom.js";
import { otherColor } from "../rules/position.js";
import { SIZE, SQUARE_COUNT, formatSquare } from "../rules/squares.js";
import { text } from "../text.js";
import { CELL, cornerOf, discAt, gridLines } from "./discs.js";

const FRAME = 34;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FLASH_SECONDS = 1.2;

/**
 * A board that shows a position and fires "choose" (a square was pressed) and "look" (pointer or focus is on a square, or on
 * none: null), both with the square as detail.
 */
export class Board extends EventTarget {
  #layers = {};
  #discs = new Map();
  #buttons = [];
  #position = null;
  #labels = new Map();
  #drawnLabels = new Map();
  #focused = 19;
  #shown = { lastSquare: null, legal: true, interactive: true, view: "black", coordinates: true, animate: true };
  #flashing = null;

  constructor(label) {
    super();
    this.element = draw("svg", { class: "board", viewBox: `${-FRAME} ${-FRAME} ${800 + 2 * FRAME} ${800 + 2 * FRAME}` });
    this.#draw(label);
  }

  #draw(label) {
    const size = 800 + 2 * FRAME;
    const frame = draw("rect", { class: "frame", x: -FRAME, y: -FRAME, width: size, height: size, rx: 14 });
    const surface = draw("rect", { class: "surface", x: 0, y: 0, width: 800, height: 800, rx: 4 });
    for (const name of ["coordinates", "tints", "discs", "marks", "labels", "overlay", "look", "flash"]) {
      this.#layers[name] = draw("g", { class: `layer-${name}`, "aria-hidden": "true" });
    }
    this.grid = make("div", { class: "squares", role: "grid", "aria-label": label });
    const area = draw("foreignObject", { x: 0, y: 0, width: 800, height: 800 }, this.grid);
    this.element.append(frame, surface, gridLines(), ...Object.values(this.#layers), area);
    this.#makeButtons();
    this.#listen();
  }

  #makeButtons() {
    const rows = Array.from({ length: SIZE }, () => make("div", { role: "row", class: "squares-row" }));
    for (let seen = 0; seen < SQUARE_COUNT; seen += 1) {
      const square = this.#shown.view === "white" ? 63 - seen : seen;
      const cell = make("button", { type: "button", class: "square", tabindex: square === this.#focused ? 0 : -1 });
      cell.dataset.square = formatSquare(square);
      this.#buttons[square] = cell;
      rows[Math.floor(seen / SIZE)].append(make("div", { role: "gridcell", class: "squares-cell" }, cell));
    }
    this.grid.replaceChildren(...rows);
  }

  #listen() {
    const squareOf = (event) => this.#buttons.indexOf(event.target.closest?.(".square"));
    const fire = (name, square) => this.dispatchEvent(new CustomEvent(name, { detail: square < 0 ? null : square }));
    this.grid.addEventListener("click", (event) => squareOf(event) >= 0 && fire("choose", squareOf(event)));
    // A pointer must not take the focus: the arrow keys then go on walking through the game.
    this.grid.addEventListener("pointerdown", (event) => event.preventDefault());
    this.grid.addEventListener("mousedown", (event) => event.preventDefault());
    this.grid.addEventListener("pointerover", (event) => event.pointerType !== "touch" && fire("look", squareOf(event)));
    this.grid.addEventListener("pointerleave", () => fire("look", -1));
    this.grid.addEventListener("focusin", (event) => fire("look", squareOf(event)));
    this.grid.addEventListener("focusout", () => fire("look", -1));
    this.grid.addEventListener("keydown", (event) => this.#walk(event));
  }

  #walk(event) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const turn = this.#shown.view === "white" ? -1 : 1;
    const column = (this.#focused % SIZE) + turn * step[0];
    const row = Math.floor(this.#focused / SIZE) + turn * step[1];
    if (column >= 0 && column < SIZE && row >= 0 && row < SIZE) this.focus(row * SIZE + column);
  }

  /** Put the keyboard on a square, or on the square it was on last. */
  focus(square = this.#focused) {
    this.#buttons[this.#focused].tabIndex = -1;
    this.#focused = square;
    this.#buttons[square].tabIndex = 0;
    this.#buttons[square].focus();
  }

  get focusedSquare() {
    return this.#focused;
  }

  /** Change how the board shows things: lastSquare, legal, interactive, view, coordinates, animate. */
  configure(changes) {
    const turned = changes.view && changes.view !== this.#shown.view;
    this.#shown = { ...this.#shown, ...changes };
    if (turned) this.#makeButtons();
    this.#drawCoordinates();
    if (this.#position) this.show(this.#position, this.#shown.lastSquare, turned);
  }

  #drawCoordinates() {
    const names = [];
    for (let index = 0; this.#shown.coordinates && index < SIZE; index += 1) {
      const seen = this.#shown.view === "white" ? SIZE - 1 - index : index;
      const middle = CELL * index + CELL / 2;
      names.push(coordinate("abcdefgh"[seen], middle, -FRAME / 2), coordinate("abcdefgh"[seen], middle, 800 + FRAME / 2));
      names.push(coordinate(String(seen + 1), -FRAME / 2, middle), coordinate(String(seen + 1), 800 + FRAME / 2, middle));
    }
    this.#layers.coordinates.replaceChildren(...names);
  }

  /** Show a position; discs that change colour turn over, unless all is to be drawn anew. */
  show(position, lastSquare = null, anew = false) {
    const before = anew ? null : this.#position;
    this.#position = position;
    this.#shown.lastSquare = lastSquare;
    this.stopFlash();
    if (anew) this.#clearDiscs();
    for (let square = 0; square < SQUARE_COUNT; square += 1) this.#showDisc(square, before, lastSquare);
    this.#drawMarks();
    this.#nameSquares();
  }

  #clearDiscs() {
    this.#discs.clear();
    this.#layers.discs.replaceChildren();
  }

  #showDisc(square, before, lastSquare) {
    const color = this.#position.at(square);
    const known = this.#discs.get(square);
    if (known?.color === color) return void known?.element.classList.remove("turning", "placed");
    if (!color) return this.#takeDisc(square);
    if (known) return this.#turnDisc(square, known, color, lastSquare);
    const element = discAt(square, color, this.#shown.view);
    if (before && square === lastSquare && this.#shown.animate) element.classList.add("placed");
    this.#layers.discs.append(element);
    this.#discs.set(square, { element, color });
  }

  #takeDisc(square) {
    this.#discs.get(square)?.element.remove();
    this.#discs.delete(square);
  }

  #turnDisc(square, disc, color, lastSquare) {
    const { element } = disc;
    element.setAttribute("class", `disc ${color}`);
    disc.color = color;
    if (!this.#shown.animate) return;
    void element.getBoundingClientRect(); // lets the animation begin again on a disc that has just turned
    element.classList.add("turning", `after-${lastSquare === null ? 0 : distance(square, lastSquare)}`);
  }

  #drawMarks() {
    const { lastSquare, legal, interactive } = this.#shown;
    const marks = [];
    if (lastSquare !== null) marks.push(this.#circle(lastSquare, 12, "last-move"));
    if (legal && interactive) {
      const bare = this.#position.legalSquares().filter((square) => !this.#labels.has(square));
      marks.push(...bare.map((square) => this.#circle(square, 11, `legal-dot ${this.#position.toMove}`)));
    }
    this.#layers.marks.replaceChildren(...marks);
  }

  #circle(square, radius, className) {
    const [x, y] = cornerOf(square, this.#shown.view);
    return draw("circle", { class: className, cx: x + CELL / 2, cy: y + CELL / 2, r: radius });
  }

  #rect(square, className, inset = 0) {
    const [x, y] = cornerOf(square, this.#shown.view);
    const side = CELL - 2 * inset;
    return draw("rect", { class: className, x: x + inset, y: y + inset, width: side, height: side, rx: inset ? 10 : 0 });
  }

  /**
   * Write on squares: a map from square to {lines: [{text, kind, note}], ring, best, spoken}. `ring` is a share from 0 to 1
   * drawn as an arc; `spoken` is added to the square's name for screen readers.
   */
  setLabels(labels) {
    this.#labels = labels;
    for (const [square, drawn] of this.#drawnLabels) if (!labels.has(square)) this.#eraseLabel(square, drawn);
    for (const [square, label] of labels) this.#renewLabel(square, label);
    if (!this.#position) return;
    this.#drawMarks();
    this.#nameSquares();
  }

  #eraseLabel(square, { element }) {
    element.remove();
    this.#drawnLabels.delete(square);
  }

  /** Draw a label again only if it says something new: numbers come many times a second. */
  #renewLabel(square, label) {
    const words = JSON.stringify([label, this.#shown.view]);
    const drawn = this.#drawnLabels.get(square);
    if (drawn?.words === words) return;
    const element = this.#drawLabel(square, label);
    if (drawn) drawn.element.replaceWith(element);
    else this.#layers.labels.append(element);
    this.#drawnLabels.set(square, { element, words });
  }

  #drawLabel(square, label) {
    const [x, y] = cornerOf(square, this.#shown.view);
    const parts = [draw("circle", { class: "label-plate", cx: 50, cy: 50, r: 44 })];
    if (label.ring !== undefined) parts.push(ringArc(label.ring));
    const places = LINE_PLACES[label.lines.length] ?? LINE_PLACES[3];
    label.lines.forEach((line, index) => parts.push(labelLine(line, places[index])));
    const classes = ["label", label.best ? "best" : "", label.played ? "played" : "", label.tone ?? ""].filter(Boolean);
    return draw("g", { class: classes.join(" "), transform: `translate(${x} ${y})` }, parts);
  }

  /** Tint squares: a map from square to {className, size (0 to 1, of the square's side)}; null takes all tints away. */
  setTints(tints) {
    const marks = [...(tints ?? [])].map(([square, tint]) => this.#tint(square, tint));
    this.#layers.overlay.replaceChildren(...marks);
  }

  #tint(square, { className, size = 1, label = null }) {
    const mark = this.#rect(square, `tint ${className}`, (CELL * (1 - Math.min(Math.max(size, 0.08), 1))) / 2);
    if (!label) return mark;
    const [x, y] = cornerOf(square, this.#shown.view);
    return draw("g", {}, mark, draw("text", { class: "tint-text", x: x + 50, y: y + 58 }, label));
  }

  /** Show what a move would do: green or red on the square, and the discs it would turn. Null shows nothing. */
  lookAt(square) {
    const marks = [];
    if (square !== null && this.#shown.interactive && this.#position) {
      const flips = this.#position.flips(square);
      marks.push(...(flips.length ? this.#legalLook(square, flips) : this.#illegalLook(square)));
    }
    this.#layers.look.replaceChildren(...marks);
  }

  #legalLook(square, flips) {
    const color = this.#position.toMove;
    const turned = flips.map((flip) => this.#circle(flip, 17, `would-turn ${color}`));
    return [this.#rect(square, "look legal", 4), ...turned];
  }

  #illegalLook(square) {
    const [x, y] = cornerOf(square, this.#shown.view);
    const cross = draw("path", { class: "look-cross", d: `M${x + 38} ${y + 38}l24 24m0-24l-24 24` });
    return this.#position.at(square) ? [this.#rect(square, "look illegal", 4)] : [this.#rect(square, "look illegal", 4), cross];
  }

  /** Let the legal squares flash, as after an illegal move. */
  flashLegal() {
    this.stopFlash();
    const squares = this.#position.legalSquares();
    this.#layers.flash.replaceChildren(...squares.map((square) => this.#rect(square, "flash", 4)));
    this.#flashing = setTimeout(() => this.stopFlash(), 1000 * FLASH_SECONDS);
  }

  stopFlash() {
    clearTimeout(this.#flashing);
    this.#layers.flash.replaceChildren();
  }

  #nameSquares() {
    this.#buttons.forEach((cell, square) => {
      const name = this.#nameOf(square);
      if (cell.ariaLabel !== name) cell.setAttribute("aria-label", name);
      cell.dataset.state = this.#position.at(square) ?? (this.#isOpen(square) ? "legal" : "empty");
    });
  }

  #isOpen(square) {
    return this.#shown.interactive && this.#shown.legal && this.#position.isLegal(square);
  }

  #nameOf(square) {
    const color = this.#position.at(square);
    const state = color ? text(`board.${color}Disc`) : text(this.#isOpen(square) ? "board.legal" : "board.empty");
    const last = square === this.#shown.lastSquare ? text("board.lastMove") : "";
    return [formatSquare(square), state, last, this.#labels.get(square)?.spoken].filter(Boolean).join(", ");
  }
}

const LINE_PLACES = { 1: [60], 2: [45, 75], 3: [33, 60, 79] };

function labelLine({ text: words, kind, note = null }, y) {
  const small = note === null ? null : draw("tspan", { class: note.length > 2 ? "depth long" : "depth", dx: 2 }, note);
  return draw("text", { class: `label-line ${kind}`, x: 50, y }, words, small);
}

/** An arc of a share of the circle, from the top clockwise. */
function ringArc(share) {
  const angle = 2 * Math.PI * Math.min(share, 0.9999);
  const x = 50 + 44 * Math.sin(angle);
  const y = 50 - 44 * Math.cos(angle);
  return draw("path", { class: "label-ring", d: `M50 6A44 44 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}` });
}

function coordinate(name, x, y) {
  return draw("text", { class: "coordinate", x, y: y + 1 }, name);
}

/** How many squares lie between two squares, counting one of them: 1 for neighbours. */
function distance(one, other) {
  const columns = Math.abs((one % SIZE) - (other % SIZE));
  const rows = Math.abs(Math.floor(one / SIZE) - Math.floor(other / SIZE));
  return Math.max(columns, rows);
}

/** The sentence that tells a move to those who do not see it. */
export function moveSentence(before, square, after) {
  const mover = text(`color.${before.toMove}`);
  const parts = [text("announce.move", { mover, square: formatSquare(square), turned: before.flips(square).length })];
  if (after.isOver) parts.push(text("announce.over", { black: after.count("black"), white: after.count("white") }));
  else if (after.toMove === before.toMove)
    parts.push(text("announce.pass", { color: text(`color.${otherColor(before.toMove)}`) }));
  else parts.push(text("announce.next", { color: text(`color.${after.toMove}`) }));
  return parts.join(" ");
}
