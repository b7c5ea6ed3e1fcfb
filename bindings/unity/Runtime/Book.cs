using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>What was made and what was dropped.</summary>
    public sealed class BookSummary
    {
        public string Path { get; private set; }
        public string Game { get; private set; }
        public ulong Seed { get; private set; }
        public bool Repeatable { get; private set; }
        /// <summary>false: cancelled; Resume goes on.</summary>
        public bool Complete { get; private set; }
        /// <summary>Games that have ended, failed ones included, of those planned.</summary>
        public long Games { get; private set; }
        public long Planned { get; private set; }
        /// <summary>Games that an engine's fault ended; when it is every one, the job has a StorageException.</summary>
        public long Failed { get; private set; }
        /// <summary>The records of the book.</summary>
        public long Positions { get; private set; }
        public long Candidates { get; private set; }
        public long Duplicates { get; private set; }
        /// <summary>By reason.</summary>
        public Dictionary<string, long> Dropped { get; private set; }
        /// <summary>How games ended.</summary>
        public Dictionary<string, long> Reasons { get; private set; }
        /// <summary>All of it, as include/schema describes it.</summary>
        public Json Report { get; private set; }

        internal static BookSummary From(Json report)
        {
            return new BookSummary
            {
                Path = report["path"].Text,
                Game = report["game"].Text,
                Seed = report["seed"].ULong,
                Repeatable = report["repeatable"].Bool,
                Complete = report["complete"].Bool,
                Games = report["games"].Long,
                Planned = report["planned"].Long,
                Failed = report["failed"].Long,
                Positions = report["positions"].Long,
                Candidates = report["candidates"].Long,
                Duplicates = report["duplicates"].Long,
                Dropped = report["dropped"].Counts,
                Reasons = report["reasons"].Counts,
                Report = report,
            };
        }
    }

    /// <summary>A move that was played at a position; for the side to move.</summary>
    public sealed class EntryMove
    {
        public string Move { get; internal set; }
        public long Count { get; internal set; }
        public long Wins { get; internal set; }
        public long Draws { get; internal set; }
        public long Losses { get; internal set; }
        /// <summary>Hundredths; null where nothing weighed it.</summary>
        public int? Eval { get; internal set; }
    }

    /// <summary>What was played at a position, most played first; for the side to move.</summary>
    public sealed class BookEntry
    {
        public string Position { get; private set; }
        /// <summary>How often it was on the board.</summary>
        public long Count { get; private set; }
        public long Wins { get; private set; }
        public long Draws { get; private set; }
        public long Losses { get; private set; }
        public int? Eval { get; private set; }
        public IList<EntryMove> Moves { get; private set; }
        public Json Report { get; private set; }

        internal static BookEntry From(Json report)
        {
            var moves = new List<EntryMove>();
            foreach (Json move in report["moves"].Items)
            {
                moves.Add(new EntryMove
                {
                    Move = move["move"].Text,
                    Count = move["count"].Long,
                    Wins = move["wins"].Long,
                    Draws = move["draws"].Long,
                    Losses = move["losses"].Long,
                    Eval = move["eval"].IntOrNull,
                });
            }
            return new BookEntry
            {
                Position = report["position"].Text,
                Count = report["count"].Long,
                Wins = report["wins"].Long,
                Draws = report["draws"].Long,
                Losses = report["losses"].Long,
                Eval = report["eval"].IntOrNull,
                Moves = moves,
                Report = report,
            };
        }
    }

    /// <summary>One record; everything but Initial and Moves is in the view of Fen.</summary>
    public sealed class BookRecord
    {
        public string Fen { get; private set; }
        /// <summary>Fen is turned: in the game another player is to move.</summary>
        public bool Flipped { get; private set; }
        public string Initial { get; private set; }
        /// <summary>From Initial to the position.</summary>
        public string[] Moves { get; private set; }
        /// <summary>Hundredths, for the mover; null where nothing scored it.</summary>
        public int? Score { get; private set; }
        /// <summary>1, 0.5 or 0 for the mover.</summary>
        public double Result { get; private set; }
        public string Best { get; private set; }
        public long Game { get; private set; }
        public int Ply { get; private set; }
        /// <summary>All of it: eval, candidates, depth, engine …</summary>
        public Json Report { get; private set; }

        internal static BookRecord From(Json report)
        {
            return new BookRecord
            {
                Fen = report["fen"].Text,
                Flipped = report["flipped"].Bool,
                Initial = report["initial"].Text,
                Moves = report["moves"].Texts,
                Score = report["score"].IntOrNull,
                Result = report["result"].Double,
                Best = report["best"].Text,
                Game = report["game"].Long,
                Ply = report["ply"].Int,
                Report = report,
            };
        }
    }

    /// <summary>A file of generated records.</summary>
    public sealed class Book : NativeObject
    {
        Book(ulong handle, string path) : base(handle)
        {
            Path = path;
        }

        internal override void Free(ulong handle)
        {
            Native.qk_book_free(handle);
        }

        public string Path { get; private set; }

        /// <summary>
        /// Generates game records by self-play into a book file. A cancelled job keeps what was
        /// done and goes on with Resume.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; its key is named</exception>
        public static Job<BookSummary> Generate(BookOptions options)
        {
            if (options == null) throw new ArgumentNullException("options");
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Call.Check(Native.qk_book_generate(o, Call.Length(o), out job, Call.Error()));
            return new Job<BookSummary>(job, null, BookSummary.From);
        }

        /// <summary>Opens a book file, which takes a few milliseconds.</summary>
        /// <exception cref="NotFoundException">no such file</exception>
        /// <exception cref="ParseException">not a book, or a damaged one</exception>
        /// <exception cref="VersionException">a book of a newer library</exception>
        public static Book Open(string path)
        {
            byte[] p = Call.Bytes(path, "path");
            ulong book;
            Call.Check(Native.qk_book_open(p, Call.Length(p), out book, Call.Error()));
            return new Book(book, path);
        }

        /// <summary>Makes an empty book for the named game, to import or merge into.</summary>
        /// <exception cref="StateException">the file exists already</exception>
        public static Book Create(string game, string path)
        {
            byte[] g = Call.Bytes(game, "game"), p = Call.Bytes(path, "path");
            ulong book;
            Call.Check(Native.qk_book_create(g, Call.Length(g), p, Call.Length(p), out book, Call.Error()));
            return new Book(book, path);
        }

        /// <summary>The number of records.</summary>
        public long Count
        {
            get
            {
                ulong count;
                Done(Native.qk_book_count(Handle, out count, Call.Error()));
                return (long)count;
            }
        }

        /// <summary>
        /// What was played at a position, how often, with what results. Positions that are the
        /// same by turning the players or by symmetry are one. Under 1 ms on a million positions.
        /// </summary>
        /// <exception cref="NotFoundException">the book does not have it</exception>
        public BookEntry Lookup(string position)
        {
            byte[] p = Call.Bytes(position, "position");
            return BookEntry.From(Json.Parse(Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) =>
                Native.qk_book_lookup(Handle, p, Call.Length(p), b, c, out n, e))));
        }

        public BookEntry Lookup(Board board)
        {
            if (board == null) throw new ArgumentNullException("board");
            return Lookup(board.Position);
        }

        /// <summary>The records in order of game and ply, read in pages of 256.</summary>
        public IEnumerable<BookRecord> Records()
        {
            const uint page = 256;
            ulong cursor = 0;
            for (; ; )
            {
                string text = ReadPage(ref cursor, page);
                if (text.Length == 0) yield break;
                foreach (string line in text.Split('\n'))
                {
                    if (line.Length > 0) yield return BookRecord.From(Json.Parse(line));
                }
            }
        }

        string ReadPage(ref ulong cursor, uint page)
        {
            ulong at = cursor;
            string text = Read((byte[] b, UIntPtr c, out UIntPtr n, byte[] e) => Native.qk_book_read(Handle, ref at, page, b, c, out n, e));
            cursor = at;
            return text;
        }

        /// <summary>Writes all records to a file: "jsonl", "pgn", "epd", "csv", "plain" or "xqb". It appears whole or not at all.</summary>
        public Task<Json> ExportAsync(string path, string format = "jsonl", CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            byte[] p = Call.Bytes(path, "path"), f = Call.Bytes(format, "format");
            ulong job;
            Done(Native.qk_book_export(Handle, p, Call.Length(p), f, Call.Length(f), out job, Call.Error()));
            return Run(job, token, progress);
        }

        /// <summary>Adds the records of another book file of the same game; equal positions become one.</summary>
        public Task<Json> MergeAsync(string otherPath, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            byte[] p = Call.Bytes(otherPath, "otherPath");
            ulong job;
            Done(Native.qk_book_merge(Handle, p, Call.Length(p), out job, Call.Error()));
            return Run(job, token, progress);
        }

        /// <summary>Removes records.</summary>
        public Task<Json> PruneAsync(PruneOptions options, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            byte[] o = Call.Bytes(Options.Text(options), "options");
            ulong job;
            Done(Native.qk_book_prune(Handle, o, Call.Length(o), out job, Call.Error()));
            return Run(job, token, progress);
        }

        /// <summary>Counts and histograms.</summary>
        public Task<Json> StatsAsync(CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            ulong job;
            Done(Native.qk_book_stats(Handle, out job, Call.Error()));
            return Run(job, token, progress);
        }

        /// <summary>Adds people's games from a file (PGN in Xiangqi). Games that cannot be read are counted and left out.</summary>
        public Task<Json> AddGamesAsync(string path, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            byte[] p = Call.Bytes(path, "path");
            ulong job;
            Done(Native.qk_book_import(Handle, p, Call.Length(p), out job, Call.Error()));
            return Run(job, token, progress);
        }

        async Task<Json> Run(ulong handle, CancellationToken token, IProgress<Progress> progress)
        {
            using (var job = new Job<Json>(handle, this, report => report))
            {
                return await job.WaitAsync(token, progress).ConfigureAwait(false);
            }
        }
    }
}
