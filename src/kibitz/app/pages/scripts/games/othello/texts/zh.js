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
    said: {
      turns: "双方都下好时，把{before}变成{after}",
      win: "胜 {count} 子",
      loss: "负 {count} 子",
      draw: "和棋",
      corner: "角 {square}",
      corners: "角 {squares}",
      lets: "让{color}占得{corners}",
      takes: "更好的变化占得{corners}",
      edges: "把边格 {squares} 让给{color}",
      danger: "{square} 是空角 {corner} 的 {letter} 位",
      stable: "几手之后，{color}比最佳着少 {count} 个稳定子",
      leaves: "留给{color} {moves}，而不是 {fewer}",
      has: "几手之后，{color}只有{moves}，而不是 {more}",
      parity: "放弃奇偶性：{color}有{regions}空格区，而不是 {fewer}",
      frontier: "留下 {count} 个邻空的子，而不是 {fewer}",
      people: "人们有 {share} 下 {move}，{bestShare} 下 {best}",
      move: "{count} 着",
      moves: "{count} 着",
      region: "{count} 个奇数",
      regions: "{count} 个奇数",
      no: "无",
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
    teaching: {
      lost: {
        othello: "{move} 损失 {loss} 子。",
      },
      size: {
        othello: "损失 {size} 子以上的",
      },
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
