// The drawing of discs, shared by the large board and the small ones. Square n stands at (100·column, 100·row).

import { draw } from "../dom.js";
import { SIZE } from "../rules/squares.js";

export const CELL = 100;

/** The top left corner of a square, seen from Black's or White's side. */
export function cornerOf(square, view = "black") {
  const seen = view === "white" ? 63 - square : square;
  return [CELL * (seen % SIZE), CELL * Math.floor(seen / SIZE)];
}

/** A disc of a colour on a square; both faces are there so that it can turn. */
export function discAt(square, color, view) {
  const [x, y] = cornerOf(square, view);
  const faces = ["black", "white"].map((face) => draw("use", { href: `#disc-${face}`, class: `face face-${face}` }));
  const turning = draw("g", { class: "faces" }, faces);
  return draw("g", { class: `disc ${color}`, transform: `translate(${x + CELL / 2} ${y + CELL / 2})` }, turning);
}

/** The lines between the squares and the four dots. */
export function gridLines() {
  const lines = [];
  for (let step = 1; step < SIZE; step += 1) lines.push(`M${CELL * step} 0V800`, `M0 ${CELL * step}H800`);
  const dots = [
    [2, 2],
    [6, 2],
    [2, 6],
    [6, 6],
  ].map(([column, row]) => draw("circle", { class: "grid-dot", cx: CELL * column, cy: CELL * row, r: 7 }));
  return draw("g", { class: "grid" }, draw("path", { class: "grid-lines", d: lines.join("") }), dots);
}
