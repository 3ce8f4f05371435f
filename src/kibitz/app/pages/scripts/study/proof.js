// The map of what is proven from the start: what each move is worth, and every alternative along the line, a click away.

import { button, make } from "../dom.js";
import { attempt } from "../notices.js";
import { panel } from "../panels/panel.js";
import { api } from "../server/api.js";
import { placeOf } from "../server/place.js";
import { formatCount, text } from "../text.js";
import { ProofDrill } from "./proof_drill.js";

const MOST = 64; // discs: a bound that says nothing

/** What bounds say, by the name of a word or a sentence. */
export function boundsName([low, high]) {
  if (low === high) return low === 0 ? "draw" : low > 0 ? "win" : "loss";
  if (low > -MOST) return "atLeast";
  return high < MOST ? "atMost" : "nothing";
}

/** The map for one view, whose session walks through it, and the drill beside it. */
export class ProofMap {
  #app;
  #view;
  #asking = null;

  constructor(app, view) {
    this.#app = app;
    this.#view = view;
    this.#moves = panel(text("proof.title"), [], "proof");
    this.#map = panel(text("proof.map"), [], "proof-map");
    this.#drill = new ProofDrill(app, view, () => this.show());
    this.left = [this.#map.element];
    this.right = [this.#moves.element, this.#drill.element];
  }

  #moves;
  #map;
  #drill;

  enter() {
    this.show();
  }

  leave() {
    this.#asking?.abort();
    this.#drill.stop();
  }

  choose(square) {
    return this.#drill.isRunning ? this.#drill.tryMove(square) : this.#app.stage.tryMove(square);
  }

  /** Ask what is proven along the line on show; nothing is told while the drill asks. */
  async show() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const nodes = this.#view.session.line();
    const answer = await attempt(() => api.proven(placeOf(nodes.at(-1)), signal));
    if (answer && !signal.aborted) this.#draw(answer, nodes);
  }

  #draw({ positions, source }, nodes) {
    const here = positions[nodes.indexOf(this.#view.session.node)];
    const hidden = this.#drill.isRunning;
    this.#moves.body.replaceChildren(...(hidden ? [make("p", {}, text("proof.hidden"))] : this.#about(here, source)));
    this.#map.body.replaceChildren(hidden ? make("p", {}, text("proof.hidden")) : this.#rows(positions, nodes));
    if (!hidden) this.#app.stage.board.setLabels(this.#labels(here));
  }

  /** What is proven of the position on the board, and of its moves. */
  #about(here, source) {
    const quiet = make("p", { class: "quiet" }, text("proof.source", { source }));
    if (!here) return [make("p", { class: "proof-said" }, text("proof.beyond")), quiet];
    const color = text(`color.${here.to_move}`);
    const said = make("p", { class: "proof-said" }, text(`proof.position.${boundsName(here.bounds)}`, { color }));
    return [said, this.#table(here), this.#legend(), quiet];
  }

  #table({ moves }) {
    const head = ["move", "value", "games"].map((name) => make("th", { scope: "col" }, text(`proof.columns.${name}`)));
    const rows = moves.map((move) => this.#row(move));
    return make(
      "table",
      { class: "proof-table" },
      make("caption", { class: "unseen" }, text("proof.title")),
      make("thead", {}, make("tr", {}, head)),
      make("tbody", {}, rows),
    );
  }

  #row({ move, bounds, keeps, games }) {
    const name = boundsName(bounds);
    const play = button(move, () => this.#app.stage.tryMove(this.#game.parseMove(move)), {
      class: "move-button",
      "aria-label": text("voices.playMove", { move }),
    });
    return make(
      "tr",
      { class: keeps ? "best" : "" },
      make("th", { scope: "row" }, play),
      make("td", { class: `proof-${name}` }, text(`proof.move.${name}`)),
      make("td", { class: "number" }, name === "nothing" ? "–" : formatCount(games)),
    );
  }

  #legend() {
    const names = ["draw", "atLeast", "atMost", "nothing"];
    const terms = names.map((name) =>
      make("div", {}, make("dt", { class: `proof-${name}` }, text(`proof.sign.${name}`)), make("dd", {}, text(`proof.legend.${name}`))),
    );
    return make("dl", { class: "proof-legend" }, terms);
  }

  /** One row for each ply of the line: the move that was played and all others. */
  #rows(positions, nodes) {
    const rows = positions.map((position, ply) => [position, nodes[ply]]).filter(([{ moves }]) => moves.length);
    return make("ol", { class: "proof-rows" }, ...rows.map(([position, node]) => this.#plyRow(position, node, nodes)));
  }

  #plyRow(position, node, nodes) {
    const next = nodes[nodes.indexOf(node) + 1];
    const here = node === this.#view.session.node;
    const label = text("proof.ply", { number: node.ply + 1, color: text(`color.${position.to_move}`) });
    const chips = position.moves.map((move) => this.#chip(move, node, next));
    return make(
      "li",
      { class: here ? "here" : "", "aria-label": label },
      make("span", { class: "number" }, String(node.ply + 1)),
      make("span", { class: `pip ${position.to_move}` }),
      make("span", { class: "chips" }, chips),
    );
  }

  #chip({ move, twins, bounds, keeps }, node, next) {
    const names = [move, ...twins];
    const played = next && names.includes(next.move);
    const name = boundsName(bounds);
    const square = this.#game.parseMove(played ? next.move : move);
    return make(
      "button",
      {
        type: "button",
        class: `chip${keeps ? " keeps" : ""}`,
        "aria-current": played ? "true" : null,
        title: text(`proof.move.${name}`),
        "aria-label": text("proof.chip", { move: played ? next.move : move, value: text(`proof.move.${name}`) }),
        onclick: () => this.#view.session.goTo(node.play(square)),
      },
      played ? next.move : move,
      make("span", { class: `sign proof-${name}` }, text(`proof.sign.${name}`)),
    );
  }

  #labels(here) {
    const labels = new Map();
    for (const { move, twins, bounds, keeps } of here?.moves ?? []) {
      const name = boundsName(bounds);
      const label = {
        lines: [{ text: text(`proof.sign.${name}`), kind: `engine only${keeps ? "" : " worse"}` }],
        best: keeps,
        spoken: text(`proof.move.${name}`),
      };
      for (const square of [move, ...twins]) labels.set(this.#game.parseMove(square), label);
    }
    return labels;
  }

  get #game() {
    return this.#view.session.tree.game;
  }
}
