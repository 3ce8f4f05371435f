// Starts of either game: Go says so, every other text is Othello's.

import { GoPosition } from "./go_position.js";
import { Position } from "./position.js";

/** The position of a start text of either game; null for what is none. */
export function parseStart(text) {
  return isGoStart(text) ? GoPosition.parse(text) : Position.parse(text);
}

/** As parseStart(); Othello's usual start for what is none. */
export function startOf(text) {
  return parseStart(text) ?? Position.start();
}

export function isGoStart(text) {
  return (text ?? "").trimStart().startsWith("go:");
}
