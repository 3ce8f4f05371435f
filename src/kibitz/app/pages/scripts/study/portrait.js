// A player's portrait: openings, results, typical mistakes and likely errors; every line is a click away on the board.

import { button, field, make } from "../dom.js";
import { GameTree } from "../game/tree.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { api } from "../server/api.js";
import { formatDiscs, formatLoss, formatShare, text } from "../text.js";

const SHOWN_PERIODS = 12;

/** The portrait for one view, whose session shows the chosen line. */
export class Portrait {
  #view;
  #asking = null;

  constructor(view) {
    this.#view = view;
    const frame = panel(text("portrait.title"), [], "portrait");
    this.#name = make("input", { type: "search", id: "portrait-player", list: "portrait-players", autocomplete: "off" });
    this.#names = make("datalist", { id: "portrait-players" });
    this.#name.addEventListener("input", () => this.#suggest());
    this.#name.addEventListener("keydown", (event) => event.key === "Enter" && this.#look(this.#name.value.trim()));
    const tools = make(
      "div",
      { class: "portrait-tools" },
      button(text("portrait.look"), () => this.#look(this.#name.value.trim())),
      button(text("portrait.you"), () => this.#look("")),
    );
    this.#found = make("div", { class: "portrait-parts", "aria-live": "polite" });
    frame.body.append(field(text("portrait.player"), this.#name), this.#names, tools, this.#found);
    this.left = [];
    this.right = [frame.element];
  }

  #name;
  #names;
  #found;

  async enter() {}

  show() {}

  leave() {
    this.#asking?.abort();
  }

  async #suggest() {
    const part = this.#name.value.trim();
    if (part.length < 3) return;
    const answer = await api.archivePlayers(part).catch(() => null); // without an archive there is nobody to suggest
    if (answer) this.#names.replaceChildren(...answer.players.map(({ name }) => make("option", { value: name })));
  }

  async #look(player) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#found.replaceChildren(make("p", { class: "quiet" }, text("portrait.looking")));
    const found = await attempt(() => api.portrait(player, signal));
    if (signal.aborted) return;
    this.#found.replaceChildren(...(found ? this.#parts(found) : []));
  }

  #parts(found) {
    return [
      ...headOf(found),
      ...["black", "white"].map((color) => this.#openings(text(`portrait.${color}`), found.colors[color])),
      leavesOf(found.leaves_archive),
      losses(text("portrait.phases"), found.phases, ({ phase }) => text(`portrait.phase.${phase}`)),
      losses(text("portrait.kinds"), found.kinds, ({ kind }) => kind),
      this.#lines(text("portrait.errors"), found.expected_errors, errorText),
      this.#lines(text("portrait.mistakes"), found.mistakes, mistakeText),
      periods(found.periods),
    ].filter(Boolean);
  }

  #openings(title, results) {
    const rows = results.openings.map((opening) =>
      make("tr", {}, make("th", { scope: "row" }, this.#opener(opening.name, opening.moves)), ...resultCells(opening)),
    );
    return table(`${title}: ${text("portrait.results", results)}`, ["name", "games", "score", "discs"], rows);
  }

  #lines(title, entries, words) {
    if (!entries.length) return null;
    const items = entries.map((entry) => {
      const [label, note] = words(entry);
      return make("li", {}, this.#opener(label, entry.moves), make("span", { class: "quiet" }, note));
    });
    return make("section", {}, make("h3", {}, title), make("ul", { class: "portrait-lines" }, items));
  }

  #opener(label, moves) {
    const open = () => {
      const tree = GameTree.fromTranscript(moves);
      this.#view.session.load(tree, tree.root.mainLine().at(-1));
    };
    return button(label, open, { class: "list-button", title: moves });
  }
}

function headOf(found) {
  const years = found.years.length ? `, ${[...new Set(found.years)].join("–")}` : "";
  const name = found.rating === null ? found.player : text("portrait.rated", { player: found.player, rating: Math.round(found.rating) });
  return [
    make("h3", {}, name),
    make("p", { class: "quiet" }, text("portrait.head", { games: found.games, years, judged: found.judged_games })),
    found.leaves_archive && make("p", { class: "quiet" }, text("portrait.spar", { player: found.player })),
  ];
}

function leavesOf(leaves) {
  if (!leaves?.games) return null;
  const values = { discs: leaves.median_discs, share: formatShare(leaves.by_the_player) };
  return make("p", {}, text("portrait.leaves", values));
}

function table(title, columns, rows) {
  if (!rows.length) return null;
  const head = columns.map((name) => make("th", { scope: "col" }, text(`portrait.columns.${name}`)));
  return make("table", { class: "portrait-table" }, make("caption", {}, title), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows));
}

function resultCells(row) {
  const points = row.games ? formatShare((row.wins + row.draws / 2) / row.games) : "–";
  return [row.games, points, row.mean_score === null ? "–" : formatDiscs(row.mean_score)].map((cell) => make("td", {}, String(cell)));
}

function losses(title, entries, nameOf) {
  const rows = entries
    .filter(({ moves }) => moves)
    .map((entry) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, nameOf(entry)),
        ...[entry.moves, formatLoss(entry.mean_loss, 2), formatLoss(entry.expected_loss, 2)].map((cell) => make("td", {}, String(cell))),
      ),
    );
  return table(title, ["name", "moves", "loss", "expected"], rows);
}

function periods(entries) {
  if (entries.length < 2) return null;
  const rows = entries.slice(-SHOWN_PERIODS).map((entry) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, entry.period),
      ...resultCells(entry),
      make("td", {}, entry.mean_loss === null ? "–" : formatLoss(entry.mean_loss, 2)),
    ),
  );
  return table(text("portrait.periods"), ["name", "games", "score", "discs", "loss"], rows);
}

function errorText(entry) {
  const values = {
    chance: formatShare(entry.error_chance),
    likeliest: entry.likeliest,
    probability: formatShare(entry.probability),
    best: entry.best,
  };
  return [text("portrait.error", values), entry.games === 1 ? text("portrait.once") : text("portrait.often", { games: entry.games })];
}

function mistakeText({ played, best, loss, opponent, date }) {
  return [text("portrait.mistake", { played, best, loss: formatLoss(loss, 0) }), text("portrait.against", { opponent, date })];
}
