// The words that Go adds to those of the pages.

export const TEXTS = {
  en: {
    games: { go: "Go" },
    board: {
      name: { go: "Go board, {size} by {size}" },
      small: { go: "Position with {black} black and {white} white stones" },
      black: { go: "black stone" },
      white: { go: "white stone" },
    },
    legend: { engine: { go: "The chance to win after this move." } },
    tree: { empty: { go: "No moves yet. Click a point, or drop an SGF file." } },
    announce: { takes: "{mover} {square}, captures {taken}." },
    stage: {
      prisoners: "Captures: {count}",
      refused: {
        occupied: "There is a stone on {square}.",
        ko: "{square} would repeat a position. The ko rule forbids it.",
        suicide: "A stone on {square} would have no liberty.",
      },
      wouldTake: "{color} on {square} would capture {turned}",
      toCount: "Both sides have passed.",
      counted: "{color} is ahead by {points} as the board stands",
      areas: "Black {black}, White {white} plus {komi} komi",
      blackWinsBy: "Black wins by {points}",
      whiteWinsBy: "White wins by {points}",
    },
    teaching: {
      lost: { go: "{move} costs {loss} % of the chance to win." },
      size: { go: "that cost {size} % of the chance to win or more" },
    },
    voices: {
      playouts: "{count} playouts",
      visits: "{visits} playouts",
      ahead: "{color} is ahead by {points}",
      spokenPlayouts: "engine {share} from {visits} playouts",
    },
    overlays: { count: "current score" },
    play: {
      kind: { uct: "Playouts", goexpert: "Human-like" },
      names: {
        uct: "UCT",
        uctWith: "UCT {number} playouts",
        uctLed: "UCT {number} playouts, guided by a model of humans",
        goexpert: "Human-like",
        goexpertWith: "Human-like {number}",
      },
    },
    chart: {
      sentence: { points: "Course of the game: {discs} points for Black after move {ply}" },
    },
    go: {
      turn: "{color} to play move {number}",
      draw: "A draw",
      noExpert: "No model of what people play: {reason}",
      newBoard: "Create board",
      lay: "Create",
      size: "Board size",
      sizeOf: "{size}×{size}",
      tag: "Go {size}×{size}",
      komi: "Komi",
      komiOf: "komi {komi}",
      handicap: "Handicap",
      handicapOf: "{handicap} handicap stones",
      noHandicap: "none",
      stones: "{count} stones",
      rulesTitle: "Rules",
      assumedRules: "{rules} (assumed)",
      rules: {
        chinese: "Chinese rules",
        japanese: "Japanese rules",
        aga: "AGA rules",
        "new-zealand": "New Zealand rules",
        "tromp-taylor": "Tromp-Taylor rules",
      },
    },
  },
};
