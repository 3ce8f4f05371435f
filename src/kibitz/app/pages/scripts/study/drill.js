// A drill: a position, one move of yours, and what it was worth. Each kind of drill says where its questions come from.

import { button, make } from "../dom.js";
import { Session } from "../game/session.js";
import { GameTree } from "../game/tree.js";
import { parseStart } from "../games/games.js";
import { announce, attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { text } from "../text.js";

/**
 * Runs questions one after the other. A kind has `title`, `hint`, `controls` (elements above the question), `next()` that
 * resolves to {position, sentence, source, data} (and maybe keep: {move, label}, a move that a button says is right) or
 * {empty: sentence, ways: elements that lead on}, and `grade(question, move, seconds)` that resolves to
 * {right, points, sentence, details, labels}; its labels are by the names of moves. It may have `listen(changed)`: it calls
 * `changed(isStale)` when other questions are to be asked, which ends the question on the board if isStale(question) is true.
 */
export class Drill {
  #app;
  #kind;
  #question = null;
  #answer = null;
  #askedAt = 0;
  #score = { asked: 0, right: 0, points: 0, streak: 0 };
  session = new Session();

  /** `answered` is called after every answer. */
  constructor(app, kind, answered = () => {}) {
    this.#app = app;
    this.#kind = kind;
    this.#answered = answered;
    this.#frame = panel(kind.title, [], "drill");
    this.#sentence = make("p", { class: "drill-question", id: "drill-question" });
    this.#verdict = make("div", { class: "drill-verdict", id: "drill-verdict" });
    this.#next = button(text("drill.next"), () => this.next(), { class: "primary", id: "drill-next" });
    this.#keep = button("", () => this.#keepMove(), { id: "drill-keep", hidden: true });
    this.#tally = make("p", { class: "tally", id: "drill-score" });
    this.#frame.body.append(
      make("p", { class: "quiet" }, kind.hint),
      ...(kind.controls ?? []),
      this.#sentence,
      this.#verdict,
      make("div", { class: "row" }, this.#keep, this.#next),
      this.#tally,
    );
    this.right = [this.#frame.element];
    this.left = kind.left ?? [];
    kind.listen?.((isStale) => this.#changed(isStale));
  }

  /** The kind has other questions now. */
  #changed(isStale) {
    if (!this.#question || this.#question.empty || (!this.#answer && isStale(this.#question))) this.next();
  }

  #answered;
  #frame;
  #sentence;
  #verdict;
  #next;
  #keep;
  #tally;

  async enter() {
    this.#app.stage.use(this.session, this);
    this.#app.stage.setTools([]);
    this.#app.stage.setPlayers({});
    if (!this.#question || this.#question.empty) await this.next();
    else this.#show();
  }

  #asking = 0;

  /** Ask the next question. The one on the board stays until it comes, but takes no answer any more. */
  async next() {
    this.#asking += 1;
    const number = this.#asking;
    const before = this.#question;
    this.#question = null;
    this.#sentence.textContent = text("drill.looking");
    const question = (await attempt(() => this.#kind.next())) ?? before;
    if (number !== this.#asking) return; // another one was asked for meanwhile
    this.#question = question ?? { empty: text("drill.failed") };
    if (question !== before) this.#begin();
    this.#show();
  }

  #begin() {
    this.#answer = null;
    this.#askedAt = performance.now();
    if (!this.#question.empty) this.#load(this.#question.position);
    const { keep } = this.#question;
    this.#keep.hidden = !keep;
    if (keep) this.#keep.textContent = keep.label;
  }

  get #isOnStage() {
    return this.#app.stage.view === this;
  }

  #load(position) {
    this.session.load(new GameTree(parseStart(position.start)), undefined, false);
  }

  #show() {
    const { empty, sentence, source } = this.#question;
    this.#sentence.replaceChildren(empty ?? sentence, source ? make("small", {}, ` ${source}`) : "");
    this.#next.textContent = text(empty ? "drill.again" : this.#answer ? "drill.next" : "drill.skip");
    this.#verdict.replaceChildren(...(this.#question.ways ?? []));
    if (!empty && !this.#answer && this.#isOnStage) announce(sentence);
    this.#showScore();
  }

  choose(square) {
    this.tryMove(square);
  }

  /** The move that the question names is said to be right. */
  #keepMove() {
    if (this.#question?.keep && !this.#answer) this.#try(this.session.tree.game.parseMove(this.#question.keep.move));
  }

  /** After the answer the board shows what moves were worth, not what they would do. */
  blocksLook() {
    return this.#answer !== null;
  }

  async tryMove(square) {
    if (!this.#question || this.#question.empty) return;
    if (this.#answer) return this.#app.stage.say(text("drill.answered"));
    if (!this.session.position.isLegal(square)) return this.#app.stage.refuse(square);
    return this.#try(square);
  }

  /** Answer with a move, as its square does. */
  async #try(square) {
    const seconds = (performance.now() - this.#askedAt) / 1000;
    const question = this.#question;
    const answer = await attempt(() => this.#kind.grade(question, this.session.tree.game.formatMove(square), seconds));
    if (answer && !this.#answer && this.#question === question) this.#graded(answer, square);
  }

  #graded(answer, square) {
    this.#answer = answer;
    this.#count(answer);
    this.#answered();
    const sign = make("strong", { class: answer.right ? "right" : "wrong" }, answer.sentence);
    this.#verdict.replaceChildren(sign, ...(answer.details ?? []));
    this.#next.textContent = text("drill.next");
    this.#keep.hidden = true;
    this.#showScore();
    if (this.#isOnStage) this.#showOnBoard(answer, square);
  }

  #showOnBoard(answer, square) {
    this.#app.stage.board.lookAt(null);
    this.#app.stage.board.setLabels(withPlayed(answer.labels, square, this.session.tree.game));
    this.#app.stage.say(answer.sentence, answer.right ? "right" : "wrong");
    announce(answer.sentence);
    this.#next.focus({ preventScroll: true });
  }

  #count({ right, points }) {
    this.#score.asked += 1;
    this.#score.right += right ? 1 : 0;
    this.#score.points += points ?? (right ? 100 : 0);
    this.#score.streak = right ? this.#score.streak + 1 : 0;
  }

  #showScore() {
    const { asked, right, points, streak } = this.#score;
    const mean = asked ? Math.round(points / asked) : 0;
    this.#tally.textContent = asked ? text("drill.score", { right, asked, mean, streak }) : "";
  }
}

/** Labels by square, with the move that was played marked. */
function withPlayed(labels, square, game) {
  const shown = new Map([...labels].map(([name, label]) => [game.parseMove(name), label]));
  if (shown.has(square)) shown.set(square, { ...shown.get(square), played: true });
  return shown;
}

/** Labels by the names of moves: one line each, the best ones marked. */
export function answerLabels(moves, lineOf, isBest) {
  return new Map(
    moves.map((move) => [
      move.move,
      { lines: [{ text: lineOf(move), kind: "engine only" }], best: isBest(move), spoken: lineOf(move) },
    ]),
  );
}
