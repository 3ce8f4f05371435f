// The lines of a Go board, and how a move shows on it before it is played. Points lie in the middle of the board's squares.

import { CELL, cornerOf } from "../../board/discs.js";
import { draw } from "../../dom.js";

/** Lines through the middles of the squares, the outer ones stronger, and the star points. */
export function gridLines(game) {
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

/** The stone that would be played, and a cross on every stone that it would take. */
export function drawLook(pen, point, position) {
  const taken = position.flips(point).map((stone) => pen.cross(stone, "would-take"));
  return [pen.ghost(point, position.toMove), ...taken];
}
