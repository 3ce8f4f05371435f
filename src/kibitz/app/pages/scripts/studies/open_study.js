// The study that is open: its chapters, and the way what is changed gets to the server.

import { GameTree } from "../game/tree.js";
import { api } from "../server/api.js";
import { text } from "../text.js";
import { chapterOf, treeOf } from "./chapter_data.js";

const PAUSE = 600; // milliseconds without a change until it is saved

/** A study. Fires "state" with "saving", "saved" or "failed" as detail, and the error where it failed. */
export class OpenStudy extends EventTarget {
  #chapters; // {title, data} as the server has it, and {tree} once it was opened
  #version;
  #timer = null;
  #saving = null;
  #isChanged = false;

  constructor({ id, version, title, chapters }) {
    super();
    Object.assign(this, { id, title });
    this.#version = version;
    this.#chapters = chapters.map((data) => ({ title: data.title, data }));
  }

  get titles() {
    return this.#chapters.map(({ title }, index) => title || text("studies.chapter", { number: index + 1 }));
  }

  get count() {
    return this.#chapters.length;
  }

  /** The tree of a chapter; the same each time, so that what is changed in it is kept. */
  tree(index) {
    const chapter = this.#chapters[index];
    chapter.tree ??= treeOf(chapter.data);
    return chapter.tree;
  }

  /** Put another tree in the place of a chapter's, as after an undone edit. */
  setTree(index, tree) {
    this.#chapters[index].tree = tree;
    this.changed();
  }

  rename(title) {
    this.title = title;
    this.changed();
  }

  renameChapter(index, title) {
    this.#chapters[index].title = title;
    this.changed();
  }

  /** Add a chapter with the board of a start; returns its number. */
  add(start) {
    this.#chapters.push({ title: text("studies.chapter", { number: this.count + 1 }), tree: new GameTree(start) });
    this.changed();
    return this.count - 1;
  }

  remove(index) {
    this.#chapters.splice(index, 1);
    this.changed();
  }

  move(index, by) {
    const [chapter] = this.#chapters.splice(index, 1);
    this.#chapters.splice(index + by, 0, chapter);
    this.changed();
  }

  /** What the server keeps. */
  content() {
    const chapters = this.#chapters.map(({ title, tree, data }) => (tree ? chapterOf(tree, title) : { ...data, title }));
    return { title: this.title, chapters };
  }

  /** Something was changed: it is saved soon. */
  changed() {
    this.#isChanged = true;
    this.#tell("saving");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), PAUSE);
  }

  /** Save what is not saved yet; resolves when all of it is on the server, or was refused. */
  async save() {
    clearTimeout(this.#timer);
    await this.#saving;
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#saving = this.#send();
    await this.#saving;
  }

  async #send() {
    try {
      this.#version = (await api.changeStudy(this.id, { ...this.content(), version: this.#version })).version;
      if (!this.#isChanged) this.#tell("saved");
    } catch (error) {
      this.#isChanged = true; // it is tried again with the next change
      this.#tell("failed", error);
    }
  }

  get isSaved() {
    return !this.#isChanged;
  }

  #tell(state, error = null) {
    this.dispatchEvent(new CustomEvent("state", { detail: { state, error } }));
  }
}
