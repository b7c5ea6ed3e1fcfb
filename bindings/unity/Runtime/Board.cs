using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
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
        /// <summary>The places by player, 1 the best; players may share one. Null in a game without places.</summary>
        public int[] Ranks { get; internal set; }
    }

    /// <summary>
    /// A position of any game, with its rules and history. Calls take a few microseconds.
    /// </summary>
    public sealed class Board : NativeObject
    {
        /// <param name="game">"xiangqi", "chess", "surakarta", "capturego", "go", "gomoku", "chinesecheckers" or "ludo"</param>
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

        internal static Board Of(ulong handle, string game) => new Board(handle, game);

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
                Json ranks = Report()["outcome"]["ranks"];
                return new Outcome
                {
                    Winner = BitConverter.ToInt32(outcome, Native.OutcomeWinner),
                    Side = side.Length == 0 ? null : side,
                    Reason = Call.Field(outcome, Native.OutcomeReason, Native.OutcomeReasonLength),
                    Ranks = ranks.IsNull ? null : ranks.Ints,
                };
            }
        }

        /// <summary>What is seen on the board, in one call: rows, columns, pieces, check, plies, the last move.</summary>
        public BoardMen Men() => BoardMen.From(Json.Parse(Calls.BoardMen(this)));

        /// <summary>The men by point, as letters of the position text: "K" on "e0". Stones are "X" and "O".</summary>
        public Dictionary<string, string> Pieces => Men().Pieces;

        /// <summary>Whether the side to move is in check; false in a game without check.</summary>
        public bool InCheck => Men().InCheck;

        /// <summary>The last move, with its source and target; null where nothing was played.</summary>
        public LastMove Last => Men().Last;

        /// <summary>The number of moves made since Initial.</summary>
        public int Ply => Men().Ply;

        /// <summary>Plies since the last capture; null in a game that does not count them.</summary>
        public int? HalfMoves => Men().HalfMoves;

        /// <summary>The board drawn in letters, with the names of rows and columns; flip has the second player at the
        /// bottom.</summary>
        public string Text(bool flip = false) => Calls.BoardText(this, flip ? Native.TextFlip : 0);

        /// <summary>The same as Text; of a disposed board only its game.</summary>
        public override string ToString() => Handle == 0 ? "Board (" + Game + ", disposed)" : Text();

        /// <summary>Men, rows and columns of Planes.</summary>
        public int[] PlanesShape
        {
            get
            {
                BoardMen men = Men();
                return new[] { string.Concat(men.Men).Length, (int)men.Rows, (int)men.Columns };
            }
        }

        /// <summary>
        /// The board as numbers, for a network: a plane for each kind of men of each side, in the order of Men().Men,
        /// with 1 where such a man stands and 0 elsewhere, each row by row from the top.
        /// </summary>
        public float[] Planes()
        {
            UIntPtr needed;
            int status = Native.qk_board_planes(Handle, null, UIntPtr.Zero, out needed, Call.Error());
            if (status != (int)Status.Buffer) Done(status);
            var planes = new float[(int)needed / sizeof(float)];
            Planes(planes);
            return planes;
        }

        /// <summary>The same into an array that has room for it; the library writes into the array itself.</summary>
        /// <exception cref="BufferException">the array is too short</exception>
        public void Planes(float[] planes)
        {
            if (planes == null) throw new ArgumentNullException("planes");
            UIntPtr needed;
            Done(qk_board_planes(Handle, planes, (UIntPtr)(sizeof(float) * (ulong)planes.Length), out needed, Call.Error()));
        }

        [DllImport(Native.Library, CallingConvention = CallingConvention.Cdecl)]
        static extern int qk_board_planes(ulong board, [Out] float[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);

        /// <summary>
        /// The points from which the men of a side (null: of both) attack a point: on it they could take, whoever stands
        /// there, and whatever becomes of their own king.
        /// </summary>
        /// <exception cref="UnsupportedException">a game without attacks: Xiangqi, chess and Surakarta have them</exception>
        /// <exception cref="ParseException">no such point</exception>
        /// <exception cref="InvalidArgumentException">no such side</exception>
        public string[] Attackers(string point, string side = null)
        {
            string text = Calls.BoardAttackers(this, point, side ?? "");
            return text.Length == 0 ? new string[0] : text.Split('\n');
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
