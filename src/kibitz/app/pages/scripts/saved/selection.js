// Which of the saved games are selected, and the bar of what can be done with all of them.

import { button, make } from "../dom.js";
import { attempt, notify } from "../notices.js";
import { goToAddress } from "../routes.js";
import { said } from "../said.js";
import { api } from "../server/api.js";
import { countText, formatCount, text } from "../text.js";
import { openExport, openFiling } from "./game_dialogs.js";
import { undoable } from "./undo.js";

/** The selection of one list; `list` says {query(), shelf(), formats(), reload()}. Call changed() after each change of its set. */
export class Selection {
  chosen = new Set();
  #list;
  #count = make("span", { role: "status" });
  #all = button("", () => this.#selectAll(), { class: "quiet-button" });

  constructor(list) {
    this.#list = list;
    this.element = make(
      "div",
      { class: "row selection-bar", hidden: true, role: "toolbar", "aria-label": text("shelf.bulk") },
      this.#count,
      this.#all,
      button(text("shelf.selectNone"), () => this.clear(), { class: "quiet-button" }),
      button(text("shelf.reviewAll"), () => this.#review()),
      button(text("shelf.file"), () => openFiling(this.#list.shelf(), (filing) => this.#file(filing))),
      button(text("shelf.exportAll"), () => openExport(this.#wanted, this.#list.formats())),
      button(text("shelf.deleteAll"), () => this.#delete(), { class: "danger" }),
    );
  }

  get #wanted() {
    return { games: [...this.chosen] };
  }

  clear() {
    this.chosen.clear();
    this.changed();
  }

  /** Show how many are selected, and offer all that match. */
  changed() {
    const { total } = this.#list.shelf();
    this.element.hidden = this.chosen.size === 0;
    this.#count.textContent = countText("shelf.selected", this.chosen.size);
    this.#all.hidden = this.chosen.size >= total;
    this.#all.textContent = text("shelf.selectAll", { count: formatCount(total) });
    this.#list.marked();
  }

  async #selectAll() {
    const answer = await attempt(() => api.chosenGames(this.#list.query()));
    if (!answer) return;
    this.chosen = new Set(answer.games);
    this.changed();
  }

  async #review() {
    const answer = await attempt(() => api.reviewGames(this.#wanted));
    if (!answer) return;
    this.#tell("shelf.reviewing", answer);
    if (answer.games.length) goToAddress("review");
  }

  async #file(filing) {
    const answer = await attempt(() => api.fileGames({ ...this.#wanted, ...filing }));
    if (!answer) return;
    this.#tell("shelf.filed", answer);
    await this.#list.reload();
  }

  async #delete() {
    await deleteGames(this.#wanted.games, () => this.#list.reload());
    this.clear();
  }

  #tell(key, { games, problems }) {
    if (games.length) notify(countText(key, games.length));
    if (problems.length) notify(countText("shelf.problems", problems.length, { first: said(problems[0]) }), "trouble");
  }
}

/** Delete games, and offer for a while to bring them back. */
export async function deleteGames(games, reload) {
  const answer = await attempt(() => api.deleteGames({ games }));
  if (!answer) return;
  for (const problem of answer.problems.slice(0, 1)) notify(said(problem), "trouble");
  await reload();
  undoable(countText("shelf.deleted", answer.games.length), async () => {
    const back = await attempt(() => api.restoreGames(answer.games));
    if (back) notify(countText("shelf.restored", back.games.length));
    await reload();
  });
}
