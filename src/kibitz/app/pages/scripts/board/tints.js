// Tints that overlays of several games share.

import { BLACK, WHITE } from "../games/sides.js";

/** The tint of an owner from −1, surely White's, to 1, surely Black's. */
export function ownerTint(owner, largest) {
  return { className: owner >= 0 ? "own-black" : "own-white", size: 0.1 + largest * Math.sqrt(Math.abs(owner)) };
}

/** Small squares on the points that each side owns when a board is counted. */
export function countTints(owners, position) {
  const points = owners.map((owner, point) => [point, owner]);
  const owned = points.filter(([point, owner]) => owner && isTerritory(position, point, owner));
  return new Map(owned.map(([point, owner]) => [point, { className: owner > 0 ? "own-black" : "own-white", size: 0.36 }]));
}

/** A point that is empty, or under a stone of the other side, which is dead then. */
function isTerritory(position, point, owner) {
  return position.at(point) !== (owner > 0 ? BLACK : WHITE);
}
