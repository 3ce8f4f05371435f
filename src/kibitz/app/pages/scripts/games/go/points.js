// Points of a Go board by number, by vertex and by SGF's letters: on 9×9 point 0 is A9 and "aa". The only module that converts.

import { PASS } from "../sides.js";

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const PASS_NAME = "pass";
const PASS_PAIR = "--";

const known = new Map();

/** How moves on a board of some size are written: the same object each time. */
export function notationOf(size) {
  if (!known.has(size)) known.set(size, new Notation(size));
  return known.get(size);
}

/** The names of the points of a board, and its special points. */
export class Notation {
  constructor(size) {
    this.size = size;
  }

  /** The vertex of a point, or "pass". */
  formatMove(move) {
    if (move === PASS) return PASS_NAME;
    return this.columnName(move % this.size) + this.rowName(Math.floor(move / this.size));
  }

  /** The point of a vertex, PASS for "pass", null for what is neither. */
  parseMove(name) {
    if (name.toLowerCase() === PASS_NAME) return PASS;
    const match = /^([a-hj-z])([1-9][0-9]?)$/i.exec(name);
    const column = match ? COLUMNS.indexOf(match[1].toUpperCase()) : this.size;
    const row = match ? this.size - Number(match[2]) : -1;
    return column < this.size && row >= 0 ? row * this.size + column : null;
  }

  /** Two letters for each point, "--" for a pass. */
  formatPath(moves) {
    return moves.map((move) => (move === PASS ? PASS_PAIR : this.#pair(move))).join("");
  }

  parsePath(text) {
    return (text.match(/--|[a-z]{2}/g) ?? []).map((pair) => (pair === PASS_PAIR ? PASS : this.#point(pair)));
  }

  #pair(point) {
    return LETTERS[point % this.size] + LETTERS[Math.floor(point / this.size)];
  }

  #point(pair) {
    return LETTERS.indexOf(pair[1]) * this.size + LETTERS.indexOf(pair[0]);
  }

  columnName(column) {
    return COLUMNS[column];
  }

  rowName(row) {
    return String(this.size - row);
  }

  /** The star points, where a handicap may stand. */
  starPoints() {
    const { size } = this;
    const low = size >= 13 ? 3 : 2;
    const middle = size % 2 && size >= 9 ? [(size - 1) / 2] : [];
    const lines = size < 7 ? [] : size >= 15 ? [low, ...middle, size - 1 - low] : [low, size - 1 - low];
    const crossings = lines.flatMap((row) => lines.map((column) => row * size + column));
    return middle.length ? [...new Set([...crossings, middle[0] * (size + 1)])] : crossings;
  }

  /** The points of a fixed handicap of some stones, as the server places them; empty where there are none. */
  handicapPoints(stones) {
    const { size } = this;
    const most = size < 7 ? 0 : size % 2 === 0 || size === 7 ? 4 : 9;
    if (stones < 2 || stones > most) return [];
    const [low, middle] = [size >= 13 ? 3 : 2, Math.floor(size / 2)];
    const high = size - 1 - low;
    const corners = [[high, low], [low, high], [low, low], [high, high]];
    const sides = [[middle, low], [middle, high], [low, middle], [high, middle]];
    const count = stones >= 5 ? stones - (stones % 2) : stones;
    const places = [...corners, ...sides].slice(0, count);
    if (stones >= 5 && stones % 2) places.push([middle, middle]);
    return places.map(([row, column]) => row * size + column).sort((one, other) => one - other);
  }
}
