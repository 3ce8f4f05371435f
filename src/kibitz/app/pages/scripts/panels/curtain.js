// The curtain before the evaluations of a game that is being played.

import { button, make } from "../dom.js";
import { text } from "../text.js";
import { panel } from "./panel.js";

/** A card with a button that draws the curtain, and what it says about it. */
export class Curtain {
  #hint = make("p", { class: "quiet" });
  #button;

  constructor(toggle) {
    const frame = panel(text("play.evaluations"));
    this.#button = button("", toggle, { class: "wide" });
    frame.body.append(this.#hint, this.#button);
    this.element = frame.element;
  }

  /** Say whether the evaluations are hidden; without a game there are none. */
  show(isHidden, isPlaying) {
    this.#button.textContent = text(isHidden ? "play.show" : "play.hide");
    this.#button.disabled = !isPlaying;
    this.#hint.textContent = text(isHidden ? "play.hiddenHint" : "play.shownHint");
  }
}
