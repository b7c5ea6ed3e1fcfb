using System;
using System.Collections.Generic;
using System.IO;
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

        internal override void Free(ulong handle) => Native.qk_book_free(handle);

        public string Path { get; private set; }

        /// <summary>
        /// Generates game records by self-play into a book file. A cancelled job keeps what was
        /// done, and Resume continues it.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the message names its
        /// key</exception>
        /// <exception cref="NotFoundException">no folder for the file</exception>
        /// <exception cref="StateException">the file exists, and Resume is not set</exception>
        public static Job<BookSummary> Generate(BookOptions options)
        {
            if (options == null) throw new ArgumentNullException("options");
            return new Job<BookSummary>(Calls.BookGenerate(options), null, BookSummary.From);
        }

        /// <summary>
        /// Lets evaluations flow back through a book file, best replies considered: a move is worth
        /// what the position behind it is worth to the other player, a position what its best move
        /// is worth, unless a search there looked further. Look-ups, .xqb, PGN and engines with
        /// this book then use these values, until something is merged or added. A generation that
        /// re-evaluates ends with it. For games of two players without dice.
        /// </summary>
        public static Job<Minimaxed> Minimax(string path)
        {
            return new Job<Minimaxed>(Calls.BookMinimaxStart(path), null, Minimaxed.From);
        }

        /// <summary>Opens a book file, which takes a few milliseconds.</summary>
        /// <exception cref="NotFoundException">no such file</exception>
        /// <exception cref="ParseException">not a book, or a damaged one</exception>
        /// <exception cref="VersionException">a book of a newer library</exception>
        public static Book Open(string path) => new Book(Calls.BookOpen(path), path);

        /// <summary>Makes an empty book for the named game, to import or merge into.</summary>
        /// <exception cref="StateException">the file exists already</exception>
        public static Book Create(string game, string path) => new Book(Calls.BookCreate(game, path), path);

        /// <summary>
        /// Reads a whole book file: the checksum of each page, the order of its tables, and each
        /// position, which must be the one that its game reaches. Damage is told in the result.
        /// </summary>
        /// <exception cref="NotFoundException">no such file</exception>
        /// <exception cref="ParseException">not a book</exception>
        /// <exception cref="VersionException">a book of a newer library</exception>
        public static Task<Json> CheckAsync(string path, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            new Job<Json>(Calls.BookCheck(path), null, report => report).RunAsync(token, progress);

        /// <summary>
        /// Writes what can be read of a damaged book file into a new one, and leaves the file as it
        /// is. Of a sound file it makes a copy that says the same; a book without checksums gets
        /// some so. When something is lost the new book cannot be resumed, but looked up, exported,
        /// merged and added to.
        /// </summary>
        /// <exception cref="StateException">the new file exists already</exception>
        /// <exception cref="ParseException">not a book, or one of which nothing tells where its tables begin</exception>
        public static Task<Json> RepairAsync(string path, string outPath, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            new Job<Json>(Calls.BookRepair(path, outPath), null, report => report).RunAsync(token, progress);

        /// <summary>The number of records.</summary>
        public long Count => (long)Calls.BookCount(this);

        /// <summary>
        /// The moves played at a position, how often, and with what results. Positions that differ
        /// only by exchanging the players or by a symmetry are one. It takes less than 1 ms on a
        /// million positions.
        /// </summary>
        /// <exception cref="NotFoundException">the book does not have the position</exception>
        public BookEntry Lookup(string position) => BookEntry.From(Json.Parse(Calls.BookLookup(this, position)));

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

        /// <summary>
        /// The records in order of game and ply as columns, faster than one by one, in
        /// pages of at most so many (1 to 10000). The options say which fields (Fields), and leave
        /// records out; fewer fields are faster.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option, or size</exception>
        public IEnumerable<RecordColumns> Columns(ExportOptions options = null, int size = 10000)
        {
            byte[] text = Call.Bytes(Options.Text(options), "options");
            var room = new byte[Math.Max(1 << 16, Math.Min(size, 10000) << 10)]; // a page that does not fit is made twice
            IList<string> fields = options == null || options.Fields == null || options.Fields.Count == 0 ? null : options.Fields;
            ulong cursor = 0;
            while (ReadColumns(text, ref cursor, unchecked((uint)size), ref room) > 0) yield return new RecordColumns(room, fields);
        }

        int ReadColumns(byte[] options, ref ulong cursor, uint size, ref byte[] room)
        {
            for (; ; )
            {
                UIntPtr needed;
                int status = Native.qk_book_columns(Handle, options, Call.Length(options), ref cursor, size, room, Call.Length(room), out needed, Call.Error());
                if (status != (int)Status.Buffer)
                {
                    Done(status);
                    return checked((int)needed);
                }
                room = new byte[checked((int)needed + 1)];
            }
        }

        /// <summary>Writes all records to a file: "jsonl", "pgn", "sgf" (in games of Go, instead of "pgn"), "epd", "csv",
        /// "plain", "bin", "binpack" (of chess), "xqb", "polyglot" (an opening book of chess, which ".bin" means there), or "html", one file for a browser, in which a reader walks through the book; null for the
        /// one that the suffix of its name says ("jsonl" without a suffix). It is compressed where its name ends in ".gz" or ".zst".
        /// It appears whole or not at all; a named pipe gets the records as they come.</summary>
        public Task<Json> ExportAsync(string path, string format = null, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Run(Calls.BookExport(this, path, format ?? ""), token, progress);

        /// <summary>Writes records to a file as above; the options say which.</summary>
        public Task<Json> ExportAsync(string path, string format, ExportOptions options, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            return Run(Calls.BookExportStart(this, path, format ?? "", options), token, progress);
        }

        /// <summary>
        /// The records as numbers in columns, to learn from, shuffled by a seed (Shuffle) or in order of
        /// game and ply; the other options leave records out. It reads the book once, into a temporary
        /// file; then the samples come as often as one likes, some million a second.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option</exception>
        /// <exception cref="UnsupportedException">a game whose positions are no men on points</exception>
        /// <exception cref="ParseException">the book is damaged</exception>
        public Task<Samples> SamplesAsync(ExportOptions options = null, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Samples.OpenAsync(this, options, token, progress);

        /// <summary>Adds the records of another book file of the same game; equal positions become one.
        /// "outdated" tells that values of minimax are out of use.</summary>
        public Task<Json> MergeAsync(string otherPath, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Run(Calls.BookMerge(this, otherPath), token, progress);

        /// <summary>Removes records.</summary>
        public Task<Json> PruneAsync(PruneOptions options, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Run(Calls.BookPrune(this, options), token, progress);

        /// <summary>Counts and histograms.</summary>
        public Task<Json> StatsAsync(CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Run(Calls.BookStats(this), token, progress);

        /// <summary>Adds what a file holds, as the suffix of its name says: games between people (PGN in Xiangqi), or, of
        /// ".xqb", ".plain" and ".bin", as ExportAsync writes them, positions: an opening book's moves with scores, counts
        /// and results; training data's best moves with scores, plies and results. In chess, ".bin" is a Polyglot book: the
        /// positions to which its moves lead from the beginning, with weights as so many games without a result. Before
        /// ".gz" or ".zst" each but opening books is read unpacked. What cannot be read is counted and left out; comments that begin with a score in pawns and a
        /// depth ("+0.12/8") become evaluations. Games that name their players and are in the book already are counted
        /// in "duplicates" and left out.</summary>
        public Task<Json> AddGamesAsync(string path, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            Run(Calls.BookImport(this, path), token, progress);

        /// <summary>Adds games, as a file of them would be.</summary>
        public async Task<Json> AddGamesAsync(IEnumerable<Game> games, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            string path = System.IO.Path.GetTempFileName();
            try
            {
                File.WriteAllBytes(path, Game.Write(games));
                return await AddGamesAsync(path, token, progress).ConfigureAwait(false);
            }
            finally
            {
                File.Delete(path);
            }
        }

        /// <summary>The games of the book, to be stepped, annotated and written, with players, result, and evaluations as
        /// comments. Single positions are left out, and games that a fault of an engine ended.</summary>
        public async Task<IList<Game>> GamesAsync(CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            var all = new List<Game>();
            for (long? next = 0; next != null;)
            {
                GamePage page = await GamePageAsync(next.Value, 500, token, progress).ConfigureAwait(false);
                all.AddRange(page.Games);
                next = page.Next;
            }
            return all;
        }

        /// <summary>At most so many of these games, from that number on (Game of records): a book of any size is read page
        /// by page, and takes little memory.</summary>
        /// <exception cref="InvalidArgumentException">first is under 0, most under 1</exception>
        public async Task<GamePage> GamePageAsync(long first = 0, int most = 500, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            var some = new ExportOptions { Games = most };
            some.More["first_game"] = first;
            string path = System.IO.Path.GetTempFileName();
            try
            {
                Json? done = null;
                try
                {
                    done = await ExportAsync(path, "pgn", some, token, progress).ConfigureAwait(false);
                }
                catch (UnsupportedException)
                {
                }
                if (done == null) done = await ExportAsync(path, "sgf", some, token, progress).ConfigureAwait(false);
                byte[] file = File.ReadAllBytes(path);
                return new GamePage(file.Length > 0 ? Game.Read(file) : new List<Game>(), done.Value["next_game"].LongOrNull);
            }
            finally
            {
                File.Delete(path);
            }
        }

        Task<Json> Run(ulong job, CancellationToken token, IProgress<Progress> progress) =>
            new Job<Json>(job, this, report => report).RunAsync(token, progress);
    }

    /// <summary>Some games of a book, and which one is next.</summary>
    public sealed class GamePage
    {
        public IList<Game> Games { get; }
        /// <summary>The number of the first game behind them; null where none is left.</summary>
        public long? Next { get; }

        internal GamePage(IList<Game> games, long? next)
        {
            Games = games;
            Next = next;
        }
    }
}
