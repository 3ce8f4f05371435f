// The import page: files and folders of any size in the background, public collections, and the reader's names.

import { button, make } from "../dom.js";
import { chosenFiles } from "../imports/dropped.js";
import { imports } from "../imports/imports.js";
import { JobCard } from "../imports/job_card.js";
import { NameForm } from "../imports/name_form.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { text } from "../text.js";

const TARGETS = ["games", "archive"];

/** The view "import". */
export class ImportView {
  name = "import";
  #app;
  #cards = new Map();
  #target = "games";
  #names = new NameForm();
  #collections = make("div", { class: "row" });
  #collectionPanel = panel(text("imports.collection"), [], "collections");
  #list = make("div", { class: "import-list" });
  #none = make("p", { class: "quiet" }, text("imports.none"));

  constructor(app) {
    this.#app = app;
    const listed = panel(text("imports.list"), [], "imports");
    listed.body.append(this.#none, this.#list);
    this.#collectionPanel.body.append(this.#collections);
    const head = make("div", { class: "page-head" }, make("h2", { class: "page-title" }, text("imports.title")));
    this.page = [head, this.#dropPlace(), listed.element, this.#collectionPanel.element, this.#names.element];
    imports.addEventListener("change", (event) => this.#changed(event.detail));
    imports.addEventListener("ended", (event) => this.#ended(event.detail));
  }

  async enter() {
    await Promise.all([this.#learn(), this.#names.fill()]);
  }

  leave() {}

  /** Begin to import files, [{path, file}]. */
  async take(files, target = this.#target) {
    const { name: game } = this.#app.game;
    if (files.length) await attempt(() => imports.begin(files, { target, game }));
  }

  #dropPlace() {
    const file = make("input", { type: "file", multiple: true, class: "unseen", id: "import-files" });
    const folder = make("input", { type: "file", multiple: true, class: "unseen", id: "import-folder", webkitdirectory: true });
    for (const input of [file, folder]) input.addEventListener("change", () => this.#chosen(input));
    return make(
      "section",
      { class: "panel drop-place", "aria-label": text("imports.title") },
      make("p", {}, text("imports.hint")),
      this.#targets(),
      make(
        "div",
        { class: "row" },
        make("label", { class: "button-like primary" }, text("imports.files"), file),
        make("label", { class: "button-like" }, text("imports.folder"), folder),
      ),
    );
  }

  #targets() {
    const choices = TARGETS.map((target) => {
      const onchange = () => (this.#target = target);
      const choice = make("input", { type: "radio", name: "import-target", value: target, checked: target === this.#target, onchange });
      return make("label", { class: "field tick" }, choice, text(`imports.targets.${target}`));
    });
    const legend = make("legend", {}, text("imports.target"));
    return make("fieldset", { class: "row import-targets" }, legend, choices, make("small", { class: "quiet" }, text("imports.targetHint")));
  }

  #chosen(input) {
    const files = chosenFiles(input.files);
    input.value = "";
    return this.take(files);
  }

  async #learn() {
    const collections = (await attempt(() => imports.learn())) ?? [];
    this.#collectionPanel.element.hidden = collections.length === 0;
    this.#collections.replaceChildren(
      ...collections.map((collection) =>
        button(text("imports.fetch", { name: collection.name.toUpperCase() }), () => attempt(() => imports.fetch(collection)), {
          "data-collection": collection.name,
        }),
      ),
    );
    this.#drawAll();
  }

  #changed(job) {
    const card = job && this.#cards.get(job.id);
    const known = job && imports.jobs.find(({ id }) => id === job.id);
    if (card && known) card.show(known);
    else this.#drawAll();
  }

  #drawAll() {
    this.#cards = new Map(imports.jobs.map((job) => [job.id, this.#cards.get(job.id) ?? new JobCard(job)]));
    this.#list.replaceChildren(...[...this.#cards.values()].map((card) => card.element));
    this.#none.hidden = this.#cards.size > 0;
  }

  #ended(job) {
    if (job.target === "archive") this.#app.archiveChanged();
    else if (this.#app.view === this) this.#names.fill();
  }
}
