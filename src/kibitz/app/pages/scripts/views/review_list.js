// The list of all reviews with their progress, and the place where games to be reviewed are dropped.

import { button, iconButton, make } from "../dom.js";
import { GAMES, gameNamed } from "../games/games.js";
import { chosenFiles } from "../imports/dropped.js";
import { attempt, notify } from "../notices.js";
import { unitOf } from "../panels/review_parts.js";
import { addressOf, goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { countText, formatDate, text } from "../text.js";
import { bytesOf } from "./importing.js";

/** The page of the view "review" where no review is open. */
export class ReviewList {
  #place = null;
  #rows = make("tbody");

  /** The parts of the page, empty as yet: fill() asks for the reviews. */
  page() {
    this.#place = this.#dropPlace();
    return [
      make("div", { class: "page-head" }, make("h2", { class: "page-title" }, text("views.review"))),
      this.#place,
      this.#table(),
    ];
  }

  #dropPlace() {
    const file = make("input", { type: "file", multiple: true, class: "unseen", id: "review-files" });
    const folder = make("input", { type: "file", multiple: true, class: "unseen", id: "review-folder", webkitdirectory: true });
    for (const input of [file, folder]) input.addEventListener("change", () => this.importFiles(chosenFiles(input.files)));
    return make(
      "section",
      { class: "panel drop-place", "aria-label": text("review.import") },
      make("p", {}, text("review.dropHint")),
      make(
        "div",
        { class: "row" },
        button(text("review.paste"), () => this.#openPaste(), { class: "primary" }),
        make("label", { class: "button-like" }, text("review.files"), file),
        make("label", { class: "button-like" }, text("review.folder"), folder),
        button(text("review.retryAll"), () => goToAddress("study", ["mistakes"])),
      ),
    );
  }

  #openPaste() {
    const words = make("textarea", {
      rows: 4,
      class: "code",
      "aria-label": text("importing.paste"),
      placeholder: text("importing.example"),
    });
    const send = async () => {
      const answer = await attempt(() => api.reviewFile(text("importing.pasted"), bytesOf(words.value)));
      if (answer) this.#begun(answer.reviews);
    };
    this.#place.append(words, make("div", { class: "row" }, button(text("review.begin"), send, { class: "primary" })));
    words.focus();
  }

  #begun(reviews) {
    if (reviews.length === 1) goToAddress("review", [reviews[0].id]);
    else this.fill();
  }

  /** Review the games of dropped or chosen files, [{path, file}], one file after the other. */
  async importFiles(files) {
    const begun = [];
    let leftOut = 0;
    for (const { file } of files) {
      const answer = await attempt(async () => api.reviewFile(file.name, await file.arrayBuffer()));
      begun.push(...(answer?.reviews ?? []));
      leftOut += answer?.left_out ?? 0;
    }
    notify(countText("review.begun", begun.length));
    if (leftOut) notify(countText("importing.leftOut", leftOut));
    if (begun.length) this.#begun(begun);
  }

  #table() {
    this.#rows = make("tbody");
    const names = ["game", "state", "worst", "black", "white", "actions"];
    const numbers = new Set(["worst", "black", "white"]);
    const head = make(
      "tr",
      {},
      names.map((name) => make("th", { scope: "col", class: numbers.has(name) ? "number" : "" }, text(`review.columns.${name}`))),
    );
    const table = make(
      "table",
      { class: "games-table" },
      make("caption", { class: "unseen" }, text("views.review")),
      make("thead", {}, head),
      this.#rows,
    );
    return make("div", { class: "panel list-panel" }, table);
  }

  /** Ask for the reviews and show them. */
  async fill() {
    const answer = await attempt(() => api.reviews());
    if (!answer) return;
    const rows = answer.reviews.map((entry) => this.#listRow(entry));
    this.#rows.replaceChildren(
      ...(rows.length ? rows : [make("tr", {}, make("td", { colspan: 6 }, this.#wayOn()))]),
    );
  }

  /** What to do where nothing was reviewed yet: the example shows what a review is. */
  #wayOn() {
    const example = GAMES.find((game) => game.example && game.views.includes("review")).example;
    const review = async () => {
      const answer = await attempt(() => api.reviewFile(text("start.example"), bytesOf(example.moves)));
      if (answer) this.#begun(answer.reviews);
    };
    return make("div", { class: "empty-state" }, make("p", {}, text("review.none")), button(text("empty.example"), review));
  }

  #listRow(entry) {
    const name = `${entry.game.black || text("color.black")} – ${entry.game.white || text("color.white")}`;
    const share = (side) => (entry.accuracy?.[side] == null ? "–" : `${Math.round(entry.accuracy[side])}\u00a0%`);
    return make(
      "tr",
      { "data-review": entry.id },
      make(
        "th",
        { scope: "row" },
        make("a", { href: addressOf("review", [entry.id]) }, name),
        make("small", {}, ` ${formatDate(entry.game.date ?? "")}`),
      ),
      make("td", {}, stateCell(entry)),
      make(
        "td",
        { class: "number" },
        entry.worst_loss == null ? "–" : text("review.worst", { count: Math.round(entry.worst_loss), unit: unitOf(gameNamed(entry.game.game)) }),
      ),
      make("td", { class: "number" }, share("black")),
      make("td", { class: "number" }, share("white")),
      make(
        "td",
        {},
        iconButton("trash", text("review.forget", { game: name }), () => this.#forget(entry.id)),
      ),
    );
  }

  async #forget(id) {
    if (await attempt(() => api.deleteReview(id))) await this.fill();
  }

  /** Show how far a review has come. */
  hear({ id, state, done, total }) {
    const cell = this.#rows.querySelector(`[data-review="${CSS.escape(id)}"] td`);
    if (!cell || state === "done" || state === "failed") this.fill();
    else cell.replaceChildren(stateCell({ state, done, total }));
  }
}

function stateCell({ state, done, total, error }) {
  if (state === "done") return make("span", { class: "tag" }, text("review.states.done"));
  if (state === "failed") return make("span", { class: "tag trouble", title: error }, text("review.states.failed"));
  if (!total) return make("span", { class: "quiet" }, text("review.waiting"));
  const label = text("review.running", { done, total });
  return make("div", {}, make("progress", { max: total, value: done, "aria-label": label }), make("small", {}, label));
}
