// The archive beside the board: what was played here, by whom, and the games themselves.

import { button, field, make, select } from "../dom.js";
import { BLACK, WHITE } from "../games/sides.js";
import { imports } from "../imports/imports.js";
import { attempt, notify } from "../notices.js";
import { resultBar } from "../panels/bars.js";
import { panel } from "../panels/panel.js";
import { unitOf } from "../panels/review_parts.js";
import { addressOf, goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { formatCount, formatDiscs, formatShare, text } from "../text.js";
import { showRecord } from "../views/importing.js";

const GAMES_ON_SHOW = 12;
const TYPING_PAUSE = 250;

/** The explorer of one session. */
export class Explorer {
  #app;
  #view;
  #filters = {};
  #asking = null;
  #typing = null;

  constructor(app, view) {
    this.#app = app;
    this.#view = view;
    this.#moves = panel(text("explorer.title"));
    this.#games = panel(text("explorer.games"));
    this.#filterPanel = panel(text("explorer.filters"), [], "filters");
    this.#filterPanel.body.append(this.#form());
    this.left = [this.#filterPanel.element, this.#games.element];
    this.right = [this.#moves.element];
  }

  #moves;
  #games;
  #filterPanel;

  #form() {
    const names = make("datalist", { id: "player-names" });
    const player = make("input", { type: "text", list: "player-names", autocomplete: "off" });
    player.addEventListener("input", () => this.#suggest(player.value, names));
    const colors = [
      ["", text("explorer.eitherColor")],
      ["black", text("color.black")],
      ["white", text("color.white")],
    ];
    const controls = {
      player,
      color: select(colors, "", null),
      tournament: make("input", { type: "text" }),
      from_year: make("input", { type: "number", min: 1970, max: 2100 }),
      to_year: make("input", { type: "number", min: 1970, max: 2100 }),
      human: make("input", { type: "checkbox" }),
    };
    const change = () => this.#filter(controls);
    const form = make(
      "form",
      { class: "stack", onsubmit: (event) => event.preventDefault() },
      make(
        "div",
        { class: "pair" },
        field(text("explorer.player"), controls.player),
        field(text("explorer.color"), controls.color),
      ),
      field(text("explorer.tournament"), controls.tournament),
      make(
        "div",
        { class: "pair" },
        field(text("explorer.from"), controls.from_year),
        field(text("explorer.to"), controls.to_year),
      ),
      field(text("explorer.human"), controls.human),
      names,
    );
    form.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(change, TYPING_PAUSE);
    });
    return form;
  }

  async #suggest(part, names) {
    if (part.length < 2 || !this.#app.voices.knows("archive", this.#game)) return;
    const answer = await attempt(() => api.archivePlayers(part, this.#game.name));
    names.replaceChildren(...(answer?.players ?? []).map((player) => make("option", { value: player.name })));
  }

  #filter(controls) {
    const values = Object.entries(controls).map(([name, control]) => [
      name,
      control.type === "checkbox" ? control.checked || "" : control.value.trim(),
    ]);
    this.#filters = Object.fromEntries(values.filter(([, value]) => value !== ""));
    if (!this.#filters.player) delete this.#filters.color;
    this.show();
  }

  enter() {
    this.show();
  }

  /** Ask no more: an answer that is still on its way must not be drawn on the board of somebody else. */
  leave() {
    clearTimeout(this.#typing);
    this.#asking?.abort();
  }

  /** Ask the archive about the node on the board. */
  async show() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    if (!this.#app.voices.knows("archive", this.#game)) return this.#sayMissing();
    const place = placeOf(this.#view.session.node);
    const questions = [
      api.explore(place, this.#filters, signal),
      api.archiveGames(place, this.#filters, GAMES_ON_SHOW, signal),
      api.position(place, signal),
    ];
    const answers = await attempt(() => Promise.all(questions));
    if (answers && !signal.aborted) this.#showAnswers(...answers);
    return undefined;
  }

  #showAnswers(explored, games, { opening }) {
    this.#moves.heading.textContent = opening?.name ?? text("explorer.title");
    this.#showMoves(explored);
    this.#showGames(games);
    this.#mark(explored);
  }

  #sayMissing() {
    this.#moves.body.replaceChildren(
      make("p", { id: "archive-missing" }, text("explorer.missing")),
      button(text("empty.archive"), () => this.#fetchArchive(), { class: "primary", id: "fetch-archive" }),
      make("a", { class: "button-like", href: addressOf("import") }, text("imports.title")),
    );
    this.#games.body.replaceChildren(make("p", { class: "quiet" }, text("explorer.noGames")));
  }

  /** Download the public collection of the game on the board; the import page shows how far it is. */
  async #fetchArchive() {
    const collections = (await attempt(() => imports.learn())) ?? [];
    const wanted = collections.find(({ game }) => game === this.#game.name);
    if (wanted) await attempt(() => imports.fetch(wanted));
    goToAddress("import");
  }

  #showMoves(answer) {
    const total = make("p", { class: "quiet" }, this.#totalSentence(answer));
    const columns = ["move", "games", "result", "score", "last", "players"];
    const head = make(
      "tr",
      {},
      columns.map((name) => make("th", { scope: "col" }, text(name === "score" ? `explorer.score.${this.#game.unit}` : `explorer.columns.${name}`))),
    );
    const rows = answer.moves.map((row) => this.#moveRow(row));
    const table = make(
      "table",
      { class: "explorer-table" },
      make("caption", { class: "unseen" }, text("explorer.title")),
      make("thead", {}, head),
      make("tbody", {}, rows),
    );
    const scroller = make(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": text("explorer.title") },
      table,
    );
    const build = make("a", { class: "button-like", href: addressOf("study", ["build"]) }, text("repertoire.fromExplorer"));
    const further = this.#game.studies.includes("build") ? [build] : [];
    this.#moves.body.replaceChildren(total, answer.moves.length ? scroller : make("p", {}, text("explorer.nothing")), ...further);
  }

  #totalSentence({ games, mean_score: score }) {
    const color = text(`color.${this.#view.session.position.toMove}`);
    return text("explorer.total", { games: formatCount(games), score: formatDiscs(score ?? 0, 1), color, unit: unitOf(this.#game) });
  }

  #moveRow(row) {
    const play = button(row.move, () => this.#view.tryMove(this.#game.parseMove(row.move)), {
      class: "move-button",
      "aria-label": text("voices.playMove", { move: row.move }),
    });
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, play),
      make(
        "td",
        {},
        make("span", { class: "figure" }, formatCount(row.games)),
        make("span", { class: "certainty" }, formatShare(row.share)),
      ),
      make("td", { class: "result-cell" }, resultBar(row), make("small", {}, resultWords(row))),
      make("td", { class: "number" }, formatDiscs(row.mean_score, 1)),
      make("td", { class: "number" }, String(row.last_year ?? "–")),
      playersCell(row.top_players ?? []),
    );
  }

  #showGames({ total, games }) {
    const rows = games.map((game) => {
      const open = button(`${game.black} – ${game.white}`, () => this.#openGame(game.number), { class: "list-button" });
      return make(
        "li",
        {},
        open,
        make(
          "span",
          { class: "quiet" },
          `${this.#game.resultText(game)} · ${[game.tournament, game.date].filter(Boolean).join(", ")}`,
        ),
      );
    });
    const count = make("p", { class: "quiet" }, text("explorer.gamesShown", { shown: games.length, total: formatCount(total) }));
    this.#games.body.replaceChildren(count, make("ul", { class: "choice-list" }, rows));
  }

  /** Open a game where it reached the position on the board. */
  async #openGame(number) {
    const { position } = this.#view.session;
    const record = await attempt(() => api.archiveGame(this.#game.name, number));
    if (!record) return;
    showRecord(this.#app, record, "", (tree) => explored(tree, position));
    notify(text("explorer.opened"));
  }

  get #game() {
    return this.#view.session.tree.game;
  }

  #mark(answer) {
    const most = Math.max(...answer.moves.map((row) => row.games), 1);
    const labels = new Map();
    for (const row of answer.moves) {
      for (const name of [row.move, ...(row.twins ?? [])]) labels.set(this.#game.parseMove(name), exploreLabel(row, most));
    }
    this.#app.stage.board.setLabels(labels);
  }
}

/** The node of a game's main line that has as many discs as a position: the one that is meant, maybe mirrored. */
function explored(tree, position) {
  const count = (board) => board.count(BLACK) + board.count(WHITE);
  const line = tree.root.mainLine();
  return line.find((node) => count(node.position) === count(position)) ?? line.at(-1);
}

function exploreLabel(row, most) {
  const lines = [
    { text: formatShare(row.share).replace("\u00a0", "\u202f"), kind: "archive only" },
    { text: formatCount(row.games), kind: "archive" },
  ];
  return { lines, ring: row.share, best: row.games === most, spoken: text("explorer.spoken", { games: formatCount(row.games) }) };
}

function playersCell(players) {
  const names = players.map((player) => player.name);
  return make("td", { class: "quiet one-line", title: names.join(", ") }, names[0] ?? "");
}

function resultWords(row) {
  const share = (count) => Math.round((100 * count) / Math.max(row.games, 1));
  return `${share(row.black_wins)} / ${share(row.draws)} / ${share(row.white_wins)}`;
}
