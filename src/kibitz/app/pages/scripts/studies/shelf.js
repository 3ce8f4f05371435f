// The list of studies, and a study made of what is on a board.

import { button, field, iconButton, make, select } from "../dom.js";
import { confirmDialog, openDialog } from "../dialogs.js";
import { GameTree } from "../game/tree.js";
import { attempt, notify } from "../notices.js";
import { addressOf, goToAddress } from "../routes.js";
import { api } from "../server/api.js";
import { countText, text } from "../text.js";
import { chapterOf, titleOf } from "./chapter_data.js";

const formatDay = (time) => new Date(time).toLocaleDateString(document.documentElement.lang);

/** The page with all studies. `tree` gives the tree a new study begins with: that on the board. */
export class StudyShelf {
  #list = make("ul", { class: "cards" });
  #none = make("p", { class: "quiet" });
  #unreadable = make("ul", { class: "trouble", hidden: true });

  constructor(tree) {
    const title = make("h2", { class: "page-title" }, text("views.studies"));
    const begin = button(text("studies.new"), () => makeStudy(tree()), { class: "primary" });
    const head = make("div", { class: "page-head" }, title, make("p", { class: "grow" }, text("studies.about")), begin);
    this.page = [head, this.#none, this.#unreadable, this.#list];
  }

  async load() {
    const answer = await attempt(() => api.studies());
    if (!answer) return;
    this.#list.replaceChildren(...answer.studies.map((study) => this.#card(study)));
    this.#none.textContent = answer.studies.length ? "" : text("studies.none");
    this.#unreadable.replaceChildren(...answer.unreadable.map(({ problem }) => make("li", {}, problem)));
    this.#unreadable.hidden = answer.unreadable.length === 0;
  }

  #card({ id, title, chapters, games, changed }) {
    const name = title || text("studies.untitled");
    const facts = [countText("studies.chapters", chapters), ...games.map((game) => text(`games.${game}`)), formatDay(changed)];
    const card = make(
      "li",
      { class: "panel card" },
      make("a", { href: addressOf("studies", [id]), class: "card-name" }, name),
      make("p", { class: "quiet" }, facts.join(" · ")),
      iconButton("trash", text("studies.delete", { title: name }), () => this.#delete(id, name)),
    );
    return card;
  }

  async #delete(id, title) {
    if (!(await confirmDialog(text("studies.deleteQuestion", { title }), text("studies.deleteYes")))) return;
    await attempt(() => api.deleteStudy(id));
    await this.load();
  }
}

/** A new study whose first chapter is a tree; the page goes there. */
export async function makeStudy(tree, title = "") {
  const chapter = chapterOf(tree, titleOf(tree) || text("studies.chapter", { number: 1 }));
  const made = await attempt(() => api.newStudy({ title: title || text("studies.newTitle"), chapters: [chapter] }));
  if (made) goToAddress("studies", [made.id]);
  return made;
}

/** Ask for the study that gets a tree as its next chapter. */
export async function openAddToStudy(tree) {
  const answer = await attempt(() => api.studies());
  if (!answer) return;
  const options = [...answer.studies.map((study) => [study.id, study.title || text("studies.untitled")]), ["", text("studies.new")]];
  const choice = select(options, options[0][0], null, { id: "study-choice" });
  const title = make("input", { type: "text", maxlength: 200, value: titleOf(tree), id: "chapter-title" });
  const copy = GameTree.fromData(tree.toData());
  const add = button(
    text("studies.add"),
    async () => {
      dialog.close();
      await (choice.value ? addChapter(choice.value, copy, title.value.trim()) : makeStudy(copy));
    },
    { class: "primary" },
  );
  const dialog = openDialog(
    text("studies.addTitle"),
    make("div", { class: "stack" }, field(text("studies.which"), choice), field(text("studies.chapterTitle"), title), add),
  );
}

async function addChapter(id, tree, title) {
  const study = await attempt(() => api.study(id));
  if (!study) return;
  const chapter = chapterOf(tree, title || text("studies.chapter", { number: study.chapters.length + 1 }));
  const content = { title: study.title, version: study.version, chapters: [...study.chapters, chapter] };
  if (!(await attempt(() => api.changeStudy(id, content)))) return;
  notify(text("studies.added", { title: study.title }));
  goToAddress("studies", [id, String(content.chapters.length)]);
}
