// The numbers on the squares of a board.

import { draw } from "../dom.js";
import { cornerOf } from "./discs.js";

const MIDDLE = 50;
const RADIUS = 44;
const INNER_RADIUS = 41; // inside the ring
const INKED = 0.55; // how much of the height of a line its figures take
const LEAST_SCALE = 0.4;

/** A layer of labels, one for a square: {lines: [{text, kind, note}], ring, best, played, tone, mark, spoken}. */
export class LabelLayer {
  element = draw("g", { class: "layer-labels", "aria-hidden": "true" });
  #labels = new Map();
  #drawn = new Map();

  /** Show a map from square to label, and nothing else. */
  show(labels, view, game) {
    this.#labels = labels;
    for (const [square, drawn] of this.#drawn) if (!labels.has(square)) this.#erase(square, drawn);
    fitLines([...labels].map(([square, label]) => this.#renew(square, label, view, game)).filter(Boolean));
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

  /** Draw a label again only if it says something new, and return it then: numbers come many times a second. */
  #renew(square, label, view, game) {
    const words = JSON.stringify([label, view]);
    const drawn = this.#drawn.get(square);
    if (drawn?.words === words) return null;
    const element = drawLabel(label, cornerOf(square, view, game), game);
    if (drawn) drawn.element.replaceWith(element);
    else this.element.append(element);
    this.#drawn.set(square, { element, words });
    return element;
  }
}

function drawLabel(label, [x, y], game) {
  const parts = [draw("circle", { class: "label-plate", cx: MIDDLE, cy: MIDDLE, r: RADIUS })];
  if (label.ring !== undefined) parts.push(ringArc(label.ring));
  const places = game.linePlaces[label.lines.length] ?? game.linePlaces[3];
  label.lines.forEach((line, index) => parts.push(labelLine(line, places[index])));
  if (label.mark) parts.push(...markParts(label.mark));
  const classes = ["label", label.best ? "best" : "", label.played ? "played" : "", label.tone ?? ""].filter(Boolean);
  return draw("g", { class: classes.join(" "), transform: `translate(${x} ${y})` }, parts);
}

function labelLine({ text: words, kind, note = null }, y) {
  const small = note === null ? null : draw("tspan", { class: "depth", dx: 2 }, note);
  return draw("text", { class: `label-line ${kind}`, x: MIDDLE, y }, words, small);
}

/** A sign in the corner of the square. */
function markParts({ name, sign }) {
  return [
    draw("circle", { class: `label-mark ${name}`, cx: 83, cy: 17, r: 14 }),
    draw("text", { class: `label-sign ${name}`, x: 83, y: 17 }, sign),
  ];
}

/** Make the lines of labels smaller that are too long for their circle. All are measured before any is changed. */
function fitLines(labels) {
  const lines = labels.flatMap((label) => [...label.querySelectorAll(".label-line")]);
  const boxes = lines.map((line) => line.getBBox());
  lines.forEach((line, index) => fitLine(line, boxes[index]));
}

function fitLine(line, { y, width, height }) {
  const middle = y + height / 2;
  const reach = Math.abs(middle - MIDDLE) + (INKED * height) / 2;
  const room = 2 * Math.sqrt(Math.max(INNER_RADIUS ** 2 - reach ** 2, 0));
  if (width > room) line.setAttribute("transform", scaling(Math.max(room / width, LEAST_SCALE), middle));
}

const scaling = (scale, middle) => `translate(${MIDDLE} ${middle}) scale(${scale.toFixed(3)}) translate(${-MIDDLE} ${-middle})`;

/** An arc of a share of the circle, from the top clockwise. */
function ringArc(share) {
  const angle = 2 * Math.PI * Math.min(share, 0.9999);
  const x = 50 + 44 * Math.sin(angle);
  const y = 50 - 44 * Math.cos(angle);
  return draw("path", { class: "label-ring", d: `M50 6A44 44 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}` });
}
