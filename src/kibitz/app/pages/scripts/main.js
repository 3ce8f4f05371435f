// The page: its views, its keys, and what they share.

import { icon, iconButton, make, part } from "./dom.js";
import { DEFAULT_GAME, GAMES } from "./games/games.js";
import { keepPages } from "./installation.js";
import { bindKeys, listenToKeys, showKeys } from "./keys.js";
import { markLanguage } from "./language.js";
import { notify, setBanner } from "./notices.js";
import { addressOf, goToAddress, readAddress, replaceAddress } from "./routes.js";
import { api } from "./server/api.js";
import { Live } from "./server/live.js";
import { followTheme, settings } from "./settings.js";
import { Stage } from "./stage.js";
import { shortText, text } from "./text.js";
import { AnalyseView } from "./views/analyse.js";
import { GamesView } from "./views/games.js";
import { importFiles, listenForPaste, openImport } from "./views/importing.js";
import { ImportView } from "./views/imports.js";
import { openSettings } from "./views/options.js";
import { PlayView } from "./views/play.js";
import { ReviewView } from "./views/review.js";
import { StudiesView } from "./views/studies.js";
import { StudyView } from "./views/study.js";
import { StartView } from "./views/start.js";
import { Engines } from "./voices/engines.js";
import { Voices } from "./voices/voices.js";

const START = "start"; // the page that has no link of its own in the navigation: the name of the program leads there
const NAMES = ["analyse", "play", "review", "study", "studies", "games"];
const OF_SOME_GAMES = ["review", "study"];
const BANNER_DELAY = 1500;

/** What all views share: the stage, the live channel, the voices, and the way from one view to another. */
class App {
  live = new Live();
  engines = new Engines();
  voices = new Voices(this.live, this.engines);
  view = null;

  constructor() {
    followTheme();
    markLanguage();
    this.voices.rating = settings.get("rating");
    this.stage = new Stage(part("stage"), () => this.boardChanged());
    this.views = {};
    for (const View of [StartView, AnalyseView, PlayView, ReviewView, StudyView, StudiesView, GamesView, ImportView]) {
      const view = new View(this);
      this.views[view.name] = view;
    }
  }

  start() {
    this.#drawTop();
    this.#bindKeys();
    this.#watchConnection();
    listenToKeys();
    listenForPaste(this);
    window.addEventListener("hashchange", () => this.route());
    this.voices.addEventListener("trouble", (event) => this.#complain(event.detail));
    this.engines.addEventListener("change", () => this.view?.voicePanel?.enginesChanged());
    this.live.connect();
    keepKey();
    this.#begin();
  }

  /** Show the first view: it needs to know the engines, which a form of a new game offers; what the server has concerns a view. */
  async #begin() {
    await this.#learnEngines();
    this.route();
    this.#learnStatus();
  }

  async #learnStatus() {
    try {
      const status = await api.status();
      const isNews = this.voices.hearStatus(status, this.game);
      keepPages(status.version).catch(() => {}); // a browser that forbids it shows the pages all the same
      this.view?.learned?.();
      if (isNews) this.view?.shown?.();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Called after an import: what the archive holds may be something else now. */
  archiveChanged() {
    this.#learnStatus();
  }

  async #learnEngines() {
    try {
      await this.engines.learn();
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error) {
    if (error.status === 0) setBanner(text("common.offline"));
    else notify(error.message, "trouble");
  }

  #watchConnection() {
    let waiting = null;
    this.live.addEventListener("state", (event) => {
      clearTimeout(waiting);
      if (event.detail) setBanner(null);
      else waiting = setTimeout(() => setBanner(text("common.offline")), BANNER_DELAY);
    });
  }

  #visit = new AbortController();

  /** Show the view that the address names. What the visit before still waits for is dropped when it comes. */
  async route() {
    this.#visit.abort();
    this.#visit = new AbortController();
    const { signal } = this.#visit;
    const address = readAddress();
    const next = this.views[address.view] ?? this.views[START];
    if (this.view && this.view !== next) this.view.leave();
    this.view = next;
    document.documentElement.dataset.view = next.name;
    document.title = text("common.pageTitle", { view: text(`views.${next.name}`) });
    part("view-title").textContent = text(`views.${next.name}`);
    this.#drawNavigation();
    if (next.page) this.showPage(next.page);
    else this.showPanels(next.left, next.right);
    await next.enter(address, signal);
    if (signal.aborted) return;
    this.#drawNavigation();
    document.documentElement.dataset.ready = next.name;
  }

  /** Show the board with panels at its sides. */
  showPanels(left, right) {
    part("stage").hidden = false;
    part("page").hidden = true;
    part("left").replaceChildren(...left);
    part("right").replaceChildren(...right);
    part("left").hidden = left.length === 0;
    part("right").hidden = right.length === 0;
  }

  /** Show a page without the board. */
  showPage(content) {
    for (const name of ["stage", "left", "right"]) part(name).hidden = true;
    part("page").hidden = false;
    part("page").replaceChildren(...content);
  }

  #drawTop() {
    part("skip-link").textContent = text("common.skip");
    part("brand").setAttribute("aria-label", text("common.home"));
    part("top-tools").append(
      topTool("paste", "tools.paste", () => openImport(this)),
      topTool("turn", "keys.turn", () => this.#turn()),
      topTool("settings", "settings.title", () => openSettings(this)),
      topTool("keys", "keys.title", showKeys),
    );
  }

  /** The game on the board; in a view that does not know it, the first game that the view knows. */
  get game() {
    const shown = this.stage.session?.tree.game ?? DEFAULT_GAME;
    return [shown, ...GAMES].find((game) => isKnown(this.view.name, game));
  }

  #drawNavigation() {
    const links = NAMES.filter((name) => isKnown(name, this.game)).map((name) =>
      make(
        "a",
        { href: addressOf(name), "aria-current": this.view.name === name ? "page" : null },
        icon(VIEW_ICONS[name]),
        make("span", {}, text(`views.${name}`)),
      ),
    );
    part("navigation").setAttribute("aria-label", text("common.navigation"));
    part("navigation").replaceChildren(...links);
    this.#drawGames();
  }

  /** The switch between the games, in the view one is in if it knows them all. */
  #drawGames() {
    const address = (game) => addressOf(...(this.view.name === "play" ? ["play", ["new"]] : ["analyse", []]), { game });
    const links = GAMES.map(({ name }) =>
      make("a", { href: address(name), "aria-current": name === this.game.name ? "true" : null }, text(`games.${name}`)),
    );
    part("games").setAttribute("aria-label", text("common.games"));
    part("games").replaceChildren(...links);
    this.#drawnGame = this.game.name;
  }

  #drawnGame = null;

  /** Called by the stage: another game may be on the board now. */
  boardChanged() {
    if (this.view && this.#drawnGame !== this.game.name) this.#drawNavigation();
  }

  #turn() {
    this.stage.turn();
    this.view.shown?.();
  }

  /** Files that were dropped or pasted, [{path, file}]: reviewed, imported or opened, as befits the view. */
  importFiles(files) {
    if (this.view === this.views.review) this.view.importFiles(files);
    else if (this.view === this.views.import) this.view.take(files);
    else importFiles(this, files);
  }

  #bindKeys() {
    const session = () => this.stage.session;
    const inView = (name) => () => this.view[name]?.();
    bindKeys("walk", "back", ["ArrowLeft"], () => session()?.goBack());
    bindKeys("walk", "forward", ["ArrowRight"], () => session()?.goForward());
    bindKeys("walk", "first", ["Home"], () => session()?.goToStart());
    bindKeys("walk", "last", ["End"], () => session()?.goToEnd());
    bindKeys("walk", "previousVariation", ["ArrowUp"], () => session()?.goToSibling(-1));
    bindKeys("walk", "nextVariation", ["ArrowDown"], () => session()?.goToSibling(1));
    bindKeys("walk", "focusBoard", ["b"], () => this.stage.board.focus());
    bindKeys("board", "turn", ["f"], () => this.#turn());
    bindKeys("board", "legal", ["l"], () => settings.toggle("legal"));
    ["expert", "engine", "archive"].forEach((name, index) =>
      bindKeys("board", name, [String(index + 1)], () => settings.toggle(name)),
    );
    bindKeys("board", "numbers", ["4"], () => settings.set("numbers", settings.get("numbers") === "one" ? "all" : "one"));
    bindKeys("board", "overlay", ["o"], () => this.#nextOverlay());
    bindKeys("analyse", "best", [" "], inView("playBest"));
    bindKeys("analyse", "undo", ["ctrl+z"], () => this.view === this.views.analyse && session().undo());
    bindKeys("analyse", "redo", ["ctrl+y", "ctrl+shift+z"], () => this.view === this.views.analyse && session().redo());
    bindKeys("analyse", "edit", ["e"], inView("edit"));
    bindKeys("analyse", "comment", ["c"], inView("focusComment"));
    bindKeys("analyse", "promote", ["shift+p"], () => this.view === this.views.analyse && session().promote());
    bindKeys("analyse", "remove", ["Delete"], () => this.view === this.views.analyse && session().removeVariation());
    bindKeys("analyse", "save", ["s", "ctrl+s"], inView("save"));
    bindKeys("analyse", "link", ["k"], inView("copyLink"));
    bindKeys("analyse", "paste", ["i"], () => openImport(this));
    bindKeys("play", "newGame", ["n"], () => goToAddress("play", ["new"]));
    bindKeys("play", "pass", ["p"], inView("pass"));
    bindKeys("play", "takeBack", ["t"], inView("takeBack"));
    bindKeys("play", "hint", ["h"], inView("hint"));
    bindKeys("play", "resign", ["shift+r"], inView("resign"));
    bindKeys("play", "evaluations", ["v"], inView("toggleEvaluations"));
    bindKeys("review", "nextMistake", ["m"], () => this.view.goToMistake?.(1));
    bindKeys("review", "previousMistake", ["shift+m"], () => this.view.goToMistake?.(-1));
    bindKeys("review", "worstMistake", ["w"], () => this.view.goToMistake?.(0));
    bindKeys("review", "retry", ["r"], inView("retry"));
    bindKeys("review", "nextQuestion", ["x"], () => this.view.part?.next?.());
    [START, ...NAMES].forEach((name) =>
      bindKeys("views", `to${name[0].toUpperCase()}${name.slice(1)}`, [`g ${VIEW_KEYS[name]}`], () => goToAddress(name)),
    );
    bindKeys("views", "settings", [","], () => openSettings(this));
    bindKeys("views", "title", ["?"], showKeys);
  }

  #nextOverlay() {
    if (!this.stage.session) return;
    const known = this.stage.session.tree.game.overlays;
    const index = Math.max(known.indexOf(settings.get("overlay")), 0);
    settings.set("overlay", known[(index + 1) % known.length]);
    notify(text(`overlays.${settings.get("overlay")}`));
  }
}

const topTool = (name, key, onclick) => iconButton(name, text(key), onclick, { short: shortText(name), id: `tool-${name}` });

/** Keep the key that the opened address has, and take it out of the bar. */
function keepKey() {
  const { view, rest, query } = readAddress();
  if (!query.has("key")) return;
  settings.set("key", query.get("key"));
  query.delete("key");
  replaceAddress(view, rest, Object.fromEntries(query));
}

/** Whether a view knows a game: most know all. */
const isKnown = (view, game) => !OF_SOME_GAMES.includes(view) || game.views.includes(view);

/** The second keys of "g a", "g p" and so on. */
const VIEW_KEYS = { start: "h", analyse: "a", play: "p", review: "r", study: "s", studies: "u", games: "g" };

const VIEW_ICONS = { analyse: "board", play: "play", review: "review", study: "hint", studies: "book", games: "list" };

new App().start();
