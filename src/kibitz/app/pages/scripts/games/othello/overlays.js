// Overlays of an Othello board: the final owner of each square, stable discs, frontier, mobility, network attention.

import { ownerTint } from "../../board/tints.js";
import { api } from "../../server/api.js";
import { placeOf } from "../../server/place.js";
import { BLACK, WHITE } from "../sides.js";
import { parseSquare } from "./squares.js";

export const OVERLAYS = ["none", "ownership", "stable", "frontier", "mobility", "attention"];

/** The tints of an overlay for Board.setTints(), or null where there is nothing to show yet. */
export async function overlayTints(name, node, voices, signal) {
  if (name === "ownership") return ownership(voices.expert(node)?.ownership);
  if (name === "stable") return stable(voices.facts(node)?.overlays?.stable);
  if (name === "frontier") return frontier(node.position);
  if (name === "mobility") return mobility(node.position);
  if (name === "attention") return attention(await api.attention(placeOf(node), signal));
  return null;
}

/** Small squares in the likely owner's colour, larger the surer. */
function ownership(chances) {
  if (!chances) return null;
  return new Map(chances.map((chance, square) => [square, ownerTint(2 * chance - 1, 0.42)]));
}

function stable(squares) {
  if (!squares) return null;
  return new Map([...squares.black, ...squares.white].map((name) => [parseSquare(name), { className: "stable", size: 0.86 }]));
}

function frontier(position) {
  const squares = [...position.frontier(BLACK), ...position.frontier(WHITE)];
  return new Map(squares.map((square) => [square, { className: "frontier", size: 0.86 }]));
}

/** A mark for each side that could play on a square if it were its turn; both sides share a square as a small one in a large. */
function mobility(position) {
  const tints = new Map();
  const own = position.legalSquares();
  for (const square of own) tints.set(square, { className: `mobility-${position.toMove}`, size: 0.3 });
  const other = position.passed();
  for (const square of other.legalSquares()) {
    const shared = own.includes(square);
    tints.set(square, { className: `mobility-${other.toMove}`, size: shared ? 0.18 : 0.3, label: shared ? "2" : null });
  }
  return tints;
}

function attention(answer) {
  const largest = Math.max(...answer.squares, 0.0001);
  const seen = answer.squares.map((amount, square) => [
    square,
    { className: "attention", size: 0.95 * Math.sqrt(amount / largest) },
  ]);
  return new Map(seen.filter(([, tint]) => tint.size > 0.1));
}
