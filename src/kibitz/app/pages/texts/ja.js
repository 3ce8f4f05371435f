// The words of the pages in Japanese; en.js has the same shape.

export const ja = {
  common: {
    pageTitle: "{view} · Kibitz",
    percent: "{number}%",
    close: "閉じる",
    cancel: "キャンセル",
    skip: "盤へ移動",
    navigation: "画面",
    games: "ゲーム",
    unreached: "Kibitz のサーバーが応答しません。起動していますか？",
    offline: "Kibitz のサーバーが応答しません。この画面の内容は失われません。「kibitz」でサーバーを再起動すると、自動で再接続します。",
  },
  views: {
    analyse: "検討",
    play: "対局",
    review: "棋譜解析",
    study: "学習",
    games: "棋譜",
  },
  color: {
    black: "黒",
    white: "白",
  },
  settings: {
    title: "設定",
    language: {
      title: "言語",
      auto: "ブラウザーに合わせる",
    },
  },
};
