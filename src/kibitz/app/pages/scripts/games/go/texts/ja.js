// The words that this game adds, in Japanese.

export const TEXTS = {
  ja: {
    games: {
      go: "囲碁",
    },
  },
};
