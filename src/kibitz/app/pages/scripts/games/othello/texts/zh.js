// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    games: {
      othello: "黑白棋",
    },
  },
};
