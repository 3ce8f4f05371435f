// The three voices on one node: asked at once when the node comes on the board, remembered when it leaves. The server joins them
// into a row for each legal move, and tells again whenever one of them has more to say.

import { pause } from "../dom.js";
import { said } from "../said.js";
import { api } from "../server/api.js";
import { placeKey, placeOf } from "../server/place.js";
import { speakerOf } from "./external.js";

const REMEMBERED = 2000;
const FACTS_WAIT = 120; // milliseconds; the numbers come first
const SERVER_NAMES = { expert: "human", engine: "engine", archive: "archive" };

/**
 * What expert, engine and archive say about the node on show. Fires "change" with {isFirst} as detail: whether a voice speaks for
 * the first time. A voice that does not know (yet) is null.
 */
export class Voices extends EventTarget {
  #live;
  #engines; // which engine speaks of a game
  #node = null;
  #asking = null;
  #memory = { heard: new Map(), engine: new Map(), facts: new Map() };
  #request = 0;
  #complaints = new Set();
  rating = "";
  #status = null; // what the server says it has, once it is known

  constructor(live, engines) {
    super();
    this.#live = live;
    this.#engines = engines;
    live.addEventListener("voices", (event) => this.#hear(event.detail));
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
    this.#leave();
    this.#asking = new AbortController();
    this.#node = node;
    const voices = Object.keys(SERVER_NAMES).filter((voice) => wanted[voice] && this.knows(voice, node.game));
    if (voices.length && !node.position.isOver) this.#askVoices(node, voices);
    else this.#live.stop();
    if (wanted.facts && node.game.hasFacts) this.#askFacts(node);
  }

  stop() {
    this.#leave();
    this.#live.stop();
    this.#node = null;
  }

  /** Ask no more about the node on show: answers that are still on their way belong to no request then, and are dropped. */
  #leave() {
    this.#asking?.abort();
    this.#request += 1;
  }

  /** Forget what was said, as after another rating was chosen. */
  forget() {
    this.#memory.heard.clear();
  }

  /**
   * The rows of a node by their moves, best first: {share, value, row} by expert, engine and archive, undefined if silent; the shares
   * of players by rating, and the mark of a gem or a trap.
   */
  rows(node = this.#node) {
    return this.#recall("heard", node)?.rows ?? new Map();
  }

  /** How likely the player errs here, as the server puts it: {rating, error_chance, error_size, expected_loss, sentence}. */
  insight(node = this.#node) {
    return this.#recall("heard", node)?.insight ?? null;
  }

  /** What the expert says of the whole position: {model, win_chance, ownership} and the shares by move. */
  expert(node = this.#node) {
    return this.#recall("heard", node)?.expert ?? null;
  }

  /** What the engine says of the whole position, and the values by move, best first. */
  engine(node = this.#node) {
    return this.#recall("engine", node);
  }

  /** Opening name, stable discs and the like: the server's Position. */
  facts(node = this.#node) {
    return this.#recall("facts", node);
  }

  #recall(voice, node) {
    return (node && this.#memory[voice].get(this.#keyOf(voice, node))) ?? null;
  }

  #remember(voice, node, answer) {
    const memory = this.#memory[voice];
    if (memory.size >= REMEMBERED) memory.delete(memory.keys().next().value);
    memory.set(this.#keyOf(voice, node), answer);
  }

  /** Opening names and games depend on the line, not only on the discs; what is heard depends on who is asked. */
  #keyOf(voice, node) {
    const place = voice === "engine" ? placeKey(node) : `${placeKey(node)}${node.transcript()}`;
    return voice === "facts" ? place : `${this.#engines.chosen(node.game)} ${place}`;
  }

  #keep(voice, node, answer, isFirst = true) {
    this.#remember(voice, node, answer);
    if (node === this.#node) this.dispatchEvent(new CustomEvent("change", { detail: { isFirst } }));
  }

  #askVoices(node, voices) {
    const ask = voices.map((voice) => SERVER_NAMES[voice]);
    const rating = node.game.hasRatings && this.rating ? Number(this.rating) : null;
    const engine = this.#engines.chosen(node.game);
    this.#live.ask({ ...placeOf(node), ask, rating, engine }, this.#request);
  }

  #hear(message) {
    if (!this.#node || message.id !== this.#request) return;
    this.#complain(message.sources.notes);
    const before = this.#recall("heard", this.#node);
    const spoken = countSpoken(message);
    if (before && before.spoken > spoken) return; // the others will say it again
    if (message.analysis) this.learn(this.#node, { ...message.analysis, moves: engineMoves(message.rows) });
    const rows = rowsOf(message.rows, message.analysis && this.engine(), this.#node.game);
    this.#keep("heard", this.#node, { spoken, rows, insight: message.insight, expert: expertOf(message.human, rows) }, before?.spoken !== spoken);
  }

  /** Remember an analysis of a node, unless a better one is known: a new search starts again from the bottom. */
  learn(node, analysis) {
    const before = this.engine(node);
    if (!before || !isPoorer(analysis, before)) this.#remember("engine", node, answerOf(analysis, node.game, before));
  }

  /** Say once why a voice is silent that should speak. */
  #complain(notes) {
    for (const note of notes.filter((note) => !this.#complaints.has(note))) {
      this.#complaints.add(note);
      this.dispatchEvent(new CustomEvent("trouble", { detail: new Error(said(note)) }));
    }
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

function isPoorer(analysis, before) {
  if (analysis.problem || before.problem) return false;
  if (typeof analysis.playouts === "number") return analysis.playouts < before.playouts;
  return !analysis.exact && (before.exact || analysis.depth < before.depth);
}

const countSpoken = ({ human, analysis, archive_games: games }) => [human, analysis, games].filter((said) => said !== null).length;

function answerOf(analysis, game, before) {
  const speaker = speakerOf(analysis, game);
  return speaker.engineAnswer(analysis, speaker === game ? before : game);
}

/** The engine's part of the server's rows. */
const engineMoves = (rows) => rows.filter(({ engine }) => engine).map(({ move, engine }) => ({ move, ...engine }));

/** The server's rows by their moves; `engine` is what is remembered of it, with the values it had before. */
function rowsOf(rows, engine, game) {
  const facts = ({ move, human, archive, by_rating: byRating, mark }) => ({
    share: human ?? undefined,
    byRating,
    mark,
    value: engine?.moves.get(game.parseMove(move)),
    row: archive ?? undefined,
  });
  return new Map(rows.map((row) => [game.parseMove(row.move), facts(row)]));
}

function expertOf(human, rows) {
  if (!human) return null;
  const shares = [...rows].filter(([, { share }]) => share !== undefined).map(([move, { share }]) => [move, share]);
  return { ...human, moves: new Map(shares) };
}
