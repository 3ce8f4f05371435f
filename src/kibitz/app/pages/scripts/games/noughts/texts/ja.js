// The words that this game adds, in Japanese.

export const TEXTS = {
  ja: {
    games: {
      noughts: "三目並べ",
    },
    board: {
      name: {
        noughts: "三目並べの盤",
      },
      small: {
        noughts: "✕ {black} 個・◯ {white} 個の局面",
      },
      black: {
        noughts: "✕",
      },
      white: {
        noughts: "◯",
      },
    },
    legend: {
      engine: {
        noughts: "その手が勝ち・引き分け・負けのどれか、何手でそうなるか。",
      },
    },
    tree: {
      empty: {
        noughts: "まだ手がありません。マスをクリックしてください。",
      },
    },
    play: {
      kind: {
        perfect: "完全",
        evolved: "進化",
      },
      names: {
        perfect: "完全",
        evolved: "進化ネットワーク",
      },
    },
    noughts: {
      tag: "三目並べ",
      signs: {
        black: "✕",
        white: "◯",
      },
      turn: "{color}の番・空き {empties}",
      blackWins: "黒の勝ち：✕ が三つ並びました",
      whiteWins: "白の勝ち：◯ が三つ並びました",
      draw: "引き分け",
      silent: "三目並べの棋譜を集める人はいません。",
      noExpert: "人の打ち方のモデルはありません。",
      results: {
        win: "勝ち",
        draw: "引き分け",
        loss: "負け",
      },
      plies: "{plies} 手",
      solved: "{count} 手すべて解決",
      spoken: "{result} {plies}",
    },
    chart: {
      sentence: {
        result: "局の推移：{ply} 手目で黒にとって {discs}、0 は引き分け",
      },
    },
  },
};
