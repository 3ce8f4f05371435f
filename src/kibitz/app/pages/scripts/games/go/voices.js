// What playouts say of Go, as chances to win: on points, in the table, under it and in the curve.

import { make } from "../../dom.js";
import { shareBar } from "../../panels/bars.js";
import { formatPoints, formatShare, formatShortCount, text } from "../../text.js";
import { addArchive, addExpert } from "../../voices/label_lines.js";
import { BLACK } from "../sides.js";
import { isLikely, isTried } from "./candidates.js";

/** Whether the server has a model of moves and an archive, and what it says if not. */
export function sources(status) {
  const { expert, archive } = status?.games.go ?? {};
  return {
    expert: { isThere: Boolean(expert?.model), message: text("go.noExpert", { reason: expert?.message ?? "" }) },
    archive: { isThere: archive?.imported ?? false, message: archive?.message ?? "" },
  };
}

/** The analysis with its moves by point; the most tried move is the best, whatever the others are worth. */
export function engineAnswer(analysis, game) {
  const moves = new Map(analysis.moves.map((value) => [game.parseMove(value.move), { ...value, score: value.visits }]));
  return { ...analysis, moves };
}

/** What the playouts come to: how many there were, and the points that the side ahead may expect. */
export function engineFacts({ playouts, black_score: score }) {
  const color = text(score >= 0 ? "color.black" : "color.white");
  const points = formatPoints(Math.abs(score));
  return [text("voices.playouts", { count: formatShortCount(playouts) }), text("voices.ahead", { color, points })];
}

/** Expected points and the chance to win, for Black; what is over is not searched. */
export function blackValue({ position }, engine) {
  if (!engine || position.isOver) return { discs: null, chance: null };
  return { discs: engine.black_score, chance: position.toMove === BLACK ? engine.win_chance : 1 - engine.win_chance };
}

/** On a Go board there is room for numbers only, and only for those that mean something. */
export function writeLabel(label, spoken, { share, value, row, best, color }) {
  if (share !== undefined && isLikely(share)) {
    addExpert(label, spoken, share);
    label.lines[0].text = bareShare(share);
  }
  if (value && isTried(value, best)) addPlayouts(label, spoken, value, best);
  if (!row) return;
  addArchive(label, spoken, row, color);
  shortenArchive(label, row);
}

/** The chance to win; how many playouts that is from is in the table. */
function addPlayouts(label, spoken, value, best) {
  label.best = value.visits >= best;
  label.lines.push({ text: bareShare(value.win_chance), kind: `engine${label.best ? "" : " worse"}` });
  spoken.push(text("voices.spokenPlayouts", { share: formatShare(value.win_chance), visits: formatShortCount(value.visits) }));
}

/** How often a move was played, where the other voices leave room for it on the board. */
function shortenArchive(label, row) {
  const line = label.lines.pop();
  if (!label.lines.length) label.lines.push({ ...line, text: formatShortCount(row.games) });
}

const bareShare = (share) => formatShare(share).replace(/\s?%$/, "");

/** The chance to win with a move, and how many playouts went through it. */
export function engineCell(value, most) {
  if (!value) return make("td", { class: "column-engine none" }, "–");
  return make(
    "td",
    { class: `column-engine ${value.visits >= most ? "loss-none" : ""}` },
    make("span", { class: "figure" }, formatShare(value.win_chance, 1)),
    make("span", { class: "chance" }, text("voices.visits", { visits: formatShortCount(value.visits) })),
    shareBar(value.visits / Math.max(most, 1), "engine"),
  );
}
