// How a node of a tree is named to the server.

/** The start and moves of a node. A pass after the last move is written, as the server cannot guess it. */
export function placeOf(node) {
  const root = node.path()[0];
  const moves = node.transcript() + (node.afterPass ? "--" : "");
  return root.game.isStandardStart(root.position) ? { moves } : { start: root.position.startText, moves };
}

/** A text that names a place, for tables of what is known. Where one may pass, what is said hangs on the moves before, too. */
export function placeKey(node) {
  return node.game.passes ? `${node.position} ${node.transcript()}` : node.position.toString();
}
