using System;
using System.Collections.Generic;

namespace Qikit
{
    /// <summary>What to review and how thoroughly; include/schema/review-options.json has every key.</summary>
    public sealed class ReviewOptions : Options
    {
        /// <summary>The learner's colour, "black" or "white"; required.</summary>
        public string User { get; set; }
        /// <summary>The game of the file, from 1.</summary>
        public int? Game { get; set; }
        /// <summary>Stones to capture: one number, or black's and white's; null for what the record says, or 1.</summary>
        public int[] Target { get; set; }
        /// <summary>When a side that can play may pass: "forced" (never, default) or "free".</summary>
        public string Pass { get; set; }
        /// <summary>What befalls a side that can play no stone: "lose" (default), "pass" or "draw".</summary>
        public string NoMove { get; set; }
        /// <summary>The first and the last of the user's moves to analyse, from 1.</summary>
        public int[] Range { get; set; }
        /// <summary>1 to 10: the better the user, the more of the first and last moves are left out.</summary>
        public int? Level { get; set; }
        /// <summary>Whether a first move on the empty board is analysed, too.</summary>
        public bool? FirstMove { get; set; }
        /// <summary>"quick", "default" or "deep".</summary>
        public string Effort { get; set; }
        /// <summary>The recommendation value that decides, "a" (default) or "b".</summary>
        public string Value { get; set; }
        /// <summary>"threshold" (default) or "lowest".</summary>
        public string Select { get; set; }
        public double? Threshold { get; set; }
        public int? Lowest { get; set; }
        /// <summary>Points of win rate under which a bad move is cleared; the least of the classes.</summary>
        public double? ClearLoss { get; set; }
        public double? Inaccuracy { get; set; }
        public double? Mistake { get; set; }
        public double? Blunder { get; set; }
        /// <summary>How many of the bad moves are called the worst.</summary>
        public int? Worst { get; set; }
        /// <summary>Numbers of the bad moves to demonstrate; null for all.</summary>
        public int[] Demonstrate { get; set; }
        /// <summary>Of the bad moves: "game" (default) or "worst".</summary>
        public string Order { get; set; }
        /// <summary>Visits, and seconds (0 for none), of the searches.</summary>
        public int? Visits { get; set; }
        public double? SearchTime { get; set; }
        public int? TargetVisits { get; set; }
        public double? TargetTime { get; set; }
        public int? DemonstrateVisits { get; set; }
        public double? DemonstrateTime { get; set; }
        /// <summary>Of each try to prove a position; 0 for none.</summary>
        public int? ProofNodes { get; set; }
        /// <summary>Seconds of the whole review.</summary>
        public double? Time { get; set; }
        /// <summary>Win rate above the second, 0 to 1, that ends a target search, and the visits that it takes.</summary>
        public double? Gap { get; set; }
        public int? GapVisits { get; set; }
        public double? Width { get; set; }
        /// <summary>How many points are recommended.</summary>
        public int? Recommended { get; set; }
        /// <summary>Least length of a demonstration.</summary>
        public int? Plies { get; set; }
        /// <summary>"en" (default) or "zh".</summary>
        public string Language { get; set; }
        public ulong? Seed { get; set; }
        public int? Workers { get; set; }
        public string Net { get; set; }
        /// <summary>Runs the network on plain Go: some ten times slower, and the same review on every machine.</summary>
        public bool? Deterministic { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("user", User);
            to.Add("game", Game);
            to.Add("target", Target != null && Target.Length == 1 ? Target[0] : (object)Target);
            to.Add("pass", Pass);
            to.Add("no_move", NoMove);
            to.Add("range", Range);
            to.Add("level", Level);
            to.Add("first_move", FirstMove);
            to.Add("effort", Effort);
            to.Add("value", Value);
            to.Add("select", Select);
            to.Add("threshold", Threshold);
            to.Add("lowest", Lowest);
            to.Add("clear_loss", ClearLoss);
            to.Add("inaccuracy", Inaccuracy);
            to.Add("mistake", Mistake);
            to.Add("blunder", Blunder);
            to.Add("worst", Worst);
            to.Add("demonstrate", Demonstrate);
            to.Add("order", Order);
            to.Add("visits", Visits);
            to.Add("search_time", SearchTime);
            to.Add("target_visits", TargetVisits);
            to.Add("target_time", TargetTime);
            to.Add("demonstrate_visits", DemonstrateVisits);
            to.Add("demonstrate_time", DemonstrateTime);
            to.Add("proof_nodes", ProofNodes);
            to.Add("time", Time);
            to.Add("gap", Gap);
            to.Add("gap_visits", GapVisits);
            to.Add("width", Width);
            to.Add("recommended", Recommended);
            to.Add("plies", Plies);
            to.Add("language", Language);
            to.Add("seed", Seed);
            to.Add("workers", Workers);
            to.Add("net", Net);
            to.Add("deterministic", Deterministic);
        }
    }

    /// <summary>A picture of a review.</summary>
    public sealed class ReviewSvgOptions : Options
    {
        /// <summary>"graph", the win-rate curve; "board", the board in front of a move; "line", a demonstration.</summary>
        public string Picture { get; set; }
        /// <summary>Of the user's move.</summary>
        public int? Number { get; set; }
        /// <summary>Moves of the demonstration drawn; all by default.</summary>
        public int? Plies { get; set; }
        /// <summary>Width in pixels, 64 to 4096.</summary>
        public int? Size { get; set; }
        public bool? Flip { get; set; }
        public bool? Coords { get; set; }

        internal override void Write(Fields to)
        {
            to.Add("picture", Picture);
            to.Add("number", Number);
            to.Add("plies", Plies);
            to.Add("size", Size);
            to.Add("flip", Flip);
            to.Add("coords", Coords);
        }
    }

    /// <summary>One of the user's moves; win rates are the user's, 0 to 1, losses in points of them, 0 to 100.</summary>
    public sealed class ReviewedMove
    {
        public int Number { get; private set; }
        public string Move { get; private set; }
        public bool Analysed { get; private set; }
        /// <summary>"good", "bad", "cleared", "suspect".</summary>
        public string Status { get; private set; }
        /// <summary>"good", "inaccuracy", "mistake", "blunder".</summary>
        public string Class { get; private set; }
        public double WinRate { get; private set; }
        public string Best { get; private set; }
        public double BestWinRate { get; private set; }
        public double Loss { get; private set; }
        /// <summary>"win", "draw" or "loss" when it is proven, otherwise "".</summary>
        public string Proven { get; private set; }
        public string Text { get; private set; }
        public Json Report { get; private set; }

        internal static ReviewedMove From(Json report)
        {
            return new ReviewedMove
            {
                Number = report["number"].Int,
                Move = report["move"].Text,
                Analysed = report["analysed"].Bool,
                Status = report["status"].Text,
                Class = report["class"].Text,
                WinRate = report["win_rate"].Double,
                Best = report["best"].Text,
                BestWinRate = report["best_win_rate"].Double,
                Loss = report["loss"].Double,
                Proven = report["proven"].Text,
                Text = report["text"].Text,
                Report = report,
            };
        }
    }

    /// <summary>A bad move, where it should have gone, and how the game would have gone on.</summary>
    public sealed class BadMove
    {
        public int Number { get; private set; }
        public string Move { get; private set; }
        /// <summary>The recommendation value that decided.</summary>
        public double Value { get; private set; }
        public string Target { get; private set; }
        public double Loss { get; private set; }
        public string Class { get; private set; }
        public string Proven { get; private set; }
        public double WinRate { get; private set; }
        public double TargetWinRate { get; private set; }
        /// <summary>Moves from the target on.</summary>
        public string[] Demonstration { get; private set; }
        /// <summary>"gap", "time", "visits", "proven".</summary>
        public string Stop { get; private set; }
        public string Text { get; private set; }
        public Json Report { get; private set; }

        internal static BadMove From(Json report)
        {
            return new BadMove
            {
                Number = report["number"].Int,
                Move = report["move"].Text,
                Value = report["value"].Double,
                Target = report["target"].Text,
                Loss = report["loss"].Double,
                Class = report["class"].Text,
                Proven = report["proven"].Text,
                WinRate = report["win_rate"].Double,
                TargetWinRate = report["target_win_rate"].Double,
                Demonstration = report["demonstration"].Texts,
                Stop = report["stop"].Text,
                Text = report["text"].Text,
                Report = report,
            };
        }
    }

    /// <summary>"Try again here": a position from the game, and the right answers.</summary>
    public sealed class Exercise
    {
        public int Number { get; private set; }
        public string Position { get; private set; }
        public string Side { get; private set; }
        public string Played { get; private set; }
        /// <summary>Right answers, the target first.</summary>
        public string[] Accepted { get; private set; }
        /// <summary>Wrong answers, the move played first. Of moves in neither list nothing is known.</summary>
        public string[] Refused { get; private set; }
        public string Text { get; private set; }

        /// <summary>Whether a move, "C5", is among the right answers. One that it does not accept is wrong only if Refuses says so.</summary>
        public bool Accepts(string move)
        {
            return Has(Accepted, move);
        }

        /// <summary>Whether a move is among the wrong answers.</summary>
        public bool Refuses(string move)
        {
            return Has(Refused, move);
        }

        static bool Has(string[] list, string move)
        {
            return Array.Exists(list, item => string.Equals(item, move, StringComparison.OrdinalIgnoreCase));
        }

        internal static Exercise From(Json report)
        {
            return new Exercise
            {
                Number = report["number"].Int,
                Position = report["position"].Text,
                Side = report["side"].Text,
                Played = report["played"].Text,
                Accepted = report["accepted"].Texts,
                Refused = report["refused"].Texts,
                Text = report["text"].Text,
            };
        }
    }

    /// <summary>A point of the win-rate curve.</summary>
    public sealed class ReviewPoint
    {
        /// <summary>Moves made.</summary>
        public int Ply { get; private set; }
        /// <summary>The last of them; "" at the start.</summary>
        public string Move { get; private set; }
        public double Black { get; private set; }
        public double User { get; private set; }
        /// <summary>Of the move among the user's; 0 for the opponent's.</summary>
        public int Number { get; private set; }

        internal static ReviewPoint From(Json report)
        {
            return new ReviewPoint
            {
                Ply = report["ply"].Int,
                Move = report["move"].Text,
                Black = report["black"].Double,
                User = report["user"].Double,
                Number = report["number"].Int,
            };
        }
    }

    /// <summary>A reviewed game of Capture Go.</summary>
    public sealed class Review : NativeObject
    {
        Review(ulong handle) : base(handle)
        {
            Report = Json.Parse(JsonText());
            Moves = List(Report["moves"], ReviewedMove.From);
            BadMoves = List(Report["bad_moves"], BadMove.From);
            Exercises = List(Report["exercises"], Exercise.From);
            Worst = List(Report["worst"], number => number.Int);
            Graph = List(Report["graph"], ReviewPoint.From);
            Text = Report["text"].Text;
            Complete = Report["complete"].Bool;
            if (!Report["accuracy"].IsNull) Accuracy = Report["accuracy"].Double;
        }

        static IList<T> List<T>(Json from, Func<Json, T> read)
        {
            var list = new List<T>();
            foreach (Json item in from.Items) list.Add(read(item));
            return list;
        }

        internal override void Free(ulong handle)
        {
            Native.qk_review_free(handle);
        }

        /// <summary>All of it, as include/schema/review.json describes it.</summary>
        public Json Report { get; private set; }
        public IList<ReviewedMove> Moves { get; private set; }
        public IList<BadMove> BadMoves { get; private set; }
        public IList<Exercise> Exercises { get; private set; }
        /// <summary>Numbers of the worst bad moves, the worst first.</summary>
        public IList<int> Worst { get; private set; }
        /// <summary>The win-rate curve.</summary>
        public IList<ReviewPoint> Graph { get; private set; }
        /// <summary>0 to 100; null when no move was analysed.</summary>
        public double? Accuracy { get; private set; }
        /// <summary>false: cancelled, or its time was over.</summary>
        public bool Complete { get; private set; }
        /// <summary>The review in words.</summary>
        public string Text { get; private set; }

        /// <summary>
        /// Reviews a game in SGF. Progress counts searches. A cancelled job keeps what was done: a
        /// review that says so.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option, such as the user's colour missing</exception>
        /// <exception cref="ParseException">the job's: a record that can not be read</exception>
        /// <exception cref="RulesException">the job's: an illegal move</exception>
        public static Job<Review> Start(string sgf, ReviewOptions options)
        {
            return Start(Call.Bytes(sgf, "sgf"), options);
        }

        /// <summary>The same for a file's bytes, in the charset that it states.</summary>
        public static Job<Review> Start(byte[] sgf, ReviewOptions options)
        {
            if (sgf == null) throw new ArgumentNullException("sgf");
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong handle;
            Call.Check(Native.qk_review_start(sgf, Call.Length(sgf), o, Call.Length(o), out handle, Call.Error()));
            Job<Review> job = null;
            job = new Job<Review>(handle, null, report => Parse(job.ResultText()));
            return job;
        }

        /// <summary>Reads a review that Save wrote.</summary>
        /// <exception cref="NotFoundException">no such file</exception>
        /// <exception cref="ParseException">no review, or a damaged one</exception>
        /// <exception cref="VersionException">one of a newer library</exception>
        public static Review Load(string path)
        {
            byte[] p = Call.Bytes(path, "path");
            ulong review;
            Call.Check(Native.qk_review_load(p, Call.Length(p), out review, Call.Error()));
            return new Review(review);
        }

        /// <summary>Reads the text that JsonText gave.</summary>
        public static Review Parse(string text)
        {
            byte[] t = Call.Bytes(text, "text");
            ulong review;
            Call.Check(Native.qk_review_parse(t, Call.Length(t), out review, Call.Error()));
            return new Review(review);
        }

        /// <summary>Writes the review to a file, whole or not at all.</summary>
        public void Save(string path)
        {
            byte[] p = Call.Bytes(path, "path");
            Done(Native.qk_review_save(Handle, p, Call.Length(p), Call.Error()));
        }

        /// <summary>The game as SGF with verdicts and variations.</summary>
        public string Sgf()
        {
            return Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_review_sgf(Handle, b, c, out n, e));
        }

        /// <summary>A picture: the win-rate curve, or with a Number the board in front of that move.</summary>
        public string Svg(ReviewSvgOptions options = null)
        {
            byte[] o = Call.Bytes(Options.Text(options), "options");
            return Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_review_svg(Handle, o, Call.Length(o), b, c, out n, e));
        }

        /// <summary>The whole review as JSON text.</summary>
        public string JsonText()
        {
            return Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_review_json(Handle, b, c, out n, e));
        }
    }
}
