// The form of a new game: which game, who plays whom, with what clock, from which start.

import { field, make, select } from "../dom.js";
import { GAMES, gameNamed } from "../games/games.js";
import { text } from "../text.js";
import { teachingFields } from "./teaching_form.js";

const CLOCKS = [
  ["", "none"],
  ["60+0", "1 + 0"],
  ["180+2", "3 + 2"],
  ["300+3", "5 + 3"],
  ["600+5", "10 + 5"],
  ["1500+0", "25 + 0"],
];

/**
 * The form whose submission calls `begin` with the body of POST /api/games and the wishes of a teaching game: {element, start, learn}; learn() tells it that the
 * server has said what it has. `game` names the one to offer, or null for the one begun last; `from` is {start, moves} to play
 * from, or null; `engines` are those of the list; `sources(game)` says what the server has as far as is known; `lay` is called with the start that the fields
 * stand for whenever that changes.
 *
 * A game's newGameParts({kept, from, common, nameOf}) is given what was chosen last, `from`, the fields that all games have, and
 * the name of a program in words. It returns its fields in order as `layout`, and start(), opponent(kind), settings() for the
 * body, kept() for the next time, learn(sources, isTouched) and show(kind).
 */
export function playForm(begin, { game: name, from, sources, engines, lay }) {
  const kept = readKept();
  const game = from?.start.game ?? gameNamed(name ?? kept.game);
  const common = commonParts(game, kept, engines.of(game));
  const parts = game.newGameParts({ kept, from, common, nameOf: programName });
  const teaching = teachingFields(game, kept.teaching?.[game.name]);
  let isTouched = false;
  const learn = () => {
    parts.learn(sources(game), isTouched);
    showFields(common, parts);
  };
  learn();
  const form = make(
    "form",
    { class: "stack play-form" },
    gameChoice(game.name, Boolean(from)),
    parts.layout[0],
    common.externalField,
    parts.layout.slice(1),
    teaching.element,
    make("button", { type: "submit", class: "primary wide" }, text("play.begin")),
  );
  form.addEventListener("input", () => {
    isTouched = true;
    showFields(common, parts);
  });
  if (!from) form.addEventListener("change", () => lay(parts.start()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(game.name, common, parts, { ...kept.teaching, [game.name]: teaching.kept() });
    begin(gameSettings(common, parts), chosenIn(common.kind) === "watch" ? null : teaching.wishes());
  });
  return { element: form, start: parts.start(), learn };
}

/** The games, as links: each has a form of its own. */
function gameChoice(name, isFixed) {
  const entry = (game) =>
    make(
      "a",
      { class: "segment-link", href: `#/play/new?game=${game}`, "aria-current": game === name ? "true" : null },
      text(`games.${game}`),
    );
  return make("nav", { class: "segments", "aria-label": text("play.game"), hidden: isFixed }, GAMES.map((known) => entry(known.name)));
}

function commonParts(game, kept, engines) {
  const listed = engines.map(({ name, title, seconds }) => [`external:${name},seconds=${seconds}`, title || name]);
  const programs = [...game.programs.map((name) => [name, programName(name)]), ...listed];
  const kinds = listed.length ? [game.kinds[0], "external", ...game.kinds.slice(1)] : game.kinds;
  const [black, white] = game.defaultPrograms;
  const known = (value, otherwise) => (programs.some(([name]) => name === value) ? value : otherwise);
  const parts = {
    kind: choices("kind", kinds, kinds.includes(kept.kind) ? kept.kind : kinds[0]),
    color: choices("color", ["black", "white", "random"], kept.color ?? "black"),
    black: select(programs, known(kept.black, black), null),
    white: select(programs, known(kept.white, white), null),
    clock: select(
      CLOCKS.map(([value, name]) => [value, value ? name : text("play.noClock")]),
      kept.clock ?? "",
      null,
    ),
    external: select(listed, kept.external, null),
    humanTime: make("input", { type: "checkbox", checked: kept.humanTime ?? false }),
  };
  parts.pair = make("div", { class: "pair" }, field(text("color.black"), parts.black), field(text("color.white"), parts.white));
  parts.externalField = field(text("engines.choice"), parts.external);
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

function showFields(common, parts) {
  const kind = chosenIn(common.kind);
  common.pair.hidden = kind !== "watch";
  common.color.hidden = kind === "humans" || kind === "watch";
  common.times.hidden = kind === "humans";
  common.externalField.hidden = kind !== "external";
  parts.show(kind);
}

function gameSettings(common, parts) {
  const body = { ...seats(common, parts), human_time: common.humanTime.checked };
  if (common.clock.value) {
    const [seconds, increment] = common.clock.value.split("+").map(Number);
    body.clock = { seconds, increment };
  }
  return { ...body, ...parts.settings() };
}

function seats(common, parts) {
  const kind = chosenIn(common.kind);
  const you = { player: "human", name: text("play.you") };
  if (kind === "humans")
    return { black: { player: "human", name: text("color.black") }, white: { player: "human", name: text("color.white") } };
  if (kind === "watch") return { black: seat(common.black.value), white: seat(common.white.value) };
  const other = seat(kind === "external" ? common.external.value : parts.opponent(kind));
  let color = chosenIn(common.color);
  if (color === "random") color = Math.random() < 0.5 ? "black" : "white";
  return color === "black" ? { black: you, white: other } : { black: other, white: you };
}

const seat = (player) => ({ player, name: programName(player) });

const NAMED = new Set(GAMES.flatMap((game) => game.programs.map((player) => player.split(":")[0])));

/** A player's text in words: "expert:rating=1500" is "Expert 1500". */
export function programName(player) {
  const [name, options = ""] = player.split(":");
  const [option, prior] = options.split(",");
  const number = option.split("=")[1];
  if (name === "external") return text("engines.opponent", { name: option });
  if (!NAMED.has(name)) return player;
  if (prior) return text(`play.names.${name}Led`, { number });
  return number ? text(`play.names.${name}With`, { number }) : text(`play.names.${name}`);
}

const PLACE = "kibitz.play";

function readKept() {
  return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
}

function keep(game, common, parts, teaching) {
  const chosen = {
    teaching,
    game,
    kind: chosenIn(common.kind),
    color: chosenIn(common.color),
    humanTime: common.humanTime.checked,
    black: common.black.value,
    white: common.white.value,
    clock: common.clock.value,
    external: common.external.value,
    ...parts.kept(),
  };
  localStorage.setItem(PLACE, JSON.stringify({ ...readKept(), ...chosen }));
}
