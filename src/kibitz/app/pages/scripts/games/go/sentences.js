// What is said of a game of Go: at a turn, of a move, at its end and when it is counted.

import { formatPoints, text } from "../../text.js";
import { PASS, otherColor } from "../sides.js";

const STATED = "as the record says, without a reason"; // the server's word for it

const nameOf = (color) => text(`color.${color}`);

/** The stones that a side has taken. */
export const countOf = (position, color) => text("stage.prisoners", { count: position.prisoners[color] });

export function turnSentence({ position }) {
  const { moveCount, passes, toMove } = position;
  const passed = passes ? `${text("announce.passes", { mover: nameOf(otherColor(toMove)) })} ` : "";
  return passed + text("go.turn", { color: nameOf(toMove), number: moveCount + 1 });
}

export function wouldPlay(position, point) {
  const turned = position.flips(point).length;
  const values = { square: position.game.formatMove(point), color: nameOf(position.toMove), turned };
  return text(turned ? "stage.wouldTake" : "stage.wouldStand", values);
}

/** The end as the board shows it: it is still to be counted. */
export const resultSentence = () => text("stage.toCount");

export function moveSentence(before, move, mover) {
  if (move === PASS) return text("announce.passes", { mover });
  const taken = before.flips(move).length;
  return text(taken ? "announce.takes" : "announce.plays", { mover, square: before.game.formatMove(move), taken });
}

export const overSentence = () => text("announce.bothPassed");

/** Size, komi, handicap and rules of a start, and whether the rules are only assumed. */
export function settingFacts({ setting: { size, komi, handicap, rules } }, { assumesRules = false } = {}) {
  const stones = handicap ? text("go.handicapOf", { handicap }) : "";
  const name = text(`go.rules.${rules}`);
  const played = assumesRules ? text("go.assumedRules", { rules: name }) : name;
  return [text("go.sizeOf", { size }), text("go.komiOf", { komi: formatPoints(komi) }), stones, played];
}

/** The result of a saved game: "B+6.5" or "W+R"; "B+" where the record says no more. */
export function resultText(game) {
  if (game.black_score === 0) return text("games.draw");
  if (!game.winner) return "–";
  const letter = text(game.winner === "black" ? "games.blackLetter" : "games.whiteLetter");
  const endings = { resignation: text("games.resigned"), "out of time": text("games.timed"), [STATED]: "" };
  const points = game.black_score === null ? "" : formatPoints(Math.abs(game.black_score)); // archives do not say how games ended
  return `${letter}+${endings[game.reason] ?? points}`;
}

/** The sentence that ends a game whose score for Black is known. */
export function scoreSentence(blackScore) {
  if (blackScore === 0) return text("go.draw");
  const points = formatPoints(Math.abs(blackScore));
  return text(blackScore > 0 ? "stage.blackWinsBy" : "stage.whiteWinsBy", { points });
}

/** How a counted board stands. */
export function countSentence({ black_score: score }, isOver) {
  if (isOver) return `${scoreSentence(score)} · ${text("stage.markDead")}`;
  return text("stage.counted", { color: nameOf(score >= 0 ? "black" : "white"), points: formatPoints(Math.abs(score)) });
}

/** What each side has where area counts; prisoners make other sums. */
export function areaSentence({ scoring, black, white, komi }) {
  if (scoring !== "area") return "";
  return text("stage.areas", { black: black.owned, white: white.owned, komi: formatPoints(komi) });
}
