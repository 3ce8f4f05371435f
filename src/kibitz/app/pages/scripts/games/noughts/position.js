// The rules of noughts and crosses in the browser, and its squares: a1 is 0, c1 is 2, a3 is 6. Black has the crosses.

import { BLACK, WHITE, otherColor } from "../sides.js";

export const SIZE = 3;
const SIGNS = { [BLACK]: "X", [WHITE]: "O" };
const SQUARES = [...Array(SIZE * SIZE).keys()];
const EMPTY_BOARD = "-".repeat(SQUARES.length);
const MARK = "noughts:";
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** The name of a square: 4 is "b2". */
export const formatSquare = (square) => "abc"[square % SIZE] + (Math.floor(square / SIZE) + 1);

/** The square of a name in any case, or null for what is no square. */
export function parseSquare(name) {
  const match = /^([a-c])([1-3])$/i.exec(name);
  return match ? "abc".indexOf(match[1].toLowerCase()) + SIZE * (Number(match[2]) - 1) : null;
}

export const formatPath = (squares) => squares.map(formatSquare).join("");
export const parsePath = (text) => (text.match(/[a-c][1-3]/gi) ?? []).map(parseSquare);

/** A position: nine signs (X black, O white, - empty) from a1 row by row, and the side to move. Never changes. */
export class Position {
  static game = null; // game.js sets it

  constructor(board = EMPTY_BOARD, toMove = BLACK) {
    this.board = board;
    this.toMove = toMove;
    Object.freeze(this);
  }

  /** The position of a start text such as "noughts:" or "noughts:X---O---- X"; null for anything else. */
  static parse(text) {
    const match = /^\s*noughts:\s*(?:([XO-]{9})\s+([XO]))?\s*$/.exec(text ?? "");
    if (!match) return null;
    return match[1] ? new Position(match[1], match[2] === "X" ? BLACK : WHITE) : new Position();
  }

  get game() {
    return Position.game;
  }

  get startText() {
    return this.board === EMPTY_BOARD && this.toMove === BLACK ? MARK : `${MARK}${this.board} ${SIGNS[this.toMove]}`;
  }

  /** The colour of the sign on a square, or null. */
  at(square) {
    const sign = this.board[square];
    return sign === "X" ? BLACK : sign === "O" ? WHITE : null;
  }

  count(color) {
    return this.board.split(SIGNS[color]).length - 1;
  }

  get emptyCount() {
    return this.board.split("-").length - 1;
  }

  /** The side with three in a row, or null. */
  get winner() {
    const line = LINES.find(([first, ...rest]) => this.at(first) && rest.every((square) => this.at(square) === this.at(first)));
    return line ? this.at(line[0]) : null;
  }

  get isOver() {
    return this.winner !== null || this.emptyCount === 0;
  }

  /** Black's result by the perfect evaluation: 1 and what is empty for a win, as much below 0 for a loss, and 0 for a draw. */
  blackScore() {
    const worth = 1 + this.emptyCount;
    return this.winner === null ? 0 : this.winner === BLACK ? worth : -worth;
  }

  /** Nothing is ever turned. */
  flips() {
    return [];
  }

  legalSquares() {
    return this.isOver ? [] : SQUARES.filter((square) => !this.at(square));
  }

  isLegal(square) {
    return this.legalSquares().includes(square);
  }

  get mustPass() {
    return false;
  }

  passed() {
    return new Position(this.board, otherColor(this.toMove));
  }

  /** The position after a legal square; throws a RangeError for others. */
  play(square) {
    if (!this.isLegal(square)) throw new RangeError(`${formatSquare(square)} is not legal here`);
    return this.with([square], this.toMove).passed();
  }

  playOn(square) {
    return this.play(square);
  }

  /** This position with some squares of one colour, or empty for null; the side to move stays. */
  with(squares, color) {
    const signs = [...this.board];
    for (const square of squares) signs[square] = color ? SIGNS[color] : "-";
    return new Position(signs.join(""), this.toMove);
  }

  withTurnOf(color) {
    return new Position(this.board, color);
  }

  cleared() {
    return new Position();
  }

  get isPossible() {
    return true;
  }

  /** Why a square is not legal: "over" or "illegal"; null if it is. */
  complaint(square) {
    if (this.isOver) return "over";
    return this.isLegal(square) ? null : "illegal";
  }

  forbidden() {
    return [];
  }

  toString() {
    return `${this.board} ${SIGNS[this.toMove]}`;
  }
}
