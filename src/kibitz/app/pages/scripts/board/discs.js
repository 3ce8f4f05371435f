// The drawing of boards and discs, shared by the large board and the small ones. Square n of a board of so many columns stands at
// (100·column, 100·row); Go's points lie in the middle of such squares.

import { draw } from "../dom.js";

export const CELL = 100;

/** The top left corner of a square, seen from Black's or White's side. */
export function cornerOf(square, view, { size }) {
  const seen = view === "white" ? size * size - 1 - square : square;
  return [CELL * (seen % size), CELL * Math.floor(seen / size)];
}

/** A disc of a colour on a square; both faces are there so that it can turn. */
export function discAt(square, color, view, game) {
  const [x, y] = cornerOf(square, view, game);
  const drawing = game.name === "go" ? "stone" : "disc";
  const faces = ["black", "white"].map((face) => draw("use", { href: `#${drawing}-${face}`, class: `face face-${face}` }));
  const turning = draw("g", { class: "faces" }, faces);
  return draw("g", { class: `disc ${color}`, transform: `translate(${x + CELL / 2} ${y + CELL / 2})` }, turning);
}

/** The lines of a board and its dots. */
export function gridLines(game) {
  return game.name === "go" ? goLines(game) : othelloLines(game);
}

function othelloLines({ size }) {
  const lines = [];
  const end = CELL * size;
  for (let step = 1; step < size; step += 1) lines.push(`M${CELL * step} 0V${end}`, `M0 ${CELL * step}H${end}`);
  const dots = [
    [2, 2],
    [6, 2],
    [2, 6],
    [6, 6],
  ].map(([column, row]) => draw("circle", { class: "grid-dot", cx: CELL * column, cy: CELL * row, r: 7 }));
  return draw("g", { class: "grid" }, draw("path", { class: "grid-lines", d: lines.join("") }), dots);
}

/** Lines through the middles of the squares, the outer ones stronger, and the star points. */
function goLines(game) {
  const [first, last] = [CELL / 2, CELL * (game.size - 0.5)];
  const lines = [];
  for (let at = first; at <= last; at += CELL) lines.push(`M${at} ${first}V${last}`, `M${first} ${at}H${last}`);
  const rim = draw("rect", { class: "grid-rim", x: first, y: first, width: last - first, height: last - first });
  const stars = game.starPoints().map((point) => {
    const [x, y] = cornerOf(point, "black", game);
    return draw("circle", { class: "grid-dot", cx: x + CELL / 2, cy: y + CELL / 2, r: 6 + game.size / 2.5 });
  });
  return draw("g", { class: "grid" }, draw("path", { class: "grid-lines", d: lines.join("") }), rim, stars);
}
