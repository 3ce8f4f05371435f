// The named openings: a list to search in, each one a click away on the board.

import { button, field, make } from "../dom.js";
import { attempt } from "../notices.js";
import { GameTree } from "../game/tree.js";
import { panel } from "../panels/panel.js";
import { addressOf } from "../routes.js";
import { api } from "../server/api.js";
import { text } from "../text.js";

/** The list of openings for one view, whose session shows the chosen one. */
export class Openings {
  #view;
  #openings = [];

  constructor(view) {
    this.#view = view;
    const frame = panel(text("openings.title"), [], "openings");
    this.#search = make("input", { type: "search", id: "opening-search" });
    this.#search.addEventListener("input", () => this.#list());
    this.#entries = make("ul", { class: "choice-list tall", tabindex: 0, "aria-label": text("openings.title") });
    const build = make("a", { class: "button-like", href: addressOf("study", ["build"]) }, text("repertoire.fromExplorer"));
    frame.body.append(field(text("openings.search"), this.#search), this.#entries, build);
    this.left = [];
    this.right = [frame.element];
  }

  #search;
  #entries;

  async enter() {
    const answer = await attempt(() => api.openings());
    this.#openings = answer?.openings ?? [];
    this.#list();
  }

  show() {}

  #list() {
    const wanted = this.#search.value.trim().toLowerCase();
    const found = this.#openings.filter(({ name, moves }) => name.toLowerCase().includes(wanted) || moves.startsWith(wanted));
    this.#entries.replaceChildren(...found.map((opening) => this.#entry(opening)));
  }

  #entry({ name, moves }) {
    const open = () => {
      const tree = GameTree.fromTranscript(moves);
      this.#view.session.load(tree, tree.root.mainLine().at(-1));
    };
    return make("li", {}, button(name, open, { class: "list-button" }), make("span", { class: "quiet" }, moves));
  }
}
