using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Qikit
{
    /// <summary>What a file says in figures of the position after a move; null where it says nothing.</summary>
    public sealed class Values
    {
        /// <summary>Evaluation for the first player: pawns, in Go points.</summary>
        public double? Eval { get; set; }
        /// <summary>Moves until the first player mates, or below 0 is mated.</summary>
        public int? Mate { get; set; }
        /// <summary>Plies searched for it.</summary>
        public int? Depth { get; set; }
        /// <summary>Seconds left to the player who moved.</summary>
        public double? Clock { get; set; }
        /// <summary>Seconds that the move took.</summary>
        public double? Elapsed { get; set; }
        /// <summary>Moves left to that player in the period.</summary>
        public int? MovesLeft { get; set; }
        /// <summary>Numeric glyphs of the move: 1 good, 2 bad, 3 very good, 4 very bad, 5 interesting, 6 doubtful.</summary>
        public List<int> Nags { get; set; } = new List<int>();

        internal static Values From(GameNote note) => new Values
        {
            Eval = note.Eval, Mate = (int?)note.Mate, Depth = note.Depth, Clock = note.Clock, Elapsed = note.Elapsed,
            MovesLeft = (int?)note.MovesLeft, Nags = (note.Nags ?? new long[0]).Select(nag => (int)nag).ToList(),
        };

        // Puts what is told into a note.
        internal void Put(Dictionary<string, object> note)
        {
            if (Eval != null) note["eval"] = Eval.Value;
            if (Mate != null) note["mate"] = Mate.Value;
            if (Depth != null) note["depth"] = Depth.Value;
            if (Clock != null) note["clock"] = Clock.Value;
            if (Elapsed != null) note["elapsed"] = Elapsed.Value;
            if (MovesLeft != null) note["moves_left"] = MovesLeft.Value;
            if (Nags.Count > 0) note["nags"] = Nags;
        }
    }

    /// <summary>A line of play in place of a move.</summary>
    public sealed class Variation
    {
        /// <summary>What it leaves: 0 the main line, n the n-th variation of the game.</summary>
        public int Line { get; set; }
        /// <summary>Moves made before it, from the start of the game.</summary>
        public int Ply { get; set; }
        /// <summary>Its moves.</summary>
        public List<string> Moves { get; set; } = new List<string>();
        /// <summary>Comments by the number of moves made before, from the start of the game.</summary>
        public SortedDictionary<int, string> Comments { get; set; } = new SortedDictionary<int, string>();
        /// <summary>Evaluations, clocks and glyphs, in the same way.</summary>
        public SortedDictionary<int, Values> Values { get; set; } = new SortedDictionary<int, Values>();
    }

    /// <summary>
    /// One game as a file holds it: what the file says of it, and its moves. It can be changed and written. It stands at a
    /// place, its start at first: Step, Back and Goto change it, Comment and Value are what is said there, Play and
    /// AddVariation add moves there.
    /// </summary>
    public sealed partial class Game
    {
        /// <param name="name">the game: "xiangqi", "chess", "surakarta", "go" or "capturego"</param>
        public Game(string name)
        {
            Name = name;
        }

        /// <summary>The name of the game: "xiangqi".</summary>
        public string Name { get; set; }
        /// <summary>The moves, in any notation of the game's.</summary>
        public List<string> Moves { get; set; } = new List<string>();
        /// <summary>What the file says of the game: Event, Date, Red, Black and so on.</summary>
        public Dictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();
        /// <summary>The position at which the moves start; empty for the start position.</summary>
        public string Initial { get; set; } = "";
        /// <summary>Comments by the number of moves made before.</summary>
        public SortedDictionary<int, string> Comments { get; set; } = new SortedDictionary<int, string>();
        /// <summary>Evaluations, clocks and glyphs by the number of moves made before.</summary>
        public SortedDictionary<int, Values> Values { get; set; } = new SortedDictionary<int, Values>();
        /// <summary>Other lines of play, each behind the one that it leaves.</summary>
        public List<Variation> Variations { get; set; } = new List<Variation>();
        /// <summary>"1-0" (the first player won), "0-1", "1/2-1/2", or "*" without an end.</summary>
        public string Result { get; set; } = "*";
        /// <summary>The format in which it was read: "pgn", "dhtmlxq" or "sgf"; empty for a game that was made.</summary>
        public string Format { get; private set; } = "";

        /// <summary>
        /// Reads the games of a file's text: PGN, DhtmlXQ or SGF. Format and game are found.
        /// </summary>
        /// <exception cref="ParseException">a malformed game; the message says its number, line and column</exception>
        /// <exception cref="RulesException">an illegal move</exception>
        /// <exception cref="NotFoundException">no such game</exception>
        public static IList<Game> Read(string file, GameReadOptions options = null) => Read(Call.Bytes(file, "file"), options);

        /// <summary>The same for a file's bytes, whose encoding is found.</summary>
        public static IList<Game> Read(byte[] file, GameReadOptions options = null)
        {
            using (var games = new GameList(Calls.GamesRead(file, options)))
            {
                var list = new List<Game>();
                ulong count = Calls.GamesCount(games);
                for (ulong number = 0; number < count; number++)
                {
                    list.Add(From(GameReport.From(Json.Parse(Calls.GamesJson(games, number)))));
                }
                return list;
            }
        }

        /// <summary>Writes games as the bytes of one file.</summary>
        /// <exception cref="ParseException">a wrong move, or what cannot be written</exception>
        /// <exception cref="UnsupportedException">a format, notation or encoding that the game does not have</exception>
        public static byte[] Write(IEnumerable<Game> games, GameWriteOptions options = null)
        {
            using (var list = new GameList(games))
            {
                return list.Write(options);
            }
        }

        /// <summary>Writes the game as the bytes of a file.</summary>
        public byte[] Write(GameWriteOptions options = null) => Write(new[] { this }, options);

        /// <summary>A board after the last move, with the history.</summary>
        public Board Board() => Board(Moves.Count);

        /// <summary>A board after so many moves, with the history.</summary>
        /// <exception cref="NotFoundException">the game has fewer</exception>
        public Board Board(int ply)
        {
            if (ply < 0) throw new ArgumentOutOfRangeException("ply");
            using (var list = new GameList(new[] { this }))
            {
                return Qikit.Board.Of(Calls.GamesBoard(list, 0, (uint)ply), Name);
            }
        }

        static Game From(GameReport report)
        {
            var game = new Game(report.Game) { Moves = report.Moves.ToList(), Headers = report.Headers, Initial = report.Initial, Result = report.Result, Format = report.Format };
            Keep(report.Notes, game.Comments, game.Values);
            foreach (GameVariation v in report.Variations)
            {
                var line = new Variation { Line = (int)v.Line, Ply = v.Ply, Moves = v.Moves.ToList() };
                Keep(v.Notes, line.Comments, line.Values);
                game.Variations.Add(line);
            }
            return game;
        }

        static void Keep(IEnumerable<GameNote> notes, SortedDictionary<int, string> comments, SortedDictionary<int, Values> values)
        {
            foreach (GameNote note in notes)
            {
                if (note.Comment.Length > 0) comments[note.Ply] = note.Comment;
                Values told = Qikit.Values.From(note);
                var form = new Dictionary<string, object>();
                told.Put(form);
                if (form.Count > 0) values[note.Ply] = told;
            }
        }

        static object Notes(SortedDictionary<int, string> comments, SortedDictionary<int, Values> values)
        {
            var notes = new List<object>();
            foreach (int ply in comments.Keys.Union(values.Keys).OrderBy(ply => ply))
            {
                string comment;
                Values told;
                comments.TryGetValue(ply, out comment);
                var note = new Dictionary<string, object> { { "ply", ply }, { "comment", comment ?? "" } };
                if (values.TryGetValue(ply, out told)) told.Put(note);
                if (note.Count > 2 || !string.IsNullOrEmpty(comment)) notes.Add(note);
            }
            return notes;
        }

        Dictionary<string, object> Form() => new Dictionary<string, object>
        {
            { "game", Name }, { "headers", Headers }, { "initial", Initial }, { "moves", Moves }, { "result", Result },
            { "notes", Notes(Comments, Values) },
            { "variations", Variations.Select(v => new Dictionary<string, object> { { "line", v.Line }, { "ply", v.Ply }, { "moves", v.Moves }, { "notes", Notes(v.Comments, v.Values) } }).ToArray() },
        };

        // The games of a file, in the library.
        sealed class GameList : NativeObject
        {
            internal GameList(ulong handle) : base(handle) { }

            internal GameList(IEnumerable<Game> games) : base(Calls.GamesParse(Text(games))) { }

            internal override void Free(ulong handle) => Native.qk_games_free(handle);

            internal byte[] Write(GameWriteOptions options)
            {
                byte[] o = Call.Bytes(Options.Text(options), "options");
                return Call.Octets((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_games_write(Handle, o, Call.Length(o), b, c, out n, e));
            }

            static string Text(IEnumerable<Game> games)
            {
                var text = new StringBuilder();
                Json.Write(text, games.Select(game => game.Form()).ToArray());
                return text.ToString();
            }
        }
    }
}
