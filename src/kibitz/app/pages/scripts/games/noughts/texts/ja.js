// The words that this game adds, in Japanese.

export const TEXTS = {
  ja: {
    games: {
      noughts: "三目並べ",
    },
  },
};
