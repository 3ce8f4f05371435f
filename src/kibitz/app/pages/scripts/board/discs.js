// The drawing of discs, shared by the large board and the small ones. Square n of a board of so many columns stands at
// (100·column, 100·row).

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
  const faces = ["black", "white"].map((face) => draw("g", { class: `face face-${face}` }, faceOf(face, game)));
  const turning = draw("g", { class: "faces" }, faces);
  return draw("g", { class: `disc ${color}`, transform: `translate(${x + CELL / 2} ${y + CELL / 2})` }, turning);
}

function faceOf(color, game) {
  return game.drawFace ? game.drawFace(color) : draw("use", { href: `#${game.disc}-${color}` });
}
