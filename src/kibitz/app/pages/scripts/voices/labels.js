// What the voices write on the squares.

import { PASS } from "../games/sides.js";
import { speakerOf } from "./external.js";
import { addMark } from "./label_lines.js";

/** The voice whose number stands on the squares if there is to be but one: the first of these that is shown. */
const FIRST = ["engine", "expert", "archive"];
export const onlyVoice = (shown) => FIRST.find((name) => shown[name]);

/** Labels for Board.setLabels() of a node: what the shown voices say about each move worth telling that has a square. */
export function voiceLabels(node, voices, shown, { unit = "discs", numbers = "all" } = {}) {
  const labels = new Map();
  const best = bestScore(voices.engine(node));
  for (const square of node.game.candidates(node, voices.rows(node), shown).filter((move) => move !== PASS)) {
    const label = squareLabel(node, square, voices, shown, unit, best);
    if (numbers === "one") keepOne(label, onlyVoice(shown));
    if (label.lines.length) labels.set(square, label);
  }
  return labels;
}

/** Leave one number on a square, without the mark of its source; a screen reader still hears all that is known. */
function keepOne(label, voice) {
  label.lines = label.lines.filter(({ kind }) => kind.split(" ")[0] === voice).slice(0, 1);
  label.lines.forEach((line) => Object.assign(line, { note: null, kind: `${line.kind.replace(" only", "")} only` }));
  if (voice !== "expert") delete label.ring;
}

function bestScore(engine) {
  return engine ? Math.max(...[...engine.moves.values()].map((value) => value.score)) : null;
}

function squareLabel(node, square, voices, shown, unit, best) {
  const label = { lines: [], best: false };
  const spoken = [];
  const said = voices.rows(node).get(square) ?? {};
  const share = shown.expert ? said.share : undefined;
  const value = shown.engine ? said.value : undefined;
  const row = shown.archive ? said.row : undefined;
  const speaker = speakerOf(voices.engine(node), node.game);
  speaker.writeLabel(label, spoken, { share, value, row, unit, best, color: node.position.toMove });
  if (said.mark && shown.expert && shown.engine) addMark(label, spoken, said.mark);
  if (label.lines.length === 1) label.lines[0].kind += " only";
  label.spoken = spoken.join(", ");
  return label;
}
