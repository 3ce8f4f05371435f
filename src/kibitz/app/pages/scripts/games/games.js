// The games that the pages know; game.js says what each must have. The server writes list.js: the games in its own order, each the
// `game` of a folder here.

import { GAMES } from "./list.js";

/** Every game on its usual board; the first is the one that a page begins with. */
export { GAMES };
export const DEFAULT_GAME = GAMES[0];

/** The game of a name; the default one for a name that is none. */
export const gameNamed = (name) => GAMES.find((game) => game.name === name) ?? DEFAULT_GAME;

export const isGame = (name) => GAMES.some((game) => game.name === name);

/** The position of a start text of any game; null for what is none. */
export function parseStart(text) {
  for (const game of GAMES) {
    const start = game.parseStart(text);
    if (start) return start;
  }
  return null;
}

/** As parseStart(); the default game's start for what is none. */
export const startOf = (text) => parseStart(text) ?? DEFAULT_GAME.start();
