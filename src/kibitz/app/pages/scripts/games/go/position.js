// The rules of Go in the browser, for immediate feedback. The server checks again whatever is saved.

import { BLACK, PASS, WHITE, otherColor } from "../sides.js";
import { notationOf } from "./points.js";

const SIGNS = { [BLACK]: "X", [WHITE]: "O" };
const EMPTY = "-";
const MOVES_PER_POINT = 4;

/** Which repetitions a rule set forbids, and whether a side may take its own stones. */
const RULES = {
  chinese: { ko: "simple", suicide: false },
  japanese: { ko: "simple", suicide: false },
  aga: { ko: "situational", suicide: false },
  "new-zealand": { ko: "situational", suicide: true },
  "tromp-taylor": { ko: "positional", suicide: true },
};

export const RULE_NAMES = Object.keys(RULES);

/** A Go position with what the ko rule asks of its past. Never changes. `setting` is {size, komi, rules, handicap}. */
export class GoPosition {
  static gameOfSize = null; // game.js sets it: it joins these rules with all else that knows Go
  #complaints = new Map();
  #legal = null;

  constructor(setting, board, toMove, past = {}) {
    this.setting = setting;
    this.board = board;
    this.toMove = toMove;
    this.forbiddenPoint = past.forbiddenPoint ?? null;
    this.prisoners = past.prisoners ?? { [BLACK]: 0, [WHITE]: 0 };
    this.passes = past.passes ?? 0;
    this.moveCount = past.moveCount ?? 0;
    this.previous = past.previous ?? null;
    this.startText = past.startText ?? formatStart(this);
    Object.freeze(this);
  }

  /** The start of a game: handicap stones on their points, and White begins; without a handicap Black does. */
  static start({ size = 19, komi = 7.5, rules = "chinese", handicap = 0 } = {}) {
    const setting = { size, komi, rules, handicap };
    const stones = notationOf(size).handicapPoints(handicap);
    const empty = new GoPosition(setting, EMPTY.repeat(size * size), stones.length ? WHITE : BLACK);
    return stones.length ? empty.with(stones, BLACK) : empty;
  }

  /** The position of a start text such as "go:9 komi:7 rules:chinese"; null for anything else. */
  static parse(text) {
    const words = new Map((text ?? "").trim().split(/\s+/).map((word) => word.split(":")));
    const size = Number(words.get("go"));
    if (!Number.isInteger(size) || size < 5 || size > 25) return null;
    const rules = words.get("rules") ?? "chinese";
    const komi = Number(words.get("komi") ?? 7.5);
    const handicap = Number(words.get("handicap") ?? 0);
    if (!(rules in RULES) || !Number.isFinite(komi) || !Number.isInteger(handicap)) return null;
    if (!["black", "white", "to_move"].some((name) => words.has(name))) return GoPosition.start({ size, komi, rules, handicap });
    return setUp({ size, komi, rules, handicap }, words);
  }

  get game() {
    return GoPosition.gameOfSize(this.setting.size);
  }

  get size() {
    return this.setting.size;
  }

  at(point) {
    const sign = this.board[point];
    return sign === "X" ? BLACK : sign === "O" ? WHITE : null;
  }

  count(color) {
    return this.board.split(SIGNS[color]).length - 1;
  }

  get emptyCount() {
    return this.board.split(EMPTY).length - 1;
  }

  get isOver() {
    return this.passes >= 2 || this.moveCount >= MOVES_PER_POINT * this.size * this.size;
  }

  get mustPass() {
    return false;
  }

  neighbours(point) {
    const { size } = this;
    const column = point % size;
    const near = [];
    if (point >= size) near.push(point - size);
    if (column > 0) near.push(point - 1);
    if (column < size - 1) near.push(point + 1);
    if (point < size * (size - 1)) near.push(point + size);
    return near;
  }

  /** The points of the chain that a stone belongs to. */
  chain(point) {
    return chainOn(this, this.board, point);
  }

  /** The stones that a move of the side to move would take; empty if it is not legal. */
  flips(point) {
    return this.isLegal(point) && point !== PASS ? this.#captures(point) : [];
  }

  #captures(point) {
    const other = SIGNS[otherColor(this.toMove)];
    const board = placed(this.board, [point], SIGNS[this.toMove]);
    const taken = new Set();
    for (const near of this.neighbours(point)) {
      if (board[near] === other && !taken.has(near) && !hasLiberty(this, board, near))
        chainOn(this, board, near).forEach((stone) => taken.add(stone));
    }
    return [...taken];
  }

  /** Why a move is not legal: "over", "occupied", "suicide" or "ko"; null if it is. */
  complaint(move) {
    if (this.isOver) return "over";
    if (move === PASS) return null;
    if (!this.#complaints.has(move)) this.#complaints.set(move, this.#complaintAbout(move));
    return this.#complaints.get(move);
  }

  #complaintAbout(move) {
    if (this.board[move] !== EMPTY) return "occupied";
    if (move === this.forbiddenPoint) return "ko";
    const isFree = this.neighbours(move).some((near) => this.board[near] === EMPTY);
    if (isFree && RULES[this.setting.rules].ko === "simple") return null;
    const taken = this.#captures(move);
    if (!isFree && !taken.length && !this.#mayDie(move)) return "suicide";
    return this.#repeats(move, taken) ? "ko" : null;
  }

  /** Whether a move that takes nothing has a liberty, or gives up two stones or more where that is allowed. */
  #mayDie(point) {
    if (hasLiberty(this, placed(this.board, [point], SIGNS[this.toMove]), point)) return true;
    return RULES[this.setting.rules].suicide && this.#ownLost(point) > 1;
  }

  /** Whether the board after a move stood before, where the rules ask for more than the last one. */
  #repeats(point, taken) {
    const { ko } = RULES[this.setting.rules];
    if (ko === "simple") return false;
    const board = this.#boardAfter(point, taken);
    const next = otherColor(this.toMove);
    for (let past = this; past; past = past.previous) {
      if (past.board === board && (ko === "positional" || past.toMove === next)) return true;
    }
    return false;
  }

  #boardAfter(point, taken) {
    const board = placed(placed(this.board, [point], SIGNS[this.toMove]), taken, EMPTY);
    return hasLiberty(this, board, point) ? board : placed(board, chainOn(this, board, point), EMPTY);
  }

  /** The points where the side to move may play, in ascending order. */
  legalSquares() {
    this.#legal ??= [...this.board].map((_, point) => point).filter((point) => this.complaint(point) === null);
    return this.#legal;
  }

  isLegal(move) {
    return this.complaint(move) === null;
  }

  /** The points where only the ko rule forbids to play. */
  forbidden() {
    return this.isOver ? [] : [...this.board].map((_, point) => point).filter((point) => this.complaint(point) === "ko");
  }

  /** The position after a legal move; throws a RangeError for others. */
  play(move) {
    if (!this.isLegal(move)) throw new RangeError(`${this.game.formatMove(move)} is not legal here`);
    const past = { previous: this, moveCount: this.moveCount + 1, prisoners: this.prisoners, startText: this.startText };
    const next = otherColor(this.toMove);
    if (move === PASS) return new GoPosition(this.setting, this.board, next, { ...past, passes: this.passes + 1 });
    const taken = this.#captures(move);
    const board = this.#boardAfter(move, taken);
    const given = board[move] === EMPTY ? this.#ownLost(move) : 0;
    const prisoners = { ...this.prisoners, [this.toMove]: this.prisoners[this.toMove] + taken.length };
    prisoners[next] += given;
    return new GoPosition(this.setting, board, next, { ...past, prisoners, forbiddenPoint: koPoint(this, board, move, taken) });
  }

  #ownLost(move) {
    return chainOn(this, placed(this.board, [move], SIGNS[this.toMove]), move).length;
  }

  playOn(move) {
    return this.play(move);
  }

  /** This position with some points of one colour, or empty for null, as a start of its own; the side to move stays. */
  with(points, color) {
    const board = placed(this.board, points, color ? SIGNS[color] : EMPTY);
    return new GoPosition(this.setting, board, this.toMove);
  }

  /** The same stones as a start of its own, with one side to move. */
  withTurnOf(color) {
    return new GoPosition(this.setting, this.board, color);
  }

  /** An empty board of the same size and rules. */
  cleared() {
    return new GoPosition({ ...this.setting, handicap: 0 }, EMPTY.repeat(this.board.length), BLACK);
  }

  /** Whether every chain has a liberty: what must hold for stones that were set up by hand. */
  get isPossible() {
    return [...this.board].every((sign, point) => sign === EMPTY || hasLiberty(this, this.board, point));
  }

  /** A text that names the position for tables of what is known. */
  toString() {
    return `${this.startText} ${this.board} ${SIGNS[this.toMove]} ${this.forbiddenPoint ?? ""} ${this.passes}`;
  }
}

function placed(board, points, sign) {
  if (!points.length) return board;
  const signs = [...board];
  for (const point of points) signs[point] = sign;
  return signs.join("");
}

function chainOn(position, board, point) {
  const color = board[point];
  const seen = new Set([point]);
  for (const stone of seen) {
    for (const near of position.neighbours(stone)) if (board[near] === color) seen.add(near);
  }
  return [...seen];
}

function hasLiberty(position, board, point) {
  return chainOn(position, board, point).some((stone) => position.neighbours(stone).some((near) => board[near] === EMPTY));
}

/** Where the other side may not take back at once: one stone took one, and stands alone with that one liberty. */
function koPoint(position, board, move, taken) {
  if (taken.length !== 1 || chainOn(position, board, move).length > 1) return null;
  return position.neighbours(move).filter((near) => board[near] === EMPTY).length === 1 ? taken[0] : null;
}

function setUp(setting, words) {
  const notation = notationOf(setting.size);
  let position = new GoPosition(setting, EMPTY.repeat(setting.size ** 2), words.get("to_move") === WHITE ? WHITE : BLACK);
  for (const color of [BLACK, WHITE]) position = position.with(notation.parsePath(words.get(color) ?? ""), color);
  return position.isPossible ? position : null;
}

/** The text of a start, as the server writes it. */
function formatStart(position) {
  const { size, komi, rules, handicap } = position.setting;
  const words = [`go:${size}`, `komi:${komi}`, `rules:${rules}`];
  if (handicap) words.push(`handicap:${handicap}`);
  const notation = notationOf(size);
  const standard = notation.handicapPoints(handicap);
  const pointsOf = (color) => [...position.board].map((_, point) => point).filter((point) => position.at(point) === color);
  const [black, white] = [pointsOf(BLACK), pointsOf(WHITE)];
  const isStandard = !white.length && String(black) === String(standard) && position.toMove === (standard.length ? WHITE : BLACK);
  if (isStandard) return words.join(" ");
  if (black.length) words.push(`black:${notation.formatPath(black)}`);
  if (white.length) words.push(`white:${notation.formatPath(white)}`);
  return [...words, `to_move:${position.toMove}`].join(" ");
}
