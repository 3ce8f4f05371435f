// Playing: a game that lives on the server. Evaluations stay behind a curtain unless one asks for them.

import { confirmDialog } from "../dialogs.js";
import { Counting } from "../game/counting.js";
import {
  formatTime,
  hintSentence,
  humanSides,
  isCounted,
  isHumanTurn,
  isPlayedByHand,
  outcomeSentence,
  returnGame,
  timeLeft,
} from "../game/served_game.js";
import { Session } from "../game/session.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { teach, teachingOf, tookBack, watches } from "../game/teaching.js";
import { startOf } from "../games/games.js";
import { PASS, otherColor } from "../games/sides.js";
import { announce, attempt, notify } from "../notices.js";
import { Curtain } from "../panels/curtain.js";
import { GameControl } from "../panels/game_control.js";
import { LessonCard } from "../panels/lesson.js";
import { panel } from "../panels/panel.js";
import { TreeView } from "../panels/tree_view.js";
import { VoicePanel } from "../panels/voice_panel.js";
import { goToAddress, readStart, replaceAddress } from "../routes.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { text } from "../text.js";
import { playForm } from "./play_form.js";

const LAST_GAME = "kibitz.game";
const CLOCK_MILLISECONDS = 200;

/** The view "play". */
export class PlayView {
  name = "play";
  #app;
  #game = null;
  #heardAt = 0;
  #clock = null;
  #sending = false;
  #waiting = []; // squares pressed while the move before was on its way

  constructor(app) {
    this.#app = app;
    this.session = new Session();
    this.voicePanel = new VoicePanel(app);
    this.#counting = new Counting((node) => node === this.session.node && this.#showCount());
    this.#treeView = new TreeView(this.session);
    this.#control = new GameControl(this);
    this.#moves = panel(text("tree.title"), [], "moves");
    this.#moves.body.append(this.#treeView.element);
    app.live.addEventListener("game", (event) => this.#hear(event.detail.game));
    this.#lesson = new LessonCard((move) => this.#playAnyway(move));
    this.left = [this.#control.element, this.#lesson.element, this.#moves.element];
    this.#curtain = new Curtain(() => this.toggleEvaluations());
    this.right = [this.#curtain.element, this.voicePanel.element];
  }

  #counting;
  #treeView;
  #lesson;
  #control;
  #moves;
  #curtain;

  async enter({ rest, query }, signal) {
    this.voicePanel.hidden = true;
    const start = readStart(query.get("start"));
    const id = rest[0] ?? (start ? null : sessionStorage.getItem(LAST_GAME));
    const game = id && rest[0] !== "new" ? await this.#find(id, Boolean(rest[0])) : null;
    if (signal.aborted) return;
    if (game) this.#open(game);
    else this.#offer(query.get("game"), start, query.get("moves") ?? "");
  }

  async #find(id, isAsked) {
    try {
      const game = await api.game(id);
      return isAsked || game.state === "playing" ? game : null;
    } catch (error) {
      if (isAsked) notify(error.message, "trouble");
      return null;
    }
  }

  leave() {
    this.#app.live.watch(null);
    this.voicePanel.sleep();
    clearInterval(this.#clock);
  }

  #form = null;

  /** What the server has is known now. */
  learned() {
    this.#form?.learn();
  }

  /** Show the form of a new game, of the one named or else the one begun before; `start` and `moves` are what to play from. */
  #offer(name, start = null, moves = "") {
    this.#game = null;
    clearInterval(this.#clock);
    this.#form = playForm((body, teaching) => this.#begin(body, teaching), {
      game: name,
      from: start && { start, moves },
      sources: (game) => this.#app.voices.sources(game),
      engines: this.#app.engines,
      lay: (position) => this.#lay(position),
    });
    this.#lay(start ?? this.#form.start, moves);
    this.#control.offer(this.#form.element);
    this.#app.stage.setPlayers({});
    this.#app.stage.use(this.session, this);
    this.#app.stage.setTools([]);
    this.#showCurtain();
  }

  /** Show the board that a game would begin with. */
  #lay(start, moves = "") {
    const tree = GameTree.fromTranscript(moves, start);
    this.session.load(tree, tree.root.mainLine().at(-1), false);
  }

  async #begin(body, teaching) {
    const game = await attempt(() => api.newGame(body));
    if (!game) return;
    teach(game.id, teaching);
    goToAddress("play", [game.id]);
  }

  #open(game) {
    this.#game = null;
    this.#toolsFor = null;
    this.#form = null;
    this.voicePanel.hidden = true;
    sessionStorage.setItem(LAST_GAME, game.id);
    replaceAddress("play", [game.id]);
    this.session.load(new GameTree(startOf(game.start)), undefined, false);
    this.#app.stage.use(this.session, this);
    this.#turnBoard(game);
    this.#hear(game);
    this.#app.live.watch(game.id);
    clearInterval(this.#clock);
    if (game.clock) this.#clock = setInterval(() => this.#showPlayers(), CLOCK_MILLISECONDS);
  }

  /** Sit on the human's side of the board. */
  #turnBoard(game) {
    const humans = humanSides(game);
    this.#app.stage.sit(humans.length === 1 ? humans[0] : null);
  }

  /** The ways through the game, and while a person plays what one can do about it. */
  #tools() {
    const { session } = this;
    if (!this.#game || !isPlayedByHand(this.#game)) return travelTools(session);
    return [
      ...travelTools(session),
      ...(session.tree.game.passes ? [null, [null, "keys.pass", () => this.pass()]] : []),
      null,
      ["undo", "keys.takeBack", () => this.takeBack()],
      ["hint", "keys.hint", () => this.hint()],
      ["flag", "keys.resign", () => this.resign()],
    ];
  }

  #toolsFor = null;

  /** Offer what one can do when another game is on the board or it has ended; not with every move, so that the one in focus stays. */
  #setTools() {
    const wanted = `${this.#game.id} ${this.#game.state}`;
    if (wanted === this.#toolsFor) return;
    this.#toolsFor = wanted;
    this.#app.stage.setTools(this.#tools());
    this.#app.stage.board.configure({ interactive: this.#game.state === "playing" });
  }

  /** After the end no square shows what a move would do. */
  blocksLook() {
    return this.#game?.state === "over";
  }

  /** A game came from the server: after a move of either side, in this tab or another. */
  #hear(game) {
    if (this.#app.view !== this || (this.#game && (game.id !== this.#game.id || game.version < this.#game.version))) return;
    const ended = this.#game?.state === "playing" && game.state === "over";
    this.#game = game;
    this.#heardAt = performance.now();
    this.#follow(game);
    this.#forgetHint();
    this.#control.show(game, this.#rules);
    this.#treeView.show();
    this.#setTools();
    this.#showPlayers();
    this.#showCurtain();
    this.#listen();
    this.#count();
    if (ended) this.#end();
  }

  /** Bring the board to the game's last move, by playing it where the board is one move behind. */
  #follow(game) {
    const squares = this.session.tree.game.parsePath(game.path);
    const known = this.session.tree.find(squares);
    const isAhead = this.session.tree.root.mainLine().length - 1 > squares.length;
    const wasAtEnd = !this.session.node.children.length;
    if (isAhead || known.ply + 2 < squares.length) return this.#reload(game, squares);
    let node = known;
    for (const square of squares.slice(known.ply)) node = node.play(square);
    if (wasAtEnd) for (const step of node.path().slice(this.session.node.ply + 1)) this.session.goTo(step);
    this.#treeView.show();
  }

  #reload(game, squares) {
    const tree = GameTree.fromSquares(squares, startOf(game.start));
    this.session.load(tree, tree.root.mainLine().at(-1), false);
  }

  #end() {
    const sentence = this.#resultSentence();
    notify(sentence);
    announce(sentence);
    this.#app.stage.say(sentence);
  }

  #resultSentence() {
    return outcomeSentence(this.#game, this.#rules);
  }

  /** The game whose rules hold on the board. */
  get #rules() {
    return this.session.tree.game;
  }

  /** Whether both sides have passed in a game whose points are counted then. */
  get #isCounted() {
    return this.#game !== null && isCounted(this.#game, this.#rules);
  }

  /** What the stage says at the end of a game that is counted. */
  resultSentence() {
    return this.#isCounted ? `${this.#resultSentence()} · ${text("stage.markDead")}` : null;
  }

  get #isOnStage() {
    return this.#app.stage.view === this;
  }

  get #isAtEnd() {
    return !this.session.node.children.length;
  }

  /** Count the last position with the stones that are dead in it. */
  #count() {
    if (!this.#isCounted || !this.#isAtEnd) return;
    const { game } = this.session.tree;
    this.#counting.count(this.session.node, this.#game.dead.map((name) => game.parseMove(name)));
  }

  #showCount() {
    if (!this.#isCounted || !this.#isAtEnd || !this.#isOnStage) return;
    const { node } = this.session;
    this.#app.stage.board.markDead(this.#counting.of(node).dead);
    this.#app.stage.board.setTints(this.tints());
    this.#app.stage.say(this.resultSentence());
  }

  /** What the overlay leaves room for: what each side owns, where the board is counted. */
  tints() {
    return this.#isCounted && this.#isAtEnd ? this.#counting.tints(this.session.node) : null;
  }

  /** Let a chain be dead, or alive again. */
  async #turnDead(point) {
    const dead = this.#counting.turned(this.session.node, point);
    const names = [...dead].map((stone) => this.session.tree.game.formatMove(stone));
    const game = await attempt(() => api.markDead(this.#game.id, names));
    if (game) this.#hear(game);
  }

  #isMyTurn() {
    return this.#game !== null && isHumanTurn(this.#game);
  }

  #showPlayers() {
    const { players, clock } = this.#game;
    const since = (performance.now() - this.#heardAt) / 1000;
    const entry = (side) => ({ name: players[side].name, clock: clock ? formatTime(timeLeft(clock, side, since)) : "" });
    this.#app.stage.setPlayers({ black: entry("black"), white: entry("white") });
  }

  #showCurtain() {
    this.right[1].hidden = this.voicePanel.hidden;
    this.#curtain.show(this.voicePanel.hidden, this.#game !== null);
  }

  toggleEvaluations() {
    if (!this.#game) return;
    this.voicePanel.hidden = !this.voicePanel.hidden;
    this.#showCurtain();
    this.#app.stage.board.setLabels(new Map());
    this.#app.stage.board.setTints(null);
    this.#listen();
  }

  /** While one thinks the engine thinks too, behind the curtain; never while the opponent does. */
  #listen() {
    if (!this.#game) return;
    this.voicePanel.background = this.#isMyTurn();
    this.voicePanel.listen();
  }

  shown() {
    this.#treeView.show();
    this.#listen();
    this.#count();
  }

  choose(square) {
    if (!this.#game) return this.#app.stage.say(text("play.beginFirst"));
    if (!this.#isCounted || !this.#isAtEnd) return void this.tryMove(square);
    if (this.session.position.at(square)) this.#turnDead(square);
  }

  pass() {
    if (this.#game && this.#rules.passes) this.tryMove(PASS);
  }

  tryMove(square) {
    const { stage } = this.#app;
    if (this.#game.state === "over") return stage.say(this.#resultSentence());
    if (this.session.node.children.length) return stage.say(text("play.lookingBack"), "trouble");
    if (this.#sending) return void this.#waiting.push(square);
    if (!this.#isMyTurn()) return stage.say(text("play.notYourTurn"), "trouble");
    if (!this.session.position.isLegal(square)) return stage.refuse(square);
    return this.#send(square);
  }

  async #send(square, isForced = false) {
    const { id, version } = this.#game;
    this.#sending = true;
    if (!isForced && watches(id) && (await this.#isTakenBack(square))) {
      this.#sending = false;
      this.#waiting = [];
      return;
    }
    if (!this.#isMyTurn() || this.#game.id !== id) {
      this.#sending = false;
      return;
    }
    this.session.play(square);
    try {
      this.#hear(await api.play(id, this.session.tree.game.formatMove(square), version));
    } catch (error) {
      notify(error.message, "trouble");
      await this.#recover(id);
    } finally {
      this.#sending = false;
    }
    if (this.#waiting.length) this.tryMove(this.#waiting.shift());
  }

  /** Whether a move is a mistake of the size that this game takes back; if so it is shown with what refutes it. */
  async #isTakenBack(square) {
    const { node, position } = this.session;
    const { id } = this.#game;
    this.#app.stage.say(text("teaching.judging"));
    const judged = await attempt(() => api.judgeMove({ ...placeOf(node), move: position.game.formatMove(square) }));
    if (!judged || this.#game?.id !== id || judged.loss < teachingOf(id).size) return false;
    tookBack(id);
    this.#lesson.refute(position, judged, teachingOf(id).left);
    this.#app.stage.say(text("teaching.takenBack", { move: judged.move }), "trouble");
    return true;
  }

  /** Play a move although it is a mistake. */
  #playAnyway(move) {
    if (this.#sending || !this.#isAtEnd || !this.#isMyTurn()) return;
    this.#lesson.clear();
    this.#send(this.#rules.parseMove(move), true);
  }

  /** After a refused move the server's game is the true one. */
  async #recover(id) {
    const game = await attempt(() => api.game(id));
    this.session.goToEnd();
    if (!game) return this.session.removeVariation();
    this.#reload(game, this.session.tree.game.parsePath(game.path));
    this.#hear(game);
  }

  async takeBack() {
    if (!this.#game?.can_take_back) return;
    const game = await attempt(() => api.takeBack(this.#game.id));
    if (game) this.#hear(game);
  }

  #steps = null; // of the hint for the position on the board, and how many are told

  #forgetHint() {
    this.#steps = null;
    this.#lesson.clear();
  }

  /** The next step of a hint: where to look, which idea, the move. A game without lessons has the move alone. */
  hint() {
    if (!this.#isMyTurn()) return undefined;
    return this.#rules.mistakeSizes.length ? this.#nextStep() : this.#hintMove();
  }

  async #nextStep() {
    const { node } = this.session;
    if (this.#steps?.node !== node) {
      const told = await attempt(() => api.hintSteps(placeOf(node)));
      if (!told || this.session.node !== node || !this.#isOnStage || !this.#isMyTurn()) return;
      this.#steps = { node, told, count: 0 };
    }
    this.#steps.count = Math.min(this.#steps.count + 1, 3);
    this.#showSteps();
  }

  #showSteps() {
    const { told, count } = this.#steps;
    const { game } = this.session.tree;
    const sentences = [
      text(told.where.length ? "teaching.where" : "teaching.nowhere"),
      told.idea,
      text("teaching.move", { move: told.move, line: told.line.slice(1).join(" ") }),
    ];
    const shown = count < 3 ? told.where : [told.move].filter((move) => game.parseMove(move) !== PASS);
    const size = count < 3 ? 1 : 0.88;
    const tints = shown.map((name) => [game.parseMove(name), { className: count < 3 ? "hint-area" : "hint", size }]);
    this.#app.stage.board.setTints(new Map(tints));
    this.#app.stage.say(sentences[count - 1]);
    this.#lesson.hint(sentences.slice(0, count), () => this.hint());
  }

  async #hintMove() {
    const { node } = this.session;
    const hint = await attempt(() => api.hint(this.#game.id));
    if (!hint || this.session.node !== node || !this.#isOnStage) return;
    const move = this.session.tree.game.parseMove(hint.move);
    if (move !== PASS) this.#app.stage.board.setTints(new Map([[move, { className: "hint", size: 0.88 }]]));
    const sentence = hintSentence(hint);
    this.#app.stage.say(sentence);
    announce(sentence);
  }

  async resign() {
    if (this.#game?.state !== "playing" || !humanSides(this.#game).length) return;
    if (!(await confirmDialog(text("play.resignQuestion"), text("keys.resign")))) return;
    const { players, position } = this.#game;
    const human = players[position.to_move].player === "human" ? position.to_move : otherColor(position.to_move);
    const game = await attempt(() => api.resign(this.#game.id, human));
    if (game) this.#hear(game);
  }

  async review() {
    const answer = await attempt(() => api.reviewGame(this.#game.id));
    if (answer) goToAddress("review", [answer.reviews[0].id]);
  }

  /** Play once more with colours swapped. */
  async again() {
    const wishes = teachingOf(this.#game.id);
    await this.#begin(returnGame(this.#game), wishes && { size: wishes.size, times: wishes.left });
  }
}
