// The saved games: a list with search, each game one click away.

import { button, field, iconButton, make } from "../dom.js";
import { confirmDialog } from "../dialogs.js";
import { gameNamed } from "../games/games.js";
import { attempt } from "../notices.js";
import { addressOf, goToAddress } from "../routes.js";
import { api, fileAddress } from "../server/api.js";
import { countText, formatDate, text } from "../text.js";
import { openImport } from "./importing.js";

const PAGE = 50;
const TYPING_PAUSE = 200;

/** The view "games". */
export class GamesView {
  name = "games";
  #app;
  #offset = 0;
  #typing = null;

  constructor(app) {
    this.#app = app;
    this.#search = make("input", { type: "search", placeholder: text("games.searchHint"), id: "game-search" });
    this.#search.addEventListener("input", () => this.#soon());
    this.#list = make("tbody");
    this.#count = make("p", { class: "quiet", role: "status" });
    this.#more = button(text("games.more"), () => this.#load(this.#offset + PAGE));
    this.#unreadable = make("ul", { class: "trouble unreadable-games", hidden: true });
    this.page = [this.#head(), this.#count, this.#unreadable, make("div", { class: "panel list-panel" }, this.#table()), this.#more];
  }

  #search;
  #list;
  #count;
  #unreadable;
  #more;

  #head() {
    const title = make("h2", { class: "page-title" }, text("views.games"));
    const tools = make(
      "div",
      { class: "row" },
      button(text("games.import"), () => openImport(this.#app)),
      button(text("games.new"), () => goToAddress("play", ["new"]), { class: "primary" }),
    );
    return make("div", { class: "page-head" }, title, field(text("games.search"), this.#search), tools);
  }

  #table() {
    const names = ["players", "result", "event", "date", "moves", "actions"];
    const head = make(
      "tr",
      {},
      names.map((name) => make("th", { scope: "col" }, text(`games.${name}`))),
    );
    return make(
      "table",
      { class: "games-table" },
      make("caption", { class: "unseen" }, text("views.games")),
      make("thead", {}, head),
      this.#list,
    );
  }

  async enter() {
    await this.#load(0);
  }

  leave() {}

  #soon() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#load(0), TYPING_PAUSE);
  }

  async #load(offset) {
    const asked = this.#search.value;
    const answer = await attempt(() => api.games({ search: asked, limit: PAGE, offset }));
    if (!answer || asked !== this.#search.value) return;
    this.#offset = offset;
    if (offset === 0) this.#list.replaceChildren();
    this.#list.append(...answer.games.map((game) => this.#row(game)));
    this.#count.textContent = answer.total
      ? countText("games.count", answer.total)
      : text(asked ? "games.noneFound" : "games.none");
    this.#unreadable.replaceChildren(...answer.unreadable.map(({ problem }) => make("li", {}, text("games.unreadable", { problem }))));
    this.#unreadable.hidden = answer.unreadable.length === 0;
    this.#more.hidden = this.#list.children.length >= answer.total;
  }

  #row(game) {
    const open = addressOf(
      game.state === "playing" ? "play" : "analyse",
      game.state === "playing" ? [game.id] : ["game", game.id],
    );
    const result =
      game.state === "playing" ? make("span", { class: "tag live" }, text("games.playing")) : gameNamed(game.game).resultText(game);
    const tag = gameNamed(game.game).tag(game.size);
    const row = make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        make("a", { href: open }, `${game.black || text("color.black")} – ${game.white || text("color.white")}`),
        tag ? make("span", { class: "tag game-tag" }, tag) : null,
      ),
      make("td", {}, result),
      make("td", {}, game.event ?? ""),
      make("td", {}, formatDate(game.date || (game.created ?? "").slice(0, 10))),
      make("td", { class: "number" }, String(game.moves)),
    );
    row.append(make("td", {}, this.#actions(game, row)));
    return row;
  }

  #actions(game, row) {
    const label = (key) => text(key, { game: `${game.black} – ${game.white}` });
    const { formats, views } = gameNamed(game.game);
    const files = formats.map((format) =>
      make(
        "a",
        { href: fileAddress(`games/${game.id}/export?format=${format}`), download: true, class: "tag" },
        format.toUpperCase(),
      ),
    );
    return make(
      "div",
      { class: "row tight" },
      iconButton("eye", label("games.analyse"), () => goToAddress("analyse", ["game", game.id])),
      views.includes("review") ? iconButton("review", label("games.review"), () => this.#review(game)) : null,
      iconButton("trash", label("games.delete"), () => this.#delete(game, row)),
      files,
    );
  }

  async #review(game) {
    const answer = await attempt(() => api.reviewGame(game.id));
    if (answer) goToAddress("review", [answer.reviews[0].id]);
  }

  async #delete(game, row) {
    if (!(await confirmDialog(text("games.deleteQuestion"), text("games.deleteYes")))) return;
    if (await attempt(() => api.deleteGame(game.id))) row.remove();
  }
}
