using System.Collections.Generic;
using System.Text;

namespace Qikit
{
    /// <summary>
    /// Options are JSON objects; include/schema has every key with its unit, range and
    /// default. A property that is null is left out, so that the library's default holds.
    /// </summary>
    public abstract class Options
    {
        /// <summary>
        /// Keys by their JSON names, over the properties: for what these classes do not
        /// have, and to write null where null means "off" (More["reevaluate"] = null).
        /// </summary>
        public Dictionary<string, object> More { get; } = new Dictionary<string, object>();

        internal abstract void Write(Fields to);

        internal IEnumerable<KeyValuePair<string, object>> Fields()
        {
            var fields = new Fields();
            Write(fields);
            foreach (var pair in More) fields.Set(pair.Key, pair.Value);
            return fields.All;
        }

        /// <summary>The JSON text; empty when nothing is set.</summary>
        internal static string Text(Options options)
        {
            if (options == null) return "";
            var text = new StringBuilder();
            Json.Write(text, options);
            return text.Length == 2 ? "" : text.ToString();
        }
    }

    internal sealed class Fields
    {
        public readonly Dictionary<string, object> All = new Dictionary<string, object>();

        public void Add(string key, object value)
        {
            if (value != null) All[key] = value;
        }

        public void Set(string key, object value)
        {
            All[key] = value;
        }
    }

    /// <summary>A game's options, and how strictly a position is taken.</summary>
    public sealed class BoardOptions : Options
    {
        /// <summary>false takes positions that can not arise in play. Default true.</summary>
        public bool Strict { get; set; } = true;
        /// <summary>Xiangqi: plies without capture that end the game drawn; default 120, 0 turns it off.</summary>
        public int? NaturalLimit { get; set; }
        /// <summary>
        /// Xiangqi: "axf" (default), "simple" or "off". Surakarta: what the end by repetition counts for, "count"
        /// (more pieces win) or "draw"; default the rule set's.
        /// </summary>
        public string Repetition { get; set; }
        /// <summary>Surakarta: "olympiad" (default), "contest", "seed" or "basic".</summary>
        public string RuleSet { get; set; }
        /// <summary>Surakarta: a capturing piece can not pass its own starting point. Default false.</summary>
        public bool? StartBlocks { get; set; }
        /// <summary>Surakarta: plies without capture that end the game; default the rule set's, 0 turns it off.</summary>
        public int? NoCaptureLimit { get; set; }
        /// <summary>Surakarta: what that end counts for, "count" (default: more pieces win) or "draw".</summary>
        public string NoCapture { get; set; }
        /// <summary>Surakarta: how often a position occurs until that ends the game; default the rule set's, 0 turns it off.</summary>
        public int? RepetitionLimit { get; set; }
        /// <summary>Surakarta: who begins, "b" (default) or "w".</summary>
        public string First { get; set; }
        /// <summary>Capture Go and Go: points along a side, 2 to 19, default 9, in Go 19.</summary>
        public int? Size { get; set; }
        /// <summary>Capture Go: stones to capture, 1 to 20, default 1: one number for both sides, or black's and white's.</summary>
        public int[] Target { get; set; }
        /// <summary>Capture Go: "forced" (default: nobody passes who can play a stone) or "free".</summary>
        public string Pass { get; set; }
        /// <summary>
        /// Capture Go: what befalls a side that can play no stone, "lose" (default), "pass" or "draw". Surakarta: what it
        /// counts for that a side can not move, "count", "draw" or "lose"; default the rule set's.
        /// </summary>
        public string NoMove { get; set; }
        /// <summary>Capture Go: "empty" (default) or "cross-cut", two stones each in the centre.</summary>
        public string Start { get; set; }
        /// <summary>Go: what White gets on top of the count, in points; default 7.5.</summary>
        public double? Komi { get; set; }
        /// <summary>Go: stones that Black begins with, 0 (default) or 2 to 9.</summary>
        public int? Handicap { get; set; }
        /// <summary>Go: "area" (default), "seed" or "seed+komi".</summary>
        public string Scoring { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("natural_limit", NaturalLimit);
            to.Add("repetition", Repetition);
            to.Add("rule_set", RuleSet);
            to.Add("start_blocks", StartBlocks);
            to.Add("no_capture_limit", NoCaptureLimit);
            to.Add("no_capture", NoCapture);
            to.Add("repetition_limit", RepetitionLimit);
            to.Add("first", First);
            to.Add("size", Size);
            to.Add("target", Target != null && Target.Length == 1 ? Target[0] : (object)Target);
            to.Add("pass", Pass);
            to.Add("no_move", NoMove);
            to.Add("start", Start);
            to.Add("komi", Komi);
            to.Add("handicap", Handicap);
            to.Add("scoring", Scoring);
        }
    }

    /// <summary>How a static evaluation is asked for.</summary>
    public sealed class EvaluateOptions : Options
    {
        /// <summary>Surakarta: whether the side to move moved first ("front") or second ("back") in the game; by default what the ply number says.</summary>
        public string Role { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("role", Role);
        }
    }

    /// <summary>How a board is drawn.</summary>
    public sealed class SvgOptions : Options
    {
        /// <summary>Width in pixels, 64 to 4096, default 400.</summary>
        public int? Size { get; set; }
        /// <summary>The second player at the bottom.</summary>
        public bool? Flip { get; set; }
        /// <summary>Files and ranks at the edge, default true.</summary>
        public bool? Coords { get; set; }
        /// <summary>A move to highlight.</summary>
        public string Last { get; set; }
        /// <summary>Moves to draw as arrows, the first one strongest.</summary>
        public IList<string> Arrows { get; set; }
        /// <summary>Short labels by point.</summary>
        public IDictionary<string, string> Marks { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("size", Size);
            to.Add("flip", Flip);
            to.Add("coords", Coords);
            to.Add("last", Last);
            to.Add("arrows", Arrows);
            to.Add("marks", Marks);
        }
    }

    /// <summary>What plays.</summary>
    public class EngineOptions : Options
    {
        /// <summary>
        /// "alphabeta", "mcts", or a program that speaks "uci", "ucci" or "gtp"; null for the game's
        /// usual one: "mcts" for Go and Capture Go, "alphabeta" for the others.
        /// </summary>
        public string Kind { get; set; }
        /// <summary>Surakarta: "101" to "106", which take neither a level nor tables; Capture Go: "playouts".</summary>
        public string Strategy { get; set; }
        /// <summary>1 to 10, all that the engine can (default).</summary>
        public int? Level { get; set; }
        /// <summary>Threads that search; only 1 is repeatable.</summary>
        public int? Workers { get; set; }
        /// <summary>Megabytes of transposition table.</summary>
        public int? TableMb { get; set; }
        public ulong? Seed { get; set; }
        /// <summary>A folder that EndgameTables.Build made.</summary>
        public string Tables { get; set; }
        /// <summary>
        /// Think on the opponent's time: go on where the game is expected to go, until asked again or disposed, for five
        /// minutes at most. Only at level 10.
        /// </summary>
        public bool? Ponder { get; set; }
        /// <summary>Run networks with the same bits on every machine, some ten times slower.</summary>
        public bool? Deterministic { get; set; }
        public string Net { get; set; }
        /// <summary>
        /// A book file of the game. A search for one line with some limit, in a position that it has, is answered from it
        /// at once: with the best evaluated of the moves played there or, where the most played one has no evaluation, with
        /// that one. Score is then the move's evaluation (null: it has none), WinRate its part of the games in which it was
        /// played, Depth and Nodes are 0, and Note begins with "book: ".
        /// </summary>
        public string Book { get; set; }
        /// <summary>uci, ucci, gtp: the program, its arguments, its own settings, seconds to answer.</summary>
        public string Path { get; set; }
        public IList<string> Args { get; set; }
        public IDictionary<string, string> Settings { get; set; }
        public double? Timeout { get; set; }
        /// <summary>mcts: a depth d means VisitsBase x VisitsFactor^d playouts.</summary>
        public double? VisitsBase { get; set; }
        public double? VisitsFactor { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("kind", Kind);
            to.Add("strategy", Strategy);
            to.Add("level", Level);
            to.Add("workers", Workers);
            to.Add("table_mb", TableMb);
            to.Add("seed", Seed);
            to.Add("tables", Tables);
            to.Add("ponder", Ponder);
            to.Add("deterministic", Deterministic);
            to.Add("net", Net);
            to.Add("book", Book);
            to.Add("path", Path);
            to.Add("args", Args);
            to.Add("settings", Settings);
            to.Add("timeout", Timeout);
            to.Add("visits_base", VisitsBase);
            to.Add("visits_factor", VisitsFactor);
        }
    }

    /// <summary>An engine of a generation, and what limits its searches besides the depth.</summary>
    public sealed class PlayerOptions : EngineOptions
    {
        /// <summary>Positions.</summary>
        public long? Nodes { get; set; }
        /// <summary>Seconds; results then differ from run to run.</summary>
        public double? Time { get; set; }

        internal override void Write(Fields to)
        {
            base.Write(to);
            to.Add("nodes", Nodes);
            to.Add("time", Time);
        }
    }
}
