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
  goExpert = { model: null, message: "" }; // what the server says of the model of Go moves
  goArchive = { imported: false, message: "" };
  hasArchive = false;

  constructor(live) {
    super();
    this.#live = live;
    live.addEventListener("analysis", (event) => this.#hear(event.detail));
  }

  get node() {
    return this.#node;
  }

  /** Whether a voice can be asked about a game at all. */
  knows(voice, game) {
    if (voice === "archive") return game.name === "go" ? this.goArchive.imported : this.hasArchive;
    return voice !== "expert" || game.name === "othello" || this.goExpert.model !== null;
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
    if (wanted.facts && node.game.name === "othello") this.#askFacts(node);
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
    this.#keep("engine", this.#node, engineAnswer(analysis, before, this.#node.game));
  }

  /** Remember an analysis of a node that was asked for elsewhere, unless a better one is known. */
  learn(node, analysis) {
    const before = this.engine(node);
    if (!before || !isPoorer(analysis, before)) this.#keep("engine", node, engineAnswer(analysis, before, node.game));
  }

  async #askExpert(node) {
    if (this.expert(node)) return;
    const { signal } = this.#asking;
    await this.#ask(async () => {
      const answer = await api.predictions(placeOf(node), node.game.name === "othello" ? this.rating : "", signal);
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

/** The analysis with its moves by square, and for each move the value it had before if it changed. */
function engineAnswer(analysis, before, game) {
  if (game.name === "go") return playoutsAnswer(analysis, game);
  const moves = new Map();
  for (const value of analysis.moves) {
    const square = game.parseMove(value.move);
    const old = before?.moves.get(square);
    const changed = old && Math.round(old.score) !== Math.round(value.score);
    moves.set(square, { ...value, was: changed ? old : (old?.was ?? null), changed: Boolean(changed) });
  }
  return { ...analysis, moves };
}

/** The analysis of Go with its moves by point; the most tried move is the best, whatever the others promise. */
function playoutsAnswer(analysis, game) {
  const moves = new Map(analysis.moves.map((value) => [game.parseMove(value.move), { ...value, score: value.visits }]));
  return { ...analysis, moves };
}

/** Every legal square's row: a twin under symmetry has the row of the move it mirrors. */
function archiveSquares(answer, game) {
  const rows = new Map();
  for (const row of answer.moves) {
    for (const name of [row.move, ...(row.twins ?? [])]) rows.set(game.parseMove(name), row);
  }
  return rows;
}
