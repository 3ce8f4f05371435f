// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    games: {
      noughts: "井字棋",
    },
  },
};
