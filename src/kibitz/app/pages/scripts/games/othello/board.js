// The lines of an Othello board, and how a move shows on it before it is played.

import { CELL } from "../../board/discs.js";
import { draw } from "../../dom.js";
import { SIZE } from "./squares.js";

const DOTS = [
  [2, 2],
  [6, 2],
  [2, 6],
  [6, 6],
];

/** Lines between the squares, and the four dots. */
export function gridLines() {
  const lines = [];
  const end = CELL * SIZE;
  for (let step = 1; step < SIZE; step += 1) lines.push(`M${CELL * step} 0V${end}`, `M0 ${CELL * step}H${end}`);
  const dots = DOTS.map(([column, row]) => draw("circle", { class: "grid-dot", cx: CELL * column, cy: CELL * row, r: 7 }));
  return draw("g", { class: "grid" }, draw("path", { class: "grid-lines", d: lines.join("") }), dots);
}

/** A frame on the square, and a ring on every disc that would turn. */
export function drawLook(pen, square, position) {
  const turned = position.flips(square).map((flip) => pen.circle(flip, 17, `would-turn ${position.toMove}`));
  return [pen.rect(square, "look legal", 4), ...turned];
}
