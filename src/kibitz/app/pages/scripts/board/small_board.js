// A board to look at: no buttons, one picture with a name.

import { draw } from "../dom.js";
import { text } from "../text.js";
import { CELL, cornerOf, discAt } from "./discs.js";

const MARGIN = 12;

/** A small picture of a position, with the last move marked. */
export function smallBoard(position, lastSquare = null, view = "black") {
  const board = draw("svg", { class: "small-board", role: "img" });
  showOn(board, position, lastSquare, view);
  return board;
}

/** Draw another position on a small board. */
export function showOn(board, position, lastSquare = null, view = "black") {
  const { game } = position;
  const side = CELL * game.size + 2 * MARGIN;
  const values = { black: position.count("black"), white: position.count("white") };
  board.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${side} ${side}`);
  Object.assign(board.dataset, { game: game.name, disc: game.disc });
  board.setAttribute("aria-label", text(`board.small.${game.name}`, values));
  const surface = draw("rect", { class: "surface", x: -MARGIN, y: -MARGIN, width: side, height: side, rx: (26 * game.size) / 8 });
  board.replaceChildren(surface, game.gridLines(), ...discs(position, view), ...mark(lastSquare, view, game));
}

function discs(position, view) {
  const squares = [...position.board].map((_, square) => square);
  const { game } = position;
  return squares.filter((square) => position.at(square)).map((square) => discAt(square, position.at(square), view, game));
}

function mark(square, view, game) {
  if (square === null || square < 0) return [];
  const [x, y] = cornerOf(square, view, game);
  return [draw("circle", { class: "last-move", cx: x + 50, cy: y + 50, r: game.smallLastMoveRadius })];
}
