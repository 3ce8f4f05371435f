// The engines of the server's list, and which of them speaks of each game.

import { api } from "../server/api.js";
import { settings } from "../settings.js";

/** Fires "change" when the list was read again. */
export class Engines extends EventTarget {
  #list = [];
  protocols = {};
  file = "";
  problem = "";

  /** Read the list from the server; raises ServerError. */
  async learn() {
    const { engines, protocols, file, problem } = await api.engines();
    const isNews = JSON.stringify(engines) !== JSON.stringify(this.#list);
    Object.assign(this, { protocols, file, problem });
    this.#list = engines;
    if (isNews) this.dispatchEvent(new Event("change"));
  }

  get all() {
    return this.#list;
  }

  /** The engines listed for a game. */
  of(game) {
    return this.#list.filter((engine) => engine.game === game.name);
  }

  /** The name of the engine chosen for a game; empty for Kibitz's own, also where the chosen one is not listed any more. */
  chosen(game) {
    const name = settings.get("engines")[game.name] ?? "";
    return this.of(game).some((engine) => engine.name === name) ? name : "";
  }
}
