// One import as a card: how far it is, what became of the games, and what can be done now.

import { button, iconButton, make } from "../dom.js";
import { attempt, notify } from "../notices.js";
import { goToAddress } from "../routes.js";
import { said } from "../said.js";
import { api } from "../server/api.js";
import { countText, formatCount, text } from "../text.js";
import { countsOf, hasEnded, imports } from "./imports.js";

/** The card of an import; show() brings it up to date. */
export class JobCard {
  #id;
  #bar = make("progress", { max: 1 });
  #state = make("p", { class: "import-state" });
  #counts = make("p", { class: "import-counts", role: "status" });
  #why = make("details", { hidden: true });
  #tools = make("div", { class: "row" });
  #drawn = "";

  constructor(job) {
    this.#id = job.id;
    this.#bar.setAttribute("aria-label", text("imports.progress", { name: job.name }));
    const heading = make("h3", {}, job.name);
    this.element = make("article", { class: "import-card", "data-import": job.id }, heading, this.#bar, this.#state, this.#counts, this.#why, this.#tools);
    this.show(job);
  }

  show(job) {
    const { done, total } = progressOf(job);
    this.element.dataset.state = job.state;
    this.#bar.hidden = hasEnded(job);
    if (total) this.#bar.value = Math.min(1, done / total);
    else this.#bar.removeAttribute("value");
    this.#state.textContent = stateOf(job);
    this.#counts.textContent = job.games_read || hasEnded(job) ? countsOf(shown(job)) : "";
    this.#showReasons(job);
    if (this.#drawn !== job.state) this.#showTools(job);
    this.#drawn = job.state;
  }

  #showReasons(job) {
    const count = job.reasons.length + job.further_reasons;
    this.#why.hidden = count === 0;
    if (!count || !hasEnded(job)) return;
    const rows = job.reasons.map((reason) => make("li", {}, said(reason)));
    if (job.further_reasons) rows.push(make("li", {}, countText("imports.furtherReasons", job.further_reasons)));
    this.#why.replaceChildren(make("summary", {}, countText("imports.why", count)), make("ul", { class: "reason-list" }, rows));
  }

  #showTools(job) {
    const { name } = job;
    if (!hasEnded(job)) {
      const cancel = () => attempt(() => imports.cancel(this.#id));
      this.#tools.replaceChildren(button(text("imports.cancel"), cancel, { "aria-label": text("imports.cancelThis", { name }) }));
      return;
    }
    const forget = () => attempt(() => imports.forget(this.#id));
    const found = job.taken + job.duplicates > 0;
    this.#tools.replaceChildren(
      ...(found ? afterwards(job) : []),
      iconButton("trash", text("imports.forget", { name }), forget),
    );
  }
}

/** What can be done with the games of an import. */
function afterwards(job) {
  if (job.target === "archive")
    return [button(text("imports.explore"), () => goToAddress("study", ["explorer"]), { class: "primary" })];
  const show = button(text("imports.show"), () => goToAddress("games"), { class: "primary" });
  return job.taken ? [show, button(text("imports.review"), () => review(job))] : [show];
}

async function review(job) {
  const answer = await attempt(async () => api.reviewGames(await api.gamesOfImport(job.id)));
  if (!answer) return;
  notify(countText("imports.reviewing", answer.games.length));
  goToAddress("review");
}

function progressOf(job) {
  if (job.state === "receiving") return { done: job.sent ?? 0, total: job.size };
  return { done: job.bytes_done, total: job.state === "running" ? job.bytes_total : 0 };
}

function stateOf(job) {
  if (job.state === "failed") return `${text("imports.states.failed")}: ${said(job.error)}`;
  const state = text(`imports.states.${job.state}`);
  if (job.state === "running" && !job.doing && job.bytes_total) return text("imports.ratings");
  return job.doing ? `${state}: ${job.doing}` : state;
}

const shown = (job) =>
  Object.fromEntries(Object.entries(job).map(([name, value]) => [name, COUNTS.has(name) ? formatCount(value) : value]));
const COUNTS = new Set(["games_read", "taken", "duplicates", "left_out"]);
