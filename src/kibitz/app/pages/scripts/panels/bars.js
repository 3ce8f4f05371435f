// Small bars inside tables, drawn rather than styled.

import { draw } from "../dom.js";

/** A bar whose first part is a share from 0 to 1. */
export function shareBar(share, className) {
  return draw(
    "svg",
    { class: `bar ${className}`, viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "bar-ground", width: 100, height: 6, rx: 3 }),
    draw("rect", { class: "bar-part", width: 100 * share, height: 6, rx: 3 }),
  );
}

/** A bar of three parts: Black's wins, draws, White's wins. */
export function resultBar(row) {
  const total = Math.max(row.games, 1);
  const black = (100 * row.black_wins) / total;
  const draws = (100 * row.draws) / total;
  return draw(
    "svg",
    { class: "bar result", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "bar-white", width: 100, height: 6 }),
    draw("rect", { class: "bar-draw", width: black + draws, height: 6 }),
    draw("rect", { class: "bar-black", width: black, height: 6 }),
  );
}
