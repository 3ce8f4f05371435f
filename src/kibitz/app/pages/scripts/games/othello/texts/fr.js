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
    said: {
      turns: "Il transforme {before} en {after}, avec le meilleur jeu des deux camps",
      win: "un gain de {count}",
      loss: "une perte de {count}",
      draw: "une nulle",
      corner: "le coin {square}",
      corners: "les coins {squares}",
      lets: "Il laisse {color} prendre {corners}",
      takes: "La meilleure suite prend {corners}",
      edges: "Il donne à {color} les cases de bord {squares}",
      danger: "{square} est la case {letter} du coin vide {corner}",
      stable: "Quelques coups plus tard, {color} a {count} pions stables de moins qu’après le meilleur coup",
      leaves: "Il laisse à {color} {moves} au lieu de {fewer}",
      has: "Quelques coups plus tard, {color} a {moves} au lieu de {more}",
      parity: "Il abandonne la parité\u00a0: {color} trouve {regions} de cases vides au lieu de {fewer}",
      frontier: "Il laisse {count} pions à côté de cases vides au lieu de {fewer}",
      people: "Les gens joueraient {move} dans {share} des parties et {best} dans {bestShare}",
      move: "{count} coup",
      moves: "{count} coups",
      region: "{count} région impaire",
      regions: "{count} régions impaires",
      no: "aucun",
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
    teaching: {
      lost: {
        othello: "{move} perd {loss} pions.",
      },
      size: {
        othello: "qui perdent {size} pions ou plus",
      },
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
