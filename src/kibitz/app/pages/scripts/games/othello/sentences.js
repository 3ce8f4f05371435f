// What is said of a game of Othello: at a turn, of a move, at its end.

import { formatDiscs, text } from "../../text.js";
import { otherColor } from "../sides.js";
import { SQUARE_COUNT, formatSquare } from "./squares.js";

const nameOf = (color) => text(`color.${color}`);

/** A side's discs. */
export const countOf = (position, color) => String(position.count(color));

export function turnSentence({ position, afterPass }) {
  const passed = afterPass ? `${text("announce.pass", { color: nameOf(otherColor(position.toMove)) })} ` : "";
  return passed + text("stage.turn", { color: nameOf(position.toMove), empties: position.emptyCount });
}

export function wouldPlay(position, square) {
  const turned = position.flips(square).length;
  return text("stage.wouldPlay", { square: formatSquare(square), color: nameOf(position.toMove), turned });
}

export function resultSentence(position) {
  const score = position.blackScore();
  const black = (SQUARE_COUNT + score) / 2;
  const values = { black, white: SQUARE_COUNT - black };
  if (score === 0) return text("stage.draw", values);
  return text(score > 0 ? "stage.blackWins" : "stage.whiteWins", values);
}

export function moveSentence(before, square, mover) {
  return text("announce.move", { mover, square: formatSquare(square), turned: before.flips(square).length });
}

export function overSentence(position) {
  return text("announce.over", { black: position.count("black"), white: position.count("white") });
}

/** A result as discs: "40–24 (+16)"; a dash where it is not known. */
export function resultText({ black_score: blackScore }) {
  if (blackScore === null || blackScore === undefined) return "–";
  return `${(SQUARE_COUNT + blackScore) / 2}–${(SQUARE_COUNT - blackScore) / 2} (${formatDiscs(blackScore)})`;
}
