// A game as the server tells it: whose turn it is, what is left of the clock, how it ended.

import { parseStart } from "../games/games.js";
import { formatDiscs, formatShare, text } from "../text.js";

const COUNTED = "both sides passed"; // the server's word for it

/** The sides that people play. */
export function humanSides({ players }) {
  return ["black", "white"].filter((side) => players[side].player === "human");
}

/** Whether the game goes on and a person plays in it. */
export function isPlayedByHand(game) {
  return game.state === "playing" && humanSides(game).length > 0;
}

/** Whether a person is to move. */
export function isHumanTurn({ state, thinking, players, position }) {
  return state === "playing" && !thinking && players[position.to_move].player === "human";
}

/** Whether both sides have passed in a game whose points are counted then. */
export function isCounted({ state, outcome }, rules) {
  return rules.isCounted && state === "over" && outcome.reason === COUNTED;
}

/** How a game ended; nothing while it goes on. */
export function outcomeSentence(game, rules) {
  const { outcome, position } = game;
  if (!outcome) return "";
  if (isCounted(game, rules)) return rules.scoreSentence(outcome.black_score);
  const over = rules.isCounted ? null : parseStart(position.start);
  if (over?.isOver && outcome.reason !== "resigned") return rules.resultSentence(over);
  return text("play.decided", {
    winner: outcome.winner ? text(`color.${outcome.winner}`) : text("play.nobody"),
    reason: outcome.reason,
  });
}

/** Who is to move or thinks, or how the game ended. */
export function statusSentence(game, rules) {
  if (game.state === "over") return outcomeSentence(game, rules);
  const name = game.players[game.position.to_move].name;
  return text(game.thinking ? "play.thinking" : "play.toMove", { name });
}

/** A hint with what is known of its move. */
export function hintSentence({ move, win_chance: chance, score, probability }) {
  const facts = [];
  if (chance != null && score == null) facts.push(text("voices.wins", { share: formatShare(chance) }));
  if (score != null) facts.push(text("play.hintScore", { score: formatDiscs(score) }));
  if (probability != null) facts.push(text("play.hintShare", { share: formatShare(probability) }));
  return text("play.hintMove", { move, facts: facts.join(", ") });
}

/** What to ask the server for to play once more with colours swapped. */
export function returnGame({ players, clock, human_time: humanTime, start }) {
  const body = { black: players.white, white: players.black, human_time: humanTime, start };
  return clock ? { ...body, clock: { seconds: clock.seconds, increment: clock.increment } } : body;
}

/** The seconds a side has left, so many seconds after the clock was told. */
export function timeLeft(clock, side, since) {
  const spent = clock.running === side ? since : 0;
  return Math.max(0, clock[`${side}_left`] - spent);
}

/** Seconds as minutes and seconds; tenths under ten seconds; nothing where they are not known. */
export function formatTime(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
