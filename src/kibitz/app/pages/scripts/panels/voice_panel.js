// The panel of the move analysis: switches, the table, the small board, and the overlays.

import { button, make, select } from "../dom.js";
import { BLACK } from "../games/sides.js";
import { attempt } from "../notices.js";
import { said } from "../said.js";
import { settings } from "../settings.js";
import { formatShare, text } from "../text.js";
import { speakerOf } from "../voices/external.js";
import { voiceLabels } from "../voices/labels.js";
import { Legend } from "./legend.js";
import { chanceBar } from "./bars.js";
import { LinePreview } from "./line_preview.js";
import { MoveTable } from "./move_table.js";
import { panel } from "./panel.js";

const VOICES = ["expert", "engine", "archive"];
const LEAST_MILLISECONDS = 80; // between two drawings
const RATINGS = [1000, 1200, 1400, 1600, 1800, 2000, 2200];

/** The voices beside the board of a stage. `hidden` keeps them silent, as while playing. */
export class VoicePanel {
  #app;
  #table = new MoveTable();
  #preview = new LinePreview();
  #status = make("p", { class: "quiet engine-status" });
  #why = make("p", { class: "why" });
  #missing = make("p", { class: "quiet missing-voice" });
  #chance = make("div", { class: "chance-box", hidden: true });
  #insight = make("div", { class: "insight", hidden: true });
  #legend = new Legend();
  #drawing = null;
  #waiting = false;
  #shownAt = 0;
  #sleeping = true;
  hidden = false;

  constructor(app) {
    this.#app = app;
    const frame = panel(text("voices.title"), [], "voices");
    this.element = frame.element;
    this.#switches = make("div", { class: "voice-switches", role: "group", "aria-label": text("voices.switches") });
    this.#settings = make("div", { class: "voice-settings" });
    const seen = make(
      "div",
      { class: "seen" },
      this.#preview.element,
      make("div", { class: "stack tight" }, this.#status, this.#why),
    );
    this.#scroller = make(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": text("voices.caption") },
      this.#table.element,
    );
    frame.body.append(this.#switches, this.#legend.element, this.#missing, this.#chance, this.#insight, this.#scroller, seen, this.#settings);
    this.#listen();
  }

  #switches;
  #settings;
  #scroller;

  #listen() {
    this.#app.voices.addEventListener("change", (event) => this.#soon(event.detail.isFirst));
    settings.addEventListener("change", (event) => this.#settingChanged(event.detail));
    this.#table.addEventListener("try", (event) => this.#tryLine(event.detail));
    this.#table.addEventListener("look", (event) => this.#lookAt(event.detail));
    this.#table.addEventListener("leave", () => this.#rest());
  }

  #ratingChoice() {
    const options = [["", text("voices.anyRating")], ...RATINGS.map((rating) => [rating, text("voices.rating", { rating })])];
    return make(
      "label",
      {},
      text("voices.expertAs"),
      select(options, settings.get("rating"), (value) => settings.set("rating", value)),
    );
  }

  #unitChoice() {
    const options = [
      ["discs", text("voices.discs")],
      ["chance", text("voices.chance")],
    ];
    return make(
      "label",
      {},
      text("voices.unit"),
      select(options, settings.get("engineUnit"), (value) => settings.set("engineUnit", value)),
    );
  }

  /** Kibitz's own engine, or one of the list; nothing where the list has none for the game. */
  #engineChoice() {
    const listed = this.#app.engines.of(this.#game);
    if (!listed.length) return null;
    const options = [["", text("engines.own")], ...listed.map(({ name, title }) => [name, title || name])];
    const choose = (name) => settings.set("engines", { ...settings.get("engines"), [this.#game.name]: name });
    const choice = select(options, this.#app.engines.chosen(this.#game), choose, { id: "engine-choice" });
    return make("label", {}, text("engines.choice"), choice);
  }

  /** Called when the list of engines has changed. */
  enginesChanged() {
    this.#settingsFor = null;
    if (!this.#sleeping) this.listen();
  }

  #overlayChoice() {
    const options = this.#game.overlays.map((name) => [name, text(`overlays.${name}`)]);
    const choice = select(options, this.#overlay, (value) => settings.set("overlay", value), { id: "overlay-choice" });
    return make("label", {}, text("overlays.title"), choice);
  }

  get #game() {
    return this.#app.stage.session.tree.game;
  }

  /** The chosen overlay, or none if the game on the board does not have it. */
  get #overlay() {
    const chosen = settings.get("overlay");
    return this.#game.overlays.includes(chosen) ? chosen : "none";
  }

  #settingsFor = null;

  /** The choices that the game on the board has. */
  #drawSettings() {
    if (this.#settingsFor === this.#game.name) return;
    this.#settingsFor = this.#game.name;
    const choices = [
      this.#game.hasRatings && this.#ratingChoice(),
      this.#engineChoice(),
      this.#game.hasUnits && this.#unitChoice(),
      this.#overlayChoice(),
    ];
    this.#settings.replaceChildren(...choices.filter(Boolean));
  }

  #settingChanged(name) {
    if (name === "rating") {
      this.#app.voices.rating = settings.get("rating");
      this.#app.voices.forget();
    }
    if (this.#sleeping) return;
    if (name === "overlay") this.#settings.querySelector("#overlay-choice").value = this.#overlay;
    if (VOICES.includes(name) || ["rating", "overlay", "engineUnit", "engines", "numbers"].includes(name)) {
      this.#drawSwitches();
      this.listen();
    }
  }

  /** Whose voices stand on the board and in the table. */
  get shown() {
    const known = (name) => settings.get(name) && this.#app.voices.knows(name, this.#game);
    return Object.fromEntries(VOICES.map((name) => [name, known(name)]));
  }

  #drawSwitches() {
    const switches = VOICES.map((name, index) => {
      const missing = !this.#app.voices.knows(name, this.#game);
      const toggle = button(text(`voices.${name}`), () => settings.toggle(name), {
        class: `voice-switch ${name}`,
        "aria-pressed": String(settings.get(name) && !missing),
        disabled: missing,
        title: missing ? this.#whyMissing(name) : text("voices.switchKey", { key: index + 1 }),
      });
      return toggle;
    });
    this.#switches.replaceChildren(...switches);
    this.#legend.show(this.shown, this.#game);
    const isSilent = !this.#app.voices.knows("expert", this.#game);
    this.#missing.textContent = isSilent ? this.#whyMissing("expert") : "";
  }

  #whyMissing(name) {
    return said(this.#app.voices.sources(this.#game)[name].message);
  }

  /** Begin (or go on) to ask the voices about the stage's node. */
  listen() {
    this.#sleeping = false;
    this.#shownAt = 0;
    this.#drawSwitches();
    this.#drawSettings();
    this.#settings.querySelector("#overlay-choice").value = this.#overlay;
    const { node } = this.#app.stage.session;
    const background = this.hidden ? { engine: this.background } : { ...this.shown, engine: this.shown.engine, facts: true };
    this.#app.voices.watch(node, background);
    this.show();
  }

  /** Whether the engine may think behind the curtain while its values are hidden. */
  background = true;

  sleep() {
    this.#sleeping = true;
    this.#app.stage.board.element.dataset.picture = "none";
    this.#preview.stop();
    this.#app.voices.stop();
  }

  /** Show at the next frame; after the first words of a voice not more often than eyes can follow. */
  #soon(isFirst) {
    if (isFirst) return this.#showNow();
    if (this.#waiting) return undefined;
    this.#waiting = true;
    const wait = Math.max(0, this.#shownAt + LEAST_MILLISECONDS - performance.now());
    setTimeout(() => requestAnimationFrame(() => this.#waiting && this.#showNow()), wait);
    return undefined;
  }

  #showNow() {
    this.#waiting = false;
    this.#shownAt = performance.now();
    this.show();
  }

  /** Write what is known on the board and into the table. */
  show() {
    if (this.#sleeping) return;
    this.element.classList.toggle("curtain", this.hidden);
    if (this.hidden) return;
    const { stage, voices } = this.#app;
    const { node } = stage.session;
    stage.board.setLabels(voiceLabels(node, voices, this.shown, { unit: settings.get("engineUnit"), numbers: settings.get("numbers") }));
    this.#table.show(node, voices, this.shown);
    this.#showStatus(voices.engine(node), voices.expert(node));
    this.#showInsight(voices.insight(node));
    if (!this.#looking) this.#rest();
    this.#drawOverlay(node);
    this.#app.stage.view?.heard?.();
  }

  #showStatus(engine, expert) {
    const { position } = this.#app.stage.session;
    const facts = [];
    this.#showChance(position, engine);
    if (position.isOver) facts.push(text("voices.over"));
    else if (engine && this.shown.engine) facts.push(...speakerOf(engine, position.game).engineFacts(engine));
    if (expert?.win_chance != null && this.shown.expert && !position.isOver) {
      facts.push(text("voices.expertWins", { color: text(`color.${position.toMove}`), share: formatShare(expert.win_chance) }));
    }
    this.#status.textContent = facts.join(" · ");
    this.#why.textContent = this.shown.engine && !position.isOver ? said(engine?.why ?? "") : "";
  }

  /** How likely the player errs, as a meter and in a sentence. */
  #showInsight(insight) {
    this.#insight.hidden = !(insight && this.shown.expert && this.shown.engine);
    if (this.#insight.hidden) return;
    this.#insight.replaceChildren(
      make("p", {}, said(insight.sentence)),
      make("meter", { min: 0, max: 1, low: 0.25, high: 0.5, optimum: 0, value: insight.error_chance, "aria-label": text("insight.meter") }),
    );
  }

  /** The chance to win as a bar, for games whose voices speak of nothing else. */
  #showChance(position, engine) {
    const isShown = position.game.showsChance && this.shown.engine && !position.isOver;
    this.#chance.hidden = !isShown;
    if (!isShown) return;
    const chance = engine?.win_chance ?? null;
    const black = chance === null || position.toMove === BLACK ? chance : 1 - chance;
    this.#chance.replaceChildren(...chanceBar(black));
  }

  #looking = false;

  #lookAt({ square, moves, count }) {
    this.#looking = true;
    const { position } = this.#app.stage.session;
    this.#app.stage.board.lookAt(square);
    if (count === null) this.#preview.play(position, moves);
    else this.#preview.show(position, moves, count);
  }

  #rest() {
    this.#looking = false;
    const { node } = this.#app.stage.session;
    const best = this.#app.voices.engine(node)?.moves.values().next().value;
    this.#preview.show(node.position, this.shown.engine ? (best?.line ?? []) : []);
    if (!this.#app.stage.board.grid.matches(":hover, :focus-within")) this.#app.stage.board.lookAt(null);
  }

  #tryLine(squares) {
    for (const square of squares) this.#app.stage.view.tryMove(square);
  }

  async #drawOverlay(node) {
    this.#drawing?.abort();
    this.#drawing = new AbortController();
    const name = this.#overlay;
    this.#app.stage.board.element.dataset.picture = name;
    const isLive = node.game.liveOverlays.includes(name);
    if (!isLive && name === this.#drawn?.name && node === this.#drawn?.node && this.#drawn.tints)
      return this.#app.stage.board.setTints(this.#drawn.tints);
    const tints = await attempt(() => node.game.overlayTints(name, node, this.#app.voices, this.#drawing.signal));
    if (node !== this.#app.stage.session.node || this.hidden || this.#sleeping) return;
    this.#drawn = { name, node, tints };
    this.#app.stage.board.setTints(tints ?? this.#app.stage.view.tints?.() ?? null);
  }

  #drawn = null;
}
