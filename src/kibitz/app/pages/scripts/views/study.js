// Study: the explorer of the archive, openings, what is proven of them, portraits of players, the repertoire, drills: one tab each.

import { make } from "../dom.js";
import { Session } from "../game/session.js";
import { travelTools } from "../game/travel.js";
import { GameTree } from "../game/tree.js";
import { DEFAULT_GAME, gameNamed, startOf } from "../games/games.js";
import { linkOf, addressOf, replaceAddress } from "../routes.js";
import { RepertoireBuilder } from "../study/builder.js";
import { Drill } from "../study/drill.js";
import { countToday } from "../study/plan.js";
import { Explorer } from "../study/explorer.js";
import { endgameKind, guessKind, mistakeKind, repertoireKind } from "../study/kinds.js";
import { momentKind } from "../study/moments.js";
import { Openings } from "../study/openings.js";
import { Portrait } from "../study/portrait.js";
import { ProofMap } from "../study/proof.js";
import { Today } from "../study/today.js";
import { text } from "../text.js";

const LINKED = ["explorer", "build"]; // whose address holds the place on the board
const KINDS = { repertoire: repertoireKind, endgame: endgameKind, mistakes: mistakeKind, moments: momentKind, guess: guessKind };

/** The view "study". */
export class StudyView {
  name = "study";
  #app;
  #parts = {};
  #tab = "explorer";

  constructor(app) {
    this.#app = app;
    this.session = new Session();
    this.#tabs = make("nav", { class: "tabs", "aria-label": text("study.tabs") });
    this.left = [];
    this.right = [this.#tabs];
  }

  #tabs;

  get #game() {
    return this.session.tree.game;
  }

  get #place() {
    return `${this.#game.name} ${this.#tab}`;
  }

  get part() {
    return this.#parts[this.#place];
  }

  /** Study another game, from its start. */
  #choose(game) {
    if (game.name !== this.#game.name) this.session.load(new GameTree(game.start()), undefined, false);
  }

  async enter({ rest, query }) {
    this.part?.leave?.();
    if (query.has("moves")) this.#openLink(query);
    else this.#choose(query.has("game") ? gameNamed(query.get("game")) : this.#app.game);
    this.#tab = this.#game.studies.includes(rest[0]) ? rest[0] : "explorer";
    this.#parts[this.#place] ??= this.#make(this.#tab);
    this.#drawTabs();
    this.left = this.part.left;
    this.right = [this.#tabs, ...this.part.right];
    this.#app.showPanels(this.left, this.right);
    if (this.part instanceof Drill) return this.part.enter();
    this.#app.stage.use(this.session, this);
    this.#app.stage.setPlayers({});
    this.#app.stage.setTools(travelTools(this.session));
    return this.part.enter();
  }

  #make(tab) {
    if (tab === "explorer") return new Explorer(this.#app, this);
    if (tab === "build") return new RepertoireBuilder(this.#app, this);
    if (tab === "openings") return new Openings(this);
    if (tab === "prepare") return new Portrait(this);
    if (tab === "proof") return new ProofMap(this.#app, this);
    if (tab === "today") return new Today();
    return new Drill(this.#app, KINDS[tab](this.#game), () => countToday(tab));
  }

  #openLink(query) {
    const tree = GameTree.fromTranscript(query.get("moves"), startOf((query.get("start") ?? "").replace("_", " ")));
    this.session.load(tree, tree.root.mainLine().at(-1), false);
  }

  leave() {
    this.part?.leave?.();
  }

  #drawTabs() {
    const game = this.#game === DEFAULT_GAME ? "" : this.#game.name;
    const links = this.#game.studies.map((tab) =>
      make("a", { href: addressOf("study", [tab], { game }), "aria-current": tab === this.#tab ? "page" : null }, text(`study.${tab}`)),
    );
    this.#tabs.replaceChildren(...links);
  }

  shown() {
    if (this.#app.view !== this || this.part instanceof Drill) return;
    this.part.show();
    if (LINKED.includes(this.#tab)) replaceAddress("study", [this.#tab], linkOf(this.session));
  }

  tryMove(square) {
    return this.#app.stage.tryMove(square);
  }

  choose(square) {
    return this.part.choose ? this.part.choose(square) : this.tryMove(square);
  }
}
