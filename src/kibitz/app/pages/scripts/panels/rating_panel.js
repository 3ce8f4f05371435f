// "Who would play this?": the probability of the move on the board by the player's rating.

import { make, pause } from "../dom.js";
import { attempt } from "../notices.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { text } from "../text.js";
import { ratingChart } from "./charts.js";
import { panel } from "./panel.js";

const WAIT_MILLISECONDS = 600; // the position on the board comes first

/** A panel that follows the move which led to a node. */
export class RatingPanel {
  #asking = null;
  #known = new Map();

  constructor() {
    const frame = panel(text("chart.whoTitle"));
    this.element = frame.element;
    this.#body = frame.body;
  }

  #body;

  async show(node) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.element.hidden = !node.parent;
    if (!node.parent) return;
    const ratings = await this.#ratings(node, this.#asking.signal);
    if (ratings)
      this.#body.replaceChildren(
        make("p", { class: "quiet" }, text("chart.whoHint", { move: node.move })),
        ratingChart(node.move, ratings),
      );
  }

  /** Show nothing, as of a game whose players have no ratings. */
  hide() {
    this.#asking?.abort();
    this.element.hidden = true;
  }

  async #ratings(node, signal) {
    const key = `${node.parent.position} ${node.move}`;
    if (!this.#known.has(key)) {
      const answer = await attempt(async () => {
        await pause(WAIT_MILLISECONDS, signal);
        return api.ratings(placeOf(node.parent), node.move, signal);
      });
      if (!answer) return null;
      this.#known.set(key, answer.ratings);
    }
    return signal.aborted ? null : this.#known.get(key);
  }
}
