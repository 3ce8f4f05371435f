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
    // What a review says of a mistake; see scripts/said.js.
    said: {
      turns: "It turns {before} into {after}, with best play from both sides",
      win: "a win by {count}",
      loss: "a loss by {count}",
      draw: "a draw",
      corner: "corner {square}",
      corners: "corners {squares}",
      lets: "It lets {color} take the {corners}",
      takes: "The better line takes the {corners}",
      edges: "It gives {color} the edge squares {squares}",
      danger: "{square} is the {letter}-square of the empty corner {corner}",
      stable: "A few moves on, {color} is {count} stable discs worse off than after the better move",
      leaves: "It leaves {color} {moves} instead of {fewer}",
      has: "A few moves on, {color} has {moves} instead of {more}",
      parity: "It gives up parity: {color} finds {regions} of empty squares instead of {fewer}",
      frontier: "It leaves {count} discs beside empty squares instead of {fewer}",
      people: "People would play {move} in {share} of games and {best} in {bestShare}",
      move: "{count} move",
      moves: "{count} moves",
      region: "{count} odd region",
      regions: "{count} odd regions",
      no: "no",
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
    teaching: {
      lost: { othello: "{move} loses {loss} discs." },
      size: { othello: "that lose {size} discs or more" },
    },
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
