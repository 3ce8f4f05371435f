// What a teacher says beside the board: a mistake that was taken back with its refutation, and hints in steps.

import { button, make } from "../dom.js";
import { announce } from "../notices.js";
import { said } from "../said.js";
import { countText, formatLoss, text } from "../text.js";
import { LinePreview } from "./line_preview.js";
import { panel } from "./panel.js";

const NEXT = ["idea", "move"]; // what a hint tells after its first step and its second

/** The card of a teacher. `playAnyway(move)` plays a move that was taken back. */
export class LessonCard {
  #panel = panel(text("teaching.title"), [], "lesson");
  #preview = new LinePreview();

  constructor(playAnyway) {
    this.#playAnyway = playAnyway;
    this.element = this.#panel.element;
    this.element.id = "lesson";
    this.clear();
  }

  #playAnyway;

  clear() {
    this.#preview.stop();
    this.element.hidden = true;
  }

  /** Show why a move was taken back; `left` says how many more will be, null for all. */
  refute(position, { move, loss, unit, line, reasons }, left) {
    const { game } = position;
    const lost = text(`teaching.lost.${game.name}`, { move, loss: formatLoss(loss), unit });
    const answer = line.length > 1 ? text("teaching.refutation", { line: line.slice(1).join(" ") }) : "";
    const more = left === null ? text("teaching.always") : countText("teaching.left", left);
    this.#show(
      make("p", { class: "drill-question" }, lost),
      make("p", {}, answer),
      this.#preview.element,
      make("details", {}, make("summary", {}, text("teaching.why")), make("ul", { class: "reasons" }, reasons.map((reason) => make("li", {}, said(reason))))),
      make("p", { class: "quiet" }, `${text("teaching.again")} ${more}`),
      button(text("teaching.anyway", { move }), () => this.#playAnyway(move)),
    );
    this.#preview.play(position, line);
    announce(`${lost} ${answer}`);
  }

  /** Show the steps of a hint as far as they are told; `next` tells one more. */
  hint(sentences, next) {
    const asked = NEXT[sentences.length - 1];
    const more = asked ? button(text(`teaching.next.${asked}`), next, { class: "primary", id: "next-hint" }) : null;
    this.#preview.stop();
    this.#show(make("ol", { class: "hint-steps" }, sentences.map((sentence) => make("li", {}, sentence))), ...(more ? [more] : []));
    announce(sentences.at(-1));
  }

  #show(...content) {
    this.#panel.body.replaceChildren(...content);
    this.element.hidden = false;
  }
}
