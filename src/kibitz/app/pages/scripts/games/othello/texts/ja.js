// The words that this game adds, in Japanese.

export const TEXTS = {
  ja: {
    games: {
      othello: "オセロ",
    },
    board: {
      name: {
        othello: "オセロ盤",
      },
      small: {
        othello: "黒 {black}・白 {white} の局面",
      },
      black: {
        othello: "黒石",
      },
      white: {
        othello: "白石",
      },
    },
    said: {
      turns: "双方最善なら、{before}が{after}になる",
      win: "{count} 石勝ち",
      loss: "{count} 石負け",
      draw: "引き分け",
      corner: "隅 {square}",
      corners: "隅 {squares}",
      lets: "{color}に{corners}を取られる",
      takes: "正しい進行なら{corners}を取れる",
      edges: "{color}に辺の {squares} を与える",
      danger: "{square} は空いた隅 {corner} の {letter} 打ち",
      stable: "数手後、{color}の確定石は最善手より {count} 少ない",
      leaves: "{color}に {fewer} でなく{moves}を与える",
      has: "数手後、{color}は {more} でなく{moves}しかない",
      parity: "偶数理論を失う：{color}に {fewer} でなく{regions}の空き領域",
      frontier: "空きマスに接する石が {fewer} でなく {count}",
      people: "人が {move} を打つのは {share}、{best} は {bestShare}",
      move: "{count} 手",
      moves: "{count} 手",
      region: "奇数領域 {count}",
      regions: "奇数領域 {count}",
      no: "なし",
    },
    legend: {
      engine: {
        othello: "この手のあと双方が正しく打ったときの石差。",
      },
    },
    tree: {
      empty: {
        othello: "まだ手がありません。マスをクリックするか、棋譜を貼り付けてください。",
      },
    },
    announce: {
      move: "{mover} {square}、{turned} 石返し。",
      over: "終局：黒 {black}、白 {white}。",
    },
    stage: {
      turn: "{color}の番・空き {empties}",
      wouldPlay: "{square} に{color}で {turned} 石返る",
      draw: "引き分け、{black}–{white}",
      blackWins: "黒の勝ち {black}–{white}",
      whiteWins: "白の勝ち {white}–{black}",
    },
    voices: {
      noArchive: "まだアーカイブがありません。取得するには：kibitz archive fetch wthor",
      nodes: "{count} 局面",
    },
    teaching: {
      lost: {
        othello: "{move} は {loss} 石損です。",
      },
      size: {
        othello: "{size} 石以上損する手",
      },
    },
    overlays: {
      stable: "確定石",
      frontier: "フロンティア",
      mobility: "双方の着手可能数",
      attention: "ネットワークの注目",
    },
    chart: {
      sentence: {
        discs: "局の推移：{ply} 手目で黒 {discs} 石、悪手 {mistakes}",
      },
    },
  },
};
