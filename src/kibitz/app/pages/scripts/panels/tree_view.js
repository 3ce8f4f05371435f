// The moves of a game with its variations and comments; every move is a button that leads back to it.

import { make } from "../dom.js";
import { PASS, otherColor } from "../games/sides.js";
import { text } from "../text.js";

/** A view of a session's tree. `marks` maps transcripts to {sign, className, title} as reviews give them. */
export class TreeView {
  #session;
  marks = new Map();
  hidesWhatFollows = false; // while the reader is to find what is played next

  constructor(session) {
    this.#session = session;
    this.element = make("div", { class: "tree" });
    new ResizeObserver(() => this.#keepInSight()).observe(this.element);
  }

  /** Draw the whole tree and bring the current move into sight. */
  show() {
    const { tree, node } = this.#session;
    const empty = make("p", { class: "quiet" }, text(`tree.empty.${tree.game.name}`));
    const content = tree.root.children.length ? this.#line(tree.root) : [empty];
    const startComment = tree.root.comment ? [make("p", { class: "comment" }, tree.root.comment)] : [];
    this.element.replaceChildren(...startComment, ...content);
    if (!node.parent) this.element.scrollTop = 0;
    this.#keepInSight();
  }

  #keepInSight() {
    const current = this.element.querySelector('[aria-current="true"]');
    if (!current) return;
    const [frame, move] = [this.element, current].map((element) => element.getBoundingClientRect());
    if (move.top >= frame.top && move.bottom <= frame.bottom) return;
    this.element.scrollTop += move.top + move.height / 2 - frame.top - frame.height / 2;
  }

  /** The moves after a node: its main line, with the other moves at each place after the main one. */
  #line(node) {
    const parts = [];
    let here = node;
    while (here.children.length && !(this.hidesWhatFollows && here === this.#session.node)) {
      const [main, ...others] = here.children;
      parts.push(this.#move(main), ...this.#comment(main));
      parts.push(...others.map((other) => this.#variation(other)));
      here = main;
    }
    return parts;
  }

  #variation(node) {
    return make("div", { class: "variation" }, this.#move(node), this.#comment(node), this.#line(node));
  }

  #comment(node) {
    return node.comment ? [make("span", { class: "comment" }, node.comment)] : [];
  }

  #move(node) {
    const mark = this.marks.get(node.transcript());
    const color = node.parent.position.toMove;
    const label = text("tree.move", {
      number: node.ply,
      color: text(`color.${color}`),
      move: node.move,
      note: [node.symbol, mark?.title].filter(Boolean).join(" "),
    });
    const parts = [make("span", { class: "number" }, `${node.ply}`), make("span", { class: `pip ${color}` }), moveName(node)];
    if (node.symbol) parts.push(make("span", { class: "symbol" }, node.symbol));
    if (mark) parts.push(make("span", { class: `sign ${mark.className}` }, mark.sign));
    if (node.afterPass)
      parts.push(make("span", { class: "pass-note" }, text("tree.pass", { color: text(`color.${otherColor(color)}`) })));
    const current = node === this.#session.node;
    const attributes = {
      type: "button",
      class: "tree-move",
      "aria-label": label,
      title: mark?.title,
      "aria-current": current ? "true" : null,
    };
    return make("button", { ...attributes, onclick: () => this.#session.goTo(node) }, parts);
  }
}

/** A chosen pass is a word among names, so that it reads as one. */
const moveName = (node) => (node.square === PASS ? text("tree.passMove") : node.move);
