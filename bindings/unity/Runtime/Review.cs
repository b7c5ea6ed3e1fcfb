using System;
using System.Collections.Generic;

namespace Qikit
{
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
        /// <exception cref="ParseException">the job's: a record that cannot be read</exception>
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
