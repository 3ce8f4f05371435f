// Quick looks at the positions of a line that nobody has looked at yet, so that the curve of a whole game is there soon.

import { pause } from "../dom.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";

const SECONDS_EACH = [0.1, 0.4, 1]; // what a busy machine has no time for is asked again, for longer
const WAIT_MILLISECONDS = 1200; // the position on the board comes first
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
    try {
      await pause(WAIT_MILLISECONDS, signal);
      for (const seconds of SECONDS_EACH) {
        for (const node of line) if (await this.#look(node, seconds, signal)) tell();
      }
    } catch {
      // Stopped, or the server is away: whatever is wrong shows where something was asked for.
    }
  }

  stop() {
    this.#asking?.abort();
  }

  /** Whether something new is known of a node now. */
  async #look(node, seconds, signal) {
    if (node.position.isOver || this.#voices.engine(node)) return false;
    try {
      this.#voices.learn(node, await api.analysis(placeOf(node), seconds, signal));
      return true;
    } catch (error) {
      if (error.status === NO_TIME) return false;
      throw error;
    }
  }
}
