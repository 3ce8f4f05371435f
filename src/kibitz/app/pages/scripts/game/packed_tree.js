// A whole tree as a text for a link: its data, packed by the browser, in letters that an address may have.

import { GameTree } from "./tree.js";

const MOST_CHARACTERS = 4_000_000; // unpacked; far more than any link holds

/** Whether a tree is more than one line: a link to its moves alone would lose something. */
export function isMoreThanALine(tree) {
  return [...tree.nodes()].some((node) => node.children.length > 1 || node.comment || node.isAnnotated);
}

/** The text of a tree. */
export async function packTree(tree) {
  const bytes = new TextEncoder().encode(JSON.stringify(tree.toData()));
  const packed = await collected(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const letters = btoa([...packed].map((byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The tree of a text; rejects if it is none. */
export async function unpackTree(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const unpacked = await collected(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  return GameTree.fromData(JSON.parse(new TextDecoder().decode(unpacked)));
}

/** All bytes of a stream; throws a RangeError for one that does not end in time, as a small text can hold any amount. */
async function collected(stream) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_CHARACTERS) throw new RangeError("the link holds too much");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
