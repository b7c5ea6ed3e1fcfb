// What the page says, in English and Chinese.

export const texts = {
  en: {
    other: "中文", otherLang: "zh",
    title: "Play", loading: "Loading…", newGame: "New game", back: "Take back", hint: "Hint", pass: "Pass", flip: "Turn the board",
    level: "Level", you: "You play", size: "Board", lines: "Best lines", moves: "Moves", paste: "Position", position: "Position as text", set: "Set up",
    keys: "Arrows move the cursor, Enter plays, U takes back, H gives a hint, L shows lines, F turns the board, N begins anew.",
    games: { xiangqi: "Xiangqi", chess: "Chess", surakarta: "Surakarta", go: "Go", capturego: "Capture Go" },
    sides: { red: "Red", black: "Black", white: "White" }, both: "Both sides",
    turn: (side) => `${side} to move: your turn`, thinking: (side) => `${side} is thinking…`, check: "Check!",
    won: (side, why) => `${side} wins: ${why}`, drawn: (why) => `A draw: ${why}`,
    cannot: "That is not a legal move here.", board: (game, side) => `${game} board, ${side} to move`,
    rate: (side, percent) => `${side} wins ${percent} % by the computer's estimate`,
    hinted: (move) => `Hint: ${move}`, depth: (n) => `depth ${n}`, failed: "The page could not begin", lost: "The engine ended; it begins anew.",
    reasons: {}, passed: "pass", point: (name, man) => (man ? `${name}, ${man}` : name),
  },
  zh: {
    other: "English", otherLang: "en",
    title: "对弈", loading: "载入中…", newGame: "新局", back: "悔棋", hint: "提示", pass: "停一手", flip: "翻转棋盘",
    level: "级别", you: "你执", size: "棋盘", lines: "最佳着法", moves: "着法", paste: "局面", position: "局面文本", set: "摆放",
    keys: "方向键移动光标，回车落子，U 悔棋，H 提示，L 最佳着法，F 翻转，N 新局。",
    games: { xiangqi: "象棋", chess: "国际象棋", surakarta: "苏拉卡尔塔棋", go: "围棋", capturego: "吃子棋" },
    sides: { red: "红方", black: "黑方", white: "白方" }, both: "双方",
    turn: (side) => `轮到你：${side}走`, thinking: (side) => `${side}思考中…`, check: "将军！",
    won: (side, why) => `${side}胜：${why}`, drawn: (why) => `和棋：${why}`,
    cannot: "此处不能这样走。", board: (game, side) => `${game}棋盘，${side}走`,
    rate: (side, percent) => `电脑估计${side}胜率 ${percent}%`,
    hinted: (move) => `提示：${move}`, depth: (n) => `${n} 层`, failed: "页面无法启动", lost: "引擎已结束，正在重新启动。",
    reasons: {
      checkmate: "将死", stalemate: "无子可动", "perpetual check": "长将", "perpetual chase": "长捉", repetition: "重复局面",
      "mutual perpetual check": "双方长将", "mutual perpetual chase": "双方长捉", "natural limit": "自然限着",
      "insufficient material": "子力不足", "fifty moves": "五十回合",
      "two passes": "双方停一手", capture: "吃子", "no piece left": "吃光棋子",
    },
    passed: "停一手", point: (name, man) => (man ? `${name}，${man}` : name),
  },
};
