// What one looks at: a tree, the node on the board, and a history of edits that can be undone.

import { GameTree, annotate } from "./tree.js";

const KEPT_EDITS = 200;

/**
 * A tree, the current node and its edits. Fires "change" whose detail says what happened: "move" (a new disc), "jump" (another
 * node), "load" (another tree), "edit" (comments and order) or "typing" (a comment grows; what is on the board stays).
 */
export class Session extends EventTarget {
  #past = [];
  #future = [];
  #redoLine = [];
  #typing = null; // the node whose comment is being typed
  edits = 0; // how many there were, undone ones and typed letters too

  constructor(tree = new GameTree()) {
    super();
    this.tree = tree;
    this.node = tree.root;
  }

  get position() {
    return this.node.position;
  }

  /** Play a square on the current node; false if it is not legal. */
  play(square) {
    if (!this.position.isLegal(square)) return false;
    const isNew = !this.node.children.some((child) => child.square === square);
    if (isNew) this.#remember();
    this.#show(this.node.play(square), "move");
    return true;
  }

  goTo(node) {
    if (node && node !== this.node) this.#show(node, node.parent === this.node ? "move" : "jump");
  }

  goBack() {
    this.goTo(this.node.parent);
  }

  /** One move on, along the line last looked at. */
  goForward() {
    const seen = this.node.children.find((child) => this.#redoLine.includes(child));
    this.goTo(seen ?? this.node.children[0]);
  }

  goToStart() {
    this.goTo(this.tree.root);
  }

  goToEnd() {
    while (this.node.children.length) this.#step();
    this.#announce("jump");
  }

  #step() {
    const seen = this.node.children.find((child) => this.#redoLine.includes(child));
    this.node = seen ?? this.node.children[0];
  }

  /** The other moves at the place of the current one, by step. */
  goToSibling(step) {
    const siblings = this.node.parent?.children ?? [];
    this.goTo(siblings[siblings.indexOf(this.node) + step]);
  }

  /** The nodes of the line on show: up to the current node, and on along the line last looked at. */
  line() {
    const nodes = this.node.path();
    const onward = () => nodes.at(-1).children;
    while (onward().length) nodes.push(onward().find((child) => this.#redoLine.includes(child)) ?? onward()[0]);
    return nodes;
  }

  load(tree, node = tree.root, undoable = true) {
    if (undoable) this.#remember();
    this.tree = tree;
    this.#redoLine = [];
    this.#show(node, "load");
  }

  /** Keep a comment as far as it is typed; all its letters are one edit. */
  typeComment(node, comment) {
    if (this.#typing !== node) this.#remember();
    this.#typing = node;
    this.edits += 1;
    node.comment = comment;
    this.#announce("typing");
  }

  /** Set the comment of a node, or finish the one that was typed. */
  setComment(node, comment) {
    if (node.comment === comment && this.#typing !== node) return;
    if (this.#typing !== node) this.#remember();
    this.#typing = null;
    node.comment = comment;
    this.#announce("edit");
  }

  /** Set a node's symbol, marks or arrows; what is not given stays. */
  annotate(node, changes) {
    this.#remember();
    const { symbol, marks, arrows } = node;
    annotate(node, { symbol, marks, arrows, ...changes });
    this.#announce("edit");
  }

  promote(node = this.node) {
    this.#remember();
    this.tree.promote(node);
    this.#announce("edit");
  }

  removeVariation(node = this.node) {
    if (!node.parent) return;
    this.#remember();
    this.#show(this.tree.remove(node), "edit");
  }

  undo() {
    this.#restore(this.#past, this.#future);
  }

  redo() {
    this.#restore(this.#future, this.#past);
  }

  /** Begin the history of edits anew. */
  forget() {
    this.#past = [];
    this.#future = [];
    this.#typing = null;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Plain data of the whole session, for keeping over a reload. */
  toData() {
    return {
      tree: this.tree.toData(),
      at: this.node.transcript(),
      line: this.line().at(-1).transcript(),
    };
  }

  /** Show kept data again, without a trace in the history of edits. */
  restoreData(data) {
    this.#typing = null;
    this.tree = GameTree.fromData(data.tree);
    const { game } = this.tree;
    this.#redoLine = this.tree.find(game.parsePath(data.line ?? "")).path();
    this.node = this.tree.find(game.parsePath(data.at));
    this.#announce("load");
  }

  #remember() {
    this.#typing = null;
    this.edits += 1;
    this.#past.push(this.toData());
    if (this.#past.length > KEPT_EDITS) this.#past.shift();
    this.#future = [];
  }

  #restore(from, to) {
    const data = from.pop();
    if (!data) return;
    this.edits += 1;
    to.push(this.toData());
    this.restoreData(data);
  }

  #show(node, reason) {
    const cameFrom = this.node;
    this.node = node;
    if (!this.#redoLine.includes(node)) this.#redoLine = node.mainLine().concat(node.path());
    else if (reason === "load") this.#redoLine = node.path();
    this.#announce(reason, cameFrom);
  }

  #announce(reason, cameFrom = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { reason, cameFrom } }));
  }
}
