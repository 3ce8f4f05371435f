// The words that Othello adds to those of the pages.

export const TEXTS = {
  en: {
    games: { othello: "Othello" },
    board: {
      name: { othello: "Othello board" },
      small: { othello: "Position with {black} black and {white} white discs" },
      black: { othello: "black disc" },
      white: { othello: "white disc" },
    },
    legend: { engine: { othello: "Discs you end up ahead after this move if both sides play well." } },
    tree: { empty: { othello: "No moves yet. Click a square, or paste a game." } },
    announce: { move: "{mover} {square}, flips {turned}.", over: "The game is over: Black {black}, White {white}." },
    stage: {
      turn: "{color} to move · {empties} empty",
      wouldPlay: "{color} on {square} would flip {turned}",
      draw: "A draw, {black}–{white}",
      blackWins: "Black wins {black}–{white}",
      whiteWins: "White wins {white}–{black}",
    },
    voices: { noArchive: "No archive yet. To get one: kibitz archive fetch wthor", nodes: "{count} positions" },
    overlays: {
      stable: "stable discs",
      frontier: "frontier",
      mobility: "mobility of both sides",
      attention: "network attention",
    },
    chart: {
      sentence: { discs: "Course of the game: {discs} discs for Black after move {ply}, {mistakes} mistakes" },
    },
  },
};
