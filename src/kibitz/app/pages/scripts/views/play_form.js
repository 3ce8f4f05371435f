// The form of a new game: which game, who plays whom, with what clock, from which start.

import { field, make, select } from "../dom.js";
import { Position } from "../rules/position.js";
import { text } from "../text.js";
import { goFields } from "./go_form.js";

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
// From weak to strong; the last ones are led by the model of moves, if the server has it.
const PLAYOUTS = [300, 1000, 3000, 10000].map((count) => `uct:playouts=${count}`);
const LED_PLAYOUTS = [1000, 10000, 100000].map((count) => `uct:playouts=${count},prior=go-network`);
const GO_PROGRAMS = [...PLAYOUTS, ...LED_PLAYOUTS, "goexpert", "random"];
const KINDS = { othello: ["expert", "engine", "humans", "watch"], go: ["uct", "goexpert", "humans", "watch"] };

/**
 * The form whose submission calls `begin` with the body of POST /api/games: {element, start, learn}; learn(goExpert) tells it
 * later whether there is a model of Go. `game` is the one to offer, or null for the one begun last; `from` is {start, moves} to play
 * from, or null; `goExpert` says whether there is such a model as far as is known; `lay`
 * is called with the start that the fields stand for whenever that changes.
 */
export function playForm(begin, { game, from, goExpert, lay }) {
  const kept = readKept();
  const name = from?.start.game.name ?? game ?? kept.game ?? "othello";
  const parts = name === "go" ? goParts(kept, from) : othelloParts(kept, from);
  let isTouched = false;
  const learn = (known) => {
    if (name !== "go") return;
    offerGoExpert(parts, known, kept.kind === "goexpert" && !isTouched);
    showFields(parts);
  };
  learn(goExpert);
  const form = make(
    "form",
    { class: "stack play-form" },
    gameChoice(name, Boolean(from)),
    parts.layout,
    make("button", { type: "submit", class: "primary wide" }, text("play.begin")),
  );
  form.addEventListener("input", () => {
    isTouched = true;
    showFields(parts);
  });
  if (!from) form.addEventListener("change", () => lay(parts.start()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(name, parts);
    begin(gameSettings(parts, from));
  });
  showFields(parts);
  return { element: form, start: parts.start(), learn };
}

/** Offer the expert for Go if the server has one; who chose something already keeps it. */
function offerGoExpert(parts, goExpert, isWanted) {
  const [expert, playouts] = ["goexpert", "uct"].map((kind) => parts.kind.querySelector(`[value="${kind}"]`));
  parts.missing.textContent = goExpert.model ? "" : text("voices.noGoExpert", { reason: goExpert.message });
  expert.disabled = !goExpert.model;
  if (expert.disabled && expert.checked) playouts.checked = true;
  if (!expert.disabled && isWanted) expert.checked = true;
  for (const choice of [parts.playouts, parts.black, parts.white]) offerLedPlayers(choice, Boolean(goExpert.model));
}

/** Who was chosen stays so, even while it is not known yet whether the server has the model. */
function offerLedPlayers(choice, isModelThere) {
  for (const option of choice.options) if (LED_PLAYOUTS.includes(option.value)) option.disabled = !isModelThere;
}

/** The two games, as links: each has a form of its own. */
function gameChoice(name, isFixed) {
  const entry = (game) =>
    make(
      "a",
      { class: "segment-link", href: `#/play/new?game=${game}`, "aria-current": game === name ? "true" : null },
      text(`games.${game}`),
    );
  return make("nav", { class: "segments", "aria-label": text("play.game"), hidden: isFixed }, ["othello", "go"].map(entry));
}

function othelloParts(kept, from) {
  const starts = [["usual", text("play.usual")], ["even", text("play.even")], ...(from ? [["own", text("play.own")]] : [])];
  const parts = {
    ...commonParts("othello", kept),
    rating: make("input", { type: "range", min: 1000, max: 2200, step: 50, value: kept.rating ?? 1500 }),
    level: make("input", { type: "range", min: 1, max: 20, step: 1, value: kept.level ?? 4 }),
    from: select(starts, from ? "own" : (kept.start ?? "usual"), null),
    start: () => Position.start(),
    opponent: (kind) => (kind === "expert" ? `expert:rating=${parts.rating.value}` : `engine:level=${parts.level.value}`),
  };
  parts.ratingField = field("", parts.rating);
  parts.levelField = field("", parts.level);
  const common = make("div", { class: "pair" }, field(text("play.clock"), parts.clock), field(text("play.start"), parts.from));
  parts.layout = [parts.kind, parts.ratingField, parts.levelField, parts.pair, parts.color, common, parts.times];
  return parts;
}

function goParts(kept, from) {
  const fields = goFields(kept.go ?? {});
  const searchers = [...PLAYOUTS, ...LED_PLAYOUTS];
  const chosen = searchers.includes(kept.playouts) ? kept.playouts : "uct:playouts=3000";
  const parts = {
    ...commonParts("go", kept),
    playouts: select(
      searchers.map((player) => [player, programName(player)]),
      chosen,
      null,
    ),
    values: fields.values,
    start: () => from?.start ?? fields.start(),
    opponent: (kind) => (kind === "goexpert" ? "goexpert" : parts.playouts.value),
  };
  parts.playoutsField = field(text("play.strength"), parts.playouts);
  parts.missing = make("p", { class: "quiet" });
  const board = from ? [] : fields.elements;
  parts.layout = [parts.kind, parts.missing, parts.playoutsField, parts.pair, parts.color, ...board];
  parts.layout.push(field(text("play.clock"), parts.clock), parts.times);
  return parts;
}

function commonParts(game, kept) {
  const programs = (game === "go" ? GO_PROGRAMS : PROGRAMS).map((name) => [name, programName(name)]);
  const [black, white] = game === "go" ? ["uct:playouts=1000", "uct:playouts=3000"] : ["expert:rating=1800", "engine:level=6"];
  const known = (value, usual) => (programs.some(([name]) => name === value) ? value : usual);
  const parts = {
    kind: choices("kind", KINDS[game], KINDS[game].includes(kept.kind) ? kept.kind : KINDS[game][0]),
    color: choices("color", ["black", "white", "random"], kept.color ?? "black"),
    black: select(programs, known(kept.black, black), null),
    white: select(programs, known(kept.white, white), null),
    clock: select(
      CLOCKS.map(([value, name]) => [value, value ? name : text("play.noClock")]),
      kept.clock ?? "",
      null,
    ),
    humanTime: make("input", { type: "checkbox", checked: kept.humanTime ?? false }),
  };
  parts.pair = make("div", { class: "pair" }, field(text("color.black"), parts.black), field(text("color.white"), parts.white));
  parts.times = field(text("play.humanTime"), parts.humanTime);
  return parts;
}

function choices(name, values, chosen) {
  const inputs = values.map((value) => {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    return make("label", { class: "segment" }, input, make("span", {}, text(`play.${name}.${value}`)));
  });
  return make("fieldset", { class: "segments" }, make("legend", {}, text(`play.${name}.legend`)), inputs);
}

const chosenIn = (fieldset) => fieldset.querySelector("input:checked").value;

function showFields(parts) {
  const kind = chosenIn(parts.kind);
  parts.pair.hidden = kind !== "watch";
  parts.color.hidden = kind === "humans" || kind === "watch";
  parts.times.hidden = kind === "humans";
  if (parts.playouts) {
    parts.playoutsField.hidden = kind !== "uct";
    return;
  }
  parts.ratingField.hidden = kind !== "expert";
  parts.levelField.hidden = kind !== "engine";
  parts.ratingField.firstElementChild.textContent = text("play.rating", { rating: parts.rating.value });
  parts.levelField.firstElementChild.textContent = text("play.level", { level: parts.level.value });
}

function gameSettings(parts, from) {
  const body = { ...seats(parts), human_time: parts.humanTime.checked };
  if (parts.clock.value) {
    const [seconds, increment] = parts.clock.value.split("+").map(Number);
    body.clock = { seconds, increment };
  }
  if (parts.from?.value === "even") return { ...body, even: true };
  const isUsual = parts.from && parts.from.value !== "own";
  if (!isUsual) Object.assign(body, { start: (from?.start ?? parts.start()).startText, moves: from?.moves ?? "" });
  return body;
}

function seats(parts) {
  const kind = chosenIn(parts.kind);
  const you = { player: "human", name: text("play.you") };
  if (kind === "humans")
    return { black: { player: "human", name: text("color.black") }, white: { player: "human", name: text("color.white") } };
  if (kind === "watch") return { black: seat(parts.black.value), white: seat(parts.white.value) };
  const other = seat(parts.opponent(kind));
  let color = chosenIn(parts.color);
  if (color === "random") color = Math.random() < 0.5 ? "black" : "white";
  return color === "black" ? { black: you, white: other } : { black: other, white: you };
}

const seat = (player) => ({ player, name: programName(player) });

const NAMED = ["expert", "engine", "greedy", "random", "uct", "goexpert"];

/** A player's text in words: "expert:rating=1500" is "Expert 1500". */
export function programName(player) {
  const [name, options = ""] = player.split(":");
  const [option, prior] = options.split(",");
  const number = option.split("=")[1];
  if (!NAMED.includes(name)) return player;
  if (prior) return text(`play.names.${name}Led`, { number });
  return number ? text(`play.names.${name}With`, { number }) : text(`play.names.${name}`);
}

const PLACE = "kibitz.play";

function readKept() {
  return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
}

function keep(game, parts) {
  const chosen = {
    game,
    kind: chosenIn(parts.kind),
    color: chosenIn(parts.color),
    humanTime: parts.humanTime.checked,
    black: parts.black.value,
    white: parts.white.value,
    clock: parts.clock.value,
  };
  if (parts.playouts) Object.assign(chosen, { playouts: parts.playouts.value, go: parts.values() });
  else {
    const start = parts.from.value === "even" ? "even" : "usual";
    Object.assign(chosen, { rating: parts.rating.value, level: parts.level.value, start });
  }
  localStorage.setItem(PLACE, JSON.stringify({ ...readKept(), ...chosen }));
}
