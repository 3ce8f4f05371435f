// A tree of Go as SGF: the main line first, variations and comments with it.

import { BLACK, PASS, WHITE } from "../sides.js";

// As SGF spells them.
const RULES = {
  chinese: "Chinese",
  japanese: "Japanese",
  aga: "AGA",
  "new-zealand": "New Zealand",
  "tromp-taylor": "Tromp-Taylor",
};

/** The whole tree as one game. */
export function formatSgf(tree) {
  return `(;${facts(tree)}${setUp(tree.root.position)}${comment(tree.root)}${following(tree.root)})\n`;
}

function facts(tree) {
  const { size, komi, rules, handicap } = tree.root.position.setting;
  const { black, white, event, date } = tree.facts;
  const entries = [
    ["FF", 4],
    ["GM", 1],
    ["CA", "UTF-8"],
    ["AP", "Kibitz"],
    ["SZ", size],
    ["KM", komi],
    ["RU", RULES[rules]],
    ["HA", handicap || ""],
    ["PB", black],
    ["PW", white],
    ["EV", event],
    ["DT", date],
  ];
  return entries.filter(([, value]) => value !== "").map(([name, value]) => `${name}[${escaped(String(value))}]`).join("");
}

function setUp(position) {
  const stones = (color) => [...position.board].map((_, point) => point).filter((point) => position.at(point) === color);
  const values = (points) => points.map((point) => `[${position.game.formatPath([point])}]`).join("");
  const list = (name, points) => (points.length ? name + values(points) : "");
  const [black, white] = [stones(BLACK), stones(WHITE)];
  const side = black.length || white.length || position.toMove === WHITE ? `PL[${letterOf(position.toMove)}]` : "";
  return list("AB", black) + list("AW", white) + side;
}

/** What follows a node: one move after the other, in brackets where lines part. */
function following(node) {
  let words = "";
  let here = node;
  while (here.children.length === 1) {
    [here] = here.children;
    words += move(here);
  }
  return words + here.children.map((child) => `(${move(child)}${following(child)})`).join("");
}

function move(node) {
  const name = node.square === PASS ? "" : node.game.formatPath([node.square]);
  return `;${letterOf(node.parent.position.toMove)}[${name}]${comment(node)}`;
}

const comment = (node) => (node.comment ? `C[${escaped(node.comment)}]` : "");
const letterOf = (color) => (color === BLACK ? "B" : "W");
const escaped = (value) => value.replace(/[\\\]]/g, "\\$&");
