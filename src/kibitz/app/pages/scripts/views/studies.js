// Studies: chapters with variations, comments, move symbols, marks and arrows, to be kept and to be shared.

import { iconButton, make } from "../dom.js";
import { Session } from "../game/session.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { PASS } from "../games/sides.js";
import { attempt, notify } from "../notices.js";
import { panel } from "../panels/panel.js";
import { TreeView } from "../panels/tree_view.js";
import { goToAddress, replaceAddress } from "../routes.js";
import { api } from "../server/api.js";
import { Chapters } from "../studies/chapters.js";
import { Marking } from "../studies/marking.js";
import { OpenStudy } from "../studies/open_study.js";
import { StudyShelf } from "../studies/shelf.js";
import { sharingPanel } from "../studies/sharing.js";
import { shortText, text } from "../text.js";

/** The view "studies": the list, or one study. */
export class StudiesView {
  name = "studies";
  left = [];
  right = [];
  #app;
  #study = null;
  #index = 0;
  #isOpen = false;

  constructor(app) {
    this.#app = app;
    this.session = new Session();
    this.#shelf = new StudyShelf(() => new GameTree(this.#app.game.start()));
    this.#chapters = new Chapters({ add: () => this.#addChapter(), show: (index) => this.#goToChapter(index) });
    this.#treeView = new TreeView(this.session);
    this.#marking = new Marking(this.session, (sentence) => this.#app.stage.say(sentence));
    this.#makePanels();
    this.session.addEventListener("change", () => this.#edited());
  }

  #shelf;
  #chapters;
  #treeView;
  #marking;
  #comment;
  #state = make("p", { class: "quiet", role: "status", id: "study-state" });

  #makePanels() {
    const moves = panel(
      text("tree.title"),
      [
        iconButton("up", text("tree.promote"), () => this.session.promote(), { short: shortText("promote") }),
        iconButton("trash", text("tree.remove"), () => this.session.removeVariation(), { short: shortText("remove") }),
      ],
      "moves",
    );
    this.#comment = make("textarea", { rows: 4, "aria-label": text("tree.comment"), placeholder: text("tree.comment"), id: "study-comment" });
    this.#comment.addEventListener("input", () => this.session.typeComment(this.session.node, this.#comment.value));
    this.#comment.addEventListener("change", () => this.session.setComment(this.session.node, this.#comment.value.trim()));
    moves.body.append(this.#treeView.element, this.#marking.element, this.#comment, this.#state);
    this.#panels = { left: [this.#chapters.element, sharingPanel(this.session, () => this.#study)], right: [moves.element] };
  }

  #panels;

  async enter({ rest }, signal) {
    const [id, number = "1"] = rest;
    this.#isOpen = false;
    if (this.#study && this.#study.id !== id) await this.#study.save();
    if (!id) return this.#enterShelf();
    if (this.#study?.id !== id) await attempt(() => this.#open(id, signal));
    if (signal.aborted) return undefined;
    if (this.#study?.id !== id) return goToAddress("studies");
    return this.#showChapter(Math.min(Math.max(Number(number) || 1, 1), this.#study.count) - 1);
  }

  async #enterShelf() {
    this.#study = null;
    this.#app.showPage(this.#shelf.page);
    await this.#shelf.load();
  }

  async #open(id, signal) {
    this.#study = new OpenStudy(await api.study(id, signal));
    this.#study.addEventListener("state", ({ detail }) => this.#showState(detail));
    this.#state.textContent = "";
  }

  #showChapter(index) {
    this.#index = index;
    const tree = this.#study.tree(index);
    if (this.session.tree !== tree) this.session.load(tree, tree.root, false);
    this.session.forget();
    this.#edits = this.session.edits;
    this.#isOpen = true;
    this.#app.showPanels(this.#panels.left, this.#panels.right);
    this.#chapters.show(this.#study, index);
    this.#app.stage.use(this.session, this);
    this.#app.stage.setPlayers({ black: { name: tree.facts.black }, white: { name: tree.facts.white } });
    this.#app.stage.setTools(this.#tools());
  }

  #tools() {
    const { session } = this;
    const { game } = session.tree;
    const pass = game.passes ? [null, [null, "keys.pass", () => this.pass()]] : [];
    return [
      ...travelTools(session),
      ...pass,
      null,
      ["undo", "keys.undo", () => session.undo()],
      ["redo", "keys.redo", () => session.redo()],
      null,
      ["eye", "studies.analyse", () => this.#analyse()],
    ];
  }

  #analyse() {
    const copy = GameTree.fromData(this.session.tree.toData());
    const { game } = copy;
    this.#app.views.analyse.load(copy, copy.find(game.parsePath(this.session.node.transcript())));
    goToAddress("analyse");
  }

  #addChapter() {
    this.#goToChapter(this.#study.add(this.session.tree.root.position));
  }

  /** Show a chapter; its number may be that of the one on show, if that is gone. */
  #goToChapter(index) {
    this.#isOpen = false;
    replaceAddress("studies", [this.#study.id, String(index + 1)]);
    this.#showChapter(index);
  }

  leave() {
    this.#isOpen = false;
    this.#study?.save();
  }

  #edits = 0;

  /** What was edited is saved; a walk through the moves is no edit. */
  #edited() {
    if (!this.#isOpen || this.session.edits === this.#edits) return;
    this.#edits = this.session.edits;
    if (this.session.tree === this.#study.tree(this.#index)) this.#study.changed();
    else this.#study.setTree(this.#index, this.session.tree);
  }

  shown() {
    if (this.#app.view !== this || !this.#isOpen) return;
    this.#treeView.show();
    this.#marking.show();
    const { comment } = this.session.node;
    if (this.#comment.value !== comment) this.#comment.value = comment;
  }

  #showState({ state, error }) {
    this.#state.textContent = text(`studies.states.${state}`);
    if (error) notify(error.message, "trouble");
  }

  choose(square) {
    if (!this.#marking.draw(square)) this.tryMove(square);
  }

  tryMove(square) {
    return this.#app.stage.tryMove(square);
  }

  pass() {
    if (this.session.tree.game.passes) this.tryMove(PASS);
  }

  focusComment() {
    this.#comment.focus();
  }
}
