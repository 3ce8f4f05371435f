// Two reviews side by side: the accuracy of one side in each phase, mistakes, and what was lost up to each move.

import { field, make, select } from "../dom.js";
import { attempt } from "../notices.js";
import { api } from "../server/api.js";
import { formatLoss, text } from "../text.js";
import { lossChart, lossSums } from "./loss_chart.js";
import { panel } from "./panel.js";
import { PHASES, numbered } from "./review_parts.js";

/** The panel that compares the open review with another one. */
export class Comparison {
  #panel = panel(text("comparison.title"), [], "comparison");
  #choice = make("div");
  #found = make("div", { class: "stack" });
  #review = null;

  constructor() {
    this.element = this.#panel.element;
    this.#panel.body.append(this.#choice, this.#found);
  }

  /** Offer the other reviews that are done; what was compared before goes. */
  async offer(review) {
    this.#review = review;
    this.#found.replaceChildren();
    this.element.hidden = true;
    const answer = await attempt(() => api.reviews());
    if (!answer || this.#review !== review) return;
    const others = answer.reviews.filter(({ id, state, game }) => id !== review.id && state === "done" && game.game === review.game.game);
    const options = [["", text("comparison.none")], ...others.map(({ id, game }) => [id, nameOf(game)])];
    const choice = select(options, "", (id) => this.#compare(id), { id: "compare-with" });
    this.#choice.replaceChildren(field(text("comparison.with"), choice));
    this.element.hidden = others.length === 0;
  }

  async #compare(id) {
    const review = this.#review;
    if (!id) return this.#found.replaceChildren();
    const other = await attempt(() => api.review(id));
    if (!other?.review || this.#review !== review) return undefined;
    return this.#found.replaceChildren(...comparison([review, numbered(other)]));
  }
}

const nameOf = ({ black, white, date }) => [`${black || text("color.black")} – ${white || text("color.white")}`, date].filter(Boolean).join(", ");

/** The reader's side of a review; where that is not known, Black's. */
const sideOf = ({ game }) => game.mine ?? "black";

function comparison(reviews) {
  const names = reviews.map((review) => text("comparison.side", { color: text(`color.${sideOf(review)}`), game: nameOf(review.game) }));
  const lines = reviews.map((review, index) => ({
    name: names[index],
    className: index ? "second" : "first",
    points: lossSums(review.review.moves, sideOf(review)),
  }));
  const legend = names.map((name, index) => make("li", { class: index ? "second" : "first" }, name));
  return [make("ul", { class: "loss-legend" }, legend), lossChart(lines), table(reviews)];
}

function table(reviews) {
  const shares = (phase) => reviews.map((review) => review.review.accuracy[sideOf(review)][phase]);
  const percent = ({ accuracy }) => (accuracy == null ? "–" : `${Math.round(accuracy)}\u00a0%`);
  const count = (review) => review.review.mistakes.filter(({ side }) => side === sideOf(review)).length;
  const lost = (review) => lossSums(review.review.moves, sideOf(review)).at(-1)[1];
  const rows = [
    ...PHASES.map((phase) => [text("comparison.accuracy", { phase: text(`review.phases.${phase}`) }), shares(phase).map(percent)]),
    [text("review.mistakes"), reviews.map(count)],
    [text("comparison.lost"), reviews.map((review) => formatLoss(lost(review), 1))],
  ];
  const head = ["", "1", "2"].map((name) => make("th", { scope: "col", class: "number" }, name));
  const body = rows.map(([name, cells]) =>
    make("tr", {}, make("th", { scope: "row" }, name), cells.map((cell) => make("td", { class: "number" }, String(cell)))),
  );
  return make("table", { class: "accuracy" }, make("caption", { class: "unseen" }, text("comparison.title")), make("thead", {}, make("tr", {}, head)), make("tbody", {}, body));
}
