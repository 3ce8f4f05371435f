// Lines of a label that every game writes alike, with what a screen reader says of them.

import { BLACK } from "../games/sides.js";
import { formatShare, formatShortCount, text } from "../text.js";

export function addExpert(label, spoken, share) {
  label.ring = share;
  label.lines.push({ text: formatShare(share).replace("\u00a0", "\u202f"), kind: "expert" });
  spoken.push(text("voices.spokenExpert", { share: formatShare(share) }));
}

export function addArchive(label, spoken, row, color) {
  const share = resultShare(row, color);
  label.lines.push({ text: `${formatShortCount(row.games)}·${formatShare(share).replace("\u00a0", "")}`, kind: "archive" });
  spoken.push(text("voices.spokenArchive", { games: formatShortCount(row.games), share: formatShare(share) }));
}

/** A gem or a trap, by the sign that annotated games have for it. */
export function addMark(label, spoken, mark) {
  label.mark = { name: mark, sign: text(`insight.${mark}Sign`) };
  spoken.push(text(`insight.${mark}`));
}

/** How a row of the archive went for a colour: wins and half the draws, as a share of its games. */
export function resultShare(row, color) {
  const wins = color === BLACK ? row.black_wins : row.white_wins;
  return row.games ? (wins + row.draws / 2) / row.games : 0;
}
