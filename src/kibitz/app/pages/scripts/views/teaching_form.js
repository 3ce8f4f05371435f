// The part of the form of a new game that makes it a teaching game.

import { field, make, select } from "../dom.js";
import { formatLoss, text } from "../text.js";

const TIMES = [1, 3, 5, 10];

/** The fields of a game: {element, wishes()}; wishes() is {size, times}, null if no mistake is to be taken back. */
export function teachingFields(game, kept = {}) {
  const sizes = game.mistakeSizes.map((size) => [size, text(`teaching.size.${game.name}`, { size: formatLoss(size) })]);
  const size = select([["", text("teaching.off")], ...sizes], kept.size ?? "", null, { id: "teaching-size" });
  const times = select(
    [...TIMES.map((count) => [count, text(`teaching.times.${count === 1 ? "one" : "many"}`, { count })]), ["", text("teaching.times.always")]],
    kept.times ?? "",
    null,
    { id: "teaching-times" },
  );
  const often = field(text("teaching.often"), times);
  const follow = () => (often.hidden = !size.value);
  size.addEventListener("change", follow);
  follow();
  const wishes = () => (size.value ? { size: Number(size.value), times: times.value ? Number(times.value) : null } : null);
  const element = make("div", { class: "stack", hidden: sizes.length === 0 }, field(text("teaching.takeBack"), size), often);
  return { element, wishes, kept: () => ({ size: size.value, times: times.value }) };
}
