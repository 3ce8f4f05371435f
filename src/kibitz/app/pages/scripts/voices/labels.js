// What the voices write on the squares.

import { BLACK } from "../rules/position.js";
import { formatDiscs, formatShare, formatShortCount, text } from "../text.js";
import { candidateSquares, isLikely, isTried } from "./candidates.js";

const NEARLY_BEST = 0.5; // discs

/** Labels for Board.setLabels() of a node: what the shown voices say about each legal square. */
export function voiceLabels(node, voices, shown, unit = "discs") {
  const labels = new Map();
  const best = bestScore(voices.engine(node));
  for (const square of candidateSquares(node, voices, shown)) {
    const label = squareLabel(node, square, voices, shown, unit, best);
    if (label.lines.length) labels.set(square, label);
  }
  return labels;
}

function bestScore(engine) {
  return engine ? Math.max(...[...engine.moves.values()].map((value) => value.score)) : null;
}

function squareLabel(node, square, voices, shown, unit, best) {
  const label = { lines: [], best: false };
  const spoken = [];
  const share = shown.expert ? voices.expert(node)?.moves.get(square) : undefined;
  const value = shown.engine ? voices.engine(node)?.moves.get(square) : undefined;
  const row = shown.archive ? voices.archive(node)?.bySquare.get(square) : undefined;
  if (node.game.name === "go") addGo(label, spoken, share, value, best);
  else {
    if (share !== undefined) addExpert(label, spoken, share);
    if (value) addEngine(label, spoken, value, unit, best);
  }
  if (row) addArchive(label, spoken, row, node.position.toMove);
  if (row && node.game.name === "go") shortenArchive(label, row);
  if (label.lines.length === 1) label.lines[0].kind += " only";
  label.spoken = spoken.join(", ");
  return label;
}

function addExpert(label, spoken, share) {
  label.ring = share;
  label.lines.push({ text: formatShare(share).replace("\u00a0", "\u202f"), kind: "expert" });
  spoken.push(text("voices.spokenExpert", { share: formatShare(share) }));
}

/** On a Go board there is room for numbers only, and only for those that mean something. */
function addGo(label, spoken, share, value, best) {
  if (share !== undefined && isLikely(share)) {
    addExpert(label, spoken, share);
    label.lines[0].text = bareShare(share);
  }
  if (value && isTried(value, best)) addPlayouts(label, spoken, value, best);
}

/** How often a move of Go was played, where the other voices leave room for it on the board. */
function shortenArchive(label, row) {
  const line = label.lines.pop();
  if (!label.lines.length) label.lines.push({ ...line, text: formatShortCount(row.games) });
}

const bareShare = (share) => formatShare(share).replace(/\s?%$/, "");

function addEngine(label, spoken, value, unit, best) {
  label.best = value.score >= best - NEARLY_BEST;
  const words = unit === "chance" ? formatShare(value.win_chance) : formatDiscs(value.score);
  const certainty = value.exact ? text("voices.exact") : String(value.depth);
  label.lines.push({ text: words, kind: `engine${label.best ? "" : " worse"}`, note: certainty });
  const depth = value.exact ? text("voices.exact") : text("voices.depth", { depth: value.depth });
  spoken.push(text("voices.spokenEngine", { value: words, depth }));
}

/** The chance to win; how many playouts that is from stands in the table. */
function addPlayouts(label, spoken, value, best) {
  label.best = value.visits >= best;
  label.lines.push({ text: bareShare(value.win_chance), kind: `engine${label.best ? "" : " worse"}` });
  spoken.push(text("voices.spokenPlayouts", { share: formatShare(value.win_chance), visits: formatShortCount(value.visits) }));
}

function addArchive(label, spoken, row, color) {
  const share = resultShare(row, color);
  label.lines.push({ text: `${formatShortCount(row.games)}·${formatShare(share).replace("\u00a0", "")}`, kind: "archive" });
  spoken.push(text("voices.spokenArchive", { games: formatShortCount(row.games), share: formatShare(share) }));
}

/** How a row of the archive went for a colour: wins and half the draws, as a share of its games. */
export function resultShare(row, color) {
  const wins = color === BLACK ? row.black_wins : row.white_wins;
  return row.games ? (wins + row.draws / 2) / row.games : 0;
}
