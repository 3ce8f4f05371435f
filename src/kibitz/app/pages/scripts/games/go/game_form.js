// Go's part of the form of a new game: how strong the opponent is, and on which board.

import { field, make, select } from "../../dom.js";
import { text } from "../../text.js";
import { boardFields } from "./board_form.js";

// From weak to strong; the last ones are guided by the prior of the model of moves, if the server has it.
const PLAYOUTS = [300, 1000, 3000, 10000].map((count) => `uct:playouts=${count}`);
const LED_PLAYOUTS = [1000, 10000, 100000].map((count) => `uct:playouts=${count},prior=go-network`);
const SEARCHERS = [...PLAYOUTS, ...LED_PLAYOUTS];

export const KINDS = ["uct", "goexpert", "humans", "watch"];
export const PROGRAMS = [...SEARCHERS, "goexpert", "random"];
export const DEFAULT_PROGRAMS = ["uct:playouts=1000", "uct:playouts=3000"];

/** As game.js asks for it. */
export function newGameParts({ kept, from, common, nameOf }) {
  const fields = boardFields(kept.go ?? {});
  const playouts = select(
    SEARCHERS.map((player) => [player, nameOf(player)]),
    SEARCHERS.includes(kept.playouts) ? kept.playouts : "uct:playouts=3000",
    null,
  );
  const playoutsField = field(text("play.strength"), playouts);
  const missing = make("p", { class: "quiet" });
  const start = () => from?.start ?? fields.start();
  const board = from ? [] : fields.elements;
  const clock = field(text("play.clock"), common.clock);
  return {
    layout: [common.kind, missing, playoutsField, common.pair, common.color, ...board, clock, common.times],
    start,
    opponent: (kind) => (kind === "goexpert" ? "goexpert" : playouts.value),
    settings: () => ({ start: start().startText, moves: from?.moves ?? "" }),
    kept: () => ({ playouts: playouts.value, go: fields.values() }),
    learn({ expert }, isTouched) {
      missing.textContent = expert.isThere ? "" : expert.message;
      offerExpert(common.kind, expert.isThere, kept.kind === "goexpert" && !isTouched);
      for (const choice of [playouts, common.black, common.white]) offerLedPlayers(choice, expert.isThere);
    },
    show(kind) {
      playoutsField.hidden = kind !== "uct";
    },
  };
}

/** Offer the expert if the server has one; who chose something already keeps it. */
function offerExpert(kinds, isThere, isWanted) {
  const [expert, playouts] = ["goexpert", "uct"].map((kind) => kinds.querySelector(`[value="${kind}"]`));
  expert.disabled = !isThere;
  if (expert.disabled && expert.checked) playouts.checked = true;
  if (!expert.disabled && isWanted) expert.checked = true;
}

/** Who was chosen stays so, even while it is not known yet whether the server has the model. */
function offerLedPlayers(choice, isModelThere) {
  for (const option of choice.options) if (LED_PLAYOUTS.includes(option.value)) option.disabled = !isModelThere;
}
