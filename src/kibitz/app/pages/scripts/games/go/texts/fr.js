// The words that this game adds, in French.

export const TEXTS = {
  fr: {
    said: {
      goWorth: "{best} vaut {points} points et gagne avec {share}, {move} {other} points et {chance}",
      goLadder: "La chaîne en {point} est prise dans un shicho\u00a0: {move} ne la sauve pas",
      goDies: "La chaîne de {count} pierres de {color} en {point} devrait mourir",
      goLives: "La chaîne de {count} pierres de {color} en {point}, presque morte avant, devrait vivre",
      goPart: "Environ {points} points sont perdus {part} du goban",
      goExpects: "Le moteur attend {line} après {move}",
      goPlayed: "Les professionnels jouent {best} dans {share} de ces positions et {move} dans {other}, selon le modèle",
      goWins: "{best} gagne avec {share}, {move} avec {other}",
      ul: "en haut à gauche",
      um: "en haut au milieu",
      ur: "en haut à droite",
      ml: "à gauche au milieu",
      centre: "au centre",
      mr: "à droite au milieu",
      ll: "en bas à gauche",
      lm: "en bas au milieu",
      lr: "en bas à droite",
    },
    games: {
      go: "Go",
    },
    board: {
      name: {
        go: "Plateau de Go, {size} sur {size}",
      },
      small: {
        go: "Position avec {black} pierres noires et {white} blanches",
      },
      black: {
        go: "pierre noire",
      },
      white: {
        go: "pierre blanche",
      },
    },
    legend: {
      engine: {
        go: "La chance de gagner après ce coup.",
      },
    },
    tree: {
      empty: {
        go: "Pas encore de coup. Cliquez sur un point ou déposez un fichier SGF.",
      },
    },
    announce: {
      takes: "{mover} {square}, capture {taken}.",
    },
    stage: {
      prisoners: "Captures\u00a0: {count}",
      refused: {
        occupied: "Il y a une pierre en {square}.",
        ko: "{square} répéterait une position. La règle du ko l’interdit.",
        suicide: "Une pierre en {square} n’aurait pas de liberté.",
      },
      wouldTake: "{color} en {square} capturerait {turned}",
      toCount: "Les deux camps ont passé.",
      counted: "{color} mène de {points} sur ce plateau",
      areas: "Noir {black}, Blanc {white} plus {komi} de komi",
      blackWinsBy: "Noir gagne de {points}",
      whiteWinsBy: "Blanc gagne de {points}",
    },
    teaching: {
      lost: {
        go: "{move} coûte {loss}\u00a0% de chances de gagner.",
      },
      size: {
        go: "qui coûtent {size}\u00a0% de chances de gagner ou plus",
      },
    },
    voices: {
      playouts: "{count} simulations",
      visits: "{visits} simulations",
      ahead: "{color} mène de {points}",
      spokenPlayouts: "moteur {share} sur {visits} simulations",
    },
    overlays: {
      count: "score actuel",
    },
    play: {
      kind: {
        uct: "Simulations",
        goexpert: "Humain simulé",
      },
      names: {
        uct: "UCT",
        uctWith: "UCT {number} simulations",
        uctLed: "UCT {number} simulations, guidé par un modèle humain",
        goexpert: "Humain simulé",
        goexpertWith: "Humain simulé {number}",
      },
    },
    chart: {
      sentence: {
        points: "Cours de la partie\u00a0: {discs} points pour Noir après le coup {ply}",
      },
    },
    go: {
      turn: "Trait à {color}, coup {number}",
      draw: "Nulle",
      noExpert: "Pas de modèle de ce que jouent les gens\u00a0: {reason}",
      newBoard: "Nouveau plateau",
      lay: "Créer",
      size: "Taille du plateau",
      sizeOf: "{size}×{size}",
      tag: "Go {size}×{size}",
      komi: "Komi",
      komiOf: "komi {komi}",
      handicap: "Handicap",
      handicapOf: "{handicap} pierres de handicap",
      noHandicap: "aucun",
      stones: "{count} pierres",
      rulesTitle: "Règles",
      assumedRules: "{rules} (supposées)",
      rules: {
        chinese: "Règles chinoises",
        japanese: "Règles japonaises",
        aga: "Règles AGA",
        "new-zealand": "Règles néo-zélandaises",
        "tromp-taylor": "Règles Tromp-Taylor",
      },
    },
  },
};
