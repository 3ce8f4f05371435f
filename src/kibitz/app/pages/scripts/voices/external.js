// What another program says, of any game: chances, points or discs, visits and depth as far as it knows them.

import { make } from "../dom.js";
import { BLACK } from "../games/sides.js";
import { shareBar } from "../panels/bars.js";
import { formatDiscs, formatPoints, formatShare, formatShortCount, text } from "../text.js";
import { addArchive, addExpert } from "./label_lines.js";

const isExternal = (engine) => engine?.source !== undefined;

/** Who puts the words of an answer on the page: the game, or this module for another program's. */
export const speakerOf = (engine, game) => (isExternal(engine) ? EXTERNAL : game);

/** The answer with its moves by square, best first; `score` orders them and is no number to show, `points` is. */
function engineAnswer(analysis, game) {
  const moves = new Map(
    analysis.moves.map((value, place) => [game.parseMove(value.move), { ...value, points: value.score, score: -place }]),
  );
  return { ...analysis, moves };
}

/** Who it is and how far it looked, and by how much who is ahead. */
function engineFacts({ source, black_score: score, problem }) {
  if (problem) return [text("engines.failed")];
  return score === null ? [source] : [source, leadText(score)];
}

function leadText(score) {
  const color = text(score >= 0 ? "color.black" : "color.white");
  return text("voices.ahead", { color, points: formatPoints(Math.abs(score)) });
}

function blackValue({ position }, engine) {
  if (!engine || position.isOver) return { discs: null, chance: null };
  const chance = engine.win_chance;
  return { discs: engine.black_score, chance: chance === null || position.toMove === BLACK ? chance : 1 - chance };
}

function writeLabel(label, spoken, { share, value, row, best, color }) {
  if (share !== undefined) addExpert(label, spoken, share);
  if (value) addValue(label, spoken, value, best);
  if (row && label.lines.length < 2) addArchive(label, spoken, row, color);
}

function addValue(label, spoken, value, best) {
  label.best = value.score >= best;
  const words = valueText(value);
  label.lines.push({ text: words, kind: `engine${label.best ? "" : " worse"}` });
  spoken.push(text("engines.spoken", { value: words }));
}

/** The chance if it says one, else discs or points, else only that this is its move. */
function valueText({ win_chance: chance, points }) {
  if (chance !== null) return formatShare(chance).replace(/\s?%$/, "");
  return points === null ? text("engines.itsMove") : formatDiscs(points, 1);
}

function engineCell(value, best) {
  if (!value) return make("td", { class: "column-engine none" }, "–");
  const figure = value.win_chance === null ? valueText(value) : formatShare(value.win_chance, 1);
  const lead = value.win_chance !== null && value.points !== null ? formatDiscs(value.points, 1) : null;
  return make(
    "td",
    { class: `column-engine ${value.score >= best ? "loss-none" : ""}` },
    make("span", { class: "figure" }, figure),
    lead && make("span", { class: "certainty" }, lead),
    make("span", { class: "chance" }, effortText(value)),
    value.win_chance === null ? null : shareBar(value.win_chance, "engine"),
  );
}

function effortText({ exact, depth, visits }) {
  if (exact) return text("voices.exact");
  if (visits !== null) return text("engines.visits", { visits: formatShortCount(visits) });
  return depth === null ? "" : text("voices.depth", { depth });
}

const EXTERNAL = { engineAnswer, engineFacts, blackValue, writeLabel, engineCell };
