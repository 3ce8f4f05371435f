// The words that this game adds, in French.

export const TEXTS = {
  fr: {
    games: {
      othello: "Othello",
    },
    board: {
      name: {
        othello: "Plateau d’Othello",
      },
      small: {
        othello: "Position avec {black} pions noirs et {white} blancs",
      },
      black: {
        othello: "pion noir",
      },
      white: {
        othello: "pion blanc",
      },
    },
    legend: {
      engine: {
        othello: "Pions d’avance après ce coup si les deux camps jouent bien.",
      },
    },
    tree: {
      empty: {
        othello: "Pas encore de coup. Cliquez sur une case ou collez une partie.",
      },
    },
    announce: {
      move: "{mover} {square}, retourne {turned}.",
      over: "La partie est finie\u00a0: Noir {black}, Blanc {white}.",
    },
    stage: {
      turn: "Trait à {color} · {empties} vides",
      wouldPlay: "{color} en {square} retournerait {turned}",
      draw: "Nulle, {black}–{white}",
      blackWins: "Noir gagne {black}–{white}",
      whiteWins: "Blanc gagne {white}–{black}",
    },
    voices: {
      noArchive: "Pas encore d’archive. Pour en avoir une\u00a0: kibitz archive fetch wthor",
      nodes: "{count} positions",
    },
    overlays: {
      stable: "pions stables",
      frontier: "frontière",
      mobility: "mobilité des deux camps",
      attention: "attention du réseau",
    },
    chart: {
      sentence: {
        discs: "Cours de la partie\u00a0: {discs} pions pour Noir après le coup {ply}, {mistakes} fautes",
      },
    },
  },
};
