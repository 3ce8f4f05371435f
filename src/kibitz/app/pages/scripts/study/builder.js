// The repertoire on the board: moves are kept as they are played, beside what they are worth and how often they are played.

import { button, field, make, select } from "../dom.js";
import { startOf } from "../games/games.js";
import { GameTree } from "../game/tree.js";
import { attempt, notify } from "../notices.js";
import { panel } from "../panels/panel.js";
import { addressOf } from "../routes.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { settings } from "../settings.js";
import { countText, formatCount, formatDiscs, formatShare, text } from "../text.js";
import { departureList, gapList } from "./leaks.js";

const COLUMNS = ["move", "games", "value", "known"];

/** The builder for one view, on whose session the moves are played. */
export class RepertoireBuilder {
  #app;
  #view;
  #asking = null;
  #here = null;
  #side = settings.get("repertoireSide");
  #frame = panel(text("repertoire.title"), [], "repertoire-builder");
  #gaps = panel(text("repertoire.gaps"));
  #departures = panel(text("repertoire.departures"));
  #status = make("p", { class: "repertoire-status", role: "status" });
  #rows = make("div");
  #counts = make("p", { class: "quiet" });
  #keep = make("input", { type: "checkbox", checked: true });

  constructor(app, view) {
    this.#app = app;
    this.#view = view;
    const sides = ["black", "white"].map((side) => [side, text(`color.${side}`)]);
    const side = select(sides, this.#side, (chosen) => this.#choose(chosen), { id: "repertoire-side" });
    this.#frame.body.append(
      make("p", { class: "quiet" }, text("repertoire.buildHint")),
      make("div", { class: "row" }, field(text("repertoire.side"), side), field(text("repertoire.keep"), this.#keep)),
      this.#status,
      this.#rows,
      this.#counts,
    );
    this.left = [this.#gaps.element, this.#departures.element];
    this.right = [this.#frame.element];
  }

  async enter() {
    this.show();
    await this.#showLeaks();
  }

  leave() {
    this.#asking?.abort();
  }

  /** Ask for the node on the board. */
  async show() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const asked = { ...placeOf(this.#session.node), side: this.#side };
    const here = await attempt(() => api.repertoireAt(asked, signal));
    if (!here || signal.aborted) return;
    this.#here = here;
    this.#showHere(here);
  }

  /** Play a move on the board; the reader's own becomes part of the repertoire. */
  async choose(square) {
    const { node } = this.#session;
    const isOwn = node.position.toMove === this.#side;
    await this.#view.tryMove(square);
    if (isOwn && this.#keep.checked && this.#session.node !== node) await this.#add(this.#session.node, true);
  }

  get #session() {
    return this.#view.session;
  }

  get #game() {
    return this.#session.tree.game;
  }

  #choose(side) {
    this.#side = side;
    settings.set("repertoireSide", side);
    this.show();
    this.#showLeaks();
  }

  async #add(node, lastOnly) {
    const before = this.#here?.moves.find((row) => row.known)?.move;
    const place = placeOf(node);
    const answer = await attempt(() => api.addRepertoire({ ...place, side: this.#side, last_only: lastOnly }));
    if (!answer) return;
    const played = this.#game.formatMove(node.move);
    const replaces = lastOnly && this.#here?.own_turn && before && !isTwin(this.#here, before, played);
    notify(replaces ? text("repertoire.replaced", { move: played, before }) : countText("repertoire.added", answer.cards.length));
    await Promise.all([this.show(), this.#showLeaks()]);
  }

  async #remove() {
    const { card, moves } = this.#here;
    const move = moves.find((row) => row.known)?.move ?? "";
    if (!(await attempt(() => api.deleteCard(card)))) return;
    notify(text("repertoire.removed", { move }));
    await Promise.all([this.show(), this.#showLeaks()]);
  }

  #showHere(here) {
    this.#showStatus(here);
    this.#rows.replaceChildren(here.moves.length ? this.#table(here) : make("p", { class: "quiet" }, text("repertoire.none")));
    const drill = make("a", { class: "button-like", href: addressOf("study", ["repertoire"]) }, countText("repertoire.due", here.due));
    this.#counts.replaceChildren(`${countText("repertoire.count", here.cards)} · `, drill);
    if (this.#app.stage.view === this.#view) this.#mark(here);
  }

  #showStatus(here) {
    const whose = text(here.own_turn ? "repertoire.yourTurn" : "repertoire.theirTurn");
    const parts = [make("strong", {}, whose), " "];
    if (here.own_turn) parts.push(text(here.card ? "repertoire.inside" : "repertoire.outside"));
    if (here.card) {
      const { move } = here.moves.find((row) => row.known) ?? { move: "" };
      parts.push(" ", button(text("repertoire.remove", { move }), () => this.#remove()));
    }
    const { node } = this.#session;
    if (!here.card && node.ply > 1)
      parts.push(" ", button(text("repertoire.fromExplorer"), () => this.#add(node, false), { title: text("repertoire.fromExplorerHint", { color: text(`color.${this.#side}`) }) }));
    this.#status.replaceChildren(...parts);
  }

  #table(here) {
    const head = make(
      "tr",
      {},
      COLUMNS.map((name) => make("th", { scope: "col" }, text(`repertoire.columns.${name}`))),
    );
    return make(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": text("repertoire.title") },
      make(
        "table",
        { class: "explorer-table repertoire-table" },
        make("caption", { class: "unseen" }, text("repertoire.title")),
        make("thead", {}, head),
        make("tbody", {}, here.moves.map((row) => this.#row(row, here))),
      ),
    );
  }

  #row(row, here) {
    const play = button(row.move, () => this.choose(this.#game.parseMove(row.move)), {
      class: "move-button",
      "aria-label": text("voices.playMove", { move: row.move }),
    });
    const games = row.games === null ? "–" : text("repertoire.games", { games: formatCount(row.games), share: formatShare(row.share) });
    return make(
      "tr",
      { class: row.known ? "known" : null },
      make("th", { scope: "row" }, play),
      make("td", {}, games),
      make("td", { class: "number" }, formatDiscs(row.score, Number.isInteger(row.score) ? 0 : 1)),
      make("td", {}, knownWords(row, here)),
    );
  }

  /** Mark the moves on the board: the repertoire's own, and how often the others are played. */
  #mark(here) {
    const labels = new Map();
    for (const row of here.moves) {
      const words = row.share ? formatShare(row.share).replace("\u00a0", "\u202f") : "";
      const known = row.known ? "★" : "";
      const lines = [known || words, known ? words : ""].filter(Boolean).map((line, at) => ({ text: line, kind: at ? "archive" : "archive only" }));
      if (!lines.length) continue;
      const spoken = [row.known ? knownWords(row, here) : "", words].filter(Boolean).join(", ");
      for (const name of row.twins) labels.set(this.#game.parseMove(name), { lines, ring: row.share ?? 0, best: row.known, spoken });
    }
    this.#app.stage.board.setLabels(labels);
  }

  async #showLeaks() {
    const side = this.#side;
    const [gaps, left] = await Promise.all([attempt(() => api.repertoireGaps(side)), attempt(() => api.repertoireDepartures(side))]);
    if (side !== this.#side) return;
    if (gaps) this.#gaps.body.replaceChildren(...gapList(gaps, (path) => this.#open(path)));
    if (left) this.#departures.body.replaceChildren(...departureList(left, (path) => this.#open(path)));
  }

  #open(path) {
    const tree = GameTree.fromTranscript(path, startOf(""));
    this.#session.load(tree, tree.root.mainLine().at(-1), false);
  }
}

const isTwin = (here, before, played) => here.moves.find((row) => row.move === before)?.twins.includes(played);

function knownWords(row, here) {
  if (here.own_turn) return row.known ? text("repertoire.yes") : "";
  return text(row.known ? "repertoire.answered" : "repertoire.open");
}
