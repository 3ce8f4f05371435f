// The lines of the board, its crosses and noughts, and how a move shows before it is played.

import { CELL } from "../../board/discs.js";
import { draw } from "../../dom.js";
import { SIZE } from "./position.js";

// In hundredths of a square, around its middle: a bar turned by 45 degrees both ways, and a ring.
const CROSS = "M-36 -24L-24 -36L0 -12L24 -36L36 -24L12 0L36 24L24 36L0 12L-24 36L-36 24L-12 0Z";
const NOUGHT = "M0 -36A36 36 0 1 1 0 36A36 36 0 1 1 0 -36ZM0 -20A20 20 0 1 0 0 20A20 20 0 1 0 0 -20Z";

/** Two lines each way. */
export function gridLines() {
  const lines = [];
  for (let step = 1; step < SIZE; step += 1) lines.push(`M${CELL * step} 0V${CELL * SIZE}`, `M0 ${CELL * step}H${CELL * SIZE}`);
  return draw("g", { class: "grid" }, draw("path", { class: "grid-lines", d: lines.join("") }));
}

/** A cross for Black, a nought for White. */
export function drawFace(color) {
  return draw("path", { class: `disc-${color}-face`, d: color === "black" ? CROSS : NOUGHT });
}

/** The sign that would be written. */
export function drawLook(pen, square, position) {
  return [pen.ghost(square, position.toMove)];
}
