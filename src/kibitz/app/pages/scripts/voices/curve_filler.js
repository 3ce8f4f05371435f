// Quick looks at the positions of a line that nobody has looked at yet, so that the curve of a whole game stands soon.

import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";

const SECONDS_EACH = 0.1;
const NO_TIME = 409; // the engine was busy with others

/** Fills the engine's memory along a line, one position after the other, while the page is in sight. */
export class CurveFiller {
  #voices;
  #asking = null;

  constructor(voices) {
    this.#voices = voices;
  }

  /** Look at what is unknown on a line; a line given later replaces it. `tell` is called after each position. */
  async fill(line, tell) {
    this.stop();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    for (const node of line) {
      if (signal.aborted) return;
      if (node.position.isOver || this.#voices.engine(node)) continue;
      if (!(await this.#look(node, signal))) return;
      tell();
    }
  }

  stop() {
    this.#asking?.abort();
  }

  async #look(node, signal) {
    try {
      this.#voices.learn(node, await api.analysis(placeOf(node), SECONDS_EACH, signal));
      return true;
    } catch (error) {
      return error.status === NO_TIME; // whatever else is wrong shows where something was asked for
    }
  }
}
