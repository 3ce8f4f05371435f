// The rules of Othello in the browser, for immediate feedback. The server checks again whatever is saved.

import { BLACK, WHITE, otherColor } from "../sides.js";
import { SIZE, SQUARE_COUNT, formatSquare } from "./squares.js";

const SIGNS = { [BLACK]: "X", [WHITE]: "O" };
const START_BOARD = "---------------------------OX------XO---------------------------";
const DIRECTIONS = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];

/** The squares passed when walking from each square in each direction to the rim, nearest first: RAYS[square] is 8 lists. */
const RAYS = Array.from({ length: SQUARE_COUNT }, (_, square) => DIRECTIONS.map((step) => raySquares(square, step)));

function raySquares(square, [columnStep, rowStep]) {
  const squares = [];
  let column = (square % SIZE) + columnStep;
  let row = Math.floor(square / SIZE) + rowStep;
  while (column >= 0 && column < SIZE && row >= 0 && row < SIZE) {
    squares.push(row * SIZE + column);
    column += columnStep;
    row += rowStep;
  }
  return squares;
}

/** An Othello position: 64 signs (X black, O white, - empty) from a1 row by row, and the side to move. Never changes. */
export class Position {
  static game = null; // game.js sets it: it joins these rules with all else that knows Othello
  #legal = null;

  constructor(board, toMove) {
    this.board = board;
    this.toMove = toMove;
    Object.freeze(this);
  }

  static start() {
    return new Position(START_BOARD, BLACK);
  }

  /** The position of a text such as "---…--- X", as the server writes it; null for anything else. */
  static parse(text) {
    const match = /^\s*([XO-]{64})\s*([XO])\s*$/.exec(text ?? "");
    return match ? new Position(match[1], match[2] === "X" ? BLACK : WHITE) : null;
  }

  get game() {
    return Position.game;
  }

  /** The position as a start text, as the server reads it. */
  get startText() {
    return this.toString();
  }

  /** The colour of the disc on a square, or null. */
  at(square) {
    const sign = this.board[square];
    return sign === "X" ? BLACK : sign === "O" ? WHITE : null;
  }

  count(color) {
    return this.board.split(SIGNS[color]).length - 1;
  }

  get emptyCount() {
    return SQUARE_COUNT - this.count(BLACK) - this.count(WHITE);
  }

  /** The discs that a move of the side to move would turn; empty if it is not legal. */
  flips(square) {
    return this.board[square] === "-" ? RAYS[square].flatMap((ray) => this.#bracketed(ray)) : [];
  }

  #bracketed(ray) {
    const own = SIGNS[this.toMove];
    let length = 0;
    while (length < ray.length && this.board[ray[length]] !== "-" && this.board[ray[length]] !== own) length += 1;
    return length < ray.length && this.board[ray[length]] === own ? ray.slice(0, length) : [];
  }

  /** The squares where the side to move may play, in ascending order. */
  legalSquares() {
    this.#legal ??= [...Array(SQUARE_COUNT).keys()].filter((square) => this.flips(square).length > 0);
    return this.#legal;
  }

  isLegal(square) {
    return this.legalSquares().includes(square);
  }

  /** The same discs with the other side to move. */
  passed() {
    return new Position(this.board, otherColor(this.toMove));
  }

  get mustPass() {
    return this.legalSquares().length === 0 && this.passed().legalSquares().length > 0;
  }

  get isOver() {
    return this.legalSquares().length === 0 && this.passed().legalSquares().length === 0;
  }

  /** The position after a legal square; throws a RangeError for others. */
  play(square) {
    const flips = this.flips(square);
    if (flips.length === 0) throw new RangeError(`${formatSquare(square)} is not legal here`);
    return this.with([square, ...flips], this.toMove).passed();
  }

  /** The position after a legal square and after the other side's pass, if it has to. */
  playOn(square) {
    const next = this.play(square);
    return next.mustPass ? next.passed() : next;
  }

  /** This position with some squares of one colour, or empty for null; the side to move stays. */
  with(squares, color) {
    const signs = [...this.board];
    for (const square of squares) signs[square] = color ? SIGNS[color] : "-";
    return new Position(signs.join(""), this.toMove);
  }

  /** The same discs, with one side to move. */
  withTurnOf(color) {
    return new Position(this.board, color);
  }

  /** An empty board. */
  cleared() {
    return new Position("-".repeat(SQUARE_COUNT), BLACK);
  }

  /** Whether discs that were set by hand may lie so: they may always. */
  get isPossible() {
    return true;
  }

  /** Why a square is not legal: "over" or "illegal"; null if it is. */
  complaint(square) {
    if (this.isOver) return "over";
    return this.isLegal(square) ? null : "illegal";
  }

  /** The squares that are marked as forbidden: none, as what is not legal is not marked. */
  forbidden() {
    return [];
  }

  /** Black's discs minus White's, empty squares counted for the side with more discs. */
  blackScore() {
    const difference = this.count(BLACK) - this.count(WHITE);
    return difference + Math.sign(difference) * this.emptyCount;
  }

  /** The squares whose disc of a colour touches an empty square. */
  frontier(color) {
    return squaresWhere((square) => this.at(square) === color && neighbours(square).some((next) => this.board[next] === "-"));
  }

  /** The board and the side to move, as the server writes them. */
  toString() {
    return `${this.board} ${SIGNS[this.toMove]}`;
  }
}

/** The squares that touch a square. */
export function neighbours(square) {
  return RAYS[square].flatMap((ray) => ray.slice(0, 1));
}

function squaresWhere(condition) {
  return [...Array(SQUARE_COUNT).keys()].filter(condition);
}
