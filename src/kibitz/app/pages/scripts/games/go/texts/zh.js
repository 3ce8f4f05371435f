// The words that this game adds, in Chinese.

export const TEXTS = {
  zh: {
    said: {
      goWorth: "{best} 值 {points} 目，胜率 {share}；{move} 值 {other} 目，胜率 {chance}",
      goLadder: "{point} 的棋子被征吃，{move} 救不了",
      goDies: "{point} 处{color}的 {count} 子预计会死",
      goLives: "{point} 处{color}的 {count} 子原已近死，现在预计能活",
      goPart: "棋盘{part}约损失 {points} 目",
      goExpects: "{move} 之后，引擎预计 {line}",
      goPlayed: "按模型，职业棋手在此类局面中 {share} 下 {best}，{other} 下 {move}",
      goWins: "{best} 的胜率为 {share}，{move} 为 {other}",
      ul: "左上",
      um: "上边",
      ur: "右上",
      ml: "左边",
      centre: "中央",
      mr: "右边",
      ll: "左下",
      lm: "下边",
      lr: "右下",
    },
    games: {
      go: "围棋",
    },
    board: {
      name: {
        go: "围棋棋盘 {size}×{size}",
      },
      small: {
        go: "黑 {black} 子、白 {white} 子的局面",
      },
      black: {
        go: "黑子",
      },
      white: {
        go: "白子",
      },
    },
    legend: {
      engine: {
        go: "这步之后的胜率。",
      },
    },
    tree: {
      empty: {
        go: "还没有着法。点击交叉点，或拖入 SGF 文件。",
      },
    },
    announce: {
      takes: "{mover} {square}，提 {taken} 子。",
    },
    stage: {
      prisoners: "提子：{count}",
      refused: {
        occupied: "{square} 已有棋子。",
        ko: "{square} 会重复局面，劫规则禁止。",
        suicide: "{square} 的棋子将没有气。",
      },
      wouldTake: "{color}下 {square} 将提 {turned} 子",
      toCount: "双方都已停着。",
      counted: "按当前棋盘{color}领先 {points}",
      areas: "黑 {black}，白 {white} 加贴目 {komi}",
      blackWinsBy: "黑胜 {points}",
      whiteWinsBy: "白胜 {points}",
    },
    teaching: {
      lost: {
        go: "{move} 使胜率降低 {loss}%。",
      },
      size: {
        go: "使胜率降低 {size}% 以上的",
      },
    },
    voices: {
      playouts: "{count} 次模拟",
      visits: "{visits} 次模拟",
      ahead: "{color}领先 {points}",
      spokenPlayouts: "引擎 {share}，{visits} 次模拟",
    },
    overlays: {
      count: "当前得分",
    },
    play: {
      kind: {
        uct: "模拟",
        goexpert: "类人",
      },
      names: {
        uct: "UCT",
        uctWith: "UCT {number} 次模拟",
        uctLed: "UCT {number} 次模拟，由人类模型引导",
        goexpert: "类人棋手",
        goexpertWith: "类人棋手 {number}",
      },
    },
    chart: {
      sentence: {
        points: "棋局进程：第 {ply} 手后黑 {discs} 目",
      },
    },
    go: {
      turn: "轮到{color}，第 {number} 手",
      draw: "和棋",
      noExpert: "没有人类下法模型：{reason}",
      newBoard: "新建棋盘",
      lay: "创建",
      size: "棋盘大小",
      sizeOf: "{size}×{size}",
      tag: "围棋 {size}×{size}",
      komi: "贴目",
      komiOf: "贴目 {komi}",
      handicap: "让子",
      handicapOf: "让 {handicap} 子",
      noHandicap: "无",
      stones: "{count} 子",
      rulesTitle: "规则",
      assumedRules: "{rules}（推定）",
      rules: {
        chinese: "中国规则",
        japanese: "日本规则",
        aga: "AGA 规则",
        "new-zealand": "新西兰规则",
        "tromp-taylor": "Tromp-Taylor 规则",
      },
    },
  },
};
