// Surakarta against the engine: the game without Unity (SurakartaGame, which a
// scene drives in the same way), and a front for the console.
//
//   mcs -out:Surakarta.exe Surakarta.cs ../../bindings/unity/Runtime/*.cs && LD_LIBRARY_PATH=../../build/lib mono Surakarta.exe [black] [white] [option=value]…
//
// black and white are person, random or engine (default: person against
// engine). Options: strategy (101 to 106; default: the strongest), level (1 to
// 10), depth (plies; default 8), seed (of random), plies (the game's most; default
// 200), rules (olympiad, contest, seed, basic).
//
// A person types a move (a2-a3, e2xf2), a point (a2) to see where its piece can
// go, "hint", "undo" or "quit".
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Qikit;

/// <summary>One game: the board, the engine that plays or advises, and what a front asks for.</summary>
public sealed class SurakartaGame : IDisposable
{
    readonly Board board;
    readonly Engine engine;
    readonly SearchLimits limits;

    public SurakartaGame(BoardOptions rules = null, EngineOptions options = null, SearchLimits limits = null)
    {
        board = new Board("surakarta", null, rules);
        engine = new Engine("surakarta", options);
        this.limits = limits ?? new SearchLimits { Depth = 8 };
    }

    /// <summary>"b" or "w".</summary>
    public string Side => board.Side;
    public Outcome Outcome => board.Outcome;
    public string[] Moves => board.Moves();
    public string[] Played => board.Played;

    /// <summary>The points to highlight when a piece is touched.</summary>
    public Targets Targets(string point) { return board.Targets(point); }

    /// <summary>Plays a move and returns the points that it travels, for an animation: two points for a
    /// step.</summary>
    public string[] Play(string move)
    {
        string text = board.Format(move, "surakarta"); // a2-a3 or e2xf2, however it was typed
        string[] way = text.Contains("x") ? board.Route(text).Points : text.Split('-');
        board.Play(text);
        return way;
    }

    /// <summary>The engine's move; in Unity, await it, so that it delays no frame.</summary>
    public async Task<string> ThinkAsync(CancellationToken token = default(CancellationToken))
    {
        SearchResult found = await engine.SearchAsync(board, limits, token);
        return found.Best;
    }

    /// <summary>Takes back up to that many moves.</summary>
    public void TakeBack(int plies)
    {
        for (int left = Math.Min(plies, board.Played.Length); left > 0; left--) board.Undo();
    }

    /// <summary>What stands on each point, ranks from the top: 'b', 'w' or '.'.</summary>
    public string[] Ranks()
    {
        var ranks = new List<string>();
        foreach (string row in board.Position.Split(' ')[0].Split('/'))
        {
            ranks.Add(string.Concat(row.Select(c => char.IsDigit(c) ? new string('.', c - '0') : c.ToString())));
        }
        return ranks.ToArray();
    }

    public void Dispose()
    {
        engine.Dispose();
        board.Dispose();
    }
}

static class Program
{
    static readonly string[] players = { "person", "engine" };
    static readonly Dictionary<string, string> options = new Dictionary<string, string>();
    static ulong random;

    static int Main(string[] args)
    {
        try
        {
            Read(args);
            var limits = new SearchLimits { Depth = Number("depth", 8) };
            var engine = new EngineOptions { Strategy = Text("strategy", null), Level = Number("level", 10) };
            using (var game = new SurakartaGame(new BoardOptions { RuleSet = Text("rules", null) }, engine, limits))
            {
                Run(game, Number("plies", 200));
            }
            return 0;
        }
        catch (Exception e) when (e is QikitException || e is ArgumentException)
        {
            Console.Error.WriteLine(e.Message);
            return 2;
        }
    }

    static void Read(string[] args)
    {
        int named = 0;
        foreach (string arg in args)
        {
            int at = arg.IndexOf('=');
            if (at > 0 && Array.IndexOf(new[] { "strategy", "level", "depth", "seed", "plies", "rules" }, arg.Substring(0, at)) >= 0)
            {
                options[arg.Substring(0, at)] = arg.Substring(at + 1);
            }
            else if (named < 2 && Array.IndexOf(new[] { "person", "random", "engine" }, arg) >= 0)
            {
                players[named++] = arg;
            }
            else
            {
                throw new ArgumentException(string.Format("\"{0}\", expected person, random or engine, or strategy, level, depth, seed, plies or rules with =", arg));
            }
        }
        random = (ulong)Number("seed", 1);
    }

    static string Text(string name, string otherwise)
    {
        string value;
        return options.TryGetValue(name, out value) ? value : otherwise;
    }

    static int Number(string name, int otherwise)
    {
        int number;
        string text = Text(name, null);
        if (text == null) return otherwise;
        if (!int.TryParse(text, out number)) throw new ArgumentException(string.Format("{0}={1}, expected a whole number", name, text));
        return number;
    }

    static void Run(SurakartaGame game, int plies)
    {
        while (game.Outcome == null && game.Played.Length < plies)
        {
            string side = game.Side, player = players[side == "b" ? 0 : 1];
            if (player == "person" && !Console.IsInputRedirected) Draw(game);
            string move = player == "person" ? Ask(game) : player == "random" ? Pick(game.Moves) : game.ThinkAsync().Result;
            if (move == null) break; // the person has left
            int number = game.Played.Length + 1;
            try
            {
                string[] way = game.Play(move);
                string played = game.Played.Last(), by = played.Contains("x") ? " by " + string.Join(" ", way) : "";
                Console.WriteLine("{0}. {1} {2}{3}", number, side, played, by);
            }
            catch (QikitException e) when (player == "person" && (e is ParseException || e is RulesException))
            {
                Console.WriteLine(e.Message);
            }
        }
        Draw(game);
        Outcome end = game.Outcome;
        Console.WriteLine(end == null ? "not finished" : (end.Side == null ? "drawn" : end.Side + " wins") + ": " + end.Reason);
    }

    // A move, or null when the person leaves. Other input is answered here.
    static string Ask(SurakartaGame game)
    {
        for (; ; )
        {
            Console.Write("{0}> ", game.Side);
            string line = Console.ReadLine();
            if (Console.IsInputRedirected) Console.WriteLine(line);
            if (line == null || line == "quit") return null;
            line = line.Trim();
            if (line == "undo")
            {
                game.TakeBack(players.Contains("engine") || players.Contains("random") ? 2 : 1);
            }
            else if (line == "hint")
            {
                Console.WriteLine(game.ThinkAsync().Result);
            }
            else if (line.Length == 2)
            {
                Show(game, line);
            }
            else if (line != "")
            {
                return line;
            }
        }
    }

    static void Show(SurakartaGame game, string point)
    {
        try
        {
            Targets to = game.Targets(point);
            Console.WriteLine("{0}: steps {1}; captures {2}", point, string.Join(" ", to.Steps), string.Join(" ", to.Captures));
        }
        catch (ParseException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Draw(SurakartaGame game)
    {
        string[] ranks = game.Ranks();
        var text = new StringBuilder();
        for (int i = 0; i < ranks.Length; i++) text.AppendFormat("{0} {1}\n", ranks.Length - i, string.Join(" ", ranks[i].ToCharArray()));
        Console.WriteLine(text + "  a b c d e f");
    }

    // A generator of its own, so that a seed gives the same game on every runtime.
    static string Pick(string[] moves)
    {
        random = random * 6364136223846793005 + 1442695040888963407;
        return moves[(int)((random >> 33) % (ulong)moves.Length)];
    }
}
