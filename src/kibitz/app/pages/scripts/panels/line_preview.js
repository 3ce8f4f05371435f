// A small board on which the line under the pointer is played.

import { make } from "../dom.js";
import { showOn, smallBoard } from "../board/small_board.js";
import { DEFAULT_GAME } from "../games/games.js";
import { settings } from "../settings.js";
import { text } from "../text.js";

const STEP_MILLISECONDS = 550;

/** A small board and the sentence under it; play() runs a line on it, show() shows its end. */
export class LinePreview {
  #board = smallBoard(DEFAULT_GAME.start());
  #caption = make("p", { class: "quiet preview-line" });
  #timer = null;
  #onShow = null;

  constructor() {
    this.element = make("div", { class: "preview" }, this.#board, this.#caption);
  }

  /** Play a line move by move, again and again after a rest, until another is shown. */
  play(position, moves) {
    const states = statesOf(position, moves);
    this.#onShow = null;
    let index = 0;
    const step = () => {
      this.#draw(states, Math.min(index, states.length - 1));
      index = index > states.length + 1 ? 0 : index + 1;
    };
    clearInterval(this.#timer);
    step();
    if (settings.get("animate")) this.#timer = setInterval(step, STEP_MILLISECONDS);
    else this.show(position, moves);
  }

  /** Show the position after the first `count` moves of a line, all of them unless told. */
  show(position, moves, count = moves.length) {
    clearInterval(this.#timer);
    const wanted = `${position} ${moves.slice(0, count)} ${settings.get("view")}`;
    if (wanted === this.#onShow) return;
    this.#onShow = wanted;
    const states = statesOf(position, moves);
    this.#draw(states, Math.min(count, states.length - 1));
  }

  stop() {
    clearInterval(this.#timer);
  }

  #draw(states, index) {
    const { position, square } = states[index];
    showOn(this.#board, position, square, settings.get("view"));
    const played = states
      .slice(1, index + 1)
      .map((state) => position.game.formatMove(state.square))
      .join(" ");
    this.#caption.textContent = played || text("voices.position");
  }
}

/** The positions of a line with the square that led to each; stops at a move that is not legal. */
function statesOf(position, moves) {
  const states = [{ position, square: null }];
  for (const square of moves.map((name) => position.game.parseMove(name)).filter((move) => move !== null)) {
    const here = states.at(-1).position;
    if (!here.isLegal(square)) break;
    states.push({ position: here.playOn(square), square });
  }
  return states;
}
