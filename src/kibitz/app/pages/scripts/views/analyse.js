// Analysis: a tree of any game that one walks through and edits, with the three voices beside it.

import { iconButton, make } from "../dom.js";
import { Counting } from "../game/counting.js";
import { draftOf, keepDraft, keepLeft, latestGame, takeLeft } from "../game/draft.js";
import { downloadTree, saveTree, treeOfGame } from "../game/saving.js";
import { Session } from "../game/session.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { DEFAULT_GAME, gameNamed, isGame } from "../games/games.js";
import { BLACK, PASS } from "../games/sides.js";
import { unpackTree } from "../game/packed_tree.js";
import { attempt, notify } from "../notices.js";
import { GameChart } from "../panels/charts.js";
import { panel } from "../panels/panel.js";
import { RatingPanel } from "../panels/rating_panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { addressOf, goToAddress, linkOf, readStart, replaceAddress, writeStart } from "../routes.js";
import { said } from "../said.js";
import { api } from "../server/api.js";
import { settings } from "../settings.js";
import { openLineExport } from "../saved/line_export.js";
import { openDiagram } from "../studies/diagram.js";
import { openAddToStudy } from "../studies/shelf.js";
import { copyTreeLink } from "../studies/tree_link.js";
import { shortText, text } from "../text.js";
import { speakerOf } from "../voices/external.js";
import { CurveFiller } from "../voices/curve_filler.js";
import { openEditor } from "./editor.js";
import { openImport } from "./importing.js";

/** The view "analyse". */
export class AnalyseView {
  name = "analyse";
  #app;

  constructor(app) {
    this.#app = app;
    this.session = new Session();
    this.saved = null;
    this.voicePanel = new VoicePanel(app);
    this.#ratingPanel = new RatingPanel();
    this.#treeView = new TreeView(this.session);
    this.#chart = new GameChart();
    this.#chart.addEventListener("pick", (event) => this.session.goTo(this.session.line()[event.detail]));
    this.#filler = new CurveFiller(app.voices);
    this.#counting = new Counting((node) => node === this.session.node && this.#showCount());
    this.#makePanels();
    this.session.addEventListener("change", () => keepDraft(this.session, this.saved));
    settings.addEventListener("change", (event) => this.#settingChanged(event.detail));
    this.#readDraft(latestGame() ?? DEFAULT_GAME.name);
  }

  #ratingPanel;
  #treeView;
  #chart;
  #filler;
  #counting;

  #makePanels() {
    this.#facts = make("div", { class: "facts" });
    this.#opening = make("p", { class: "opening" });
    const game = panel(text("analyse.game"), this.#gameTools());
    game.body.append(this.#facts, this.#opening, this.#chart.element);
    const moves = panel(
      text("tree.title"),
      [
        tool("up", "tree.promote", () => this.session.promote()),
        tool("trash", "tree.remove", () => this.session.removeVariation()),
      ],
      "moves",
    );
    this.#comment = make("textarea", {
      rows: 2,
      "aria-label": text("tree.comment"),
      placeholder: text("tree.comment"),
      id: "comment",
    });
    this.#comment.addEventListener("input", () => this.session.typeComment(this.session.node, this.#comment.value));
    this.#comment.addEventListener("change", () => this.session.setComment(this.session.node, this.#comment.value.trim()));
    moves.body.append(this.#treeView.element, this.#comment);
    this.left = [game.element, moves.element];
    this.right = [this.voicePanel.element, this.#ratingPanel.element];
  }

  #facts;
  #opening;
  #comment;

  #gameTools() {
    this.#reviewButton = tool("review", "tools.review", () => this.reviewGame());
    this.#fileButton = tool("download", "tools.sgf", () => this.download());
    return [
      tool("paste", "tools.paste", () => openImport(this.#app)),
      tool("save", "tools.save", () => this.save()),
      tool("link", "tools.link", () => this.copyLink()),
      iconButton("export", text("exporting.tool"), () => openLineExport(this.session), { short: shortText("export") }),
      this.#reviewButton,
      iconButton("book", text("studies.addTitle"), () => openAddToStudy(this.session.tree), { short: shortText("book") }),
      iconButton("picture", text("diagram.title"), () => openDiagram(this.session.node), { short: shortText("picture") }),
      this.#fileButton,
    ];
  }

  #reviewButton;
  #fileButton;

  get #game() {
    return this.session.tree.game;
  }

  get #isOnStage() {
    return this.#app.stage.view === this;
  }

  /** Show the view; a link's moves win over the draft. */
  async enter({ rest, query }, signal) {
    if (rest[0] === "game") await attempt(() => this.#openSaved(rest[1], signal));
    else if (query.has("tree")) await this.#openTree(query, signal);
    else if (query.has("game")) this.#openGame(query.get("game"));
    else if (query.has("moves") || query.has("start")) this.#openLink(query);
    if (signal?.aborted) return;
    this.#app.stage.use(this.session, this);
    this.#setTools();
    this.#showFacts();
  }

  /** The board of a game as it was left, or a fresh one. */
  #openGame(name) {
    if (name === this.#game.name || !isGame(name)) return;
    this.#keepLeft();
    this.saved = null;
    if (this.#readDraft(name)) return;
    this.session.load(new GameTree(gameNamed(name).start()), undefined, false);
  }

  /** Another overlay may need a count, or no longer. */
  #settingChanged(name) {
    if (name === "overlay" && this.#game.isCounted && this.#isOnStage) this.#app.stage.show();
  }

  leave() {
    this.#filler.stop();
    this.voicePanel.sleep();
  }

  /** Open a saved game; nothing can be typed before it is there, as it would belong to the game before. */
  async #openSaved(id, signal) {
    this.#comment.disabled = true;
    try {
      const { tree, game } = await treeOfGame(id, signal);
      this.load(tree, tree.root.mainLine().at(-1), { id, path: game.path });
    } finally {
      this.#comment.disabled = false;
    }
  }

  /** Show the tree that a link holds. */
  async #openTree(query, signal) {
    try {
      const tree = await unpackTree(query.get("tree"));
      if (!signal?.aborted) this.load(tree, tree.find(tree.game.parsePath(query.get("place") ?? "")));
    } catch (error) {
      notify(text("analyse.badLink", { reason: said(error.message) }), "trouble");
    }
  }

  #openLink(query) {
    if (location.hash !== this.#address && this.#goBackTo(location.hash)) return undefined;
    const start = readStart(query.get("start")) ?? DEFAULT_GAME.start();
    const squares = start.game.parsePath(query.get("moves") ?? "");
    const at = query.has("at") ? Number(query.get("at")) : squares.length;
    const sameStart = this.session.tree.root.position.startText === start.startText;
    const known = this.session.tree.find(squares);
    if (sameStart && known.ply === squares.length) return this.session.goTo(known.path()[at] ?? known);
    return this.#loadSquares(squares, start, at);
  }

  /** Show the tree that was left at an address; false if none was. */
  #goBackTo(address) {
    const left = takeLeft(address);
    if (!left) return false;
    this.#keepLeft();
    this.saved = left.saved ?? null;
    this.session.restoreData(left);
    return true;
  }

  /** Keep the tree on the board for the way back to its address. */
  #keepLeft() {
    keepLeft(this.#address, this.session, this.saved);
  }

  /** The address of what is on the board. */
  get #address() {
    return addressOf("analyse", [], linkOf(this.session));
  }

  #loadSquares(squares, start, at) {
    try {
      const tree = GameTree.fromSquares(squares, start);
      this.load(tree, tree.root.mainLine()[at]);
    } catch (error) {
      notify(text("analyse.badLink", { reason: said(error.message) }), "trouble");
    }
  }

  /** Show another tree; `saved` is where it is saved, if it is. */
  load(tree, node, saved = null) {
    this.#keepLeft();
    this.saved = saved;
    this.session.load(tree, node);
    this.#showFacts();
  }

  tryMove(square) {
    return this.#app.stage.tryMove(square);
  }

  /** A square was pressed: a move, or at the end of a game that is counted a chain that is dead or is not. */
  choose(square) {
    const { node } = this.session;
    if (!this.#game.isCounted || !node.position.isOver) return void this.tryMove(square);
    if (node.position.at(square)) this.#counting.count(node, this.#counting.turned(node, square));
  }

  pass() {
    if (this.#game.passes) this.tryMove(PASS);
  }

  /** Called by the stage after every change on the board. */
  shown() {
    if (this.#toolsFor !== this.#game.name) this.#setTools();
    this.voicePanel.listen();
    this.#askCount();
    this.#treeView.show();
    if (this.#game.hasRatings) this.#ratingPanel.show(this.session.node);
    else this.#ratingPanel.hide();
    if (this.#comment.value !== this.session.node.comment) this.#comment.value = this.session.node.comment;
    this.#showChart();
    if (settings.get("engine") && !this.#app.engines.chosen(this.#game)) this.#filler.fill(this.session.line(), () => this.#showChart());
    replaceAddress("analyse", [], linkOf(this.session));
  }

  /** Called when a voice has said something new. */
  heard() {
    const opening = this.#app.voices.facts(this.session.node)?.opening;
    const count = this.#isCounted ? this.#counting.of(this.session.node) : null;
    this.#opening.textContent = count ? this.#game.areaSentence(count) : (opening?.name ?? "");
    this.#showChart();
  }

  #blackValue(node) {
    const engine = this.#app.voices.engine(node);
    return speakerOf(engine, node.game).blackValue(node, engine);
  }

  #showChart() {
    const line = this.session.line();
    const points = line.map((node) => ({ ply: node.ply, ...this.#blackValue(node) }));
    const { unit } = this.#game;
    this.#chart.show({ points, ply: this.session.node.ply, length: Math.max(line.length - 1, 10), unit });
  }

  get #isCounted() {
    return this.#game.isCounted && (this.session.node.position.isOver || settings.get("overlay") === "count");
  }

  /** Count the board at the end, or while that overlay is chosen. */
  #askCount() {
    this.#app.stage.board.markDead([]);
    if (!this.#isCounted) return;
    if (this.#counting.of(this.session.node)) this.#showCount();
    else this.#counting.ask(this.session.node);
  }

  #showCount() {
    if (!this.#isCounted || !this.#isOnStage) return;
    const { node } = this.session;
    const count = this.#counting.of(node);
    this.#app.stage.board.markDead(count.dead);
    this.#app.stage.board.setTints(this.#counting.tints(node));
    this.#app.stage.say(this.resultSentence(node));
    this.#opening.textContent = this.#game.areaSentence(count);
  }

  /** What the overlay leaves room for: what each side owns, where the board is counted. */
  tints() {
    return this.#isCounted ? this.#counting.tints(this.session.node) : null;
  }

  /** How a counted node stands; null as long as it is not counted. */
  resultSentence(node) {
    const count = this.#counting.of(node);
    return count && node.game.countSentence(count, node.position.isOver);
  }

  #showFacts() {
    const { facts } = this.session.tree;
    const players = [BLACK, "white"].map((color) => facts[color] || text(`color.${color}`));
    const details = [facts.event, facts.date, ...this.#game.settingFacts(this.session.tree.root.position, facts)].filter(Boolean).join(" · ");
    this.#facts.replaceChildren(make("strong", {}, players.join(" – ")), details ? make("p", { class: "quiet" }, details) : "");
    this.#app.stage.setPlayers({ black: { name: facts.black }, white: { name: facts.white } });
  }

  #toolsFor = null;

  /** Set the tools of the game on the board; not with every move, so that the one in focus stays. */
  #setTools() {
    this.#toolsFor = this.#game.name;
    this.#app.stage.setTools(this.#tools());
    this.#reviewButton.hidden = !this.#game.views.includes("review");
    this.#fileButton.hidden = !this.#game.download;
  }

  #tools() {
    const { session } = this;
    const pass = this.#game.passes ? [null, [null, "keys.pass", () => this.pass()]] : [];
    return [
      ...travelTools(session),
      ...pass,
      null,
      ["undo", "keys.undo", () => session.undo()],
      ["redo", "keys.redo", () => session.redo()],
      null,
      ["edit", "keys.edit", () => openEditor(this.#app, this)],
      ["play", "analyse.playFromHere", () => this.playFromHere()],
      ["plus", "analyse.newGame", () => this.newBoard()],
    ];
  }

  /** Play the engine's best move, or the expert's if the engine is silent. */
  playBest() {
    const engine = this.#app.voices.engine(this.session.node);
    const expert = this.#app.voices.expert(this.session.node);
    const [square] = (engine ?? expert)?.moves.keys() ?? [];
    if (square !== undefined && square !== null) this.tryMove(square);
  }

  newBoard() {
    this.#game.newBoard(this.session.tree.root.position, (start) => this.load(new GameTree(start)));
  }

  /** Play on from the board. */
  playFromHere() {
    const { start, moves } = this.#game.playFrom(this.session.node);
    goToAddress("play", [], { start: writeStart(start), moves });
  }

  edit() {
    openEditor(this.#app, this);
  }

  focusComment() {
    this.#comment.focus();
  }

  async save() {
    const { tree } = this.session;
    const path = tree.root.mainLine().at(-1).transcript();
    const id = await attempt(() => saveTree(tree, this.saved));
    if (!id) return;
    if (this.session.tree === tree) this.saved = { id, path };
    const isLess = [...tree.nodes()].some((node) => node.isAnnotated);
    notify(text(isLess ? "studies.savedWithout" : "analyse.saved"));
  }

  /** The tree as a file, as it stands. */
  download() {
    downloadTree(this.session.tree);
  }

  copyLink() {
    return copyTreeLink(this.session);
  }

  async reviewGame() {
    if (!this.#game.views.includes("review")) return;
    await this.save();
    if (!this.saved) return;
    const answer = await attempt(() => api.reviewGame(this.saved.id));
    if (answer) goToAddress("review", [answer.reviews[0].id]);
  }

  /** Show what was left of a game; false if nothing was. */
  #readDraft(name) {
    const data = draftOf(name);
    if (!data) return false;
    this.saved = data.saved ?? null;
    this.session.restoreData(data);
    return true;
  }
}

/** A tool with its icon and a word. */
const tool = (name, key, onclick) => iconButton(name, text(key), onclick, { short: shortText(key) });
