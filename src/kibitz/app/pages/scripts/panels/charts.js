// Curves as SVG: the course of a game, and who would play a move.

import { draw, make } from "../dom.js";
import { formatDiscs, formatLoss, formatShare, text } from "../text.js";

const WIDTH = 360;
const HEIGHT = 132;
const LEFT = 30;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 18;

/**
 * The course of a game: expected discs as an area for Black above the middle and for White below, the chance to win as a line,
 * mistakes as dots. `points` are {ply, discs, chance} (null where nothing is known), `mistakes` {ply, discs, loss, side}.
 */
export class GameChart extends EventTarget {
  #picture = draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  #slider = make("input", { type: "range", min: 0, max: 60, step: 1, class: "chart-slider", "aria-label": text("chart.slider") });
  #length = 60;
  #onShow = "";

  constructor() {
    super();
    this.element = make("div", { class: "chart-box" }, this.#picture, this.#slider);
    this.#slider.addEventListener("input", () => this.#pick(Number(this.#slider.value)));
    this.#picture.addEventListener("click", (event) => this.#pick(this.#plyAt(event)));
  }

  show({ points, mistakes = [], ply, length, unit = "discs" }) {
    const wanted = JSON.stringify([points, mistakes, ply, length, unit]);
    if (wanted === this.#onShow) return;
    this.#onShow = wanted;
    this.#length = Math.max(length, 1);
    const reach = scaleOf(points);
    const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / this.#length;
    const y = (discs) => TOP + ((HEIGHT - TOP - BOTTOM) * (reach - Math.min(Math.max(discs, -reach), reach))) / (2 * reach);
    const known = points.filter((point) => point.discs !== null && point.discs !== undefined);
    const chances = points.filter((point) => point.chance !== null && point.chance !== undefined);
    this.#picture.replaceChildren(
      ...axes(reach, x, y, this.#length),
      ...areas(known, x, y, reach),
      ...curve(chances, x, (point) => y((2 * point.chance - 1) * reach), "chance-line"),
      ...mistakes.map((mistake) => mistakeDot(mistake, x, y, unit)),
      draw("line", { class: "chart-cursor", x1: x(ply), x2: x(ply), y1: TOP, y2: HEIGHT - BOTTOM }),
    );
    this.#picture.setAttribute("aria-label", chartSentence(known, mistakes, unit));
    this.#slider.max = this.#length;
    this.#slider.value = ply;
  }

  #plyAt(event) {
    const box = this.#picture.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.min(Math.max(Math.round(share * this.#length), 0), this.#length);
  }

  #pick(ply) {
    this.dispatchEvent(new CustomEvent("pick", { detail: ply }));
  }
}

function scaleOf(points) {
  const largest = Math.max(8, ...points.map((point) => Math.abs(point.discs ?? 0)));
  return Math.min(64, Math.ceil(largest / 4) * 4);
}

function axes(reach, x, y, length) {
  const steps = [reach, reach / 2, 0, -reach / 2, -reach];
  const lines = steps.map((discs) =>
    draw("line", { class: discs ? "chart-line" : "chart-zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(discs), y2: y(discs) }),
  );
  const names = [reach, 0, -reach].map((discs) =>
    draw("text", { class: "chart-text end", x: LEFT - 5, y: y(discs) + 3.5 }, formatDiscs(discs)),
  );
  const plies = [];
  const step = 10 * Math.ceil(length / 80);
  for (let ply = step; ply <= length; ply += step)
    plies.push(draw("text", { class: "chart-text middle", x: x(ply), y: HEIGHT - 5 }, String(ply)));
  return [...lines, ...names, ...plies];
}

function areas(known, x, y, reach) {
  if (known.length < 2) return [];
  const line = known.map((point) => `${x(point.ply).toFixed(1)} ${y(point.discs).toFixed(1)}`);
  const closed = `M${x(known[0].ply)} ${y(0)}L${line.join("L")}L${x(known.at(-1).ply)} ${y(0)}Z`;
  const half = (className, from, to) => {
    const clip = draw(
      "clipPath",
      { id: `clip-${className}` },
      draw("rect", { x: LEFT, y: y(from), width: WIDTH - LEFT - RIGHT, height: y(to) - y(from) }),
    );
    return [clip, draw("path", { class: `area ${className}`, d: closed, "clip-path": `url(#clip-${className})` })];
  };
  return [
    ...half("black", reach, 0),
    ...half("white", 0, -reach),
    draw("path", { class: "discs-line", d: `M${line.join("L")}` }),
  ];
}

function curve(points, x, y, className) {
  if (points.length < 2) return [];
  const line = points.map((point) => `${x(point.ply).toFixed(1)} ${y(point).toFixed(1)}`).join("L");
  return [draw("path", { class: className, d: `M${line}` })];
}

function mistakeDot({ ply, discs, loss, side }, x, y, unit) {
  const radius = Math.min(2.5 + loss / 5, 6);
  const values = { ply, color: text(`color.${side}`), loss: formatLoss(loss, 0), unit: text(`unit.${unit}`) };
  const title = draw("title", {}, text("chart.mistake", values));
  return draw("circle", { class: `mistake-dot ${side}`, cx: x(ply), cy: y(discs), r: radius }, title);
}

function chartSentence(known, mistakes, unit) {
  if (!known.length) return text("chart.nothing");
  const last = known.at(-1);
  const values = { ply: last.ply, discs: formatDiscs(last.discs), mistakes: mistakes.length };
  return text(`chart.sentence.${unit}`, values);
}

/** The same as a small curve for a table; its height is the largest share, at least a tenth. */
export function ratingSpark(ratings) {
  const [first, last] = [ratings[0], ratings.at(-1)];
  const x = ({ rating }) => (100 * (rating - first.rating)) / (last.rating - first.rating);
  const top = Math.max(0.1, ...ratings.map((entry) => entry.probability));
  const y = ({ probability }) => 17 - (16 * probability) / top;
  const line = ratings.map((entry) => `${x(entry).toFixed(1)} ${y(entry).toFixed(1)}`).join("L");
  const values = { low: first.rating, high: last.rating, lowShare: formatShare(first.probability), highShare: formatShare(last.probability) };
  return draw(
    "svg",
    { class: "spark", viewBox: "0 0 100 18", preserveAspectRatio: "none", role: "img", "aria-label": text("insight.curve", values) },
    draw("title", {}, text("insight.curve", values)),
    draw("path", { class: "rating-area", d: `M0 17L${line}L100 17Z` }),
    draw("path", { class: "rating-line", d: `M${line}`, "vector-effect": "non-scaling-stroke" }),
  );
}

/** Who would play a move: its probability by the player's rating, as a curve. */
export function ratingChart(move, ratings) {
  const highest = Math.max(0.1, ...ratings.map((entry) => entry.probability));
  const top = Math.min(1, Math.ceil(highest * 10) / 10);
  const first = ratings[0].rating;
  const last = ratings.at(-1).rating;
  const x = (rating) => LEFT + 6 + ((WIDTH - LEFT - RIGHT - 6) * (rating - first)) / (last - first);
  const y = (share) => TOP + (92 - TOP - BOTTOM) * (1 - share / top);
  const line = ratings.map((entry) => `${x(entry.rating).toFixed(1)} ${y(entry.probability).toFixed(1)}`);
  const area = `M${x(first)} ${y(0)}L${line.join("L")}L${x(last)} ${y(0)}Z`;
  const label = text("chart.ratings", {
    move,
    low: first,
    lowShare: formatShare(ratings[0].probability),
    high: last,
    highShare: formatShare(ratings.at(-1).probability),
  });
  const names = [top, 0].map((share) =>
    draw("text", { class: "chart-text end", x: LEFT, y: y(share) + 3.5 }, formatShare(share)),
  );
  const marks = ratings
    .filter((entry) => entry.rating % 400 === 200)
    .map((entry) => draw("text", { class: "chart-text middle", x: x(entry.rating), y: 90 }, String(entry.rating)));
  return draw(
    "svg",
    { class: "chart rating-chart", viewBox: `0 0 ${WIDTH} 94`, role: "img", "aria-label": label },
    [top, top / 2, 0].map((share) =>
      draw("line", { class: share ? "chart-line" : "chart-zero", x1: LEFT + 6, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
    ),
    draw("path", { class: "rating-area", d: area }),
    draw("path", { class: "rating-line", d: `M${line.join("L")}` }),
    ratings.map((entry) =>
      draw(
        "circle",
        { class: "rating-dot", cx: x(entry.rating), cy: y(entry.probability), r: 2 },
        draw("title", {}, `${entry.rating}: ${formatShare(entry.probability, 1)}`),
      ),
    ),
    names,
    marks,
  );
}
