// Small bars inside tables, drawn rather than styled.

import { draw, make } from "../dom.js";
import { formatShare, text } from "../text.js";

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

/** Both sides' chances to win as one bar with a figure at each end; even and without figures while Black's is null. */
export function chanceBar(black) {
  const share = black ?? 0.5;
  const label = black === null ? text("voices.noChance") : text("voices.chances", chances(share));
  const figures = black === null ? { black: "", white: "" } : chances(share);
  const bar = draw(
    "svg",
    { class: "bar chance-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
    draw("rect", { class: "bar-white", width: 100, height: 6 }),
    draw("rect", { class: "bar-black", width: 100 * share, height: 6 }),
    draw("rect", { class: "bar-middle", x: 49.8, width: 0.4, height: 6 }),
  );
  const figure = (color) =>
    make("span", { class: "figure", "aria-hidden": "true" }, make("span", { class: `pip ${color}` }), figures[color]);
  return [figure("black"), bar, figure("white")];
}

const chances = (black) => ({ black: formatShare(black), white: formatShare(1 - black) });
