// What a game of Go begins with: the size of its board, komi, handicap and rules.

import { button, field, make, select } from "../../dom.js";
import { openDialog } from "../../dialogs.js";
import { GoPosition, RULE_NAMES } from "./position.js";
import { text } from "../../text.js";

export const SIZES = [9, 13, 19];

const EVEN_KOMI = { 9: 7, 13: 7.5, 19: 7.5 };
const HANDICAP_KOMI = 0.5;
const HANDICAPS = [0, 2, 3, 4, 5, 6, 7, 8, 9];
const MOST_KOMI = 400;

/** The fields of a start; `start()` is the position that they stand for. `chosen` is {size, komi, rules, handicap}. */
export function boardFields(chosen = {}) {
  const size = sizeChoice(chosen.size ?? 19);
  const komi = make("input", { type: "number", step: 0.5, min: -MOST_KOMI, max: MOST_KOMI, value: chosen.komi ?? EVEN_KOMI[19] });
  const handicap = select(
    HANDICAPS.map((count) => [count, count ? text("go.stones", { count }) : text("go.noHandicap")]),
    chosen.handicap ?? 0,
    null,
  );
  const rules = select(
    RULE_NAMES.map((name) => [name, text(`go.rules.${name}`)]),
    chosen.rules ?? "chinese",
    null,
  );
  const defaultKomi = () => (komi.value = Number(handicap.value) ? HANDICAP_KOMI : (EVEN_KOMI[chosenSize(size)] ?? 7.5));
  size.addEventListener("change", defaultKomi);
  handicap.addEventListener("change", defaultKomi);
  const values = () => ({
    size: chosenSize(size),
    komi: Number.isFinite(komi.valueAsNumber) ? komi.valueAsNumber : 0,
    rules: rules.value,
    handicap: Number(handicap.value),
  });
  const pair = make("div", { class: "pair" }, field(text("go.komi"), komi), field(text("go.handicap"), handicap));
  return { elements: [size, pair, field(text("go.rulesTitle"), rules)], values, start: () => GoPosition.start(values()) };
}

function sizeChoice(chosen) {
  const sizes = SIZES.includes(chosen) ? SIZES : [...SIZES, chosen];
  const inputs = sizes.map((size) => {
    const input = make("input", { type: "radio", name: "size", value: size, checked: size === chosen });
    return make("label", { class: "segment" }, input, make("span", {}, text("go.sizeOf", { size })));
  });
  return make("fieldset", { class: "segments" }, make("legend", {}, text("go.size")), inputs);
}

const chosenSize = (fieldset) => Number(fieldset.querySelector("input:checked").value);

/** The dialog of a new board; calls `begin` with its start. */
export function openBoardForm(chosen, begin) {
  const fields = boardFields(chosen);
  const done = () => {
    dialog.close();
    begin(fields.start());
  };
  const dialog = openDialog(text("go.newBoard"), [
    ...fields.elements,
    make("div", { class: "row" }, button(text("go.lay"), done, { class: "primary" })),
  ]);
}
