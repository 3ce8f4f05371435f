// Chapters as the server keeps them, a list of places in which each names its parent, and as trees.

import { startOf } from "../games/games.js";
import { GameTree, annotate } from "../game/tree.js";

/** A tree as a chapter. */
export function chapterOf(tree, title) {
  const numbers = new Map();
  const places = [];
  for (const node of tree.nodes()) {
    numbers.set(node, places.length);
    places.push(placeOf(node, numbers.get(node.parent) ?? -1));
  }
  return { title, start: tree.startsStandard ? "" : tree.root.position.startText, places };
}

function placeOf({ move, comment, symbol, marks, arrows }, parent) {
  return { parent, move: move ?? "", comment, symbol, marks, arrows };
}

/** The tree of a chapter; throws a RangeError for a move that cannot be played. */
export function treeOf({ start, places }) {
  const tree = new GameTree(startOf(start));
  const nodes = [];
  for (const place of places) {
    const parent = nodes[place.parent];
    const node = parent ? parent.play(parent.game.parseMove(place.move)) : tree.root;
    node.comment = place.comment;
    annotate(node, place);
    nodes.push(node);
  }
  return tree;
}

/** What to call a chapter made of a game. */
export function titleOf({ facts }) {
  const players = [facts.black, facts.white].filter(Boolean).join(" – ");
  return [players, facts.event, facts.date].filter(Boolean).join(", ");
}
