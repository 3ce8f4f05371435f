// A slip that says what was done and offers to undo it, longer than other slips and with a key.

import { button, make, part } from "../dom.js";
import { announce } from "../notices.js";
import { text } from "../text.js";

const SECONDS_ON_SHOW = 20;

/** Show what was done; `undo` runs at most once. */
export function undoable(sentence, undo) {
  const run = () => {
    slip.remove();
    undo();
  };
  const slip = make("div", { class: "toast note undo-toast" }, make("span", {}, sentence), button(text("shelf.undo"), run));
  part("toasts").append(slip);
  announce(sentence);
  setTimeout(() => slip.remove(), 1000 * SECONDS_ON_SHOW);
}
