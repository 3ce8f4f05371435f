// Trees and saved games: a tree as a file for the server, and the server's games as trees.

import { BLACK, WHITE } from "../rules/position.js";
import { startOf } from "../rules/starts.js";
import { api } from "../server/api.js";
import { formatSgf } from "./sgf.js";
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
  const isGo = tree.game.name === "go";
  const words = isGo ? formatSgf(tree) : formatGgf(tree);
  const answer = await api.importGames(isGo ? "analysis.sgf" : "analysis.ggf", new TextEncoder().encode(words));
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

/** The main line of a tree as one GGF game. */
export function formatGgf(tree) {
  const { black, white, event, date } = tree.facts;
  const board = `${tree.root.position.board.replaceAll("X", "*")} ${tree.root.position.toMove === BLACK ? "*" : "O"}`;
  const facts = {
    GM: "Othello",
    PC: "Kibitz",
    DT: date,
    EV: event,
    PB: black || "Black",
    PW: white || "White",
    TY: "8",
    BO: `8 ${board}`,
  };
  const tags = Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}[${escape(value)}]`);
  return `(;${tags.join("")}${formatMoves(tree.root.mainLine())};)`;
}

function formatMoves(line) {
  return line
    .slice(1)
    .map((node) => {
      const mover = node.parent.position.toMove;
      const pass = node.afterPass ? `${letterOf(mover === BLACK ? WHITE : BLACK)}[PA]` : "";
      return `${letterOf(mover)}[${node.move}]${pass}`;
    })
    .join("");
}

const letterOf = (color) => (color === BLACK ? "B" : "W");
const escape = (value) => value.replace(/[[\];()]/g, " ");

/** The tree of a saved game, with its variations and comments. */
export async function treeOfGame(id) {
  const game = await api.game(id);
  const facts = { black: game.players.black.name, white: game.players.white.name, event: game.event, date: game.date };
  const tree = GameTree.fromTranscript(game.path, startOf(game.start), facts);
  addVariations(tree, game.variations);
  addComments(tree, game.comments);
  return { tree, game };
}

/** The tree of a Record as the server's readers give it. */
export function treeOfRecord(record) {
  const facts = { black: record.black, white: record.white, event: record.event, date: record.date };
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
