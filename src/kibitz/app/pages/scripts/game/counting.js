// Counting at the end of a game: which stones are dead, who owns what, and by how much that wins.

import { countTints } from "../board/tints.js";
import { attempt } from "../notices.js";
import { api } from "../server/api.js";
import { placeKey, placeOf } from "../server/place.js";

const NO_STONES = "none";

/** The counts of nodes, as the server gives them; `told` is called with the node when one has come. */
export class Counting {
  #counts = new Map();
  #asked = new Set();
  #told;

  constructor(told) {
    this.#told = told;
  }

  /** The count of a node with its dead stones as a set of points, or null if it is not known yet. */
  of(node) {
    return this.#counts.get(placeKey(node)) ?? null;
  }

  /** Count a node if that was not done yet, without the stones that playouts call dead. */
  async ask(node) {
    const key = placeKey(node);
    if (this.#counts.has(key) || this.#asked.has(key)) return;
    this.#asked.add(key);
    await this.#count(node, null);
    this.#asked.delete(key);
  }

  /** Count a node without the stones that are dead, named by their points. */
  async count(node, dead) {
    await this.#count(node, [...dead].map((point) => node.game.formatMove(point)).join(" ") || NO_STONES);
  }

  /** Let the chain on a point be alive if it was dead, and dead if it was alive; the dead stones after that. */
  turned(node, point) {
    const dead = new Set(this.of(node)?.dead ?? []);
    const isDead = dead.has(point);
    for (const stone of node.position.chain(point)) isDead ? dead.delete(stone) : dead.add(stone);
    return dead;
  }

  /** What is to be drawn over the board of a node: small squares on what each side owns; null if nothing is known. */
  tints(node) {
    const count = this.of(node);
    return count ? countTints(count.owners, node.position) : null;
  }

  async #count(node, dead) {
    const answer = await attempt(() => api.count(placeOf(node), dead));
    if (!answer) return;
    this.#counts.set(placeKey(node), { ...answer, dead: new Set(answer.dead.map((name) => node.game.parseMove(name))) });
    this.#told(node);
  }
}
