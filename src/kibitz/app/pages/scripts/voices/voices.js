// The three voices on one node: asked at once when the node comes on the board, remembered when it leaves.

import { pause } from "../dom.js";
import { api } from "../server/api.js";
import { placeKey, placeOf } from "../server/place.js";

const REMEMBERED = 2000;
const FACTS_WAIT = 120; // milliseconds; the numbers come first

/**
 * What expert, engine and archive say about the node on show. Fires "change" with {voice, isFirst} as detail. A voice that does
 * not know (yet) is null.
 */
export class Voices extends EventTarget {
  #live;
  #node = null;
  #asking = null;
  #memory = { expert: new Map(), engine: new Map(), archive: new Map(), facts: new Map() };
  #request = 0;
  rating = "";
  filters = {};
  #status = null; // what the server says it has, once it is known

  constructor(live) {
    super();
    this.#live = live;
    live.addEventListener("analysis", (event) => this.#hear(event.detail));
  }

  get node() {
    return this.#node;
  }

  /** What the server has for the expert and the archive of a game: {expert, archive}, each {isThere, message}. */
  sources(game) {
    return game.sources(this.#status);
  }

  /** Hear what the server has; returns whether that is news for a game. */
  hearStatus(status, game) {
    const before = JSON.stringify(this.sources(game));
    this.#status = status;
    return before !== JSON.stringify(this.sources(game));
  }

  /** Whether a voice can be asked about a game at all. */
  knows(voice, game) {
    return this.sources(game)[voice]?.isThere ?? true;
  }

  /** Ask the voices named in `wanted` ({expert, engine, archive}) about a node. */
  watch(node, wanted) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.#node = node;
    if (wanted.engine && !node.position.isOver) this.#askEngine(node);
    else this.#live.stop();
    if (wanted.expert && !node.position.isOver && this.knows("expert", node.game)) this.#askExpert(node);
    if (wanted.archive && this.knows("archive", node.game)) this.#askArchive(node);
    if (wanted.facts && node.game.hasFacts) this.#askFacts(node);
  }

  stop() {
    this.#asking?.abort();
    this.#live.stop();
    this.#node = null;
  }

  /** Forget the expert, as after another rating was chosen, or the archive, as after another filter. */
  forget(voice) {
    this.#memory[voice].clear();
  }

  expert(node = this.#node) {
    return this.#recall("expert", node);
  }

  engine(node = this.#node) {
    return this.#recall("engine", node);
  }

  archive(node = this.#node) {
    return this.#recall("archive", node);
  }

  /** Opening name, stable discs and the like: the server's Position. */
  facts(node = this.#node) {
    return this.#recall("facts", node);
  }

  #recall(voice, node) {
    return (node && this.#memory[voice].get(keyOf(voice, node))) ?? null;
  }

  #keep(voice, node, answer) {
    const memory = this.#memory[voice];
    if (memory.size >= REMEMBERED) memory.delete(memory.keys().next().value);
    const isFirst = !this.#recall(voice, node);
    memory.set(keyOf(voice, node), answer);
    if (node === this.#node) this.dispatchEvent(new CustomEvent("change", { detail: { voice, isFirst } }));
  }

  #askEngine(node) {
    this.#request += 1;
    this.#live.analyse(placeOf(node), this.#request);
  }

  #hear(analysis) {
    if (!this.#node || analysis.id !== this.#request) return;
    const before = this.engine();
    // A new search of a position known better already starts again from the bottom: keep what is better.
    if (before && isPoorer(analysis, before)) return;
    this.#keep("engine", this.#node, this.#node.game.engineAnswer(analysis, before));
  }

  /** Remember an analysis of a node that was asked for elsewhere, unless a better one is known. */
  learn(node, analysis) {
    const before = this.engine(node);
    if (!before || !isPoorer(analysis, before)) this.#keep("engine", node, node.game.engineAnswer(analysis, before));
  }

  async #askExpert(node) {
    if (this.expert(node)) return;
    const { signal } = this.#asking;
    await this.#ask(async () => {
      const answer = await api.predictions(placeOf(node), node.game.hasRatings ? this.rating : "", signal);
      const moves = new Map(answer.moves.map(({ move, probability }) => [node.game.parseMove(move), probability]));
      this.#keep("expert", node, { ...answer, moves });
    });
  }

  async #askArchive(node) {
    if (this.archive(node)) return;
    const { signal } = this.#asking;
    await this.#ask(async () => {
      const answer = await api.explore(placeOf(node), this.filters, signal);
      this.#keep("archive", node, { ...answer, bySquare: archiveSquares(answer, node.game) });
    });
  }

  async #askFacts(node) {
    if (this.facts(node)) return;
    const { signal } = this.#asking;
    await this.#ask(async () => {
      await pause(FACTS_WAIT, signal);
      this.#keep("facts", node, await api.position(placeOf(node), signal));
    });
  }

  async #ask(work) {
    try {
      await work();
    } catch (error) {
      if (error.name !== "AbortError") this.dispatchEvent(new CustomEvent("trouble", { detail: error }));
    }
  }
}

/** Opening names depend on the line, not only on the discs. */
function keyOf(voice, node) {
  return voice === "facts" || voice === "archive" ? `${placeKey(node)}${node.transcript()}` : placeKey(node);
}

function isPoorer(analysis, before) {
  if (analysis.playouts !== undefined) return analysis.playouts < before.playouts;
  return !analysis.exact && (before.exact || analysis.depth < before.depth);
}

/** Every legal square's row: a twin under symmetry has the row of the move it mirrors. */
function archiveSquares(answer, game) {
  const rows = new Map();
  for (const row of answer.moves) {
    for (const name of [row.move, ...(row.twins ?? [])]) rows.set(game.parseMove(name), row);
  }
  return rows;
}
