// The card of a game that is being played: how it stands, and what one can do about it.

import { button, make } from "../dom.js";
import { humanSides, isCounted, isHumanTurn, statusSentence } from "../game/served_game.js";
import { goToAddress } from "../routes.js";
import { text } from "../text.js";
import { panel } from "./panel.js";

/** A card whose buttons are answered by the view "play". */
export class GameControl {
  #view;
  #panel = panel(text("play.title"), [], "control");

  constructor(view) {
    this.#view = view;
    this.element = this.#panel.element;
  }

  /** Show the form of a new game. */
  offer(form) {
    this.#panel.heading.textContent = text("play.title");
    this.#panel.body.replaceChildren(form);
  }

  /** Show a game as the server tells it. */
  show(game, rules) {
    const status = make("p", { class: "game-status", id: "game-status" }, statusSentence(game, rules));
    const buttons = game.state === "playing" ? this.#playButtons(game, rules) : this.#overButtons(game, rules);
    this.#panel.heading.textContent = `${game.players.black.name} – ${game.players.white.name}`;
    this.#panel.body.replaceChildren(status, make("div", { class: "row" }, buttons));
  }

  #playButtons(game, rules) {
    if (!humanSides(game).length) return [newGameButton()];
    const disabled = !isHumanTurn(game);
    return [
      ...(rules.passes ? [button(text("keys.pass"), () => this.#view.pass(), { disabled })] : []),
      this.#takeBackButton("keys.takeBack", game),
      button(text("keys.hint"), () => this.#view.hint(), { disabled }),
      button(text("keys.resign"), () => this.#view.resign(), { class: "danger" }),
    ];
  }

  #overButtons(game, rules) {
    const isReviewed = rules.views.includes("review");
    const analyse = () => goToAddress("analyse", ["game", game.id]);
    return [
      ...(isReviewed ? [button(text("play.review"), () => this.#view.review(), { class: "primary" })] : []),
      button(text("play.analyse"), analyse, { class: isReviewed ? null : "primary" }),
      ...(isCounted(game, rules) ? [this.#takeBackButton("play.goOn", game)] : []),
      button(text("play.again"), () => this.#view.again()),
      newGameButton(),
    ];
  }

  #takeBackButton(label, game) {
    return button(text(label), () => this.#view.takeBack(), { disabled: !game.can_take_back });
  }
}

const newGameButton = () => button(text("play.newGame"), () => goToAddress("play", ["new"]));
