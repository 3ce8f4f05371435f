// The words that this game adds, in French.

export const TEXTS = {
  fr: {
    games: {
      noughts: "Morpion",
    },
  },
};
