// A tree of noughts and crosses as the server's file: its main line. Variations and comments are saved beside it.

import { Position, formatPath } from "./position.js";

/** The main line as a transcript with what else is known of the game. */
export function formatRecord(tree) {
  const { black, white, event, date } = tree.facts;
  const { position } = tree.root;
  const start = position.toString() === new Position().toString() ? "" : position.toString();
  const known = Object.entries({ black, white, event, date, start }).filter(([, value]) => value);
  const moves = tree.root.mainLine().slice(1).map((node) => node.square);
  return `# noughts\n${formatPath(moves)} ${JSON.stringify(Object.fromEntries(known))}\n`;
}
