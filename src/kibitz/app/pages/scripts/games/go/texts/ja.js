// The words that this game adds, in Japanese.

export const TEXTS = {
  ja: {
    said: {
      goWorth: "{best} は {points} 目、勝率 {share}。{move} は {other} 目、勝率 {chance}",
      goLadder: "{point} の石はシチョウで取られます。{move} では助かりません",
      goDies: "{point} の{color} {count} 子は死ぬ見込みです",
      goLives: "ほぼ死んでいた {point} の{color} {count} 子が生きる見込みです",
      goPart: "盤の{part}で約 {points} 目の損です",
      goExpects: "{move} の後、エンジンの予想は {line}",
      goPlayed: "モデルによれば、プロはこのような局面の {share} で {best}、{other} で {move} を打ちます",
      goWins: "{best} の勝率は {share}、{move} は {other}",
      ul: "左上",
      um: "上辺",
      ur: "右上",
      ml: "左辺",
      centre: "中央",
      mr: "右辺",
      ll: "左下",
      lm: "下辺",
      lr: "右下",
    },
    games: {
      go: "囲碁",
    },
    board: {
      name: {
        go: "碁盤 {size} 路",
      },
      small: {
        go: "黒 {black}・白 {white} の局面",
      },
      black: {
        go: "黒石",
      },
      white: {
        go: "白石",
      },
    },
    legend: {
      engine: {
        go: "この手のあとの勝率。",
      },
    },
    tree: {
      empty: {
        go: "まだ手がありません。点をクリックするか、SGF ファイルをドロップしてください。",
      },
    },
    announce: {
      takes: "{mover} {square}、{taken} 子取り。",
    },
    stage: {
      prisoners: "アゲハマ：{count}",
      refused: {
        occupied: "{square} には石があります。",
        ko: "{square} は同形反復です。コウのルールで打てません。",
        suicide: "{square} の石にはダメがありません。",
      },
      wouldTake: "{square} に{color}で {turned} 子取れる",
      toCount: "双方パスしました。",
      counted: "現状で{color}が {points} 目リード",
      areas: "黒 {black}、白 {white} ＋コミ {komi}",
      blackWinsBy: "黒の {points} 目勝ち",
      whiteWinsBy: "白の {points} 目勝ち",
    },
    teaching: {
      lost: {
        go: "{move} で勝率が {loss}% 下がります。",
      },
      size: {
        go: "勝率を {size}% 以上下げる手",
      },
    },
    voices: {
      playouts: "プレイアウト {count}",
      visits: "プレイアウト {visits}",
      ahead: "{color}が {points} 目リード",
      spokenPlayouts: "エンジン {share}、プレイアウト {visits}",
    },
    overlays: {
      count: "現在の地",
    },
    play: {
      kind: {
        uct: "プレイアウト",
        goexpert: "人間風",
      },
      names: {
        uct: "UCT",
        uctWith: "UCT {number} プレイアウト",
        uctLed: "UCT {number} プレイアウト（人間モデル使用）",
        goexpert: "人間風",
        goexpertWith: "人間風 {number}",
      },
    },
    chart: {
      sentence: {
        points: "局の推移：{ply} 手目で黒 {discs} 目",
      },
    },
    go: {
      turn: "{color}の番、{number} 手目",
      draw: "持碁",
      noExpert: "人の打ち方のモデルがありません：{reason}",
      newBoard: "新規の盤",
      lay: "作成",
      size: "盤の大きさ",
      sizeOf: "{size}×{size}",
      tag: "囲碁 {size}×{size}",
      komi: "コミ",
      komiOf: "コミ {komi}",
      handicap: "置碁",
      handicapOf: "置石 {handicap} 子",
      noHandicap: "なし",
      stones: "{count} 子",
      rulesTitle: "ルール",
      assumedRules: "{rules}（推定）",
      rules: {
        chinese: "中国ルール",
        japanese: "日本ルール",
        aga: "AGA ルール",
        "new-zealand": "ニュージーランドルール",
        "tromp-taylor": "トロンプ・テイラールール",
      },
    },
  },
};
