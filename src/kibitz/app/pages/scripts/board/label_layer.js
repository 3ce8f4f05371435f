// The numbers on the squares of a board.

import { draw } from "../dom.js";
import { cornerOf } from "./discs.js";

/** A layer of labels, one for a square: {lines: [{text, kind, note}], ring, best, played, tone, spoken}. */
export class LabelLayer {
  element = draw("g", { class: "layer-labels", "aria-hidden": "true" });
  #labels = new Map();
  #drawn = new Map();

  /** Show a map from square to label, and nothing else. */
  show(labels, view, game) {
    this.#labels = labels;
    for (const [square, drawn] of this.#drawn) if (!labels.has(square)) this.#erase(square, drawn);
    for (const [square, label] of labels) this.#renew(square, label, view, game);
  }

  has(square) {
    return this.#labels.has(square);
  }

  /** What a label says to those who do not see it. */
  spoken(square) {
    return this.#labels.get(square)?.spoken;
  }

  #erase(square, { element }) {
    element.remove();
    this.#drawn.delete(square);
  }

  /** Draw a label again only if it says something new: numbers come many times a second. */
  #renew(square, label, view, game) {
    const words = JSON.stringify([label, view]);
    const drawn = this.#drawn.get(square);
    if (drawn?.words === words) return;
    const element = drawLabel(label, cornerOf(square, view, game), game);
    if (drawn) drawn.element.replaceWith(element);
    else this.element.append(element);
    this.#drawn.set(square, { element, words });
  }
}

function drawLabel(label, [x, y], game) {
  const parts = [draw("circle", { class: "label-plate", cx: 50, cy: 50, r: 44 })];
  if (label.ring !== undefined) parts.push(ringArc(label.ring));
  const places = game.linePlaces[label.lines.length] ?? game.linePlaces[3];
  label.lines.forEach((line, index) => parts.push(labelLine(line, places[index])));
  const classes = ["label", label.best ? "best" : "", label.played ? "played" : "", label.tone ?? ""].filter(Boolean);
  return draw("g", { class: classes.join(" "), transform: `translate(${x} ${y})` }, parts);
}

function labelLine({ text: words, kind, note = null }, y) {
  const small = note === null ? null : draw("tspan", { class: note.length > 2 ? "depth long" : "depth", dx: 2 }, note);
  return draw("text", { class: `label-line ${kind}`, x: 50, y }, words, small);
}

/** An arc of a share of the circle, from the top clockwise. */
function ringArc(share) {
  const angle = 2 * Math.PI * Math.min(share, 0.9999);
  const x = 50 + 44 * Math.sin(angle);
  const y = 50 - 44 * Math.cos(angle);
  return draw("path", { class: "label-ring", d: `M50 6A44 44 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}` });
}
