// Analysis: a tree one walks through and edits, with the three voices beside it.

import { iconButton, make } from "../dom.js";
import { saveTree, treeOfGame } from "../game/saving.js";
import { Session } from "../game/session.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { attempt, notify } from "../notices.js";
import { GameChart } from "../panels/charts.js";
import { panel } from "../panels/panel.js";
import { RatingPanel } from "../panels/rating_panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { BLACK, Position } from "../rules/position.js";
import { parseTranscript } from "../rules/squares.js";
import { goToAddress, linkOf, replaceAddress } from "../routes.js";
import { api } from "../server/api.js";
import { settings } from "../settings.js";
import { text } from "../text.js";
import { CurveFiller } from "../voices/curve_filler.js";
import { openEditor } from "./editor.js";
import { openImport } from "./importing.js";

const DRAFT = "kibitz.analysis";

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
    this.#makePanels();
    this.session.addEventListener("change", () => this.#keepDraft());
    this.#readDraft();
  }

  #ratingPanel;
  #treeView;
  #chart;
  #filler;

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
    return [
      iconButton("paste", text("tools.paste"), () => openImport(this.#app)),
      iconButton("save", text("tools.save"), () => this.save()),
      iconButton("link", text("tools.link"), () => this.copyLink()),
      iconButton("review", text("tools.review"), () => this.reviewGame()),
    ];
  }

  /** Show the view; a link's moves win over the draft. */
  async enter({ rest, query }) {
    if (rest[0] === "game") await attempt(() => this.#openSaved(rest[1]));
    else if (query.has("moves") || query.has("start")) this.#openLink(query);
    this.#app.stage.use(this.session, this);
    this.#app.stage.setTools(this.#tools());
    this.#showFacts();
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
    const start = Position.parse((query.get("start") ?? "").replace("_", " ")) ?? Position.start();
    const squares = parseTranscript(query.get("moves") ?? "");
    const at = query.has("at") ? Number(query.get("at")) : squares.length;
    const sameStart = this.session.tree.root.position.toString() === start.toString();
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

  /** Called by the stage after every change on the board. */
  shown() {
    this.voicePanel.listen();
    this.#treeView.show();
    this.#ratingPanel.show(this.session.node);
    this.#comment.value = this.session.node.comment;
    this.#showChart();
    if (settings.get("engine")) this.#filler.fill(this.session.line(), () => this.#showChart());
    replaceAddress("analyse", [], linkOf(this.session));
  }

  /** Called when a voice has said something new. */
  heard() {
    const opening = this.#app.voices.facts(this.session.node)?.opening;
    this.#opening.textContent = opening ? opening.name : "";
    this.#showChart();
  }

  #showChart() {
    const line = this.session.line();
    const points = line.map((node) => ({ ply: node.ply, ...blackValue(node, this.#app.voices) }));
    this.#chart.show({ points, ply: this.session.node.ply, length: Math.max(line.length - 1, 10) });
  }

  #showFacts() {
    const { facts } = this.session.tree;
    const players = [BLACK, "white"].map((color) => facts[color] || text(`color.${color}`));
    const details = [facts.event, facts.date].filter(Boolean).join(" · ");
    this.#facts.replaceChildren(make("strong", {}, players.join(" – ")), details ? make("p", { class: "quiet" }, details) : "");
    this.#app.stage.setPlayers({ black: { name: facts.black }, white: { name: facts.white } });
  }

  #tools() {
    const { session } = this;
    return [
      ...travelTools(session),
      null,
      ["undo", "keys.undo", () => session.undo()],
      ["redo", "keys.redo", () => session.redo()],
      null,
      ["edit", "keys.edit", () => openEditor(this.#app, this)],
      ["play", "analyse.playFromHere", () => this.playFromHere()],
      ["plus", "analyse.newGame", () => this.load(new GameTree())],
    ];
  }

  /** Play the engine's best move, or the expert's if the engine is silent. */
  playBest() {
    const engine = this.#app.voices.engine(this.session.node);
    const expert = this.#app.voices.expert(this.session.node);
    const [square] = (engine ?? expert)?.moves.keys() ?? [];
    if (square !== undefined && square !== null) this.tryMove(square);
  }

  playFromHere() {
    goToAddress("play", [], { start: this.session.position.toString().replace(" ", "_") });
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

  async copyLink() {
    await attempt(() => navigator.clipboard.writeText(location.href));
    notify(text("analyse.linkCopied"));
  }

  async reviewGame() {
    await this.save();
    if (!this.saved) return;
    const answer = await attempt(() => api.reviewGame(this.saved.id));
    if (answer) goToAddress("review", [answer.reviews[0].id]);
  }

  #keepDraft() {
    sessionStorage.setItem(DRAFT, JSON.stringify({ ...this.session.toData(), saved: this.saved }));
  }

  #readDraft() {
    const kept = sessionStorage.getItem(DRAFT);
    if (!kept) return;
    const data = JSON.parse(kept);
    this.saved = data.saved ?? null;
    this.session.restoreData(data);
  }
}

/** What the engine knows of a node, for Black: {discs, chance}, null where it has not looked. */
export function blackValue(node, voices) {
  if (node.position.isOver) return { discs: node.position.blackScore(), chance: (Math.sign(node.position.blackScore()) + 1) / 2 };
  const best = voices.engine(node)?.moves.values().next().value;
  if (!best) return { discs: null, chance: null };
  const isBlack = node.position.toMove === BLACK;
  return { discs: isBlack ? best.score : -best.score, chance: isBlack ? best.win_chance : 1 - best.win_chance };
}
