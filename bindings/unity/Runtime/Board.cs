using System;
using System.Threading;
using System.Threading.Tasks;

namespace Qikit
{
    /// <summary>How a game ended.</summary>
    public sealed class Outcome
    {
        /// <summary>Index of the winner in order of play; -1 for a draw.</summary>
        public int Winner { get; internal set; }
        /// <summary>The winner's name ("red"); null for a draw.</summary>
        public string Side { get; internal set; }
        /// <summary>The rule that ended it: "checkmate".</summary>
        public string Reason { get; internal set; }
    }

    /// <summary>
    /// A position of any game, with its rules and history. Calls take a few microseconds.
    /// </summary>
    public sealed class Board : NativeObject
    {
        /// <param name="game">"xiangqi", "surakarta", "capturego" or "go"</param>
        /// <param name="position">text in the game's form (FEN in Xiangqi); null: the start position</param>
        /// <param name="options">rules and strictness; the position text takes precedence</param>
        /// <exception cref="NotFoundException">no such game</exception>
        /// <exception cref="ParseException">malformed position</exception>
        /// <exception cref="RulesException">a position that cannot arise in play</exception>
        public Board(string game, string position = null, BoardOptions options = null)
            : base(Calls.BoardNew(game, position ?? "", options, options != null && !options.Strict ? Native.BoardLenient : 0))
        {
            Game = game;
        }

        Board(ulong handle, string game) : base(handle)
        {
            Game = game;
        }

        internal override void Free(ulong handle) => Native.qk_board_free(handle);

        public string Game { get; private set; }

        /// <summary>The position as text, without the history.</summary>
        public string Position => Calls.BoardPosition(this);

        /// <summary>The side to move: "red".</summary>
        public string Side => Calls.BoardSide(this);

        /// <summary>The legal moves, sorted bytewise. A game that ended by repetition or by count still has some.</summary>
        public string[] Moves()
        {
            string text = Calls.BoardMoves(this);
            return text.Length == 0 ? new string[0] : text.Split('\n');
        }

        /// <summary>How the game ended; null while it goes on.</summary>
        public Outcome Outcome
        {
            get
            {
                var outcome = new byte[Native.OutcomeSize];
                Call.Put32(outcome, 0, Native.OutcomeSize);
                Calls.BoardOutcome(this, outcome);
                if (BitConverter.ToUInt32(outcome, Native.OutcomeOver) == 0) return null;
                string side = Call.Field(outcome, Native.OutcomeSide, Native.OutcomeSideLength);
                return new Outcome
                {
                    Winner = BitConverter.ToInt32(outcome, Native.OutcomeWinner),
                    Side = side.Length == 0 ? null : side,
                    Reason = Call.Field(outcome, Native.OutcomeReason, Native.OutcomeReasonLength),
                };
            }
        }

        /// <summary>The whole report: game, position, initial, sides, side, moves, played, outcome, key, notations,
        /// symmetries.</summary>
        public Json Report() => Json.Parse(Calls.BoardReport(this));

        /// <summary>The players in the order in which they move.</summary>
        public string[] Sides => Report()["sides"].Texts;

        /// <summary>The position at which the history starts.</summary>
        public string Initial => Report()["initial"].Text;

        /// <summary>The moves made since Initial.</summary>
        public string[] Played => Report()["played"].Texts;

        /// <summary>Equal positions have equal keys: 16 hex digits.</summary>
        public string Key => Report()["key"].Text;

        /// <summary>Plays a move given in any notation of the game.</summary>
        /// <exception cref="ParseException">not a move</exception>
        /// <exception cref="RulesException">a move, but not legal here</exception>
        public Board Play(string move)
        {
            Calls.BoardPlay(this, move);
            return this;
        }

        /// <summary>Takes back the last move.</summary>
        /// <exception cref="StateException">there is none</exception>
        public Board Undo()
        {
            Calls.BoardUndo(this);
            return this;
        }

        /// <summary>An independent board with the same history.</summary>
        public Board Copy() => new Board(Calls.BoardCopy(this), Game);

        /// <summary>Writes a legal move in the named notation: in Xiangqi "uci", "wxf", "chinese" …</summary>
        /// <exception cref="UnsupportedException">the game has no such notation; the message lists its
        /// notations</exception>
        public string Format(string move, string notation) => Calls.BoardFormat(this, move, notation);

        /// <summary>
        /// The position seen with the players shifted by turn seats (1: half a rotation with the
        /// colours exchanged) and through one of the board's symmetries (Xiangqi 1: left and right).
        /// </summary>
        public string View(int turn, int symmetry = 0) => Calls.BoardView(this, unchecked((uint)turn), unchecked((uint)symmetry));

        /// <summary>The routes that a capture can travel along the circuits, shortest first.</summary>
        /// <exception cref="UnsupportedException">a game without routes</exception>
        /// <exception cref="ParseException">not a move</exception>
        /// <exception cref="RulesException">a move that is not legal here, or a step, which travels no route</exception>
        public Route[] Routes(string move) => Json.Parse(Calls.BoardRoute(this, move))["routes"].Each(Qikit.Route.From);

        /// <summary>The shortest of Routes.</summary>
        public Route Route(string move) => Routes(move)[0];

        /// <summary>Where the piece on a point can go: nowhere when no piece of the side to move stands there.</summary>
        /// <exception cref="UnsupportedException">a game whose pieces do not move</exception>
        /// <exception cref="ParseException">no such point</exception>
        public Targets Targets(string point) => Qikit.Targets.From(Json.Parse(Calls.BoardTargets(this, point)));

        /// <summary>The board as an SVG picture.</summary>
        public string Svg(SvgOptions options = null) => Calls.BoardSvg(this, options);

        /// <summary>Counts the leaves of the tree of legal moves, depth (0 to 20) plies deep. The board may be used
        /// meanwhile.</summary>
        public async Task<long> PerftAsync(int depth, CancellationToken token = default(CancellationToken), IProgress<Progress> progress = null) =>
            await new Job<long>(Calls.BoardPerft(this, unchecked((uint)depth)), null, report => report["nodes"].Long).RunAsync(token, progress).ConfigureAwait(false);
    }
}
