using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
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
        /// done, and Resume continues it.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the message names its
        /// key</exception>
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
        /// The moves played at a position, how often, and with what results. Positions that differ
        /// only by exchanging the players or by a symmetry are one. It takes less than 1 ms on a
        /// million positions.
        /// </summary>
        /// <exception cref="NotFoundException">the book does not have the position</exception>
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

        /// <summary>
        /// The records in order of game and ply, read in pages of 256. Initial and Moves are in the game's own view; all
        /// else is in the view of Fen, and the mover's.
        /// </summary>
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

        /// <summary>Adds games between people from a file (PGN in Xiangqi). Games that cannot be read are counted and
        /// left out.</summary>
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
