// The words that noughts and crosses adds to those of the pages.

export const TEXTS = {
  en: {
    games: { noughts: "Noughts" },
    board: {
      name: { noughts: "Board of noughts and crosses" },
      small: { noughts: "Position with {black} crosses and {white} noughts" },
      black: { noughts: "cross" },
      white: { noughts: "nought" },
    },
    legend: { engine: { noughts: "Whether the move wins, draws or loses, and in how many moves." } },
    tree: { empty: { noughts: "No moves yet. Click a square." } },
    play: {
      kind: { perfect: "Perfect", evolved: "Evolved" },
      names: { perfect: "Perfect", evolved: "Evolved network" },
    },
    noughts: {
      tag: "Noughts and crosses",
      signs: { black: "✕", white: "◯" },
      turn: "{color} to move · {empties} empty",
      blackWins: "Black wins: three crosses in a row",
      whiteWins: "White wins: three noughts in a row",
      draw: "A draw",
      silent: "Nobody collects games of noughts and crosses.",
      noExpert: "There is no model of what people play.",
      results: { win: "wins", draw: "draws", loss: "loses" },
      plies: "in {plies}",
      solved: "all {count} moves solved",
      spoken: "{result} {plies}",
    },
    chart: { sentence: { result: "The course of the game: worth {discs} to Black after move {ply}; 0 is a draw" } },
  },
};
