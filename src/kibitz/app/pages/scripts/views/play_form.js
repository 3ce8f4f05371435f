// The form of a new game: who plays whom, with what clock, from which start.

import { field, make, select } from "../dom.js";
import { text } from "../text.js";

const CLOCKS = [
  ["", "none"],
  ["60+0", "1 + 0"],
  ["180+2", "3 + 2"],
  ["300+3", "5 + 3"],
  ["600+5", "10 + 5"],
  ["1500+0", "25 + 0"],
];
const PROGRAMS = [
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

/** A form whose submission calls `begin` with the body of POST /api/games. `start` is a position to play from, or null. */
export function playForm(begin, start = null) {
  const kept = readKept();
  const parts = fields(kept, start);
  const form = make(
    "form",
    { class: "stack play-form" },
    layout(parts),
    make("button", { type: "submit", class: "primary wide" }, text("play.begin")),
  );
  const follow = () => showFields(form, parts);
  form.addEventListener("input", follow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(parts);
    begin(gameSettings(parts, start));
  });
  follow();
  return form;
}

function fields(kept, start) {
  const starts = [["usual", text("play.usual")], ["even", text("play.even")], ...(start ? [["own", text("play.own")]] : [])];
  return {
    kind: choices("kind", ["expert", "engine", "humans", "watch"], kept.kind ?? "expert"),
    rating: make("input", { type: "range", min: 1000, max: 2200, step: 50, value: kept.rating ?? 1500 }),
    level: make("input", { type: "range", min: 1, max: 20, step: 1, value: kept.level ?? 4 }),
    color: choices("color", ["black", "white", "random"], kept.color ?? "black"),
    black: select(
      PROGRAMS.map((name) => [name, programName(name)]),
      kept.black ?? "expert:rating=1800",
      null,
    ),
    white: select(
      PROGRAMS.map((name) => [name, programName(name)]),
      kept.white ?? "engine:level=6",
      null,
    ),
    clock: select(
      CLOCKS.map(([value, name]) => [value, value ? name : text("play.noClock")]),
      kept.clock ?? "",
      null,
    ),
    start: select(starts, start ? "own" : (kept.start ?? "usual"), null),
    humanTime: make("input", { type: "checkbox", checked: kept.humanTime ?? false }),
  };
}

function choices(name, values, chosen) {
  const inputs = values.map((value) => {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    return make("label", { class: "segment" }, input, make("span", {}, text(`play.${name}.${value}`)));
  });
  return make("fieldset", { class: "segments" }, make("legend", {}, text(`play.${name}.legend`)), inputs);
}

const chosenIn = (fieldset) => fieldset.querySelector("input:checked").value;

function layout(parts) {
  parts.ratingField = field("", parts.rating);
  parts.levelField = field("", parts.level);
  parts.pair = make("div", { class: "pair" }, field(text("color.black"), parts.black), field(text("color.white"), parts.white));
  parts.times = field(text("play.humanTime"), parts.humanTime);
  const common = make("div", { class: "pair" }, field(text("play.clock"), parts.clock), field(text("play.start"), parts.start));
  return [parts.kind, parts.ratingField, parts.levelField, parts.pair, parts.color, common, parts.times];
}

function showFields(form, parts) {
  const kind = chosenIn(parts.kind);
  parts.ratingField.hidden = kind !== "expert";
  parts.levelField.hidden = kind !== "engine";
  parts.pair.hidden = kind !== "watch";
  parts.color.hidden = kind === "humans" || kind === "watch";
  parts.times.hidden = kind === "humans";
  parts.ratingField.firstElementChild.textContent = text("play.rating", { rating: parts.rating.value });
  parts.levelField.firstElementChild.textContent = text("play.level", { level: parts.level.value });
}

function gameSettings(parts, start) {
  const body = { ...seats(parts), human_time: parts.humanTime.checked };
  if (parts.clock.value) {
    const [seconds, increment] = parts.clock.value.split("+").map(Number);
    body.clock = { seconds, increment };
  }
  if (parts.start.value === "even") body.even = true;
  if (parts.start.value === "own") body.start = start.toString();
  return body;
}

function seats(parts) {
  const kind = chosenIn(parts.kind);
  const you = { player: "human", name: text("play.you") };
  if (kind === "humans")
    return { black: { player: "human", name: text("color.black") }, white: { player: "human", name: text("color.white") } };
  if (kind === "watch") return { black: seat(parts.black.value), white: seat(parts.white.value) };
  const other = seat(kind === "expert" ? `expert:rating=${parts.rating.value}` : `engine:level=${parts.level.value}`);
  let color = chosenIn(parts.color);
  if (color === "random") color = Math.random() < 0.5 ? "black" : "white";
  return color === "black" ? { black: you, white: other } : { black: other, white: you };
}

const seat = (player) => ({ player, name: programName(player) });

/** A player's text in words: "expert:rating=1500" is "Expert 1500". */
export function programName(player) {
  const [name, option = ""] = player.split(":");
  const number = option.split("=")[1];
  const key = { expert: "expert", engine: "engine", greedy: "greedy", random: "random" }[name];
  if (!key) return player;
  return number ? text(`play.names.${key}With`, { number }) : text(`play.names.${key}`);
}

const PLACE = "kibitz.play";

function readKept() {
  return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
}

function keep(parts) {
  const plain = {
    rating: parts.rating.value,
    level: parts.level.value,
    black: parts.black.value,
    white: parts.white.value,
    clock: parts.clock.value,
  };
  const chosen = { kind: chosenIn(parts.kind), color: chosenIn(parts.color), humanTime: parts.humanTime.checked };
  localStorage.setItem(PLACE, JSON.stringify({ ...plain, ...chosen, start: parts.start.value === "even" ? "even" : "usual" }));
}
