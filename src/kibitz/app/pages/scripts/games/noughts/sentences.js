// What is said of a game of noughts and crosses: at a turn, of a move, at its end.

import { text } from "../../text.js";
import { formatSquare } from "./position.js";

const nameOf = (color) => text(`color.${color}`);

/** The sign of a side: there is nothing to count. */
export const countOf = (_position, color) => text(`noughts.signs.${color}`);

export function turnSentence({ position }) {
  return text("noughts.turn", { color: nameOf(position.toMove), empties: position.emptyCount });
}

export function wouldPlay(position, square) {
  return text("stage.wouldStand", { square: formatSquare(square), color: nameOf(position.toMove) });
}

export function resultSentence({ winner }) {
  return text(winner === null ? "noughts.draw" : `noughts.${winner}Wins`);
}

export const moveSentence = (_before, square, mover) => text("announce.plays", { mover, square: formatSquare(square) });

export const overSentence = resultSentence;

/** A saved game's result: a side's letter, or a draw. */
export function resultText({ black_score: score }) {
  if (score === null || score === undefined) return "–";
  if (score === 0) return text("games.draw");
  return `${text(score > 0 ? "games.blackLetter" : "games.whiteLetter")}+`;
}
