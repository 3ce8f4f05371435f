// What the numbers and signs on the squares mean: in one sentence, and all of them on demand.

import { button, make } from "../dom.js";
import { settings } from "../settings.js";
import { text } from "../text.js";
import { onlyVoice } from "../voices/labels.js";

const VOICES = ["engine", "expert", "archive"];
const SIGNS = ["best", "gem", "trap", "proven", "exact", "book"];

/** The sentence under the switches, the button for more numbers, and the list of signs. */
export class Legend {
  #sentence = make("p", { id: "legend-sentence" });
  #all = button(text("legend.all"), () => settings.set("numbers", settings.get("numbers") === "one" ? "all" : "one"), {
    class: "small-button",
    id: "all-numbers",
  });
  #list = make("dl", { class: "legend-list" });
  element = make(
    "div",
    { class: "legend" },
    make("div", { class: "legend-head" }, this.#sentence, this.#all),
    make("details", {}, make("summary", {}, text("legend.title")), this.#list),
  );

  /** Explain the numbers of the shown voices on the board of a game. */
  show(shown, game) {
    const isAll = settings.get("numbers") === "all";
    const voice = onlyVoice(shown);
    this.#all.setAttribute("aria-pressed", String(isAll));
    this.#all.hidden = VOICES.filter((name) => shown[name]).length < 2;
    this.#sentence.textContent = isAll || !voice ? text("legend.several") : meaningOf(voice, game);
    const voices = VOICES.filter((name) => shown[name]).map((name) => entry(text(`voices.${name}`), meaningOf(name, game), name));
    this.#list.replaceChildren(...voices, ...SIGNS.map((name) => entry(text(`legend.sign.${name}`), text(`legend.${name}`), name)));
  }
}

/** What a voice's number is; the engine's depends on the game and on the unit chosen. */
function meaningOf(voice, game) {
  if (voice !== "engine") return text(`legend.${voice}`);
  return text(game.hasUnits && settings.get("engineUnit") === "chance" ? "legend.chance" : `legend.engine.${game.name}`);
}

const entry = (sign, meaning, name) => make("div", { class: name }, make("dt", {}, sign), make("dd", {}, meaning));
