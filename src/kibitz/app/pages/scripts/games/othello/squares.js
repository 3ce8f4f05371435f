// Squares by number and by name: a1 is 0, h1 is 7, a8 is 56. The only module that converts between the two.

export const SIZE = 8;
export const SQUARE_COUNT = 64;

/** The name of a square: 19 is "d3". */
export function formatSquare(square) {
  return "abcdefgh"[square % SIZE] + (Math.floor(square / SIZE) + 1);
}

/** The square of a name in any case, or null for what is no square. */
export function parseSquare(name) {
  const match = /^([a-h])([1-8])$/i.exec(name);
  return match ? match[1].toLowerCase().charCodeAt(0) - 97 + SIZE * (Number(match[2]) - 1) : null;
}

/** The squares of a transcript such as "f5d6c3"; passes and anything else between them are left out. */
export function parseTranscript(text) {
  return (text.match(/[a-h][1-8]/gi) ?? []).map(parseSquare);
}

/** The transcript of squares, without passes. */
export function formatTranscript(squares) {
  return squares.map(formatSquare).join("");
}
