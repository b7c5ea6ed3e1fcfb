using System;
using System.Collections.Generic;

/// <summary>What the scene says, in English and Chinese.</summary>
public sealed class BoardLabels
{
    // Before the labels, which take it.
    static readonly Dictionary<string, string> englishWords = new Dictionary<string, string>
    {
        { "b", "black" }, { "w", "white" }, { "q", "queen" }, { "r", "rook" }, { "n", "knight" },
    };

    public static readonly BoardLabels English = new BoardLabels
    {
        Level = "Level {0}", NewGame = "New game", Swap = "Change sides", Undo = "Undo", Hint = "Hint", Pass = "Pass", Save = "Save", Load = "Load",
        Language = "中文", Mine = "Your turn ({0})", Thinking = "The computer thinks ({0})", Advising = "Looking for a hint", Advice = "Hint: {0}",
        Rolled = "The die shows {0}", Won = "You win: {0}", Lost = "The computer wins: {0}", Drawn = "A draw: {0}", Saved = "Saved", Loaded = "Loaded",
        NoSave = "There is no saved game", Failed = "That failed: {0}", Choose = "Choose:", Move = "Move {0}: {1}",
    };

    public static readonly BoardLabels Chinese = new BoardLabels
    {
        Level = "难度 {0}", NewGame = "新局", Swap = "换边", Undo = "悔棋", Hint = "提示", Pass = "停一手", Save = "保存", Load = "读取",
        Language = "English", Mine = "轮到你（{0}）", Thinking = "电脑思考中（{0}）", Advising = "正在找提示", Advice = "提示：{0}",
        Rolled = "骰子：{0} 点", Won = "你赢了：{0}", Lost = "电脑赢了：{0}", Drawn = "和棋：{0}", Saved = "已保存", Loaded = "已读取",
        NoSave = "没有保存的对局", Failed = "没有成功：{0}", Choose = "请选择：", Move = "第 {0} 手：{1}",
        words = new Dictionary<string, string>
        {
            { "red", "红" }, { "black", "黑" }, { "white", "白" }, { "b", "黑" }, { "w", "白" }, { "green", "绿" }, { "blue", "蓝" }, { "yellow", "黄" }, { "chance", "骰子" },
            { "checkmate", "将死" }, { "stalemate", "困毙" }, { "chess stalemate", "逼和" }, { "repetition", "重复局面" }, { "natural limit", "自然限着" },
            { "perpetual check", "长将" }, { "perpetual chase", "长捉" }, { "mutual perpetual check", "双方长将" }, { "mutual perpetual chase", "双方长捉" },
            { "insufficient material", "子力不足" }, { "fifty moves", "五十回合无吃子" }, { "five in a row", "五连" }, { "board full", "棋盘已满" },
            { "no legal move", "无子可走" }, { "no move", "无子可走" }, { "no capture", "长时间无吃子" }, { "wiped out", "棋子被吃光" },
            { "neither side can capture", "双方都无法吃子" }, { "target reached", "吃够了子" }, { "two passes", "双方停着" }, { "resignation", "认输" },
            { "target full", "全部到位" }, { "all planes home", "全部到家" }, { "ply limit", "手数已满" },
            { "q", "后" }, { "r", "车" }, { "n", "马" },
        },
    };

    public string Level, NewGame, Swap, Undo, Hint, Pass, Save, Load, Language, Mine, Thinking, Advising, Advice, Rolled, Won, Lost, Drawn, Saved, Loaded, NoSave, Failed,
        Choose, Move;

    Dictionary<string, string> words = englishWords;

    /// <summary>A side's name or a reason; what is not known stays as it is.</summary>
    public string Word(string word)
    {
        string said;
        return words.TryGetValue(word, out said) ? said : word;
    }

    /// <summary>What a pawn becomes.</summary>
    public string Piece(string letter) => letter == "b" ? this == Chinese ? "象" : "bishop" : Word(letter);

    /// <summary>The state of a game in one line.</summary>
    public string State(BoardPlay play)
    {
        bool chinese = this == Chinese;
        if (play.Fault != null) return string.Format(Failed, play.Fault);
        if (play.Outcome != null)
        {
            string line = play.Outcome.Winner < 0 ? Drawn : play.Outcome.Winner == play.Person ? Won : Lost;
            string reason = play.Game.Name + " " + play.Outcome.Reason; // a stalemate is no loss in chess
            return string.Format(line, Word(words.ContainsKey(reason) ? reason : play.Outcome.Reason));
        }
        string die = play.Die > 0 ? string.Format(Rolled, play.Die) + " · " : "";
        if (play.Mine && play.Thinking) return Advising;
        if (play.Mine && play.Hint != null) return die + string.Format(Advice, play.Written(play.Hint, chinese));
        return die + string.Format(play.Mine ? Mine : Thinking, Word(play.Side));
    }
}
