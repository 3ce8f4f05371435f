// The tour of the first minute: four steps on an example game, each beside what it speaks of. It can be left at every step.

import { button, make, part } from "../dom.js";
import { addressOf } from "../routes.js";
import { text } from "../text.js";

const STEPS = [
  ["board", ".board-box"],
  ["voices", ".panel.voices"],
  ["moves", ".panel.moves"],
  ["views", "#navigation"],
];

/** Open the example of a game and show the first step. */
export function beginTour(game) {
  window.addEventListener("hashchange", () => setTimeout(() => new Tour().show(0)), { once: true });
  location.hash = addressOf("analyse", [], game.example);
}

class Tour {
  #card = make("section", { class: "tour", role: "dialog", "aria-labelledby": "tour-title", tabindex: -1 });
  #onKey = (event) => event.key === "Escape" && this.#end();
  #onLeave = () => this.#end();

  constructor() {
    part("dialogs").append(this.#card);
    document.addEventListener("keydown", this.#onKey);
    window.addEventListener("hashchange", this.#onLeave);
  }

  /** Show a step: its words in the card, and a frame around what it speaks of. */
  show(index) {
    const [name, selector] = STEPS[index];
    const isLast = index === STEPS.length - 1;
    this.#frame(selector);
    this.#card.replaceChildren(
      make("small", {}, text("tour.step", { number: index + 1, count: STEPS.length })),
      make("h2", { id: "tour-title" }, text(`tour.${name}.title`)),
      make("p", {}, text(`tour.${name}.about`)),
      make(
        "div",
        { class: "row" },
        isLast || button(text("tour.skip"), () => this.#end(), { id: "tour-skip" }),
        index > 0 && button(text("tour.back"), () => this.show(index - 1)),
        button(text(isLast ? "tour.done" : "tour.next"), () => (isLast ? this.#end() : this.show(index + 1)), {
          class: "primary",
          id: "tour-next",
        }),
      ),
    );
    this.#card.focus();
  }

  #frame(selector) {
    document.querySelector(".tour-target")?.classList.remove("tour-target");
    const target = selector && document.querySelector(selector);
    target?.classList.add("tour-target");
    target?.scrollIntoView({ block: "start" });
  }

  #end() {
    this.#frame(null);
    this.#card.remove();
    document.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("hashchange", this.#onLeave);
    part("main").focus();
  }
}
