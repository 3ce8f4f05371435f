// The two sides of a game, and the move that every game writes alike.

export const BLACK = "black";
export const WHITE = "white";
export const PASS = -1;

/** The other colour. */
export const otherColor = (color) => (color === BLACK ? WHITE : BLACK);
