// Pictures over the board: who will own a square, which discs are stable, where the frontier runs, what the network looks at.

import { BLACK, WHITE } from "../rules/position.js";
import { parseSquare } from "../rules/squares.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";

const OVERLAYS = {
  othello: ["none", "ownership", "stable", "frontier", "mobility", "attention"],
  go: ["none", "ownership", "count"],
};

/** The pictures that a game knows. */
export const overlaysOf = (game) => OVERLAYS[game.name];

/** The tints of an overlay for Board.setTints(), or null where there is nothing to show yet. */
export async function overlayTints(name, node, voices, signal) {
  if (!overlaysOf(node.game).includes(name)) return null;
  if (name === "ownership" && node.game.name === "go") return goOwnership(voices.engine(node), voices.expert(node));
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

const LEAST_SURE = 0.12; // points that are nobody's yet stay bare

/** By playouts, and by the network of the expert where there are none. */
function goOwnership(engine, expert) {
  const owners = engine?.ownership ?? expert?.ownership?.map((chance) => 2 * chance - 1);
  if (!owners) return null;
  const sure = owners.map((owner, point) => [point, owner]).filter(([, owner]) => Math.abs(owner) >= LEAST_SURE);
  return new Map(sure.map(([point, owner]) => [point, ownerTint(owner, 0.4)]));
}

/** The tint of an owner from −1, surely White's, to 1, surely Black's. */
function ownerTint(owner, largest) {
  return { className: owner >= 0 ? "own-black" : "own-white", size: 0.1 + largest * Math.sqrt(Math.abs(owner)) };
}

/** Small squares on the points that each side owns when a game of Go is counted. */
export function countTints(owners, position) {
  const points = owners.map((owner, point) => [point, owner]);
  const owned = points.filter(([point, owner]) => owner && isTerritory(position, point, owner));
  return new Map(owned.map(([point, owner]) => [point, { className: owner > 0 ? "own-black" : "own-white", size: 0.36 }]));
}

/** A point that is empty, or under a stone of the other side, which is dead then. */
function isTerritory(position, point, owner) {
  return position.at(point) !== (owner > 0 ? BLACK : WHITE);
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
