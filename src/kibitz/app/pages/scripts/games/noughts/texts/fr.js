// The words that this game adds, in French.

export const TEXTS = {
  fr: {
    games: {
      noughts: "Morpion",
    },
    board: {
      name: {
        noughts: "Plateau de morpion",
      },
      small: {
        noughts: "Position avec {black} croix et {white} ronds",
      },
      black: {
        noughts: "croix",
      },
      white: {
        noughts: "rond",
      },
    },
    legend: {
      engine: {
        noughts: "Si le coup gagne, annule ou perd, et en combien de coups.",
      },
    },
    tree: {
      empty: {
        noughts: "Pas encore de coup. Cliquez sur une case.",
      },
    },
    play: {
      kind: {
        perfect: "Parfait",
        evolved: "Évolué",
      },
      names: {
        perfect: "Parfait",
        evolved: "Réseau évolué",
      },
    },
    noughts: {
      tag: "Morpion",
      signs: {
        black: "✕",
        white: "◯",
      },
      turn: "Trait à {color} · {empties} vides",
      blackWins: "Noir gagne\u00a0: trois croix alignées",
      whiteWins: "Blanc gagne\u00a0: trois ronds alignés",
      draw: "Nulle",
      silent: "Personne ne collectionne les parties de morpion.",
      noExpert: "Il n’y a pas de modèle de ce que jouent les gens.",
      results: {
        win: "gagne",
        draw: "annule",
        loss: "perd",
      },
      plies: "en {plies}",
      solved: "les {count} coups résolus",
      spoken: "{result} {plies}",
    },
    chart: {
      sentence: {
        result: "Cours de la partie\u00a0: vaut {discs} pour Noir après le coup {ply}\u00a0; 0 est une nulle",
      },
    },
  },
};
