// Overlays of a Go board: the final owner of each point. The count is an overlay too, but the views draw it.

import { ownerTint } from "../../board/tints.js";

export const OVERLAYS = ["none", "ownership", "count"];

const LEAST_SURE = 0.12; // points that are nobody's yet stay bare

/** The tints of an overlay for Board.setTints(), or null where there is nothing to show yet. */
export async function overlayTints(name, node, voices) {
  return name === "ownership" ? ownership(voices.engine(node), voices.expert(node)) : null;
}

/** By playouts, and by the network of the expert where there are none. */
function ownership(engine, expert) {
  const owners = engine?.ownership ?? expert?.ownership?.map((chance) => 2 * chance - 1);
  if (!owners) return null;
  const sure = owners.map((owner, point) => [point, owner]).filter(([, owner]) => Math.abs(owner) >= LEAST_SURE);
  return new Map(sure.map(([point, owner]) => [point, ownerTint(owner, 0.4)]));
}
