// What happened on the board, for those who do not see it.

import { otherColor } from "../games/sides.js";
import { text } from "../text.js";

/** The sentence that tells a move to those who do not see it. */
export function moveSentence(before, move, after) {
  const mover = text(`color.${before.toMove}`);
  const parts = [before.game.moveSentence(before, move, mover)];
  if (after.isOver) parts.push(after.game.overSentence(after));
  else if (after.toMove === before.toMove)
    parts.push(text("announce.pass", { color: text(`color.${otherColor(before.toMove)}`) }));
  else parts.push(text("announce.next", { color: text(`color.${after.toMove}`) }));
  return parts.join(" ");
}
