// What the engine says of Othello, in discs: on squares, in the table, under it and in the curve.

import { make } from "../../dom.js";
import { formatDiscs, formatShare, formatShortCount, text } from "../../text.js";
import { addArchive, addExpert } from "../../voices/label_lines.js";
import { BLACK } from "../sides.js";
import { parseSquare } from "./squares.js";

const NEARLY_BEST = 0.5; // discs

/** The expert always speaks; the archive may be missing. */
export function sources(status) {
  return {
    expert: { isThere: true, message: "" },
    archive: { isThere: status?.games.othello.archive.imported ?? false, message: text("voices.noArchive") },
  };
}

/** The analysis with its moves by square, and for each move the value it had before if it changed. */
export function engineAnswer(analysis, before) {
  const moves = new Map();
  for (const value of analysis.moves) {
    const square = parseSquare(value.move);
    const old = before?.moves.get(square);
    const changed = old && Math.round(old.score) !== Math.round(value.score);
    moves.set(square, { ...value, was: changed ? old : (old?.was ?? null), changed: Boolean(changed) });
  }
  return { ...analysis, moves };
}

/** How deep the search is, and how many positions it has seen. */
export function engineFacts(engine) {
  return [certaintyOf(engine), text("voices.nodes", { count: formatShortCount(engine.nodes) })];
}

/** What the engine knows of a node, for Black: {discs, chance}, null where it has not looked. */
export function blackValue({ position }, engine) {
  if (position.isOver) return { discs: position.blackScore(), chance: (Math.sign(position.blackScore()) + 1) / 2 };
  const best = engine?.moves.values().next().value;
  if (!best) return { discs: null, chance: null };
  const isBlack = position.toMove === BLACK;
  return { discs: isBlack ? best.score : -best.score, chance: isBlack ? best.win_chance : 1 - best.win_chance };
}

export function writeLabel(label, spoken, { share, value, row, unit, best, color }) {
  if (share !== undefined) addExpert(label, spoken, share);
  if (value) addEngine(label, spoken, value, unit, best);
  if (row) addArchive(label, spoken, row, color);
}

function addEngine(label, spoken, value, unit, best) {
  label.best = value.score >= best - NEARLY_BEST;
  const words = unit === "chance" ? formatShare(value.win_chance) : formatDiscs(value.score);
  const certainty = value.exact ? text("voices.exactSign") : String(value.depth);
  label.lines.push({ text: words, kind: `engine${label.best ? "" : " worse"}`, note: certainty });
  spoken.push(text("voices.spokenEngine", { value: words, depth: certaintyOf(value) }));
}

export function engineCell(value, best) {
  if (!value) return make("td", { class: "column-engine waiting" }, "…");
  const loss = best - value.score;
  const figure = formatDiscs(value.score, value.exact ? 0 : 1);
  const certainty = value.exact ? text("voices.exact") : text("voices.depthShort", { depth: value.depth });
  const note = value.was ? text("voices.was", { score: formatDiscs(value.was.score, 1), depth: certaintyOf(value.was) }) : null;
  return make(
    "td",
    { class: `column-engine ${lossClass(loss)}${value.changed ? " changed" : ""}`, title: note },
    make("span", { class: "figure" }, figure),
    make("span", { class: "certainty" }, certainty),
    make("span", { class: "chance" }, text("voices.wins", { share: formatShare(value.win_chance) })),
  );
}

function certaintyOf(value) {
  return value.exact ? text("voices.exact") : text("voices.depth", { depth: value.depth });
}

/** The name of a loss in discs, for colours: best, good, fair, bad. */
function lossClass(loss) {
  if (loss <= 0.5) return "loss-none";
  if (loss < 3) return "loss-small";
  return loss < 8 ? "loss-middle" : "loss-large";
}
