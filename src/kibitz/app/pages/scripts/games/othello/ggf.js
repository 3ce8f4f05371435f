// A tree of Othello as GGF: its main line. Variations and comments are saved beside it.

import { BLACK, WHITE } from "../sides.js";

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
