using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Qikit;

/// <summary>
/// A game between a person and the computer. It knows nothing of Unity: a scene tells it the taps, calls Step in every frame,
/// and draws Picture when Version has changed. No call waits for a search.
/// </summary>
public sealed class BoardPlay : IDisposable
{
    /// <summary>The first line of a saved game.</summary>
    const string SaveHead = "qikit board 1";
    const string Chance = "chance";

    public readonly BoardGame Game;
    /// <summary>Changes with everything that can be seen.</summary>
    public int Version { get; private set; }
    /// <summary>The person's number in order of play.</summary>
    public int Person { get; private set; }
    /// <summary>The side to move: "red"; "chance" before a roll.</summary>
    public string Side { get; private set; }
    /// <summary>How the game ended; null while it goes on.</summary>
    public Outcome Outcome { get; private set; }
    /// <summary>The legal moves.</summary>
    public string[] Moves { get; private set; }
    /// <summary>The moves that were made.</summary>
    public string[] Played { get; private set; }
    /// <summary>The point of the man that was touched; null for none.</summary>
    public string Selected { get; private set; }
    /// <summary>Moves between the same points, of which the person must choose one: what a pawn becomes. Null: none.</summary>
    public string[] Choices { get; private set; }
    /// <summary>The move that was advised; null for none.</summary>
    public string Hint { get; private set; }
    /// <summary>What went wrong; null for nothing.</summary>
    public string Fault { get; private set; }
    /// <summary>How long the computer may think over a move, and over a hint.</summary>
    public SearchLimits MoveLimits = new SearchLimits { Time = TimeSpan.FromSeconds(1) }, HintLimits = new SearchLimits { Time = TimeSpan.FromSeconds(1) };

    Board board;
    string[] sides;
    HashSet<string> occupied;
    int level;
    Task<Engine> opponent, adviser;
    Task<SearchResult> work;
    bool workIsHint;
    CancellationTokenSource stop;
    readonly Random dice;

    /// <param name="seed">of the dice; null: different every time</param>
    public BoardPlay(BoardGame game, int level = 3, int? seed = null)
    {
        Game = game;
        this.level = level;
        dice = seed.HasValue ? new Random(seed.Value) : new Random();
        Take(new Board(game.Name, null, game.Rules));
    }

    /// <summary>Whether the second player sits at the bottom.</summary>
    public bool Flip => Person == 1;

    /// <summary>Whether the computer thinks, over its move or over a hint.</summary>
    public bool Thinking => work != null;

    /// <summary>Whether the person is to move.</summary>
    public bool Mine => Outcome == null && Side == sides[Person];

    public bool CanPass => Mine && Moves.Contains("pass");

    /// <summary>1 to 10.</summary>
    public int Level
    {
        get { return level; }
        set
        {
            if (value == level) return;
            level = value;
            if (!workIsHint) Stop();
            Close(opponent);
            opponent = null;
        }
    }

    /// <summary>A move as people write it.</summary>
    public string Written(string move, bool chinese) =>
        chinese && Game.ChineseNotation != null && Moves.Contains(move) ? board.Format(move, Game.ChineseNotation) : move;

    /// <summary>The number that the die shows; 0 for none.</summary>
    public int Die
    {
        get
        {
            string last = Played.Length == 0 ? "" : Played[Played.Length - 1];
            return sides.Contains(Chance) && last.Length == 2 && last[0] == 'd' ? last[1] - '0' : 0;
        }
    }

    // --- the frame

    /// <summary>Does what is due: rolls, starts a search, or plays what it found. Returns whether a move was made.</summary>
    public bool Step()
    {
        if (work != null)
        {
            if (!work.IsCompleted) return false;
            Task<SearchResult> done = work;
            work = null;
            Version++;
            if (done.IsFaulted)
            {
                Fault = done.Exception.GetBaseException().Message;
                return false;
            }
            if (done.IsCanceled || done.Result.Best == null) return false;
            if (!workIsHint) return Make(done.Result.Best);
            Hint = done.Result.Best;
            return false;
        }
        if (Outcome != null || Fault != null) return false;
        if (Side == Chance) return Make("d" + dice.Next(1, 7).ToString(CultureInfo.InvariantCulture));
        if (Moves.Length == 1 && Moves[0] == "pass") return Make("pass");
        if (!Mine) Think(false);
        return false;
    }

    void Think(bool hint)
    {
        stop = new CancellationTokenSource();
        workIsHint = hint;
        Task<Engine> engine = hint
            ? adviser ?? (adviser = Engine.OpenAsync(Game.Name, new EngineOptions { Level = 10 }))
            : opponent ?? (opponent = Engine.OpenAsync(Game.Name, new EngineOptions { Level = level }));
        work = Search(engine, board.Copy(), hint ? HintLimits : MoveLimits, stop.Token);
        Version++;
    }

    static async Task<SearchResult> Search(Task<Engine> engine, Board copy, SearchLimits limits, CancellationToken token)
    {
        using (copy) return await (await engine.ConfigureAwait(false)).SearchAsync(copy, limits, token).ConfigureAwait(false);
    }

    void Stop()
    {
        if (work == null) return;
        stop.Cancel();
        work = null;
        Version++;
    }

    static void Close(Task<Engine> engine)
    {
        if (engine != null) engine.ContinueWith(open => open.Result.Dispose(), TaskContinuationOptions.OnlyOnRanToCompletion);
    }

    // --- the person

    /// <summary>A tap at a place of the picture, in its units: it touches a man, or moves it. Returns whether a move was
    /// made.</summary>
    public bool Tap(double x, double y)
    {
        if (!Mine || work != null && !workIsHint) return false;
        Choices = null;
        string[] moves = Moves.Where(move => MoveEnds.Of(move).Source == (Selected ?? "")).ToArray();
        string target = Nearest(x, y, moves.Select(move => MoveEnds.Of(move).Target));
        if (target != null)
        {
            string[] found = moves.Where(move => MoveEnds.Of(move).Target == target).ToArray();
            if (found.Length == 1) return Choose(found[0]);
            Choices = found;
            Version++;
            return false;
        }
        string source = Nearest(x, y, Moves.Select(move => MoveEnds.Of(move).Source));
        Selected = source == Selected ? null : source;
        Version++;
        return false;
    }

    /// <summary>Plays a legal move of the person's: one of Choices, or a pass.</summary>
    public bool Choose(string move)
    {
        if (!Mine) return false;
        Stop();
        return Make(move);
    }

    /// <summary>Asks for a hint, which comes some frames later.</summary>
    public void AskHint()
    {
        if (Mine && work == null) Think(true);
    }

    /// <summary>Takes back the person's last move and all that came after it.</summary>
    public void Undo()
    {
        int to = Decision();
        if (to < 0) return;
        Stop();
        for (int ply = Played.Length; ply > to; ply--) board.Undo();
        Look();
    }

    // The ply of the person's last decision; -1 for none.
    int Decision()
    {
        int players = sides.Length;
        if (!sides.Contains(Chance))
        {
            for (int ply = Played.Length - 1; ply >= 0; ply--) if (sides[(first + ply) % players] == sides[Person]) return ply;
            return -1;
        }
        // With dice, turns do not simply follow one another: who moved is found by taking back.
        using (Board copy = board.Copy())
        {
            for (int ply = Played.Length - 1; ply >= 0; ply--)
            {
                if (copy.Undo().Side == sides[Person] && Played[ply] != "pass") return ply;
            }
        }
        return -1;
    }

    int first; // the number of the side that began

    /// <summary>Begins again; the other player then has the person's place when swap is true.</summary>
    public void Restart(bool swap = false)
    {
        Stop();
        if (swap) Person = 1 - Person;
        Take(new Board(Game.Name, null, Game.Rules));
    }

    bool Make(string move)
    {
        board.Play(move);
        Look();
        return true;
    }

    void Take(Board next)
    {
        if (board != null) board.Dispose();
        board = next;
        sides = board.Sides;
        using (var start = new Board(Game.Name, board.Initial, Game.Rules)) first = Math.Max(0, Array.IndexOf(sides, start.Side));
        Look();
    }

    void Look()
    {
        Side = board.Side;
        Outcome = board.Outcome;
        Moves = Outcome == null ? board.Moves() : new string[0];
        Played = board.Played;
        Selected = Hint = Fault = null;
        Choices = null;
        // Ludo's planes stand on no rows of points; nothing is marked as a capture there.
        occupied = new HashSet<string>();
        if (!sides.Contains(Chance)) occupied.UnionWith(board.Pieces.Keys);
        Version++;
    }

    string Nearest(double x, double y, IEnumerable<string> points)
    {
        string nearest = null;
        double best = Game.Reach * Game.Reach;
        foreach (string point in points.Distinct())
        {
            if (point.Length == 0) continue;
            foreach (double[] place in Game.Places(point, Side, Flip))
            {
                double far = (place[0] - x) * (place[0] - x) + (place[1] - y) * (place[1] - y);
                if (far > best) continue;
                best = far;
                nearest = point;
            }
        }
        return nearest;
    }

    // --- saving

    /// <summary>The game as text, for Load.</summary>
    public string Save()
    {
        return string.Join("\n", new[]
        {
            SaveHead, "game " + Game.Name, "person " + Person, "level " + level, "position " + board.Initial, "moves " + string.Join(" ", Played), "",
        });
    }

    /// <summary>Goes on with a saved game. When the text is wrong, the game at hand stays as it is.</summary>
    /// <exception cref="InvalidDataException">no saved game, or one of another game</exception>
    /// <exception cref="QikitException">a position or a move that is wrong</exception>
    public void Load(string text)
    {
        string[] lines = text.Replace("\r", "").Split('\n');
        if (lines[0] != SaveHead) throw new InvalidDataException("the first line is \"" + lines[0] + "\", expected \"" + SaveHead + "\"");
        var said = new Dictionary<string, string>();
        foreach (string line in lines.Skip(1).Where(line => line.Contains(" ")))
        {
            said[line.Substring(0, line.IndexOf(' '))] = line.Substring(line.IndexOf(' ') + 1);
        }
        string name = Said(said, "game");
        if (name != Game.Name) throw new InvalidDataException("a game of \"" + name + "\", expected " + Game.Name);
        int person = Whole(said, "person", 0, 1), strength = Whole(said, "level", 1, 10);
        var next = new Board(Game.Name, Said(said, "position"), Game.Rules);
        try
        {
            foreach (string move in Said(said, "moves").Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries)) next.Play(move);
        }
        catch
        {
            next.Dispose();
            throw;
        }
        Stop();
        Person = person;
        Level = strength;
        Take(next);
    }

    static string Said(Dictionary<string, string> said, string key)
    {
        string value;
        if (!said.TryGetValue(key, out value)) throw new InvalidDataException("there is no line \"" + key + "\"");
        return value;
    }

    static int Whole(Dictionary<string, string> said, string key, int least, int most)
    {
        int value;
        if (int.TryParse(Said(said, key), NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= least && value <= most) return value;
        throw new InvalidDataException(key + " is \"" + said[key] + "\", expected " + least + " to " + most);
    }

    // --- the picture

    /// <summary>The board as SVG: the library's picture, with the man that was touched, its targets and the hint.</summary>
    public string Picture()
    {
        var options = new SvgOptions { Coords = true, Flip = Flip };
        bool drawsMoves = !sides.Contains(Chance);
        if (drawsMoves && Played.Length > 0) options.Last = Played[Played.Length - 1];
        if (drawsMoves && Hint != null) options.Arrows = new[] { Hint };
        string svg = board.Svg(options);
        var over = new StringBuilder();
        if (Hint != null)
        {
            MoveEnds ends = MoveEnds.Of(Hint);
            Ring(over, ends.Source, 0.94, "#e8590c");
            Ring(over, ends.Target, 0.94, "#e8590c");
        }
        Ring(over, Selected, 0.94, "#1f6feb");
        if (Selected != null)
        {
            foreach (string target in Moves.Select(MoveEnds.Of).Where(ends => ends.Source == Selected).Select(ends => ends.Target).Distinct())
            {
                if (occupied.Contains(target)) Ring(over, target, 0.94, "#d6336c");
                else Circle(over, target, 0.34, "fill=\"#1f6feb\" fill-opacity=\"0.8\" stroke=\"#fff\" stroke-width=\"3\"");
            }
        }
        return svg.Insert(svg.LastIndexOf("</svg>", StringComparison.Ordinal), over.ToString());
    }

    void Ring(StringBuilder over, string point, double part, string colour) =>
        Circle(over, point, part, "fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"8\"");

    void Circle(StringBuilder over, string point, double part, string look)
    {
        if (string.IsNullOrEmpty(point)) return;
        foreach (double[] place in Game.Places(point, Side, Flip))
        {
            over.AppendFormat(CultureInfo.InvariantCulture, "<circle cx=\"{0:0.##}\" cy=\"{1:0.##}\" r=\"{2:0.##}\" {3}/>", place[0], place[1], part * Game.Reach, look);
        }
    }

    public void Dispose()
    {
        Stop();
        Close(opponent);
        Close(adviser);
        opponent = adviser = null;
        board.Dispose();
    }
}
