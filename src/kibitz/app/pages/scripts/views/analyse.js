// Analysis: a tree of either game that one walks through and edits, with the three voices beside it.

import { iconButton, make } from "../dom.js";
import { Counting } from "../game/counting.js";
import { saveTree, treeOfGame } from "../game/saving.js";
import { Session } from "../game/session.js";
import { formatSgf } from "../game/sgf.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { attempt, notify } from "../notices.js";
import { GameChart } from "../panels/charts.js";
import { panel } from "../panels/panel.js";
import { RatingPanel } from "../panels/rating_panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { GoPosition } from "../rules/go_position.js";
import { PASS } from "../rules/points.js";
import { BLACK, Position } from "../rules/position.js";
import { goToAddress, linkOf, readStart, replaceAddress, writeStart } from "../routes.js";
import { api } from "../server/api.js";
import { settings } from "../settings.js";
import { pointsSentence } from "../stage.js";
import { formatPoints, text } from "../text.js";
import { CurveFiller } from "../voices/curve_filler.js";
import { openEditor } from "./editor.js";
import { openGoForm } from "./go_form.js";
import { openImport } from "./importing.js";

const DRAFTS = { othello: "kibitz.analysis", go: "kibitz.analysis.go" };
const LATEST = "kibitz.analysis.game";

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
    this.session.addEventListener("change", () => this.#keepDraft());
    settings.addEventListener("change", (event) => this.#settingChanged(event.detail));
    this.#readDraft(sessionStorage.getItem(LATEST) ?? "othello");
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
        iconButton("up", text("tree.promote"), () => this.session.promote()),
        iconButton("trash", text("tree.remove"), () => this.session.removeVariation()),
      ],
      "moves",
    );
    this.#comment = make("textarea", {
      rows: 2,
      "aria-label": text("tree.comment"),
      placeholder: text("tree.comment"),
      id: "comment",
    });
    this.#comment.addEventListener("change", () => this.session.setComment(this.session.node, this.#comment.value.trim()));
    moves.body.append(this.#treeView.element, this.#comment);
    this.left = [game.element, moves.element];
    this.right = [this.voicePanel.element, this.#ratingPanel.element];
  }

  #facts;
  #opening;
  #comment;

  #gameTools() {
    this.#reviewButton = iconButton("review", text("tools.review"), () => this.reviewGame());
    this.#fileButton = iconButton("download", text("tools.sgf"), () => this.downloadSgf());
    return [
      iconButton("paste", text("tools.paste"), () => openImport(this.#app)),
      iconButton("save", text("tools.save"), () => this.save()),
      iconButton("link", text("tools.link"), () => this.copyLink()),
      this.#reviewButton,
      this.#fileButton,
    ];
  }

  #reviewButton;
  #fileButton;

  get #isGo() {
    return this.session.tree.game.name === "go";
  }

  get #isOnStage() {
    return this.#app.stage.view === this;
  }

  /** Show the view; a link's moves win over the draft. */
  async enter({ rest, query }) {
    if (rest[0] === "game") await attempt(() => this.#openSaved(rest[1]));
    else if (query.has("game")) this.#openGame(query.get("game"));
    else if (query.has("moves") || query.has("start")) this.#openLink(query);
    this.#app.stage.use(this.session, this);
    this.#setTools();
    this.#showFacts();
  }

  /** The board of a game as it was left, or a fresh one. */
  #openGame(name) {
    if (name === this.session.tree.game.name || !(name in DRAFTS)) return;
    this.saved = null;
    if (this.#readDraft(name)) return;
    this.session.load(new GameTree(name === "go" ? GoPosition.start() : Position.start()), undefined, false);
  }

  /** Another picture may ask for a count, or no longer. */
  #settingChanged(name) {
    if (name === "overlay" && this.#isGo && this.#isOnStage) this.#app.stage.show();
  }

  leave() {
    this.#filler.stop();
    this.voicePanel.sleep();
  }

  async #openSaved(id) {
    const { tree, game } = await treeOfGame(id);
    this.saved = { id, path: game.path };
    this.load(tree, tree.root.mainLine().at(-1));
  }

  #openLink(query) {
    const start = readStart(query.get("start")) ?? Position.start();
    const squares = start.game.parsePath(query.get("moves") ?? "");
    const at = query.has("at") ? Number(query.get("at")) : squares.length;
    const sameStart = this.session.tree.root.position.startText === start.startText;
    const known = this.session.tree.find(squares);
    if (sameStart && known.ply === squares.length) return this.session.goTo(known.path()[at] ?? known);
    this.#loadSquares(squares, start, at);
  }

  #loadSquares(squares, start, at) {
    try {
      const tree = GameTree.fromSquares(squares, start);
      this.load(tree, tree.root.mainLine()[at]);
    } catch (error) {
      notify(text("analyse.badLink", { reason: error.message }), "trouble");
    }
  }

  /** Show another tree. */
  load(tree, node) {
    this.session.load(tree, node);
    this.#showFacts();
  }

  tryMove(square) {
    return this.#app.stage.tryMove(square);
  }

  /** A square was pressed: a move, or at the end of a game of Go a chain that is dead or is not. */
  choose(square) {
    const { node } = this.session;
    if (!this.#isGo || !node.position.isOver) return void this.tryMove(square);
    if (node.position.at(square)) this.#counting.count(node, this.#counting.turned(node, square));
  }

  pass() {
    if (this.#isGo) this.tryMove(PASS);
  }

  /** Called by the stage after every change on the board. */
  shown() {
    if (this.#toolsFor !== this.session.tree.game.name) this.#setTools();
    this.voicePanel.listen();
    this.#askCount();
    this.#treeView.show();
    if (this.#isGo) this.#ratingPanel.hide();
    else this.#ratingPanel.show(this.session.node);
    this.#comment.value = this.session.node.comment;
    this.#showChart();
    if (settings.get("engine")) this.#filler.fill(this.session.line(), () => this.#showChart());
    replaceAddress("analyse", [], linkOf(this.session));
  }

  /** Called when a voice has said something new. */
  heard() {
    const opening = this.#app.voices.facts(this.session.node)?.opening;
    const count = this.#isCounted ? this.#counting.of(this.session.node) : null;
    this.#opening.textContent = count ? areaSentence(count) : (opening?.name ?? "");
    this.#showChart();
  }

  #showChart() {
    const line = this.session.line();
    const points = line.map((node) => ({ ply: node.ply, ...blackValue(node, this.#app.voices) }));
    const unit = this.#isGo ? "points" : "discs";
    this.#chart.show({ points, ply: this.session.node.ply, length: Math.max(line.length - 1, 10), unit });
  }

  get #isCounted() {
    return this.#isGo && (this.session.node.position.isOver || settings.get("overlay") === "count");
  }

  /** Count the board where one wants to know: at the end, or with that picture chosen. */
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
    this.#opening.textContent = areaSentence(count);
  }

  /** What a picture leaves free: what each side owns, where the board is counted. */
  tints() {
    return this.#isCounted ? this.#counting.tints(this.session.node) : null;
  }

  /** How a counted node stands; null as long as it is not counted. */
  resultSentence(node) {
    const count = this.#counting.of(node);
    if (!count) return null;
    if (node.position.isOver) return `${pointsSentence(count.black_score)} · ${text("stage.markDead")}`;
    const color = text(count.black_score >= 0 ? "color.black" : "color.white");
    return text("stage.counted", { color, points: formatPoints(Math.abs(count.black_score)) });
  }

  #showFacts() {
    const { facts } = this.session.tree;
    const players = [BLACK, "white"].map((color) => facts[color] || text(`color.${color}`));
    const details = [facts.event, facts.date, ...this.#goFacts()].filter(Boolean).join(" · ");
    this.#facts.replaceChildren(make("strong", {}, players.join(" – ")), details ? make("p", { class: "quiet" }, details) : "");
    this.#app.stage.setPlayers({ black: { name: facts.black }, white: { name: facts.white } });
  }

  /** Size, komi and handicap of a game of Go. */
  #goFacts() {
    if (!this.#isGo) return [];
    const { size, komi, handicap, rules } = this.session.tree.root.position.setting;
    const stones = handicap ? text("go.handicapOf", { handicap }) : "";
    return [text("go.sizeOf", { size }), text("go.komiOf", { komi: formatPoints(komi) }), stones, text(`go.rules.${rules}`)];
  }

  #toolsFor = null;

  /** Set the tools of the game on the board; not with every move, so that the one in focus stays. */
  #setTools() {
    this.#toolsFor = this.session.tree.game.name;
    this.#app.stage.setTools(this.#tools());
    this.#reviewButton.hidden = this.#isGo;
    this.#fileButton.hidden = !this.#isGo;
  }

  #tools() {
    const { session } = this;
    const pass = this.#isGo ? [null, [null, "keys.pass", () => this.pass()]] : [];
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
    if (this.#isGo) openGoForm(this.session.tree.root.position.setting, (start) => this.load(new GameTree(start)));
    else this.load(new GameTree());
  }

  /** Play on from the board: Othello from the position, Go with the moves that led to it. */
  playFromHere() {
    const { node, tree } = this.session;
    if (this.#isGo) goToAddress("play", [], { start: writeStart(tree.root.position), moves: node.transcript() });
    else goToAddress("play", [], { start: writeStart(node.position) });
  }

  edit() {
    openEditor(this.#app, this);
  }

  focusComment() {
    this.#comment.focus();
  }

  async save() {
    const id = await attempt(() => saveTree(this.session.tree, this.saved));
    if (!id) return;
    this.saved = { id, path: this.session.tree.root.mainLine().at(-1).transcript() };
    notify(text("analyse.saved"));
  }

  /** The tree as a file, as it stands. */
  downloadSgf() {
    const { facts } = this.session.tree;
    const name = [facts.black, facts.white].filter(Boolean).join(" - ") || "kibitz";
    const address = URL.createObjectURL(new Blob([formatSgf(this.session.tree)], { type: "application/x-go-sgf" }));
    make("a", { href: address, download: `${name}.sgf` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async copyLink() {
    await attempt(() => navigator.clipboard.writeText(location.href));
    notify(text("analyse.linkCopied"));
  }

  async reviewGame() {
    if (this.#isGo) return;
    await this.save();
    if (!this.saved) return;
    const answer = await attempt(() => api.reviewGame(this.saved.id));
    if (answer) goToAddress("review", [answer.reviews[0].id]);
  }

  #keepDraft() {
    const { name } = this.session.tree.game;
    sessionStorage.setItem(DRAFTS[name], JSON.stringify({ ...this.session.toData(), saved: this.saved }));
    sessionStorage.setItem(LATEST, name);
  }

  /** Show what was left of a game; false if nothing was. */
  #readDraft(name) {
    const kept = sessionStorage.getItem(DRAFTS[name]);
    if (!kept) return false;
    const data = JSON.parse(kept);
    this.saved = data.saved ?? null;
    this.session.restoreData(data);
    return true;
  }
}

/** What the engine knows of a node, for Black: {discs, chance}, null where it has not looked. */
export function blackValue(node, voices) {
  if (node.game.name === "go") return goValue(node, voices);
  if (node.position.isOver) return { discs: node.position.blackScore(), chance: (Math.sign(node.position.blackScore()) + 1) / 2 };
  const best = voices.engine(node)?.moves.values().next().value;
  if (!best) return { discs: null, chance: null };
  const isBlack = node.position.toMove === BLACK;
  return { discs: isBlack ? best.score : -best.score, chance: isBlack ? best.win_chance : 1 - best.win_chance };
}

/** What each side has where area counts; prisoners make other sums. */
function areaSentence({ scoring, black, white, komi }) {
  if (scoring !== "area") return "";
  return text("stage.areas", { black: black.owned, white: white.owned, komi: formatPoints(komi) });
}

/** The same by playouts: expected points and the chance to win; what is over is not searched. */
function goValue(node, voices) {
  const engine = node.position.isOver ? null : voices.engine(node);
  if (!engine) return { discs: null, chance: null };
  return { discs: engine.black_score, chance: node.position.toMove === BLACK ? engine.win_chance : 1 - engine.win_chance };
}
