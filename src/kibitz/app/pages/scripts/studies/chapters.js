// The chapters of a study: their names and order.

import { button, field, iconButton, make } from "../dom.js";
import { confirmDialog } from "../dialogs.js";
import { panel } from "../panels/panel.js";
import { addressOf } from "../routes.js";
import { shortText, text } from "../text.js";

/** The panel with the name of the study and its chapters; `add()` makes a new chapter, and `show(index)` shows another. */
export class Chapters {
  #study = null;
  #index = 0;
  #list = make("ol", { class: "chapter-list" });

  constructor({ add, show }) {
    this.#showChapter = show;
    this.#title = make("input", { type: "text", maxlength: 200, id: "study-title" });
    this.#title.addEventListener("input", () => this.#study.rename(this.#title.value.trim()));
    this.#chapterTitle = make("input", { type: "text", maxlength: 200, id: "chapter-name" });
    this.#chapterTitle.addEventListener("input", () => {
      this.#study.renameChapter(this.#index, this.#chapterTitle.value.trim());
      this.#drawList();
    });
    const tools = [
      iconButton("up", text("studies.earlier"), () => this.#move(-1), { short: shortText("up") }),
      iconButton("trash", text("studies.removeChapter"), () => this.#remove(), { short: shortText("trash") }),
    ];
    const { element, body } = panel(text("studies.study"), tools);
    body.append(
      field(text("studies.title"), this.#title),
      this.#list,
      field(text("studies.chapterTitle"), this.#chapterTitle),
      button(text("studies.addChapter"), add),
      make("a", { href: addressOf("studies") }, text("studies.all")),
    );
    this.element = element;
  }

  #showChapter;
  #title;
  #chapterTitle;

  show(study, index) {
    this.#study = study;
    this.#index = index;
    this.#title.value = study.title;
    this.#chapterTitle.value = study.titles[index];
    this.#drawList();
  }

  #drawList() {
    const links = this.#study.titles.map((title, index) => {
      const attributes = { href: addressOf("studies", [this.#study.id, String(index + 1)]) };
      return make("li", {}, make("a", { ...attributes, "aria-current": index === this.#index ? "true" : null }, title));
    });
    this.#list.replaceChildren(...links);
  }

  #move(by) {
    if (this.#index + by < 0) return;
    this.#study.move(this.#index, by);
    this.#showChapter(this.#index + by);
  }

  async #remove() {
    if (this.#study.count < 2) return;
    const question = text("studies.removeQuestion", { title: this.#study.titles[this.#index] });
    if (!(await confirmDialog(question, text("studies.deleteYes")))) return;
    this.#study.remove(this.#index);
    this.#showChapter(Math.max(this.#index - 1, 0));
  }
}
