// Othello's part of the form of a new game: how strong the opponent is, and from which start.

import { field, make, select } from "../../dom.js";
import { text } from "../../text.js";
import { Position } from "./position.js";

export const KINDS = ["expert", "engine", "humans", "watch"];
export const PROGRAMS = [
  "expert",
  "expert:rating=1200",
  "expert:rating=1500",
  "expert:rating=1800",
  "expert:rating=2100",
  "engine:level=2",
  "engine:level=4",
  "engine:level=6",
  "engine:level=8",
  "engine:level=10",
  "engine:level=12",
  "greedy",
  "random",
];
export const DEFAULT_PROGRAMS = ["expert:rating=1800", "engine:level=6"];

/** As game.js asks for it. */
export function newGameParts({ kept, from, common }) {
  const starts = [["usual", text("play.usual")], ["even", text("play.even")], ...(from ? [["own", text("play.own")]] : [])];
  const rating = make("input", { type: "range", min: 1000, max: 2200, step: 50, value: kept.rating ?? 1500 });
  const level = make("input", { type: "range", min: 1, max: 20, step: 1, value: kept.level ?? 4 });
  const start = select(starts, from ? "own" : (kept.start ?? "usual"), null);
  const [ratingField, levelField] = [field("", rating), field("", level)];
  const pair = make("div", { class: "pair" }, field(text("play.clock"), common.clock), field(text("play.start"), start));
  return {
    layout: [common.kind, ratingField, levelField, common.pair, common.color, pair, common.times],
    start: () => Position.start(),
    opponent: (kind) => (kind === "expert" ? `expert:rating=${rating.value}` : `engine:level=${level.value}`),
    settings: () => startSettings(start.value, from),
    kept: () => ({ rating: rating.value, level: level.value, start: start.value === "even" ? "even" : "usual" }),
    learn() {},
    show(kind) {
      ratingField.hidden = kind !== "expert";
      levelField.hidden = kind !== "engine";
      ratingField.firstElementChild.textContent = text("play.rating", { rating: rating.value });
      levelField.firstElementChild.textContent = text("play.level", { level: level.value });
    },
  };
}

function startSettings(chosen, from) {
  if (chosen === "even") return { even: true };
  return chosen === "own" ? { start: from.start.startText, moves: from.moves ?? "" } : {};
}
