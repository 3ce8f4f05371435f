// The board of any game: one SVG. Pictures lie below, and real buttons above them carry mouse, touch, keyboard and names.

import { draw, make } from "../dom.js";
import { DEFAULT_GAME } from "../games/games.js";
import { PASS, otherColor } from "../games/sides.js";
import { text } from "../text.js";
import { CELL, cornerOf, discAt } from "./discs.js";

const FRAME = 34; // for eight squares; larger boards have as much of the screen for it
const FRAMED_SIZE = 8;
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
  #game = DEFAULT_GAME;
  #focused = DEFAULT_GAME.firstFocus;
  #dead = new Set();
  #shown = { lastSquare: null, legal: true, interactive: true, view: "black", coordinates: true, animate: true };
  #flashing = null;

  constructor() {
    super();
    this.element = draw("svg", { class: "board" });
    for (const name of ["coordinates", "tints", "discs", "marks", "labels", "overlay", "look", "flash"]) {
      this.#layers[name] = draw("g", { class: `layer-${name}`, "aria-hidden": "true" });
    }
    this.grid = make("div", { class: "squares", role: "grid" });
    this.#drawGround();
    this.#listen();
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
    this.grid.setAttribute("aria-label", text(`board.name.${name}`, { size }));
    this.#makeButtons();
  }

  get #frame() {
    return (FRAME * this.#game.size) / FRAMED_SIZE;
  }

  get #squareCount() {
    return this.#game.size ** 2;
  }

  #makeButtons() {
    const { size } = this.#game;
    const rows = Array.from({ length: size }, () => make("div", { role: "row", class: "squares-row" }));
    this.#buttons = [];
    for (let seen = 0; seen < this.#squareCount; seen += 1) {
      const square = this.#shown.view === "white" ? this.#squareCount - 1 - seen : seen;
      const cell = make("button", { type: "button", class: "square", tabindex: square === this.#focused ? 0 : -1 });
      cell.dataset.square = this.#game.formatMove(square);
      this.#buttons[square] = cell;
      rows[Math.floor(seen / size)].append(make("div", { role: "gridcell", class: "squares-cell" }, cell));
    }
    this.grid.replaceChildren(...rows);
  }

  /** Lay another board, if the position to be shown is of another game or size. */
  #lay(game) {
    if (game === this.#game) return false;
    this.#game = game;
    this.#focused = game.firstFocus;
    this.#dead = new Set();
    this.setLabels(new Map(), false);
    this.#drawGround();
    this.#drawCoordinates();
    return true;
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
    const before = anew || isLaid ? null : this.#position;
    const dead = position === this.#position ? this.#dead : [];
    this.#position = position;
    this.#shown.lastSquare = lastSquare === PASS ? null : lastSquare;
    this.stopFlash();
    if (!before) this.#clearDiscs();
    for (let square = 0; square < this.#squareCount; square += 1) this.#showDisc(square, before, lastSquare);
    this.markDead(dead);
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
    const element = discAt(square, color, this.#shown.view, this.#game);
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
    element.classList.add("turning", `after-${lastSquare === null ? 0 : distance(square, lastSquare, this.#game.size)}`);
  }

  #drawMarks() {
    const { lastSquare, legal, interactive } = this.#shown;
    const marks = [];
    if (lastSquare !== null) marks.push(this.#circle(lastSquare, this.#game.lastMoveRadius, "last-move"));
    marks.push(...this.#position.forbidden().map((point) => this.#rect(point, "ko", 30)));
    if (this.#game.marksLegal && legal && interactive) {
      const bare = this.#position.legalSquares().filter((square) => !this.#labels.has(square));
      marks.push(...bare.map((square) => this.#circle(square, 11, `legal-dot ${this.#position.toMove}`)));
    }
    this.#layers.marks.replaceChildren(...marks);
  }

  #circle(square, radius, className) {
    const [x, y] = cornerOf(square, this.#shown.view, this.#game);
    return draw("circle", { class: className, cx: x + CELL / 2, cy: y + CELL / 2, r: radius });
  }

  #rect(square, className, inset = 0) {
    const [x, y] = cornerOf(square, this.#shown.view, this.#game);
    const side = CELL - 2 * inset;
    return draw("rect", { class: className, x: x + inset, y: y + inset, width: side, height: side, rx: inset ? 10 : 0 });
  }

  /**
   * Write on squares: a map from square to {lines: [{text, kind, note}], ring, best, spoken}. `ring` is a share from 0 to 1
   * drawn as an arc; `spoken` is added to the square's name for screen readers.
   */
  setLabels(labels, isShown = true) {
    this.#labels = labels;
    for (const [square, drawn] of this.#drawnLabels) if (!labels.has(square)) this.#eraseLabel(square, drawn);
    for (const [square, label] of labels) this.#renewLabel(square, label);
    if (!this.#position || !isShown) return;
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
    const [x, y] = cornerOf(square, this.#shown.view, this.#game);
    const parts = [draw("circle", { class: "label-plate", cx: 50, cy: 50, r: 44 })];
    if (label.ring !== undefined) parts.push(ringArc(label.ring));
    const places = this.#game.linePlaces[label.lines.length] ?? this.#game.linePlaces[3];
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
    const [x, y] = cornerOf(square, this.#shown.view, this.#game);
    return draw("g", {}, mark, draw("text", { class: "tint-text", x: x + 50, y: y + 58 }, label));
  }

  /** Fade stones that are dead: they do not count at the end of the game. */
  markDead(points) {
    this.#dead = new Set(points);
    for (const [square, { element }] of this.#discs) element.classList.toggle("dead", this.#dead.has(square));
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

  /** What a game draws with on this board. */
  #pen = {
    rect: (...parts) => this.#rect(...parts),
    circle: (...parts) => this.#circle(...parts),
    cross: (...parts) => this.#cross(...parts),
    ghost: (...parts) => this.#ghost(...parts),
  };

  #illegalLook(square) {
    const frame = this.#rect(square, "look illegal", 4);
    return this.#position.at(square) ? [frame] : [frame, this.#cross(square, "look-cross")];
  }

  #cross(square, className) {
    const [x, y] = cornerOf(square, this.#shown.view, this.#game);
    return draw("path", { class: className, d: `M${x + 38} ${y + 38}l24 24m0-24l-24 24` });
  }

  /** The stone that would be played. */
  #ghost(square, color) {
    const stone = discAt(square, color, this.#shown.view, this.#game);
    stone.classList.add("ghost");
    return stone;
  }

  /** Let the legal squares flash, as after an illegal move, where the game marks them. */
  flashLegal() {
    this.stopFlash();
    if (!this.#game.marksLegal) return;
    const squares = this.#position.legalSquares();
    this.#layers.flash.replaceChildren(...squares.map((square) => this.#rect(square, "flash", 4)));
    this.#flashing = setTimeout(() => this.stopFlash(), 1000 * FLASH_SECONDS);
  }

  stopFlash() {
    clearTimeout(this.#flashing);
    this.#layers.flash.replaceChildren();
  }

  #nameSquares() {
    if (!this.#position) return;
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
    const last = square === this.#shown.lastSquare ? text("board.lastMove") : "";
    const dead = this.#dead.has(square) ? text("board.dead") : "";
    const name = this.#game.formatMove(square);
    return [name, this.#stateOf(square), last, dead, this.#labels.get(square)?.spoken].filter(Boolean).join(", ");
  }

  #stateOf(square) {
    const color = this.#position.at(square);
    if (color) return text(`board.${color}.${this.#game.name}`);
    if (this.#position.complaint(square) === "ko") return text("board.ko");
    return text(this.#game.marksLegal && this.#isOpen(square) ? "board.legal" : "board.empty");
  }
}

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

/** A name at the rim, as large on the screen whatever the size of the board. */
function coordinate(name, x, y, size) {
  const scale = size / FRAMED_SIZE;
  return draw("text", { class: "coordinate", transform: `translate(${x} ${y + scale}) scale(${scale})` }, name);
}

/** How many squares lie between two squares, counting one of them: 1 for neighbours. */
function distance(one, other, size) {
  const columns = Math.abs((one % size) - (other % size));
  const rows = Math.abs(Math.floor(one / size) - Math.floor(other / size));
  return Math.max(columns, rows);
}

/** The sentence that tells a move to those who do not see it. */
export function moveSentence(before, move, after) {
  const mover = text(`color.${before.toMove}`);
  const parts = [before.game.moveSentence(before, move, mover)];
  if (after.isOver) parts.push(after.game.overSentence(after));
  else if (after.toMove === before.toMove)
    parts.push(text("announce.pass", { color: text(`color.${otherColor(before.toMove)}`) }));
  else parts.push(text("announce.next", { color: text(`color.${after.toMove}`) }));
  return parts.join(" ");
}
