// Review: a game reviewed move by move, its mistakes one key apart, and another try at each.

import { button, iconButton, make, select } from "../dom.js";
import { Session } from "../game/session.js";
import { treeOfGame } from "../game/saving.js";
import { travelTools } from "../game/travel.js";
import { BLACK, WHITE } from "../games/sides.js";
import { announce, attempt, notify } from "../notices.js";
import { GameChart } from "../panels/charts.js";
import { Comparison } from "../panels/comparison.js";
import { lossChart, lossSums } from "../panels/loss_chart.js";
import {
  accuracyTable,
  answerSentence,
  curveOf,
  mistakeList,
  mistakeSentence,
  mistakeReasons,
  numbered,
  ownFirst,
  treeMarks,
  unitOf,
  whyParts,
} from "../panels/review_parts.js";
import { panel } from "../panels/panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { goToAddress } from "../routes.js";
import { api, fileAddress } from "../server/api.js";
import { formatLoss, shortText, text } from "../text.js";
import { openImport } from "./importing.js";
import { ReviewList } from "./review_list.js";

/** The view "review": a list of reviews, or one of them. */
export class ReviewView {
  name = "review";
  #app;
  #list = new ReviewList();
  #review = null;
  #retrying = null;

  constructor(app) {
    this.#app = app;
    this.session = new Session();
    this.voicePanel = new VoicePanel(app);
    this.#treeView = new TreeView(this.session);
    this.#chart = new GameChart();
    this.#chart.addEventListener("pick", (event) => this.session.goTo(this.session.line()[event.detail]));
    this.#makePanels();
    app.live.addEventListener("review", (event) => this.#heardProgress(event.detail));
  }

  #treeView;
  #chart;
  #mistakes;
  #why;
  #accuracy;
  #overview;
  #losses = make("figure", { class: "loss-figure" });
  #comparison = new Comparison();

  #makePanels() {
    this.#overview = panel(text("review.title"), [
      iconButton("paste", text("review.import"), () => openImport(this.#app), { short: shortText("paste") }),
    ]);
    this.#mistakes = panel(text("review.mistakes"), [], "mistakes");
    this.#why = panel(text("review.why"), [], "why");
    this.#accuracy = panel(text("review.accuracy"));
    this.#moves = panel(text("tree.title"), [], "moves");
    this.#moves.body.append(this.#treeView.element);
    this.left = [];
    this.right = [];
  }

  #moves;

  async enter({ rest }, signal) {
    this.#retrying = null;
    this.#previews = 0;
    this.#app.live.followReviews();
    this.#review = null;
    if (rest[0]) await attempt(() => this.#open(rest[0], signal));
    if (!this.#review && !signal.aborted) await this.#showList();
  }

  leave() {
    this.voicePanel.sleep();
  }

  async #showList() {
    this.page = this.#list.page();
    this.#app.showPage(this.page);
    await this.#list.fill();
  }

  /** Review the games of dropped or chosen files. */
  importFiles(files) {
    return this.#list.importFiles(files);
  }

  #heardProgress({ id, state, done, total, previews }) {
    if (this.#app.view !== this) return;
    if (!this.#review) this.#list.hear({ id, state, done, total });
    else if (id === this.#review.id && this.#review.state !== "done") {
      if (state === "done" || state === "failed" || previews > this.#previews) this.#refresh(id);
      else this.#showProgress(done, total);
      this.#previews = previews;
    }
  }

  #previews = 0;

  async #refresh(id) {
    const review = await attempt(() => api.review(id));
    if (!review || this.#review?.id !== id) return;
    this.#review = numbered(review);
    this.#showReview();
  }

  async #open(id, signal) {
    const review = await api.review(id, signal);
    const { tree } = await treeOfGame(review.game.id, signal);
    this.#review = numbered(review);
    this.session.load(tree, tree.root, false);
    const { facts } = tree;
    this.#app.stage.setPlayers({ black: { name: facts.black }, white: { name: facts.white } });
    this.left = [this.#mistakes.element, this.#accuracy.element, this.#comparison.element];
    this.right = [this.#why.element, this.#overview.element, this.#moves.element, this.voicePanel.element];
    this.#app.showPanels(this.left, this.right);
    this.#app.stage.use(this.session, this);
    this.#app.stage.sit(this.#mine);
    this.#app.stage.setTools(this.#tools());
    this.#showReview();
  }

  #tools() {
    const { session } = this;
    return [
      ...travelTools(session),
      null,
      ["up", "keys.nextMistake", () => this.goToMistake(1)],
      ["hint", "keys.retry", () => this.retry()],
    ];
  }

  #showProgress(done, total) {
    this.#treeView.show();
    const isKnown = Boolean(this.#review.review);
    const label = total ? text(isKnown ? "review.preliminary" : "review.running", { done, total }) : text("review.waiting");
    const bar = make("progress", { max: total || 1, value: total ? done : null, "aria-label": label });
    this.#progress.replaceChildren(make("p", { id: "review-progress" }, label), bar);
    this.#overview.body.replaceChildren(this.#progress, ...(isKnown ? [this.#chart.element] : []));
  }

  #progress = make("div");

  /** Whether the review is finished; a first look at the whole game may be there before. */
  get #isDone() {
    return this.#review?.state === "done";
  }

  get #game() {
    return this.session.tree.game;
  }

  /** The reader's side of the game, null if that is not known. */
  get #mine() {
    return this.#review?.game.mine ?? null;
  }

  #showReview() {
    const { review, state, done, total, error, game } = this.#review;
    this.#overview.heading.textContent = `${game.black || text("color.black")} – ${game.white || text("color.white")}`;
    for (const { element } of [this.#mistakes, this.#accuracy, this.#why, this.#comparison]) element.hidden = !this.#isDone;
    this.voicePanel.element.hidden = !review;
    if (state === "failed") return this.#overview.body.replaceChildren(make("p", { class: "trouble" }, error));
    if (!this.#isDone) {
      this.#showProgress(done, total);
      if (review) this.shown();
      return undefined;
    }
    this.#showFinished();
    this.#showMistakes(ownFirst(review.mistakes, this.#mine));
    this.#accuracy.body.replaceChildren(accuracyTable(review.accuracy));
    this.#treeView.marks = treeMarks(review, this.#game);
    this.shown();
    if (review.mistakes.length && !this.session.node.parent) this.goToMistake(0);
    return undefined;
  }

  #showFinished() {
    this.#overview.body.replaceChildren(this.#chart.element, this.#losses, this.#reportLinks());
    this.#comparison.offer(this.#review);
  }

  #reportLinks() {
    const { id, game } = this.#review;
    const analyse = button(text("review.analyse"), () => goToAddress("analyse", ["game", game.id]));
    return make("div", { class: "row" }, reportLink(id, "html", "review.page"), reportLink(id, "svg", "review.image"), reportLink(id, "txt", "review.text"), analyse);
  }

  #showMistakes(mistakes) {
    if (!mistakes.length) return this.#mistakes.body.replaceChildren(make("p", { class: "quiet" }, text("review.noMistakes")));
    const list = mistakeList(mistakes, (mistake) => this.#show(mistake));
    const hint = make("p", { class: "quiet", hidden: true }, text("review.hiddenList"));
    this.#hideMistakes = (isHidden) => {
      list.hidden = isHidden;
      hint.hidden = !isHidden;
    };
    return this.#mistakes.body.replaceChildren(list, hint, this.#retryTools());
  }

  #hideMistakes = () => {};

  /** Whether a question is open: then nothing on the page may tell the answer. */
  get #isAsking() {
    return this.#retrying !== null && !this.#retrying.answered;
  }

  /** A question ends where one goes elsewhere. */
  #endRetryElsewhere() {
    if (!this.#retrying) return;
    const { before, answered } = this.#retrying;
    const { node } = this.session;
    if (node !== before && !(answered && node.parent === before)) this.#retrying = null;
  }

  #retryTools() {
    const sides = [
      ["", text("review.bothSides")],
      ["black", text("color.black")],
      ["white", text("color.white")],
    ];
    this.#side = select(sides, this.#mine ?? "", null, { "aria-label": text("review.whose") });
    return make(
      "div",
      { class: "row" },
      this.#side,
      button(text("keys.retry"), () => this.retry(), { class: "primary" }),
      button(text("keys.nextMistake"), () => this.goToMistake(1)),
    );
  }

  #side = null;

  /** The mistakes in the order of the game. */
  #inOrder() {
    return [...(this.#isDone ? this.#review.review.mistakes : [])].sort((one, other) => one.number - other.number);
  }

  /** Show the next mistake in the order of the game (1), the one before (−1), or the worst (0). */
  goToMistake(step) {
    const mistakes = this.#inOrder();
    if (!mistakes.length) return;
    const here = this.session.node.ply;
    const next =
      step > 0
        ? (mistakes.find((mistake) => mistake.number > here) ?? mistakes[0])
        : (mistakes.findLast((mistake) => mistake.number < here) ?? mistakes.at(-1));
    this.#show(step === 0 ? ownFirst(this.#review.review.mistakes, this.#mine)[0] : next);
  }

  #show(mistake) {
    this.#retrying = null;
    this.session.goTo(this.session.tree.root.mainLine()[mistake.number]);
    announce(mistakeSentence(mistake));
  }

  /** Called by the stage after every change on the board. */
  shown() {
    if (this.#app.view !== this) return;
    this.#endRetryElsewhere();
    this.#treeView.hidesWhatFollows = this.#isAsking;
    this.#treeView.show();
    if (!this.#review?.review) return;
    this.#hideMistakes(this.#isAsking);
    this.#showChart();
    this.#showWhy();
    this.voicePanel.hidden = this.#isAsking;
    this.voicePanel.element.hidden = this.voicePanel.hidden;
    this.voicePanel.background = false;
    this.voicePanel.listen();
    this.#markCurrent();
  }

  #markCurrent() {
    for (const entry of this.#mistakes.body.querySelectorAll(".mistake-button")) {
      entry.toggleAttribute("aria-current", Number(entry.dataset.number) === this.session.node.ply);
    }
  }

  #showChart() {
    const length = this.session.tree.root.mainLine().length - 1;
    const ply = Math.min(this.session.node.ply, length);
    const { points, mistakes } = curveOf(this.#review.review);
    const isShown = (entry) => !this.#isAsking || entry.ply <= ply;
    const dots = this.#isDone ? mistakes.filter(isShown) : [];
    this.#chart.show({ points: points.filter(isShown), mistakes: dots, ply, length, unit: this.#game.unit });
    this.#showLosses(ply);
  }

  /** What both sides lost so far; while a question is open it would tell nothing but what is known. */
  #showLosses(ply) {
    const moves = this.#review.review.moves.filter((move) => !this.#isAsking || move.number <= ply);
    const lines = [BLACK, WHITE].map((side) => ({ name: text(`color.${side}`), className: side, points: lossSums(moves, side) }));
    const legend = lines.map(({ name, className, points }) =>
      make("li", { class: className }, text("review.lostInAll", { name, loss: formatLoss(points.at(-1)[1], 1) })),
    );
    this.#losses.replaceChildren(
      make("figcaption", {}, text("review.losses", { unit: unitOf(this.#game) })),
      lossChart(lines, ply),
      make("ul", { class: "loss-legend" }, legend),
    );
  }

  #showWhy() {
    const { node } = this.session;
    if (this.#retrying) return this.#showRetry();
    const move = node.isMain ? this.#review.review.moves.find((entry) => entry.number === node.ply) : null;
    if (!move) return this.#why.body.replaceChildren(make("p", { class: "quiet" }, text("review.choose")));
    const mistake = this.#review.review.mistakes.find((entry) => entry.number === move.number);
    this.#why.body.replaceChildren(...whyParts(move, mistake, this.#game), ...(mistake ? [this.#tryBetter(mistake)] : []));
    return undefined;
  }

  /** The square that was better, ringed on the board after a mistake. */
  tints() {
    const { node } = this.session;
    const mistake = this.#isDone && node.isMain && !this.#retrying && this.#review.review.mistakes.find((entry) => entry.number === node.ply);
    return mistake ? new Map([[this.session.tree.game.parseMove(mistake.best), { className: "hint", size: 0.9 }]]) : null;
  }

  #tryBetter(mistake) {
    const play = () => {
      this.session.goBack();
      for (const name of mistake.best_line?.length ? mistake.best_line : [mistake.best]) {
        const square = this.session.tree.game.parseMove(name);
        if (square !== null && this.session.position.isLegal(square)) this.session.play(square);
      }
    };
    return button(text("review.showBetter"), play);
  }

  /** Go before the mistake on the board (or the next one) and ask for a better move. */
  retry() {
    const side = this.#side?.value ?? "";
    const mistakes = this.#inOrder().filter((mistake) => !side || mistake.side === side);
    if (!mistakes.length) return notify(text("review.noMistakes"));
    const after = this.#retrying?.answered ? this.#retrying.mistake.number : this.session.node.ply - 1;
    const mistake = mistakes.find((entry) => entry.number > after) ?? mistakes[0];
    const before = this.session.tree.root.mainLine()[mistake.number - 1];
    this.#retrying = { mistake, before, answered: false, wrong: [] };
    if (this.session.node === before) this.#app.stage.show();
    else this.session.goTo(before);
    this.#app.stage.say(text("review.find", { color: text(`color.${mistake.side}`) }));
    return undefined;
  }

  #showRetry() {
    const { mistake, answered, answer, wrong } = this.#retrying;
    const stop = button(text("review.stopRetry"), () => this.#show(mistake));
    if (!answered) {
      const sentence = text("review.retryHint", { move: mistake.move, loss: formatLoss(mistake.loss), unit: unitOf(this.#game) });
      const give = button(text("review.showAnswer"), () => this.#giveUp(), { id: "show-answer" });
      return this.#why.body.replaceChildren(
        make("p", { id: "retry" }, sentence),
        ...wrong.map((words) => make("p", { class: "wrong" }, words)),
        make("div", { class: "row" }, wrong.length ? give : null, stop),
      );
    }
    const next = button(text("review.nextRetry"), () => this.retry(), { class: "primary" });
    return this.#why.body.replaceChildren(
      make("p", { class: answer.right ? "right" : "wrong", id: "retry" }, answer.right ? answerSentence(answer, this.#game) : text("review.answerIs", answer)),
      ...mistakeReasons(mistake.move, answer.reasons),
      make("div", { class: "row" }, next, stop),
    );
  }

  tryMove(square) {
    if (this.#retrying && !this.#retrying.answered) return this.#answer(square);
    return this.#app.stage.tryMove(square);
  }

  choose(square) {
    this.tryMove(square);
  }

  async #answer(square) {
    if (!this.session.position.isLegal(square)) return this.#app.stage.refuse(square);
    const asked = this.#retrying;
    const move = this.session.tree.game.formatMove(square);
    const answer = await attempt(() => api.answerMistake(this.#review.id, asked.mistake.ply, move));
    if (!answer || this.#retrying !== asked) return undefined;
    if (!answer.right) return this.#missed(asked, text("review.retryAgain", { move, loss: formatLoss(answer.loss), unit: unitOf(this.#game) }));
    this.#retrying = { ...asked, answered: true, answer };
    this.session.play(square);
    announce(answerSentence(answer, this.#game));
    return undefined;
  }

  /** A try was wrong: the question stays, and the answer is not told. */
  #missed(asked, sentence) {
    this.#retrying = { ...asked, wrong: [...asked.wrong, sentence] };
    announce(sentence);
    this.#showRetry();
  }

  /** The answer is wanted. */
  #giveUp() {
    const { mistake, before } = this.#retrying;
    const answer = { right: false, best: mistake.best, reasons: mistake.reasons };
    this.#retrying = { ...this.#retrying, answered: true, answer };
    if (this.session.node === before) this.#app.stage.show();
    announce(text("review.answerIs", { best: mistake.best }));
  }
}

/** A link to the report of a review as a file of one kind. */
function reportLink(id, kind, label) {
  const href = fileAddress(`reviews/${id}/report.${kind}`);
  return make("a", { class: "button-like", href, target: "_blank", rel: "noopener" }, text(label));
}
