// Review: a game judged move by move, its mistakes one key apart, and another try at each.

import { button, iconButton, make, select } from "../dom.js";
import { Session } from "../game/session.js";
import { treeOfGame } from "../game/saving.js";
import { travelTools } from "../game/travel.js";
import { announce, attempt, notify } from "../notices.js";
import { GameChart } from "../panels/charts.js";
import { panel } from "../panels/panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { addressOf, goToAddress } from "../routes.js";
import { api, fileAddress } from "../server/api.js";
import { countText, formatShare, text } from "../text.js";
import { openImport } from "./importing.js";

const PHASES = ["all", "opening", "middle", "end"];
const SIGNS = [
  [10, "??", "large"],
  [5, "?", "middle"],
  [0, "?!", "small"],
];

/** The view "review": a list of reviews, or one of them. */
export class ReviewView {
  name = "review";
  #app;
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
  #judgement;
  #accuracy;
  #overview;

  #makePanels() {
    this.#overview = panel(text("review.title"), [iconButton("paste", text("review.import"), () => openImport(this.#app))]);
    this.#mistakes = panel(text("review.mistakes"), [], "mistakes");
    this.#judgement = panel(text("review.judgement"), [], "judgement");
    this.#accuracy = panel(text("review.accuracy"));
    this.#moves = panel(text("tree.title"), [], "moves");
    this.#moves.body.append(this.#treeView.element);
    this.left = [];
    this.right = [];
  }

  #moves;

  async enter({ rest }) {
    this.#retrying = null;
    this.#app.live.followReviews();
    this.#review = null;
    if (rest[0]) await attempt(() => this.#open(rest[0]));
    if (!this.#review) await this.#showList();
  }

  leave() {
    this.voicePanel.sleep();
  }

  /** The list of all reviews with their progress. */
  async #showList() {
    this.page = [
      make("div", { class: "page-head" }, make("h2", { class: "page-title" }, text("views.review"))),
      this.#dropPlace(),
      this.#list(),
    ];
    this.#app.showPage(this.page);
    await this.#fillList();
  }

  #dropPlace() {
    const file = make("input", { type: "file", multiple: true, class: "unseen", id: "review-files" });
    const folder = make("input", { type: "file", multiple: true, class: "unseen", id: "review-folder", webkitdirectory: true });
    for (const input of [file, folder]) input.addEventListener("change", () => this.importFiles(input.files));
    return make(
      "section",
      { class: "panel drop-place", "aria-label": text("review.import") },
      make("p", {}, text("review.dropHint")),
      make(
        "div",
        { class: "row" },
        button(text("review.paste"), () => this.#openPaste(), { class: "primary" }),
        make("label", { class: "button-like" }, text("review.files"), file),
        make("label", { class: "button-like" }, text("review.folder"), folder),
        button(text("review.retryAll"), () => goToAddress("study", ["mistakes"])),
      ),
    );
  }

  #openPaste() {
    const words = make("textarea", {
      rows: 4,
      class: "code",
      "aria-label": text("importing.paste"),
      placeholder: text("importing.example"),
    });
    const send = async () => {
      const answer = await attempt(() => api.reviewText(words.value));
      if (answer) this.#begun(answer.reviews);
    };
    const place = this.page[1];
    place.append(words, make("div", { class: "row" }, button(text("review.begin"), send, { class: "primary" })));
    words.focus();
  }

  #begun(reviews) {
    if (reviews.length === 1) goToAddress("review", [reviews[0].id]);
    else this.#fillList();
  }

  /** Judge the games of dropped or chosen files, one file after the other. */
  async importFiles(files) {
    const begun = [];
    let leftOut = 0;
    for (const file of files) {
      const answer = await attempt(async () => api.reviewFile(file.name, await file.arrayBuffer()));
      begun.push(...(answer?.reviews ?? []));
      leftOut += answer?.left_out ?? 0;
    }
    notify(countText("review.begun", begun.length));
    if (leftOut) notify(countText("importing.leftOut", leftOut));
    if (begun.length) this.#begun(begun);
  }

  #list() {
    this.#rows = make("tbody");
    const names = ["game", "state", "worst", "black", "white", "actions"];
    const head = make(
      "tr",
      {},
      names.map((name) => make("th", { scope: "col" }, text(`review.columns.${name}`))),
    );
    const table = make(
      "table",
      { class: "games-table" },
      make("caption", { class: "unseen" }, text("views.review")),
      make("thead", {}, head),
      this.#rows,
    );
    return make("div", { class: "panel list-panel" }, table);
  }

  #rows = make("tbody");

  async #fillList() {
    const answer = await attempt(() => api.reviews());
    if (!answer) return;
    const rows = answer.reviews.map((entry) => this.#listRow(entry));
    this.#rows.replaceChildren(
      ...(rows.length ? rows : [make("tr", {}, make("td", { colspan: 6, class: "quiet" }, text("review.none")))]),
    );
  }

  #listRow(entry) {
    const name = `${entry.game.black || text("color.black")} – ${entry.game.white || text("color.white")}`;
    const share = (side) => (entry.accuracy?.[side] == null ? "–" : `${Math.round(entry.accuracy[side])}\u00a0%`);
    return make(
      "tr",
      { "data-review": entry.id },
      make(
        "th",
        { scope: "row" },
        make("a", { href: addressOf("review", [entry.id]) }, name),
        make("small", {}, ` ${entry.game.date ?? ""}`),
      ),
      make("td", {}, stateCell(entry)),
      make(
        "td",
        { class: "number" },
        entry.worst_loss == null ? "–" : text("review.discs", { count: Math.round(entry.worst_loss) }),
      ),
      make("td", { class: "number" }, share("black")),
      make("td", { class: "number" }, share("white")),
      make(
        "td",
        {},
        iconButton("trash", text("review.forget", { game: name }), () => this.#forget(entry.id)),
      ),
    );
  }

  async #forget(id) {
    if (await attempt(() => api.deleteReview(id))) await this.#fillList();
  }

  #heardProgress({ id, state, done, total }) {
    if (this.#app.view !== this) return;
    if (!this.#review) {
      const cell = this.#rows.querySelector(`[data-review="${CSS.escape(id)}"] td`);
      if (!cell || state === "done" || state === "failed") this.#fillList();
      else cell.replaceChildren(stateCell({ state, done, total }));
    } else if (id === this.#review.id && this.#review.state !== "done") {
      if (state === "done" || state === "failed") this.#refresh(id);
      else this.#showProgress(done, total);
    }
  }

  async #refresh(id) {
    const review = await attempt(() => api.review(id));
    if (!review || this.#review?.id !== id) return;
    this.#review = numbered(review);
    this.#showReview();
  }

  async #open(id) {
    const review = await api.review(id);
    const { tree } = await treeOfGame(review.game.id);
    this.#review = numbered(review);
    this.session.load(tree, tree.root, false);
    const { facts } = tree;
    this.#app.stage.setPlayers({ black: { name: facts.black }, white: { name: facts.white } });
    this.left = [this.#mistakes.element, this.#accuracy.element];
    this.right = [this.#overview.element, this.#judgement.element, this.#moves.element, this.voicePanel.element];
    this.#app.showPanels(this.left, this.right);
    this.#app.stage.use(this.session, this);
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
    this.#overview.body.replaceChildren(
      make("p", {}, text("review.running", { done, total })),
      make("progress", { max: total || 1, value: done, "aria-label": text("review.running", { done, total }) }),
    );
  }

  #showReview() {
    const { review, state, done, total, error, game } = this.#review;
    this.#overview.heading.textContent = `${game.black || text("color.black")} – ${game.white || text("color.white")}`;
    for (const { element } of [this.#mistakes, this.#accuracy, this.#judgement]) element.hidden = !review;
    this.voicePanel.element.hidden = !review;
    if (state === "failed") return this.#overview.body.replaceChildren(make("p", { class: "trouble" }, error));
    if (!review) return this.#showProgress(done, total);
    this.#overview.body.replaceChildren(this.#chart.element, this.#reportLinks());
    this.#showMistakes(review.mistakes);
    this.#accuracy.body.replaceChildren(accuracyTable(review.accuracy));
    this.#treeView.marks = treeMarks(review);
    this.shown();
    if (review.mistakes.length && !this.session.node.parent) this.goToMistake(0);
    return undefined;
  }

  #reportLinks() {
    const { id } = this.#review;
    return make(
      "div",
      { class: "row" },
      make(
        "a",
        { class: "button-like", href: fileAddress(`reviews/${id}/report.svg`), target: "_blank", rel: "noopener" },
        text("review.image"),
      ),
      make(
        "a",
        { class: "button-like", href: fileAddress(`reviews/${id}/report.txt`), target: "_blank", rel: "noopener" },
        text("review.text"),
      ),
      button(text("review.analyse"), () => goToAddress("analyse", ["game", this.#review.game.id])),
    );
  }

  #showMistakes(mistakes) {
    const rows = mistakes.map((mistake) => {
      const label = mistakeSentence(mistake);
      const parts = [
        make("span", { class: `pip ${mistake.side}` }),
        make("span", { class: "grow" }, label),
        make("strong", { class: lossName(mistake.loss) }, text("review.lost", { loss: formatLoss(mistake.loss) })),
      ];
      return make(
        "li",
        {},
        button(parts, () => this.#show(mistake), { class: "mistake-button", "data-number": mistake.number }),
      );
    });
    const retry = mistakes.length ? this.#retryTools() : null;
    this.#mistakes.body.replaceChildren(
      rows.length ? make("ol", { class: "mistake-list" }, rows) : make("p", { class: "quiet" }, text("review.noMistakes")),
      retry ?? "",
    );
  }

  #retryTools() {
    const sides = [
      ["", text("review.bothSides")],
      ["black", text("color.black")],
      ["white", text("color.white")],
    ];
    this.#side = select(sides, "", null, { "aria-label": text("review.whose") });
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
    return [...(this.#review?.review?.mistakes ?? [])].sort((one, other) => one.number - other.number);
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
    this.#show(step === 0 ? this.#review.review.mistakes[0] : next);
  }

  #show(mistake) {
    this.#retrying = null;
    this.session.goTo(this.session.tree.root.mainLine()[mistake.number]);
    announce(mistakeSentence(mistake));
  }

  /** Called by the stage after every change on the board. */
  shown() {
    if (this.#app.view !== this) return;
    this.#treeView.show();
    if (!this.#review?.review) return;
    this.#showChart();
    this.#showJudgement();
    this.voicePanel.hidden = this.#retrying !== null && !this.#retrying.answered;
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
    const { moves, mistakes } = this.#review.review;
    const points = [
      { ply: 0, discs: 0, chance: 0.5 },
      ...moves.map((move) => ({ ply: move.number, discs: move.black_score, chance: move.win_chance })),
    ];
    const dots = mistakes.map((mistake) => ({
      ...mistake,
      ply: mistake.number,
      discs: moves[mistake.number - 1]?.black_score ?? 0,
    }));
    this.#chart.show({ points, mistakes: dots, ply: Math.min(this.session.node.ply, moves.length), length: moves.length });
  }

  #showJudgement() {
    const { node } = this.session;
    if (this.#retrying) return this.#showRetry();
    const move = node.isMain ? this.#review.review.moves[node.ply - 1] : null;
    if (!move) return this.#judgement.body.replaceChildren(make("p", { class: "quiet" }, text("review.choose")));
    const mistake = this.#review.review.mistakes.find((entry) => entry.number === move.number);
    this.#judgement.body.replaceChildren(...judgementParts(move, mistake), ...(mistake ? [this.#tryBetter(mistake)] : []));
    return undefined;
  }

  /** The square that was better, ringed on the board after a mistake. */
  tints() {
    const { node } = this.session;
    const mistake = node.isMain && !this.#retrying && this.#review?.review?.mistakes.find((entry) => entry.number === node.ply);
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
    this.#retrying = { mistake, answered: false };
    const before = this.session.tree.root.mainLine()[mistake.number - 1];
    if (this.session.node === before) this.#app.stage.show();
    else this.session.goTo(before);
    this.#app.stage.say(text("review.find", { color: text(`color.${mistake.side}`) }));
    return undefined;
  }

  #showRetry() {
    const { mistake, answered, answer } = this.#retrying;
    const stop = button(text("review.stopRetry"), () => this.#show(mistake));
    if (!answered) {
      const sentence = text("review.retryHint", { move: mistake.move, loss: formatLoss(mistake.loss) });
      return this.#judgement.body.replaceChildren(make("p", { id: "retry" }, sentence), make("div", { class: "row" }, stop));
    }
    const verdict = text(answer.right ? "review.retryRight" : "review.retryWrong", {
      best: answer.best,
      loss: formatLoss(answer.loss),
    });
    const reasons = make(
      "ul",
      { class: "reasons" },
      (answer.reasons ?? []).map((reason) => make("li", {}, reason)),
    );
    const next = button(text("review.nextRetry"), () => this.retry(), { class: "primary" });
    return this.#judgement.body.replaceChildren(
      make("p", { class: answer.right ? "right" : "wrong", id: "retry" }, verdict),
      reasons,
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
    const { mistake } = this.#retrying;
    const answer = await attempt(() => api.answerMistake(this.#review.id, mistake.ply, this.session.tree.game.formatMove(square)));
    if (!answer) return undefined;
    this.#retrying = { mistake, answered: true, answer };
    this.session.play(square);
    announce(
      text(answer.right ? "review.retryRight" : "review.retryWrong", { best: answer.best, loss: formatLoss(answer.loss) }),
    );
    return undefined;
  }
}

/** The review with the number of each disc from 1 on, as the tree counts them; the server's ply counts passes too. */
function numbered(review) {
  const entries = [...(review.review?.moves ?? []), ...(review.review?.mistakes ?? [])];
  for (const entry of entries) entry.number = entry.path.length / 2 + 1;
  return review;
}

function mistakeSentence({ number, side, move, best }) {
  return text("review.mistake", { number, color: text(`color.${side}`), move, best });
}

const formatLoss = (loss) => (Number.isInteger(loss) ? String(loss) : loss.toFixed(1));

function stateCell({ state, done, total, error }) {
  if (state === "done") return make("span", { class: "tag" }, text("review.states.done"));
  if (state === "failed") return make("span", { class: "tag trouble", title: error }, text("review.states.failed"));
  const label = text("review.running", { done, total });
  return make("div", {}, make("progress", { max: total || 1, value: done, "aria-label": label }), make("small", {}, label));
}

function accuracyTable(accuracy) {
  const share = (entry) => (entry?.accuracy == null ? "–" : `${Math.round(entry.accuracy)}\u00a0%`);
  const loss = (entry) => (entry?.mean_loss == null ? "–" : entry.mean_loss.toFixed(1));
  const head = make(
    "tr",
    {},
    ["phase", "black", "loss", "white", "loss"].map((name) =>
      make("th", { scope: "col", class: name === "phase" ? "" : "number" }, text(`review.accuracyColumns.${name}`)),
    ),
  );
  const rows = PHASES.map((phase) => {
    const { black, white } = accuracy;
    const cells = [share(black[phase]), loss(black[phase]), share(white[phase]), loss(white[phase])];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, text(`review.phases.${phase}`)),
      cells.map((cell) => make("td", { class: "number" }, cell)),
    );
  });
  return make(
    "table",
    { class: "accuracy" },
    make("caption", { class: "unseen" }, text("review.accuracy")),
    make("thead", {}, head),
    make("tbody", {}, rows),
  );
}

function signOf(loss) {
  const [, sign, className] = SIGNS.find(([least]) => loss >= least);
  return { sign, className };
}

const lossName = (loss) => `loss-${signOf(loss).className}`;

/** Signs of the mistakes for the tree of moves: by the transcript of the move. */
function treeMarks(review) {
  return new Map(
    review.mistakes.map((mistake) => {
      const { sign, className } = signOf(mistake.loss);
      return [mistake.path + mistake.move, { sign, className, title: text("review.lost", { loss: formatLoss(mistake.loss) }) }];
    }),
  );
}

function judgementParts(move, mistake) {
  const head = make(
    "p",
    { class: "verdict" },
    make("span", { class: `pip ${move.side}` }),
    make("strong", {}, `${move.number}. ${move.move}`),
    verdictText(move),
  );
  const chances = [];
  if (move.expert_probability != null)
    chances.push(text("review.playedShare", { move: move.move, share: formatShare(move.expert_probability) }));
  if (move.best !== move.move && move.best_probability != null)
    chances.push(text("review.bestShare", { move: move.best, share: formatShare(move.best_probability) }));
  const reasons = mistake?.reasons?.length
    ? make(
        "ul",
        { class: "reasons" },
        mistake.reasons.map((reason) => make("li", {}, reason)),
      )
    : null;
  return [head, reasons, chances.length ? make("p", { class: "quiet" }, chances.join(" · ")) : null].filter(Boolean);
}

function verdictText(move) {
  if (move.forced) return ` ${text("review.forced")}`;
  if (move.loss < 0.5) return ` ${text("review.isBest")}`;
  return ` ${text("review.verdict", { loss: formatLoss(move.loss), best: move.best })}`;
}
