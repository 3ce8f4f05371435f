// Addresses: what follows the # names the view and what it shows, so that a link holds a position.

import { parseStart } from "./games/games.js";

/** The view, its arguments and its parameters in the address: "#/analyse?moves=f5d6&at=2". */
export function readAddress(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, ...rest] = path.split("/");
  return { view, rest: rest.map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** The address of a view. Empty parameters are left out. */
export function addressOf(view, rest = [], query = {}) {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value != null));
  const path = [view, ...rest.map(encodeURIComponent)].join("/");
  return `#/${path}${parameters.size ? `?${parameters}` : ""}`;
}

/** Put an address in the bar without a new step in the browser's history. */
export function replaceAddress(...parts) {
  history.replaceState(null, "", addressOf(...parts));
}

/** Go to an address as a link would. */
export function goToAddress(...parts) {
  location.hash = addressOf(...parts);
}

/** A position as a start in an address, and back; of the lines that stand for blanks the one in "to_move" is none. */
export const writeStart = (position) => position.startText.replaceAll(" ", "_");
export const readStart = (text) => parseStart((text ?? "").replace(/_(?!move:)/g, " "));

/** The parameters that hold the place of a session: start, moves of the line on show, and where in it one stands. */
export function linkOf(session) {
  const line = session.line().at(-1);
  const start = session.tree.startsStandard ? "" : writeStart(session.tree.root.position);
  return { start, moves: line.transcript(), at: session.node === line ? "" : session.node.ply };
}
