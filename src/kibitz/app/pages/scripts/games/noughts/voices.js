// What the engine says of noughts and crosses: how each move ends, and after how many moves. It is always exact.

import { make } from "../../dom.js";
import { formatDiscs, text } from "../../text.js";
import { BLACK } from "../sides.js";
import { parseSquare } from "./position.js";

/** There are neither models of moves nor an archive. */
export function sources() {
  return {
    expert: { isThere: false, message: text("noughts.noExpert") },
    archive: { isThere: false, message: text("noughts.silent") },
  };
}

export function engineAnswer(analysis) {
  return { ...analysis, moves: new Map(analysis.moves.map((value) => [parseSquare(value.move), value])) };
}

export const engineFacts = ({ moves }) => [text("noughts.solved", { count: moves.size })];

/** The value of the best move for Black: {discs, chance}, null where the engine has not looked. */
export function blackValue({ position }, engine) {
  if (position.isOver) return { discs: position.blackScore(), chance: (Math.sign(position.blackScore()) + 1) / 2 };
  const best = engine?.moves.values().next().value;
  if (!best) return { discs: null, chance: null };
  const isBlack = position.toMove === BLACK;
  return { discs: isBlack ? best.score : -best.score, chance: isBlack ? best.win_chance : 1 - best.win_chance };
}

export function writeLabel(label, spoken, { value, best }) {
  if (!value) return;
  label.best = value.score >= best;
  label.lines.push({ text: formatDiscs(value.score), kind: `engine${label.best ? "" : " worse"}` });
  spoken.push(text("noughts.spoken", { result: resultOf(value), plies: pliesOf(value) }));
}

export function engineCell(value, best) {
  if (!value) return make("td", { class: "column-engine waiting" }, "…");
  return make(
    "td",
    { class: `column-engine ${value.score >= best ? "loss-none" : value.score < 0 ? "loss-large" : "loss-middle"}` },
    make("span", { class: "figure" }, formatDiscs(value.score)),
    make("span", { class: "certainty" }, text("voices.exact")),
    make("span", { class: "chance" }, `${resultOf(value)} ${pliesOf(value)}`),
  );
}

const resultOf = ({ score }) => text(`noughts.results.${score > 0 ? "win" : score < 0 ? "loss" : "draw"}`);
const pliesOf = ({ line }) => text("noughts.plies", { plies: line.length });
