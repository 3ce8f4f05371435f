// What a drill tells after an answer: the lines on a small board; and for whose rating it asks first.

import { button, make, select } from "../dom.js";
import { parseStart } from "../games/games.js";
import { LinePreview } from "../panels/line_preview.js";
import { settings } from "../settings.js";
import { text } from "../text.js";

const RATINGS = [1000, 1200, 1400, 1600, 1800, 2000, 2200];

/** Buttons that play on a small board how a mistake was answered, and what was better. */
export function lineParts(position, played, { line, best_line: bestLine }) {
  const start = parseStart(position.start);
  const preview = new LinePreview();
  preview.element.hidden = true;
  const show = (moves) => () => {
    preview.element.hidden = false;
    preview.play(start, moves);
  };
  const entries = [
    [text("drill.answer", { move: played }), line],
    [text("drill.better"), bestLine],
  ];
  const known = entries.filter(([, moves]) => moves?.length);
  if (!known.length) return [];
  return [make("div", { class: "row" }, known.map(([label, moves]) => button(label, show(moves)))), preview.element];
}

/** The choice of a rating: that of the settings, or none. */
export function ratingChoice() {
  const near = (rating) => RATINGS.reduce((best, known) => (Math.abs(known - rating) < Math.abs(best - rating) ? known : best));
  const wanted = settings.get("rating");
  const options = [["", text("drill.anyRating")], ...RATINGS.map((rating) => [rating, String(rating)])];
  return select(options, wanted ? near(Number(wanted)) : "", null, { id: "drill-rating" });
}
