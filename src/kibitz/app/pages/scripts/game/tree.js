// A game as a tree: the main line, variations and comments. A forced pass is never a node: the side that must pass is skipped.
// A pass that is chosen is a move like others.

import { DEFAULT_GAME, startOf } from "../games/games.js";

/** One position of a tree and the move that led to it; the root has no move. */
export class TreeNode {
  constructor(position, parent = null, square = null) {
    this.position = position;
    this.parent = parent;
    this.square = square;
    this.children = [];
    this.comment = "";
    this.symbol = ""; // such as "!" or "??"
    this.marks = {}; // from the names of squares to "circle", "square", "triangle" or "cross"
    this.arrows = []; // [from, to], both names of squares
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** Whether the other side had to pass after this move. */
  get afterPass() {
    return this.parent !== null && !this.position.isOver && this.position.toMove === this.parent.position.toMove;
  }

  get game() {
    return this.position.game;
  }

  get move() {
    return this.square === null ? null : this.game.formatMove(this.square);
  }

  /** The nodes from the root to this one. */
  path() {
    return this.parent ? [...this.parent.path(), this] : [this];
  }

  /** The squares played from the root to this node. */
  squares() {
    return this.path()
      .slice(1)
      .map((node) => node.square);
  }

  transcript() {
    return this.game.formatPath(this.squares());
  }

  /** This node and the first child of each node after it. */
  mainLine() {
    const nodes = [this];
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  /** The child of a legal square, made if it is new; throws a RangeError for an illegal one. */
  play(square) {
    const known = this.children.find((child) => child.square === square);
    if (known) return known;
    const child = new TreeNode(this.position.playOn(square), this, square);
    this.children.push(child);
    return child;
  }

  /** Whether there is a symbol, a mark or an arrow. */
  get isAnnotated() {
    return this.symbol !== "" || this.arrows.length > 0 || Object.keys(this.marks).length > 0;
  }

  /** Whether the line from the root to here takes the first child everywhere. */
  get isMain() {
    return this.path().every((node) => !node.parent || node.parent.children[0] === node);
  }
}

/** A tree with what is known about the game. */
export class GameTree {
  constructor(start = DEFAULT_GAME.start(), facts = {}) {
    this.root = new TreeNode(start.mustPass ? start.passed() : start);
    this.facts = { black: "", white: "", event: "", date: "", ...facts };
  }

  /** The tree of a list of squares; throws a RangeError at the first illegal one. */
  static fromSquares(squares, start = DEFAULT_GAME.start(), facts = {}) {
    const tree = new GameTree(start, facts);
    squares.reduce((node, square) => node.play(square), tree.root);
    return tree;
  }

  static fromTranscript(text, start = DEFAULT_GAME.start(), facts = {}) {
    return GameTree.fromSquares(start.game.parsePath(text), start, facts);
  }

  get game() {
    return this.root.game;
  }

  get startsStandard() {
    return this.game.isStandardStart(this.root.position);
  }

  /** The node at the end of a list of squares, or the last one that the tree holds. */
  find(squares) {
    let node = this.root;
    for (const square of squares) {
      const child = node.children.find((candidate) => candidate.square === square);
      if (!child) break;
      node = child;
    }
    return node;
  }

  /** Make the line to a node the main line. */
  promote(node) {
    for (const step of node.path().slice(1)) {
      const siblings = step.parent.children;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
    }
  }

  /** Take a node and what follows it out; returns its parent. The root stays. */
  remove(node) {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  /** Every node, parents first. */
  *nodes(node = this.root) {
    yield node;
    for (const child of node.children) yield* this.nodes(child);
  }

  /** Plain data that fromData() reads again. */
  toData() {
    return { start: this.root.position.startText, facts: this.facts, moves: nodeData(this.root) };
  }

  static fromData(data) {
    const tree = new GameTree(startOf(data.start), data.facts);
    addData(tree.root, data.moves ?? {});
    return tree;
  }
}

function nodeData(node) {
  const data = {};
  if (node.move) data.move = node.move;
  if (node.comment) data.comment = node.comment;
  if (node.isAnnotated) Object.assign(data, { symbol: node.symbol, marks: node.marks, arrows: node.arrows });
  if (node.children.length) data.next = node.children.map(nodeData);
  return data;
}

/** Say of a node what is known of it: {symbol, marks, arrows}, each of which may be missing. */
export function annotate(node, { symbol = "", marks = {}, arrows = [] }) {
  Object.assign(node, { symbol, marks: { ...marks }, arrows: arrows.map((arrow) => [...arrow]) });
}

function addData(node, data) {
  node.comment = data.comment ?? "";
  annotate(node, data);
  for (const next of data.next ?? []) addData(node.play(node.game.parseMove(next.move)), next);
}
