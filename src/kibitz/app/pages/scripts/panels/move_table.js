// The voices side by side: one row for each legal move, best first.

import { make } from "../dom.js";
import { formatShare, formatShortCount, text } from "../text.js";
import { speakerOf } from "../voices/external.js";
import { resultShare } from "../voices/label_lines.js";
import { resultBar, shareBar } from "./bars.js";
import { ratingSpark } from "./charts.js";

const LONGEST_LINE = 8;

/**
 * A table of the moves of a node. Fires "try" (a move or line is to be played: squares), "look" (a row is looked at: {square,
 * moves, count}) and "leave". Rows keep their places while one looks at them.
 */
export class MoveTable extends EventTarget {
  #rows = new Map();
  #busy = false;
  #node = null;
  #speaker = null; // who writes what the engine says

  constructor() {
    super();
    this.#body = make("tbody");
    this.#head = make("tr");
    this.element = make("table", { class: "move-table" }, this.#caption(), make("thead", {}, this.#head), this.#body);
    this.element.addEventListener("pointerenter", () => (this.#busy = true));
    this.element.addEventListener("pointerleave", () => this.#released());
    this.element.addEventListener("focusin", () => (this.#busy = true));
    this.element.addEventListener("focusout", () => this.#released());
  }

  #body;
  #head;

  #caption() {
    return make("caption", { class: "unseen" }, text("voices.caption"));
  }

  #released() {
    this.#busy = false;
    this.dispatchEvent(new CustomEvent("leave"));
  }

  /** Show what the voices say about a node. `shown` says which voices have a column. */
  show(node, voices, shown) {
    if (node !== this.#node) this.#clear(node);
    this.#showHead(shown);
    const best = bestOf(voices.engine(node));
    this.#speaker = speakerOf(voices.engine(node), node.game);
    const rows = voices.rows(node);
    const squares = node.game.candidates(node, rows, shown);
    this.#keepRows(squares);
    for (const square of squares) this.#showRow(square, rows.get(square) ?? {}, shown, best, node);
    if (!this.#busy) this.#sort(node, voices);
  }

  #clear(node) {
    this.#node = node;
    this.#rows.clear();
    this.#body.replaceChildren();
    this.#busy = false;
  }

  /** Take the rows away of moves that nobody names any more. */
  #keepRows(squares) {
    for (const [square, row] of this.#rows) {
      if (squares.includes(square)) continue;
      row.remove();
      this.#rows.delete(square);
    }
  }

  #showHead(shown) {
    const names = [
      "move",
      shown.expert && "expert",
      shown.engine && "engine",
      shown.archive && "archive",
      shown.engine && "line",
    ];
    const cells = names
      .filter(Boolean)
      .map((name) => make("th", { scope: "col", class: `column-${name}` }, text(`voices.${name}`)));
    this.#head.replaceChildren(...cells);
  }

  #showRow(square, facts, shown, best, node) {
    const row = this.#rows.get(square) ?? this.#makeRow(square);
    const isBest = facts.value && facts.value.score >= best - 0.5;
    row.className = isBest ? "best" : "";
    const cells = [row.firstElementChild];
    if (shown.expert) cells.push(expertCell(facts));
    if (shown.engine) cells.push(this.#speaker.engineCell(facts.value, best));
    if (shown.archive) cells.push(archiveCell(facts.row, node.position.toMove));
    if (shown.engine) cells.push(this.#lineCell(row, square, facts.value));
    row.replaceChildren(...cells);
  }

  #makeRow(square) {
    const name = this.#node.game.formatMove(square);
    const play = make(
      "button",
      { type: "button", class: "move-button", "aria-label": text("voices.playMove", { move: name }) },
      name,
    );
    play.addEventListener("click", () => this.#fire("try", [square]));
    const row = make("tr", { "data-move": name }, make("th", { scope: "row" }, play));
    const look = () => this.#fire("look", { square, moves: row.line ?? [name], count: null });
    row.addEventListener("pointerenter", look);
    row.addEventListener("focusin", look);
    this.#rows.set(square, row);
    this.#body.append(row);
    return row;
  }

  #lineCell(row, square, value) {
    const line = value?.line?.length ? value.line : [this.#node.game.formatMove(square)];
    if (row.lineText === line.join() && row.lineElement) return row.lineElement;
    row.line = line;
    row.lineText = line.join();
    row.lineElement = make("td", { class: "column-line" }, value ? this.#lineButtons(square, line) : "");
    return row.lineElement;
  }

  #lineButtons(square, line) {
    return line.slice(1, LONGEST_LINE).map((move, index) => {
      const token = make("button", { type: "button", class: "line-move", tabindex: -1 }, this.#shortName(move));
      token.addEventListener("pointerenter", () => this.#fire("look", { square, moves: line, count: index + 2 }));
      token.addEventListener("click", () =>
        this.#fire(
          "try",
          line
            .slice(0, index + 2)
            .map((name) => this.#node.game.parseMove(name))
            .filter((move) => move !== null),
        ),
      );
      return token;
    });
  }

  #shortName(move) {
    return move === "pass" && !this.#node.game.passes ? "–" : move;
  }

  #sort(node, voices) {
    const places = new Map([...voices.rows(node).keys()].map((square, place) => [square, place]));
    const order = [...this.#rows.keys()].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
    const now = [...this.#body.children];
    const sorted = order.map((square) => this.#rows.get(square));
    if (sorted.some((row, index) => row !== now[index])) this.#body.replaceChildren(...sorted);
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function bestOf(engine) {
  return engine ? Math.max(...[...engine.moves.values()].map((value) => value.score)) : null;
}

function expertCell({ share, byRating, mark }) {
  if (share === undefined) return make("td", { class: "column-expert waiting" }, "…");
  return make(
    "td",
    { class: "column-expert" },
    make("span", { class: "figure" }, formatShare(share)),
    mark ? make("span", { class: `mark-word ${mark}`, title: text(`insight.${mark}Hint`) }, text(`insight.${mark}`)) : null,
    byRating?.length ? ratingSpark(byRating) : shareBar(share, "expert"),
  );
}

function archiveCell(row, color) {
  if (!row) return make("td", { class: "column-archive none" }, "–");
  const share = formatShare(resultShare(row, color));
  const figure = make("span", { class: "figure" }, formatShortCount(row.games));
  return make("td", { class: "column-archive" }, figure, make("span", { class: "certainty" }, share), resultBar(row));
}
