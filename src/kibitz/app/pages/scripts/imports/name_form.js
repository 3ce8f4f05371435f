// The names under which the reader plays: written down, removed, or chosen among those that play most.

import { button, field, iconButton, make } from "../dom.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { api } from "../server/api.js";
import { formatCount, text } from "../text.js";

/** The panel of the reader's names; fill() asks for them. */
export class NameForm {
  #names = [];
  #list = make("ul", { class: "name-list" });
  #suggested = make("div", { class: "row", hidden: true });

  constructor() {
    const frame = panel(text("imports.names"), [], "own-names");
    const name = make("input", { type: "text", id: "own-name", maxlength: 200, autocomplete: "off" });
    const add = (event) => {
      event.preventDefault();
      if (name.value.trim()) this.#keep([...this.#names, name.value]);
      name.value = "";
    };
    frame.body.append(
      make("p", { class: "quiet" }, text("imports.namesHint")),
      this.#list,
      this.#suggested,
      make("form", { class: "row", onsubmit: add }, field(text("imports.addName"), name), make("button", { type: "submit" }, text("imports.add"))),
    );
    this.element = frame.element;
  }

  async fill() {
    const answer = await attempt(() => api.names());
    if (answer) this.#show(answer);
  }

  async #keep(names) {
    if (await attempt(() => api.keepNames(names))) await this.fill();
  }

  #show({ names, suggested }) {
    this.#names = names;
    this.#list.replaceChildren(...names.map((name) => this.#entry(name)));
    const chips = suggested.map(({ name, games }) =>
      button(text("imports.suggestion", { name, games: formatCount(games) }), () => this.#keep([...this.#names, name]), { class: "chip" }),
    );
    this.#suggested.hidden = names.length > 0 || chips.length === 0;
    this.#suggested.replaceChildren(make("span", { class: "quiet" }, text("imports.isThisYou")), ...chips);
  }

  #entry(name) {
    const remove = () => this.#keep(this.#names.filter((known) => known !== name));
    return make("li", {}, make("span", {}, name), iconButton("close", text("imports.removeName", { name }), remove));
  }
}
