// The saved games: a list that is searched, sorted and filtered, each game one click away, many of them dealt with at once.

import { button, field, make, select } from "../dom.js";
import { GAMES } from "../games/games.js";
import { attempt } from "../notices.js";
import { goToAddress } from "../routes.js";
import { said } from "../said.js";
import { gameRow } from "../saved/game_row.js";
import { Selection } from "../saved/selection.js";
import { api } from "../server/api.js";
import { countText, formatCount, text } from "../text.js";

const PAGE = 50;
const TYPING_PAUSE = 200;
const ANY = "\u0000any";
const COLUMNS = ["players", "result", "event", "date", "moves"];
const FALLING_FIRST = new Set(["date", "moves", "result"]);

/** The view "games". */
export class GamesView {
  name = "games";
  #offset = 0;
  #typing = null;
  #sort = { sort: "changed", descending: true };
  #answer = { total: 0, folders: [], tags: [] };
  #heads = new Map();

  constructor() {
    this.#search = make("input", { type: "search", placeholder: text("games.searchHint"), id: "game-search" });
    this.#search.addEventListener("input", () => this.#soon());
    this.#more = button(text("games.more"), () => this.#load(this.#offset + PAGE));
    this.#selection = new Selection({
      query: () => this.#filters(),
      shelf: () => this.#answer,
      formats: () => [...new Set(GAMES.flatMap((game) => game.formats))],
      reload: () => this.#load(0),
      marked: () => this.#mark(),
    });
    const table = make("div", { class: "panel list-panel" }, this.#table());
    this.page = [this.#head(), this.#filterBar, this.#count, this.#unreadable, this.#selection.element, table, this.#more];
  }

  #search;
  #selection;
  #list = make("tbody");
  #count = make("p", { class: "quiet", role: "status" });
  #unreadable = make("ul", { class: "trouble unreadable-games", hidden: true });
  #more;
  #filterBar = make("div", { class: "row game-filters", hidden: true });
  #folder = ANY;
  #tag = ANY;
  #all = make("input", { type: "checkbox", "aria-label": text("shelf.selectShown"), onchange: () => this.#selectShown() });

  #head() {
    const title = make("h2", { class: "page-title" }, text("views.games"));
    const tools = make(
      "div",
      { class: "row" },
      button(text("games.import"), () => goToAddress("import")),
      button(text("games.new"), () => goToAddress("play", ["new"]), { class: "primary" }),
    );
    return make("div", { class: "page-head" }, title, field(text("games.search"), this.#search), tools);
  }

  #table() {
    const heads = COLUMNS.map((name) => this.#sortHead(name));
    const head = make(
      "tr",
      {},
      make("th", { scope: "col", class: "select-cell" }, this.#all),
      heads,
      make("th", { scope: "col" }, text("games.actions")),
    );
    return make(
      "table",
      { class: "games-table" },
      make("caption", { class: "unseen" }, text("views.games")),
      make("thead", {}, head),
      this.#list,
    );
  }

  /** The head of a column, which sorts by it. */
  #sortHead(name) {
    const label = text(`games.${name}`);
    const sort = button(label, () => this.#sortBy(name), { class: "sort-button", "aria-label": text("shelf.sort", { column: label }) });
    const head = make("th", { scope: "col" }, sort);
    this.#heads.set(name, head);
    return head;
  }

  #sortBy(name) {
    const turned = this.#sort.sort === name ? !this.#sort.descending : FALLING_FIRST.has(name);
    this.#sort = { sort: name, descending: turned };
    for (const [column, head] of this.#heads) {
      if (column === name) head.setAttribute("aria-sort", turned ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    this.#load(0);
  }

  async enter() {
    await this.#load(0);
  }

  leave() {}

  #soon() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#load(0), TYPING_PAUSE);
  }

  #filters() {
    return {
      search: this.#search.value,
      ...(this.#folder === ANY ? {} : { folder: this.#folder }),
      ...(this.#tag === ANY ? {} : { tag: this.#tag }),
    };
  }

  async #load(offset) {
    const asked = { ...this.#filters(), ...this.#sort };
    const answer = await attempt(() => api.games({ ...asked, limit: PAGE, offset }));
    if (!answer || JSON.stringify(asked) !== JSON.stringify({ ...this.#filters(), ...this.#sort })) return;
    this.#offset = offset;
    this.#answer = answer;
    if (offset === 0) this.#list.replaceChildren();
    const shown = { chosen: this.#selection.chosen, changed: () => this.#selection.changed(), reload: () => this.#load(0) };
    this.#list.append(...answer.games.map((game) => gameRow(game, shown)));
    this.#showFilters(answer);
    this.#showCounts(answer, asked);
  }

  #showCounts(answer, { search, folder, tag }) {
    const filtered = search || folder !== undefined || tag !== undefined;
    this.#count.textContent = answer.total
      ? countText("games.count", answer.total)
      : text(filtered ? "games.noneFound" : "games.none");
    this.#unreadable.replaceChildren(...answer.unreadable.map(({ problem }) => make("li", {}, text("games.unreadable", { problem: said(problem) }))));
    this.#unreadable.hidden = answer.unreadable.length === 0;
    this.#more.hidden = this.#list.children.length >= answer.total;
    this.#selection.changed();
  }

  /** Choices of folder and tag, while there are any. */
  #showFilters({ folders, tags }) {
    const counted = (known) => known.map(({ name, games }) => [name, text("shelf.counted", { name, games: formatCount(games) })]);
    if (!folders.some(({ name }) => name === this.#folder) && this.#folder !== "") this.#folder = ANY;
    if (!tags.some(({ name }) => name === this.#tag)) this.#tag = ANY;
    const folder = select([[ANY, text("shelf.allFolders")], ["", text("shelf.noFolder")], ...counted(folders)], this.#folder, (chosen) => {
      this.#folder = chosen;
      this.#load(0);
    });
    const tag = select([[ANY, text("shelf.allTags")], ...counted(tags)], this.#tag, (chosen) => {
      this.#tag = chosen;
      this.#load(0);
    });
    this.#filterBar.hidden = folders.length + tags.length === 0;
    if (this.#filterBar.contains(document.activeElement)) return; // do not take the choice away from who has it open
    this.#filterBar.replaceChildren(
      ...(folders.length ? [field(text("shelf.folder"), folder)] : []),
      ...(tags.length ? [field(text("shelf.tag"), tag)] : []),
    );
  }

  #selectShown() {
    for (const row of this.#list.children) {
      if (this.#all.checked) this.#selection.chosen.add(row.dataset.game);
      else this.#selection.chosen.delete(row.dataset.game);
    }
    this.#selection.changed();
  }

  /** Let the boxes of the rows show what is selected. */
  #mark() {
    const boxes = [...this.#list.children].map((row) => [row, row.querySelector(".select-cell input")]);
    for (const [row, box] of boxes) {
      box.checked = this.#selection.chosen.has(row.dataset.game);
      row.classList.toggle("chosen", box.checked);
    }
    this.#all.checked = boxes.length > 0 && boxes.every(([, box]) => box.checked);
  }
}
