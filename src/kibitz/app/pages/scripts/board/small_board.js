// A board to look at: no buttons, one picture with a name.

import { draw } from "../dom.js";
import { text } from "../text.js";
import { cornerOf, discAt, gridLines } from "./discs.js";

/** A small picture of a position, with the last move marked. */
export function smallBoard(position, lastSquare = null, view = "black") {
  const board = draw("svg", { class: "small-board", viewBox: "-12 -12 824 824", role: "img" });
  showOn(board, position, lastSquare, view);
  return board;
}

/** Draw another position on a small board. */
export function showOn(board, position, lastSquare = null, view = "black") {
  const values = { black: position.count("black"), white: position.count("white") };
  board.setAttribute("aria-label", text("board.small", values));
  const surface = draw("rect", { class: "surface", x: -12, y: -12, width: 824, height: 824, rx: 26 });
  board.replaceChildren(surface, gridLines(), ...discs(position, view), ...mark(lastSquare, view));
}

function discs(position, view) {
  const squares = [...position.board].map((_, square) => square);
  return squares.filter((square) => position.at(square)).map((square) => discAt(square, position.at(square), view));
}

function mark(square, view) {
  if (square === null) return [];
  const [x, y] = cornerOf(square, view);
  return [draw("circle", { class: "last-move", cx: x + 50, cy: y + 50, r: 15 })];
}
