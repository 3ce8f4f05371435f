// The words of the pages in Chinese; en.js has the same shape.

export const zh = {
  common: {
    pageTitle: "{view} · Kibitz",
    percent: "{number}%",
    close: "关闭",
    cancel: "取消",
    skip: "跳到棋盘",
    navigation: "页面",
    games: "棋类",
    unreached: "Kibitz 服务器没有响应。它还在运行吗？",
    offline: "Kibitz 服务器没有响应。本页内容不会丢失：用“kibitz”重新启动服务器，页面会自动重新连接。",
  },
  views: {
    analyse: "分析",
    play: "对局",
    review: "复盘",
    study: "学习",
    games: "棋谱",
  },
  color: {
    black: "黑",
    white: "白",
  },
  settings: {
    title: "设置",
    language: {
      title: "语言",
      auto: "跟随浏览器",
    },
  },
};
