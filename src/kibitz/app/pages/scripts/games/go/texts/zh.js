// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    games: {
      go: "围棋",
    },
  },
};
