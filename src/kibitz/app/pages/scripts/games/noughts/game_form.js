// The part of the form of a new game that is about noughts and crosses: who the opponent is, and from which start.

import { field } from "../../dom.js";
import { text } from "../../text.js";
import { Position } from "./position.js";

export const KINDS = ["perfect", "evolved", "humans", "watch"];
export const PROGRAMS = ["perfect", "evolved", "random"];
export const USUAL_PROGRAMS = ["perfect", "evolved"];

/** As game.js asks for it. */
export function newGameParts({ from, common }) {
  const start = () => from?.start ?? new Position();
  return {
    layout: [common.kind, common.pair, common.color, field(text("play.clock"), common.clock), common.times],
    start,
    opponent: (kind) => kind,
    settings: () => ({ start: start().startText, moves: from?.moves ?? "" }),
    kept: () => ({}),
    learn() {},
    show() {},
  };
}
