using System;
using System.Collections.Generic;

namespace Qikit
{
    public sealed partial class Exercise
    {
        /// <summary>Whether a move, "C5", is among the right answers. One that it does not accept is wrong only if Refuses says so.</summary>
        public bool Accepts(string move) => Has(Accepted, move);

        /// <summary>Whether a move is among the wrong answers.</summary>
        public bool Refuses(string move) => Has(Refused, move);

        static bool Has(string[] list, string move) => Array.Exists(list, item => string.Equals(item, move, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>A reviewed game of Capture Go.</summary>
    public sealed class Review : NativeObject
    {
        Review(ulong handle) : base(handle)
        {
            Report = Json.Parse(JsonText());
            Moves = Report["moves"].Each(ReviewedMove.From);
            BadMoves = Report["bad_moves"].Each(BadMove.From);
            Exercises = Report["exercises"].Each(Exercise.From);
            Worst = Report["worst"].Each(number => number.Int);
            Graph = Report["graph"].Each(ReviewPoint.From);
            OpponentMoves = Report["opponent_moves"].Each(OpponentMove.From);
            Answers = Report["answers"].Each(ReviewAnswer.From);
            Text = Report["text"].Text;
            Complete = Report["complete"].Bool;
            Accuracy = Report["accuracy"].DoubleOrNull;
        }

        internal override void Free(ulong handle) => Native.qk_review_free(handle);

        /// <summary>The whole report, as review.json of the JSON Schemas describes it.</summary>
        public Json Report { get; private set; }
        public IList<ReviewedMove> Moves { get; private set; }
        public IList<BadMove> BadMoves { get; private set; }
        public IList<Exercise> Exercises { get; private set; }
        /// <summary>Numbers of the worst bad moves, the worst first.</summary>
        public IList<int> Worst { get; private set; }
        /// <summary>The win-rate curve.</summary>
        public IList<ReviewPoint> Graph { get; private set; }
        /// <summary>The opponent's mistakes; empty when Opponent was not asked for.</summary>
        public IList<OpponentMove> OpponentMoves { get; private set; }
        /// <summary>Answers to what was asked of this review, in order.</summary>
        public IList<ReviewAnswer> Answers { get; private set; }
        /// <summary>0 to 100; null when no move was analysed.</summary>
        public double? Accuracy { get; private set; }
        /// <summary>false when the review was cancelled or its time was up.</summary>
        public bool Complete { get; private set; }
        /// <summary>The review in words.</summary>
        public string Text { get; private set; }

        /// <summary>
        /// Reviews a game in SGF. Progress is a part of the work. A cancelled job keeps what was done, as
        /// a review whose Complete is false.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option, such as a missing User</exception>
        /// <exception cref="ParseException">the job's: a record that cannot be read</exception>
        /// <exception cref="RulesException">the job's: an illegal move</exception>
        public static Job<Review> Start(string sgf, ReviewOptions options) => Start(Call.Bytes(sgf, "sgf"), options);

        /// <summary>The same for a file's bytes, in the charset that it states.</summary>
        public static Job<Review> Start(byte[] sgf, ReviewOptions options)
        {
            Job<Review> job = null;
            job = new Job<Review>(Calls.ReviewStart(sgf, options), null, report => Parse(job.ResultText()));
            return job;
        }

        /// <summary>The same for a game of Capture Go.</summary>
        /// <exception cref="UnsupportedException">a game that is not written as SGF</exception>
        public static Job<Review> Start(Game game, ReviewOptions options)
        {
            if (game == null) throw new ArgumentNullException("game");
            return Start(game.Write(new GameWriteOptions { Format = "sgf" }), options);
        }

        /// <summary>Reads a review that Save wrote.</summary>
        /// <exception cref="NotFoundException">no such file</exception>
        /// <exception cref="ParseException">no review, or a damaged one</exception>
        /// <exception cref="VersionException">one of a newer library</exception>
        public static Review Load(string path) => new Review(Calls.ReviewLoad(path));

        /// <summary>Reads the text of JsonText.</summary>
        public static Review Parse(string text) => new Review(Calls.ReviewParse(text));

        /// <summary>
        /// Asks about a move of this review: what if, how would the game go on, or what does a deeper
        /// search say. The result is the review with the answer as the last of its Answers, changed
        /// where the answer proves otherwise; this one stays as it is.
        /// </summary>
        /// <exception cref="InvalidArgumentException">the question</exception>
        /// <exception cref="NotFoundException">the job's: the move was not analysed, or is not legal</exception>
        public Job<Review> Start(ReviewQuestion question)
        {
            Job<Review> job = null;
            job = new Job<Review>(Calls.ReviewAsk(this, question), null, report => Parse(job.ResultText()));
            return job;
        }

        /// <summary>What if another move had been played in place of the user's move of that number?</summary>
        public Job<Review> Ask(int number, string move) => Start(new ReviewQuestion { Kind = "ask", Number = number, Move = move });

        /// <summary>How would the game have gone on after a move; null: the best one?</summary>
        public Job<Review> Demonstrate(int number, string move = null) => Start(new ReviewQuestion { Kind = "demonstrate", Number = number, Move = move });

        /// <summary>Searches the user's move of that number again, with four times the effort.</summary>
        public Job<Review> Deepen(int number) => Start(new ReviewQuestion { Kind = "deepen", Number = number });

        /// <summary>Writes the review to a file, whole or not at all.</summary>
        public void Save(string path) => Calls.ReviewSave(this, path);

        /// <summary>The game as SGF with verdicts and variations.</summary>
        public string Sgf() => Calls.ReviewSgf(this);

        /// <summary>A picture: the win-rate curve, or with a Number the board before that move.</summary>
        public string Svg(ReviewSvgOptions options = null) => Calls.ReviewSvg(this, options);

        /// <summary>The whole review as JSON text.</summary>
        public string JsonText() => Calls.ReviewJson(this);
    }
}
