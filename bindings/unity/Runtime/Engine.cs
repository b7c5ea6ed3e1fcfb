using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>When a search stops: at the first limit that is reached. Without limits, which only Start takes, it goes on
    /// until it is cancelled.</summary>
    public sealed class SearchLimits
    {
        /// <summary>Plies, 1 to 100; 0: no limit.</summary>
        public int Depth { get; set; }
        /// <summary>Positions; 0: no limit.</summary>
        public long Nodes { get; set; }
        /// <summary>Playouts of a tree search; alpha-beta needs another limit beside them; 0: no
        /// limit.</summary>
        public long Visits { get; set; }
        /// <summary>Zero: no limit.</summary>
        public TimeSpan Time { get; set; }
        /// <summary>
        /// The time left on the mover's clock; zero: no clock. The engine uses this move's share of it, so that it does
        /// not lose on time.
        /// </summary>
        public TimeSpan Clock { get; set; }
        /// <summary>The time that the clock gains with each move.</summary>
        public TimeSpan Increment { get; set; }
        /// <summary>Own moves until the next time control, including this one; 0: none.</summary>
        public int MovesToGo { get; set; }
        /// <summary>Best lines wanted, 1 to 361; null: the library's default, 1.</summary>
        public int? Lines { get; set; }
        /// <summary>Forget earlier searches first.</summary>
        public bool Fresh { get; set; }

        /// <summary>Whether any of them ends a search.</summary>
        public bool Limited => Depth != 0 || Nodes != 0 || Visits != 0 || Time != TimeSpan.Zero || Clock != TimeSpan.Zero;

        internal NativeSearchOpts Struct()
        {
            var opts = new NativeSearchOpts { StructSize = NativeSearchOpts.Size };
            Call.Check(Native.qk_search_opts_init(ref opts));
            opts.Depth = unchecked((uint)Depth);
            opts.Nodes = unchecked((ulong)Nodes);
            opts.Visits = unchecked((ulong)Visits);
            opts.TimeUs = Microseconds(Time);
            opts.ClockUs = Microseconds(Clock);
            opts.IncrementUs = Microseconds(Increment);
            opts.MovesToGo = unchecked((uint)MovesToGo);
            if (Lines.HasValue) opts.Lines = unchecked((uint)Lines.Value);
            opts.Fresh = Fresh ? 1u : 0u;
            CheckSigns();
            return opts;
        }

        // 0 is no limit, so that less than a microsecond is one.
        static ulong Microseconds(TimeSpan time) { return unchecked((ulong)((time.Ticks + 9) / 10)); }

        // The C interface has unsigned numbers: a negative number would become a huge limit.
        void CheckSigns()
        {
            if (Depth < 0 || Nodes < 0 || Visits < 0 || Time < TimeSpan.Zero || Clock < TimeSpan.Zero || Increment < TimeSpan.Zero || MovesToGo < 0 || Lines < 0)
            {
                throw new InvalidArgumentException(string.Format(
                    "search limits: depth {0}, nodes {1}, visits {2}, time {3}, clock {4}, increment {5}, moves to go {6}, lines {7}, expected none under 0",
                    Depth, Nodes, Visits, Time, Clock, Increment, MovesToGo, Lines));
            }
        }
    }

    /// <summary>Plays and analyses one game.</summary>
    public sealed class Engine : NativeObject
    {
        /// <summary>
        /// Makes an engine for the named game. An external one (kind "uci", "ucci", "gtp", "gomocup") is started,
        /// which can take seconds: use OpenAsync.
        /// </summary>
        /// <exception cref="NotFoundException">no such game or program</exception>
        /// <exception cref="InvalidArgumentException">an option</exception>
        public Engine(string game, EngineOptions options = null) : base(Calls.EngineNew(game, options))
        {
            Game = game;
        }

        /// <summary>Makes an engine on a thread of its own.</summary>
        public static Task<Engine> OpenAsync(string game, EngineOptions options = null)
        {
            return Task.Factory.StartNew(() => new Engine(game, options), CancellationToken.None,
                TaskCreationOptions.LongRunning | TaskCreationOptions.RunContinuationsAsynchronously, TaskScheduler.Default);
        }

        internal override void Free(ulong handle) => Native.qk_engine_free(handle);

        public string Game { get; private set; }

        /// <summary>Searches the board's position as it is now; the board may be used meanwhile. It needs Depth, Nodes,
        /// Visits, Time or Clock, or a token that can be cancelled; Start needs none.</summary>
        /// <exception cref="InvalidArgumentException">no limit, or one out of its range; a board of another
        /// game</exception>
        public async Task<SearchResult> SearchAsync(Board board, SearchLimits limits = null, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null)
        {
            token.ThrowIfCancellationRequested();
            if (!token.CanBeCanceled && (limits == null || !limits.Limited))
            {
                throw new InvalidArgumentException("search: no limit, expected Depth, Nodes, Visits, Time, Clock or a token; Start() takes none");
            }
            return await Start(board, limits).RunAsync(token, progress).ConfigureAwait(false);
        }

        /// <summary>
        /// Starts a search. Its events are the results after each iteration; a cancelled search
        /// returns the best result so far.
        /// </summary>
        public Job<SearchResult> Start(Board board, SearchLimits limits = null)
        {
            NativeSearchOpts opts = (limits ?? new SearchLimits()).Struct();
            return new Job<SearchResult>(Calls.EngineSearch(this, board, ref opts), this, SearchResult.From);
        }

        /// <summary>
        /// The terms of the static evaluation for the side to move. Xiangqi: value, position, mobility, own, enemy, total.
        /// Chess: material, position, mobility, pawns, attack, total. Surakarta: the four terms of strategy 106 without
        /// their weights, phase (0, 1 in the endgame), total. These three: network, the value by which the engine plays,
        /// unless its <see cref="EngineOptions.Evaluator"/> is "terms" or its <see cref="EngineOptions.Strategy"/> named.
        /// Gomoku, Chinese checkers and Ludo: terms of their own.
        /// </summary>
        /// <exception cref="UnsupportedException">the engine has none</exception>
        public Dictionary<string, long> Evaluate(Board board, EvaluateOptions options = null) =>
            Json.Parse(Calls.EngineEvaluate(this, board, options))["terms"].Counts;

        /// <summary>Forgets all earlier searches. During a search it returns at once, and the next search forgets first.</summary>
        public void Clear() => Calls.EngineClear(this);
    }
}
