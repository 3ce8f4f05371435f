// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    games: {
      othello: "黑白棋",
    },
    board: {
      name: {
        othello: "黑白棋棋盘",
      },
      small: {
        othello: "黑 {black} 子、白 {white} 子的局面",
      },
      black: {
        othello: "黑子",
      },
      white: {
        othello: "白子",
      },
    },
    legend: {
      engine: {
        othello: "下这步后双方都下好时领先的子数。",
      },
    },
    tree: {
      empty: {
        othello: "还没有着法。点击格子，或粘贴棋谱。",
      },
    },
    announce: {
      move: "{mover} {square}，翻转 {turned} 子。",
      over: "棋局结束：黑 {black}，白 {white}。",
    },
    stage: {
      turn: "轮到{color} · 空 {empties}",
      wouldPlay: "{color}下 {square} 将翻转 {turned} 子",
      draw: "和棋，{black}–{white}",
      blackWins: "黑胜 {black}–{white}",
      whiteWins: "白胜 {white}–{black}",
    },
    voices: {
      noArchive: "还没有棋谱库。获取方法：kibitz archive fetch wthor",
      nodes: "{count} 个局面",
    },
    overlays: {
      stable: "稳定子",
      frontier: "前沿",
      mobility: "双方行动力",
      attention: "网络注意力",
    },
    chart: {
      sentence: {
        discs: "棋局进程：第 {ply} 手后黑 {discs} 子，失误 {mistakes} 次",
      },
    },
  },
};
