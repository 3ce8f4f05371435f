// What the engine says of Othello, in discs: on squares, in the table, under it and in the curve.

import { make } from "../../dom.js";
import { formatDiscs, formatShare, formatShortCount, text } from "../../text.js";
import { addArchive, addExpert } from "../../voices/label_lines.js";
import { BLACK } from "../sides.js";
import { parseSquare } from "./squares.js";

const NEARLY_BEST = 0.5; // discs
const MOST = 64; // discs

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
  const certainty = sourceSign(value);
  label.lines.push({ text: words, kind: `engine${label.best ? "" : " worse"}`, note: certainty });
  spoken.push(text("voices.spokenEngine", { value: words, depth: certaintyOf(value) }));
}

export function engineCell(value, best) {
  if (!value) return make("td", { class: "column-engine waiting" }, "…");
  const loss = best - value.score;
  const figure = formatDiscs(value.score, value.exact ? 0 : 1);
  const certainty = sourceText(value, "Short");
  const was = value.was && text("voices.was", { score: formatDiscs(value.was.score, 1), depth: certaintyOf(value.was) });
  const note = [aboutSource(value), aboutRange(value), was].filter(Boolean).join("; ");
  return make(
    "td",
    { class: `column-engine ${lossClass(loss)}${value.changed ? " changed" : ""}`, title: note },
    make("span", { class: "figure" }, figure),
    make("span", { class: `certainty from-${value.source}` }, certainty),
    boundText(value) ? make("span", { class: "certainty from-proven" }, boundText(value)) : null,
    make("span", { class: "chance" }, text("voices.wins", { share: formatShare(value.win_chance) })),
  );
}

/** Where a score comes from: proven, exact, the book, or a search so many plies deep. */
function certaintyOf(value) {
  return [sourceText(value, ""), boundText(value)].filter(Boolean).join(", ");
}

/** The same in words for whoever asks what the sign means. */
function aboutSource(value) {
  const source = text(`voices.about.${value.source}`, { depth: value.depth });
  const bound = boundText(value);
  return bound ? text("voices.about.within", { source, bound }) : source;
}

/** Between what a deeper search puts the score nine times in ten, empty where that is not known. */
function aboutRange({ likely }) {
  if (!likely) return "";
  return text("voices.about.likely", { depth: likely.depth, low: formatDiscs(likely.low), high: formatDiscs(likely.high) });
}

function sourceText(value, size) {
  if (value.source === "proven") return text("voices.proven");
  if (value.exact) return text("voices.exact");
  return text(`voices.${value.source === "book" ? "book" : "depth"}${size}`, { depth: value.depth });
}

function sourceSign(value) {
  if (value.source === "proven") return text("voices.provenSign");
  if (value.exact) return text("voices.exactSign");
  return value.source === "book" ? text("voices.bookSign", { depth: value.depth }) : String(value.depth);
}

/** What is proven of a score that is not known itself: that it is at most or at least so many discs. */
export function boundText({ bounds, exact }) {
  if (!bounds || exact) return "";
  const [low, high] = bounds;
  const parts = [low > -MOST && text("voices.atLeast", { discs: low }), high < MOST && text("voices.atMost", { discs: high })];
  return parts.filter(Boolean).join(" ");
}

/** The name of a loss in discs, for colours: best, good, fair, bad. */
function lossClass(loss) {
  if (loss <= 0.5) return "loss-none";
  if (loss < 3) return "loss-small";
  return loss < 8 ? "loss-middle" : "loss-large";
}
