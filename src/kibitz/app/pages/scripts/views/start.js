// The start page: what one can do here, each one click away, and a tour for the first minute.

import { button, icon, make } from "../dom.js";
import { GAMES } from "../games/games.js";
import { addressOf, goToAddress } from "../routes.js";
import { text } from "../text.js";
import { beginTour } from "./tour.js";

/** The view "start". */
export class StartView {
  name = "start";
  #app;

  constructor(app) {
    this.#app = app;
    this.page = [make("div", { class: "start" })];
  }

  enter() {
    const { game } = this.#app;
    this.page[0].replaceChildren(
      make("h2", { class: "start-title" }, text("start.title")),
      make("p", { class: "start-about" }, text("start.about")),
      make("div", { class: "start-cards" }, this.#cards(game)),
      this.#firstSteps(game),
    );
  }

  leave() {}

  #cards(game) {
    return [
      card("play", "play", addressOf("play", ["new"], { game: game.name })),
      game.views.includes("review") && card("review", "review", addressOf("review")),
      game.studies.includes("explorer") && card("eye", "explore", addressOf("study", ["explorer"], { game: game.name })),
      game.studies.includes("endgame") && card("hint", "train", addressOf("study", ["endgame"], { game: game.name })),
      card("edit", "analyse", addressOf("analyse", [], { game: game.name })),
      card("download", "import", addressOf("import")),
    ];
  }

  /** For those who see Kibitz for the first time: a tour, and a game to look at. */
  #firstSteps(game) {
    const shown = game.example ? game : GAMES.find((known) => known.example);
    return make(
      "section",
      { class: "panel start-first", "aria-labelledby": "start-first" },
      make("h2", { id: "start-first" }, text("start.new")),
      make(
        "div",
        { class: "row" },
        button(text("start.tour"), () => beginTour(shown), { class: "primary", id: "begin-tour" }),
        button(text("start.example"), () => goToAddress("analyse", [], shown.example), { id: "open-example" }),
      ),
    );
  }
}

const inside = (picture, name) => [
  icon(picture),
  make("strong", {}, text(`start.${name}.title`)),
  make("span", {}, text(`start.${name}.about`)),
];
const card = (picture, name, href) => make("a", { class: "start-card", href, id: `start-${name}` }, inside(picture, name));
