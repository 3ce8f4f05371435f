// The words of the pages in French; en.js has the same shape.

export const fr = {
  common: {
    pageTitle: "{view} · Kibitz",
    percent: "{number} %",
    close: "Fermer",
    cancel: "Annuler",
    skip: "Aller au plateau",
    navigation: "Pages",
    games: "Jeux",
    unreached: "Le serveur Kibitz ne répond pas. Est-il encore en marche ?",
    offline: "Le serveur Kibitz ne répond pas. Rien n’est perdu sur cette page : relancez le serveur avec « kibitz », et la page se reconnecte.",
  },
  views: {
    analyse: "Analyser",
    play: "Jouer",
    review: "Bilan",
    study: "Étudier",
    games: "Parties",
  },
  color: {
    black: "Noir",
    white: "Blanc",
  },
  settings: {
    title: "Réglages",
    language: {
      title: "Langue",
      auto: "celle du navigateur",
    },
  },
};
