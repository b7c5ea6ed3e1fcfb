// What the page says, in English and Chinese.

const stones = { en: { b: "black", w: "white", x: "black", o: "white" }, zh: { b: "黑子", w: "白子", x: "黑子", o: "白子" } };
const men = {
  en: {
    xiangqi: { k: "king", a: "advisor", b: "elephant", n: "horse", r: "chariot", c: "cannon", p: "soldier" },
    chess: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },
    chinesecheckers: { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", p: "purple" },
  },
  zh: {
    xiangqi: { k: "将帅", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "兵卒" },
    chess: { k: "王", q: "后", r: "车", b: "象", n: "马", p: "兵" },
    chinesecheckers: { r: "红子", o: "橙子", y: "黄子", g: "绿子", b: "蓝子", p: "紫子" },
  },
};

/** A man in words: capital letters are the first player's in Xiangqi and chess. */
function man(language, first, second) {
  return (game, letter) => {
    const kind = (men[language][game] ?? stones[language])[letter.toLowerCase()] ?? letter;
    if (game !== "xiangqi" && game !== "chess") return kind;
    const [own, other] = game === "chess" ? [first.chess, second] : [first.xiangqi, second];
    return `${letter === letter.toUpperCase() ? own : other}${language === "en" ? " " : ""}${kind}`;
  };
}

export const texts = {
  en: {
    other: "中文", otherLang: "zh",
    title: "Play", games_: "Games", loading: "Loading…", newGame: "New game", back: "Take back", hint: "Hint", pass: "Pass", flip: "Turn the board",
    level: "Level", you: "You play", size: "Board", players: "Players", lines: "Best lines", moves: "Moves", paste: "Position or game",
    position: "A position, a game (PGN, SGF, DhtmlXQ) or moves, as text", set: "Set up", asText: "Show the game",
    first: "To the start", previous: "One move back", next: "One move on", last: "To the end", ply: "Place in the game",
    on: "Play on from here", return: "Return to the game", judge: "Win rates", stop: "Stop", review: "Review", typed: "A move as text", make: "Play",
    letters: "The board in letters", reviewTitle: "Review",
    keys: "Arrows move the cursor, Enter plays, U takes back, comma and full stop step through the game, H gives a hint, L shows lines, F turns the board, N begins anew.",
    games: { xiangqi: "Xiangqi", chess: "Chess", surakarta: "Surakarta", go: "Go (Weiqi)", capturego: "Capture Go", gomoku: "Gomoku", chinesecheckers: "Chinese checkers", ludo: "Ludo" },
    sides: { red: "Red", black: "Black", white: "White", b: "Black", w: "White", orange: "Orange", yellow: "Yellow", green: "Green", blue: "Blue", purple: "Purple" }, both: "All sides",
    turn: (side) => `${side} to move: your turn.`, toMove: (side) => `${side} to move.`, thinking: (side) => `${side} is thinking…`, check: "Check!",
    rolling: "The die rolls…", rolled: (n) => `rolls ${n}`, noMove: "no move", place: (ply, all) => `Move ${ply} of ${all}.`,
    won: (side, why) => `${side} wins: ${why}`, drawn: (why) => `A draw: ${why}`,
    cannot: "That is not a legal move here.", notNow: "It is not your turn.", board: (game, side) => `${game} board, ${side} to move`,
    rate: (side, percent) => `${side} wins ${percent} % by the computer's estimate`, curve: (side) => `${side}'s win rate by move; a click shows the place`,
    reviewing: (percent) => `Stop (${percent} %)`, showMove: (ply, move) => `Move ${ply}, ${move}`, showLine: (move) => `What if ${move}?`,
    hinted: (move) => `Hint: ${move}.`, depth: (n) => `depth ${n}`, failed: "The page could not begin: ", lost: "The engine ended; it begins anew.",
    nothing: "There is nothing to set up: paste a position, a game or moves.", tooLong: (most) => `The text is too long: at most ${most} characters.`,
    switched: (game) => `This is ${game}.`, firstOf: (n) => `The first of ${n} games.`,
    reasons: {}, passed: "pass", point: (name, its) => (its ? `${name}, ${its}` : name), man: man("en", { xiangqi: "red", chess: "white" }, "black"),
  },
  zh: {
    other: "English", otherLang: "en",
    title: "对弈", games_: "棋种", loading: "载入中…", newGame: "新局", back: "悔棋", hint: "提示", pass: "停一手", flip: "翻转棋盘",
    level: "级别", you: "你执", size: "棋盘", players: "人数", lines: "最佳着法", moves: "着法", paste: "局面或棋谱",
    position: "局面、棋谱（PGN、SGF、DhtmlXQ）或着法文本", set: "摆放", asText: "显示棋谱",
    first: "到开局", previous: "后退一步", next: "前进一步", last: "到终局", ply: "对局进度",
    on: "从此处续下", return: "回到原局", judge: "胜率", stop: "停止", review: "复盘", typed: "输入着法", make: "走",
    letters: "文字棋盘", reviewTitle: "复盘",
    keys: "方向键移动光标，回车落子，U 悔棋，逗号和句号前后翻看，H 提示，L 最佳着法，F 翻转，N 新局。",
    games: { xiangqi: "象棋", chess: "国际象棋", surakarta: "苏拉卡尔塔棋", go: "围棋", capturego: "吃子棋", gomoku: "五子棋", chinesecheckers: "跳棋", ludo: "飞行棋" },
    sides: { red: "红方", black: "黑方", white: "白方", b: "黑方", w: "白方", orange: "橙方", yellow: "黄方", green: "绿方", blue: "蓝方", purple: "紫方" }, both: "各方",
    turn: (side) => `轮到你：${side}走。`, toMove: (side) => `${side}走。`, thinking: (side) => `${side}思考中…`, check: "将军！",
    rolling: "掷骰子…", rolled: (n) => `掷出 ${n}`, noMove: "无棋可走", place: (ply, all) => `第 ${ply} 步，共 ${all} 步。`,
    won: (side, why) => `${side}胜：${why}`, drawn: (why) => `和棋：${why}`,
    cannot: "此处不能这样走。", notNow: "还没轮到你。", board: (game, side) => `${game}棋盘，${side}走`,
    rate: (side, percent) => `电脑估计${side}胜率 ${percent}%`, curve: (side) => `${side}胜率曲线，点击可跳到该步`,
    reviewing: (percent) => `停止（${percent}%）`, showMove: (ply, move) => `第 ${ply} 步 ${move}`, showLine: (move) => `若走 ${move}`,
    hinted: (move) => `提示：${move}。`, depth: (n) => `${n} 层`, failed: "页面无法启动：", lost: "引擎已结束，正在重新启动。",
    nothing: "没有内容：请粘贴局面、棋谱或着法。", tooLong: (most) => `文本过长，最多 ${most} 个字符。`,
    switched: (game) => `这是${game}。`, firstOf: (n) => `共 ${n} 局，显示第一局。`,
    reasons: {
      checkmate: "将死", stalemate: "无子可动", "perpetual check": "长将", "perpetual chase": "长捉", repetition: "重复局面",
      "mutual perpetual check": "双方长将", "mutual perpetual chase": "双方长捉", "natural limit": "自然限着",
      "insufficient material": "子力不足", "fifty moves": "五十回合", "two passes": "双方停一手", resignation: "认输",
      "wiped out": "吃光棋子", "no capture": "久无吃子", "no move": "无子可动", "neither side can capture": "双方均无法吃子",
      "target reached": "吃够目标子数", "no legal move": "无处可下", "five in a row": "五连", "board full": "棋盘已满",
      "target full": "占满对角", "ply limit": "步数上限", "all planes home": "全部到家",
    },
    passed: "停一手", point: (name, its) => (its ? `${name}，${its}` : name), man: man("zh", { xiangqi: "红", chess: "白" }, "黑"),
  },
};
