// The marks and arrows that somebody has put on a position: circles, squares, triangles, crosses, and lines from square to square.

import { draw } from "../dom.js";
import { CELL, cornerOf } from "./discs.js";

const HALF = CELL / 2;
const SHAPES = {
  circle: "M-27 0a27 27 0 1 0 54 0a27 27 0 1 0 -54 0",
  square: "M-25 -25h50v50h-50z",
  triangle: "M0 -31l28 48h-56z",
  cross: "M-23 -23l46 46m0 -46l-46 46",
};
const [SHORT, HEAD, WIDE] = [14, 34, 17]; // of an arrow: how far it ends from the middle, and its head

export const MARKS = Object.keys(SHAPES);

/** The drawings of {marks, arrows} on a board seen from one side. */
export function markupParts({ marks, arrows }, game, view) {
  const middle = (name) => cornerOf(game.parseMove(name), view, game).map((place) => place + HALF);
  return [
    ...Object.entries(marks).map(([name, kind]) => mark(kind, middle(name))),
    ...arrows.map(([from, to]) => arrow(middle(from), middle(to))),
  ];
}

/** A light line under a dark one shows on every ground. */
function mark(kind, [x, y]) {
  const line = (className) => draw("path", { class: className, d: SHAPES[kind], transform: `translate(${x} ${y})` });
  return draw("g", { class: "markup" }, line("markup-halo"), line("markup-line"));
}

function arrow([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const at = (back, aside) => `${(x1 - back * dx - aside * dy).toFixed(1)} ${(y1 - back * dy + aside * dx).toFixed(1)}`;
  const line = draw("path", { class: "markup-line", d: `M${x0} ${y0}L${at(SHORT + HEAD - 4, 0)}` });
  const head = draw("path", { class: "markup-head", d: `M${at(SHORT, 0)}L${at(SHORT + HEAD, WIDE)}L${at(SHORT + HEAD, -WIDE)}z` });
  return draw("g", { class: "markup" }, line, head);
}
