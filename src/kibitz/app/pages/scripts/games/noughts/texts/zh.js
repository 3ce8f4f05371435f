// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    games: {
      noughts: "井字棋",
    },
    board: {
      name: {
        noughts: "井字棋棋盘",
      },
      small: {
        noughts: "叉 {black} 个、圈 {white} 个的局面",
      },
      black: {
        noughts: "叉",
      },
      white: {
        noughts: "圈",
      },
    },
    legend: {
      engine: {
        noughts: "这步是胜、和还是负，以及还需几手。",
      },
    },
    tree: {
      empty: {
        noughts: "还没有着法。点击格子。",
      },
    },
    play: {
      kind: {
        perfect: "完美",
        evolved: "演化",
      },
      names: {
        perfect: "完美",
        evolved: "演化网络",
      },
    },
    noughts: {
      tag: "井字棋",
      signs: {
        black: "✕",
        white: "◯",
      },
      turn: "轮到{color} · 空 {empties}",
      blackWins: "黑胜：三叉连线",
      whiteWins: "白胜：三圈连线",
      draw: "和棋",
      silent: "没有人收集井字棋棋谱。",
      noExpert: "没有人类下法的模型。",
      results: {
        win: "胜",
        draw: "和",
        loss: "负",
      },
      plies: "{plies} 手",
      solved: "全部 {count} 着已解",
      spoken: "{result} {plies}",
    },
    chart: {
      sentence: {
        result: "棋局进程：第 {ply} 手后对黑值 {discs}；0 为和棋",
      },
    },
  },
};
