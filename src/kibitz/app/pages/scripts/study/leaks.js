// What a repertoire lacks: answers without a reply, and games that left it. Each is a list of places to go to on the board.

import { button, make } from "../dom.js";
import { namesOf } from "../saved/game_row.js";
import { formatCount, formatShare, text } from "../text.js";

/** The parts of the panel of gaps; `open` shows a path on the board. */
export function gapList({ gaps, note }, open) {
  if (note) return [make("p", { class: "quiet" }, text("repertoire.noArchive")), make("p", {}, make("small", {}, note))];
  if (!gaps.length) return [make("p", { class: "quiet" }, text("repertoire.noGaps"))];
  const rows = gaps.map((gap) => {
    const said = gap.before ? text("repertoire.gap", { move: gap.move, line: gap.before }) : text("repertoire.gapAtStart", { move: gap.move });
    const facts = text("repertoire.gapShare", { share: formatShare(gap.share, 1), games: formatCount(gap.games) });
    return make("li", {}, button(said, () => open(gap.path), { class: "list-button" }), make("span", { class: "quiet" }, facts));
  });
  return [make("p", { class: "quiet" }, text("repertoire.gapsHint")), make("ul", { class: "choice-list" }, rows)];
}

/** The parts of the panel of games that left the repertoire. */
export function departureList({ departures, games }, open) {
  if (!games) return [make("p", { class: "quiet" }, text("repertoire.noNames"))];
  if (!departures.length) return [make("p", { class: "quiet" }, text("repertoire.noDepartures"))];
  const rows = departures.map(({ game, path, own, move, known }) =>
    make(
      "li",
      {},
      button(`${namesOf(game)} ${game.date}`.trim(), () => open(own ? path : path + move), { class: "list-button" }),
      make("span", { class: own ? "wrong" : "quiet" }, text(own ? "repertoire.byMe" : "repertoire.byThem", { move, known })),
    ),
  );
  return [make("p", { class: "quiet" }, text("repertoire.departuresHint")), make("ul", { class: "choice-list" }, rows)];
}
