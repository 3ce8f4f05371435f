// Trees and saved games: a tree as a file, for the server or the reader, and the server's games as trees.

import { make } from "../dom.js";
import { startOf } from "../games/games.js";
import { api } from "../server/api.js";
import { GameTree } from "./tree.js";

/** Save a tree on the server and return its id. `known` is where it was saved before: {id, path}, or null. */
export async function saveTree(tree, known) {
  const line = tree.root.mainLine();
  const path = line.at(-1).transcript();
  const isSame = known && known.path === path;
  const id = isSame ? known.id : await importTree(tree);
  await saveNotes(id, tree);
  if (known && !isSame) await api.deleteGame(known.id);
  return id;
}

async function importTree(tree) {
  const { name, format } = tree.game.savedAs;
  const answer = await api.importGames(name, new TextEncoder().encode(format(tree)));
  return answer.games[0].id;
}

async function saveNotes(id, tree) {
  for (const node of tree.nodes()) {
    if (!node.children.length && !node.isMain) await api.keepVariation(id, node.transcript());
  }
  const saved = (await api.game(id)).comments;
  for (const node of tree.nodes()) {
    if ((saved[node.transcript()] ?? "") !== node.comment) await api.comment(id, node.transcript(), node.comment);
  }
}

/** Let the browser save a tree as a file of its game's format. */
export function downloadTree(tree) {
  const { facts } = tree;
  const { extension, type, format } = tree.game.download;
  const name = [facts.black, facts.white].filter(Boolean).join(" - ") || "kibitz";
  downloadBlob(new Blob([format(tree)], { type }), `${name}.${extension}`);
}

/** Let the browser save a file. */
export function downloadBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The tree of a saved game, with its variations and comments; rejects if `signal` is aborted before it is there. */
export async function treeOfGame(id, signal) {
  const game = await api.game(id, signal);
  const facts = { black: game.players.black.name, white: game.players.white.name, event: game.event, date: game.date };
  const tree = GameTree.fromTranscript(game.path, startOf(game.start), facts);
  addVariations(tree, game.variations);
  addComments(tree, game.comments);
  return { tree, game };
}

/** The tree of a Record as the server's readers give it. */
export function treeOfRecord(record) {
  const { black, white, event, date, assumed_rules: assumesRules } = record;
  const facts = { black, white, event, date, ...(assumesRules ? { assumesRules } : {}) };
  const tree = GameTree.fromTranscript(record.path, startOf(record.start), facts);
  addVariations(tree, record.variations ?? []);
  addComments(tree, record.comments ?? {});
  return tree;
}

function addVariations(tree, paths) {
  for (const path of paths) tree.game.parsePath(path).reduce((node, move) => node.play(move), tree.root);
}

function addComments(tree, comments) {
  for (const [path, comment] of Object.entries(comments)) {
    const squares = tree.game.parsePath(path);
    const node = tree.find(squares);
    if (node.ply === squares.length) node.comment = comment;
  }
}
