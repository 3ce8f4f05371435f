// A link to what is on the board: with its variations, comments and marks if there are any.

import { isMoreThanALine, packTree } from "../game/packed_tree.js";
import { attempt, notify } from "../notices.js";
import { addressOf, linkOf } from "../routes.js";
import { text } from "../text.js";

const LONG = 8000; // letters; some programs cut links that are longer

/** Copy a link that opens the tree of a session where it stands. */
export async function copyTreeLink(session) {
  const isTree = isMoreThanALine(session.tree);
  const query = isTree ? { tree: await packTree(session.tree), place: session.node.transcript() } : linkOf(session);
  const link = new URL(addressOf("analyse", [], query), document.baseURI).href;
  if ((await attempt(() => navigator.clipboard.writeText(link).then(() => true))) !== true) return;
  notify(text(link.length > LONG ? "sharing.longLink" : isTree ? "sharing.treeLink" : "analyse.linkCopied"));
}
