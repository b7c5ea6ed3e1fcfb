"""A position of any game, with its rules and history."""

from __future__ import annotations

import importlib
from ctypes import byref, c_char, c_size_t, sizeof
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from . import _call, _native
from ._errors import InvalidArgument, ParseError
from ._picture import Picture
from ._reports import BoardMen, BoardReport, LastMove, Outcome, Route, Targets
from .job import started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Rules, SvgOptions


class Board(_call.Handle):
    """A board of the named game.

    game is "xiangqi", "chess", "surakarta", "capturego", "go", "gomoku", "chinesecheckers" or "ludo"
    (``qikit.runtime.stats()["games"]`` lists all). position is a text, a FEN in Xiangqi; None is the start
    position. strict=False also takes positions that cannot arise in play. The other keywords are rules of
    the game; where the position text states a rule, the text wins:

    * xiangqi: ``natural_limit`` (plies without capture that end the game drawn,
      default 120, 0 off), ``repetition`` ("axf", the default, "simple", "off").
    * surakarta: ``rule_set`` ("olympiad", the default, "contest", "seed",
      "basic"), ``start_blocks`` (a capturing piece cannot pass its own starting
      point, default False), ``no_capture_limit`` (plies without capture that end
      the game, 0 off), ``repetition_limit`` (occurrences of a position that end the
      game, 0 off), the results of these ends: ``no_capture`` and ``repetition``
      ("count": more pieces win; "draw"), and ``no_move`` (the side to move has no
      move: "count", "draw", "lose"), whose defaults the rule set gives; ``first``
      (who begins, "b", the default, or "w").
    * capturego: ``size`` (points along a side, 2 to 19, default 9), ``target``
      (stones to capture, 1 to 20, default 1; or a list of black's and white's),
      ``pass`` ("forced", the default, or "free"), ``no_move`` (the player cannot
      play a stone: "lose", the default, "pass", "draw"), ``start`` ("empty", the
      default, or "cross-cut", two stones each in the centre). ``pass`` is a keyword
      of Python: write ``pass_``.
    * go: ``size`` (2 to 19, default 19), ``komi`` (default 7.5), ``handicap``
      (stones that Black begins with, 0 or 2 to 9), ``scoring`` ("area", the
      default, "seed", "seed+komi").
    * gomoku: ``size`` (5 to 19, default 15), ``rule`` ("freestyle", the default:
      five or more in a row win; "standard": exactly five; "renju": Black may not
      make overlines, double-fours and double-threes).
    * chinesecheckers: ``players`` (2, the default, 3, 4 or 6), ``jumps`` (over a
      neighbour: "short", the default; over a man at any distance: "long"),
      ``corners`` (where a man may stop: "any", the default, "own"),
      ``leave_target`` (a man may leave the corner across, default False),
      ``blocking`` (who is home when the corner across is full: with "most" men in
      it, the default, with "one", or with all ten, "strict"), ``play_on`` (the others play for the next places,
      default False), ``ply_limit`` (default 2000, 0 off).
    * ludo: ``players`` (2, the default, to 4), ``take_off`` (with a "6", the
      default, or "5-6"), ``colour_jumps`` and ``flights`` (default True),
      ``ply_limit`` (default 4000, 0 off). Rolls, "d1" to "d6", are moves of the
      side "chance": a board never rolls by itself.

    NotFound: no such game. ParseError: malformed position. RulesError: a
    position that cannot arise in play. InvalidArgument: no such rule or value.

    >>> board = Board("xiangqi")
    >>> board.play("h2e2").play("h9g7").side
    'red'
    >>> len(board.moves())
    35
    >>> board.undo().position
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1'
    """

    _free_name = "qk_board_free"
    _shape: Tuple[int, ...] = ()  # of the planes, once known

    @_call.takes("Rules")
    def __init__(self, game: str, position: Optional[str] = None, *, strict: bool = True, **rules: Unpack[Rules]) -> None:
        if position == "":
            raise ParseError("position: empty, expected a text; None is the start position")
        self._strict = strict
        self._rules: Dict[str, Any] = {**rules}
        self._handle = _call.create(
            "qk_board_new",
            *_call.text("game", game),
            *_call.text("position", "" if position is None else position),
            *_call.options(_call.stated(rules)),
            0 if strict else _native.BOARD_LENIENT,
        )
        self._game = game

    # -- looking

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game

    @property
    def position(self) -> str:
        """The position as text, without the history: a FEN in Xiangqi."""
        return _call.read("qk_board_position", self._handle)

    @property
    def side(self) -> str:
        """The side to move: "red" or "black" in Xiangqi, "b" or "w" in
        Surakarta."""
        return _call.read("qk_board_side", self._handle)

    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None while it goes on. Of a game with places its
        ``ranks`` are those of the players, by ``report().sides``.

        >>> Board("chinesecheckers", "g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg").play("q13-p14").outcome
        Outcome(winner='red', reason='target full', ranks=[1, 2])
        """
        outcome = _native.Outcome(sizeof(_native.Outcome))
        _call.call("qk_board_outcome", self._handle, byref(outcome))
        if not outcome.over:
            return None
        return self.report().outcome

    @property
    def initial(self) -> str:
        """The position at which the history starts."""
        return self.report().initial

    @property
    def played(self) -> List[str]:
        """The moves made since :attr:`initial`."""
        return self.report().played

    def report(self) -> BoardReport:
        """The state of the game in one call."""
        return BoardReport.read(_call.report("qk_board_report", self._handle))

    def men(self) -> BoardMen:
        """What is seen on the board, in one call: rows, columns, men, pieces, in_check,
        ply, half_moves, last."""
        return BoardMen.read(_call.report("qk_board_men", self._handle))

    @property
    def pieces(self) -> Dict[str, str]:
        """The men by point, as letters of the position text; stones are "X" and "O".

        >>> Board("surakarta", "6/6/6/6/b5/1w4 b").pieces
        {'a2': 'b', 'b1': 'w'}
        """
        return self.men().pieces

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check; False in a game without check."""
        return self.men().in_check

    @property
    def last(self) -> Optional[LastMove]:
        """The last move, with its source and target; None where nothing was played.

        >>> Board("xiangqi").play("C2.5").last
        LastMove(move='h2e2', source='h2', target='e2')
        """
        return self.men().last

    @property
    def ply(self) -> int:
        """The number of moves made since :attr:`initial`."""
        return self.men().ply

    @property
    def half_moves(self) -> Optional[int]:
        """Plies since the last capture; None in a game that does not count them."""
        return self.men().half_moves

    def text(self, *, flip: bool = False) -> str:
        """The board drawn in letters, with the names of rows and columns, as
        ``print(board)`` shows it. flip has the second player at the bottom.

        >>> print(Board("surakarta").play("a2-a3"))
        6 w w w w w w
        5 w w w w w w
        4 . . . . . .
        3 b . . . . .
        2 . b b b b b
        1 b b b b b b
          a b c d e f
        """
        return _call.read("qk_board_text", self._handle, _native.TEXT_FLIP if flip else 0)

    def __str__(self) -> str:
        return self.text() if self._handle else repr(self)

    def planes(self, dtype: Any = "float32", *, out: Any = None) -> Any:
        """The board as numbers, for a network: a numpy array (men, rows, columns), row
        0 the top one. There is a plane for each kind of men of each side, in the order
        of ``men().men``, with 1 where such a man stands and 0 elsewhere.

        The library writes into the array itself, or into ``out``, a writable array of
        that many float32 without gaps, such as a row of a batch. Another dtype is a
        copy. Without numpy it is a memoryview. InvalidArgument: out is no such array.

        >>> board = Board("xiangqi")
        >>> planes = board.planes()
        >>> planes.shape, float(planes[0, 9, 4]), board.men().men[0][0]
        ((14, 10, 9), 1.0, 'K')
        """
        if not self._shape:
            men = self.men()
            self._shape = (len("".join(men.men)), men.rows, men.columns)
        size = self._shape[0] * self._shape[1] * self._shape[2]
        made: Any = out
        if out is None:
            try:
                made = importlib.import_module("numpy").empty(self._shape, "float32")
            except ImportError:
                if dtype != "float32":
                    raise
                made = memoryview(bytearray(4 * size)).cast("f", self._shape)
        try:
            view = memoryview(made)
            fits = view.format == "f" and view.nbytes == 4 * size and view.c_contiguous and not view.readonly
        except TypeError:
            fits = False
        if not fits:
            raise InvalidArgument(f"out is no writable array of {size} float32 without gaps, which board.planes expects")
        room = (c_char * (4 * size)).from_buffer(made)
        _call.call("qk_board_planes", self._handle, room, 4 * size, byref(c_size_t()))
        return made if out is not None or dtype == "float32" else made.astype(dtype, copy=False)

    def attackers(self, point: str, side: Optional[str] = None) -> List[str]:
        """The points from which the men of a side (None: of both) attack a point: on
        it they could take, whoever stands there, and whatever becomes of their own
        king. Unsupported: a game without attacks; Xiangqi, chess and Surakarta have
        them. ParseError: no such point. InvalidArgument: no such side.

        >>> Board("xiangqi").attackers("h9", "red")
        ['h2']
        """
        arguments = (*_call.text("point", point), *_call.text("side", "" if side is None else side))
        return _call.read("qk_board_attackers", self._handle, *arguments).split()

    def moves(self) -> List[str]:
        """The legal moves, sorted. A game that ended by repetition or by count
        still has moves."""
        return _call.read("qk_board_moves", self._handle).split()

    def format(self, move: str, notation: str) -> str:
        """Writes a legal move, given in any notation, in the named one. Xiangqi:
        "uci" (h2e2), "uci10" (h3e3), "iccs" (H2-E2), "wxf" (C2.5), "chinese",
        "chinese-traditional". Unsupported: no such notation.

        >>> Board("xiangqi").format("h2e2", "chinese")
        '炮二平五'
        """
        arguments = (*_call.text("move", move), *_call.text("notation", notation))
        return _call.read("qk_board_format", self._handle, *arguments)

    def view(self, turn: int = 0, symmetry: int = 0) -> str:
        """The position as text, seen with the players shifted by ``turn`` seats (1:
        half a rotation with the colours exchanged) and through one of the board's
        symmetries (0: none; Xiangqi 1: left and right exchanged)."""
        seats, mirror = (_call.whole(n, v, 0, 2**32 - 1) for n, v in (("turn", turn), ("symmetry", symmetry)))
        return _call.read("qk_board_view", self._handle, seats, mirror)

    def route(self, move: str) -> Route:
        """The shortest route that a capture travels, and all routes. Unsupported: a
        game without routes. ParseError: not a move. RulesError: a move that is not
        legal here, or a step, which travels no route.

        >>> Board("surakarta", "6/6/6/6/b5/1w4 b").route("a2xb1").points
        ['a2', 'b1']
        """
        return Route.read(_call.report("qk_board_route", self._handle, *_call.text("move", move)))

    def targets(self, point: str) -> Targets:
        """Where the piece on a point can go: nowhere when no piece of the side to
        move stands there. Unsupported:
        a game whose pieces do not move. ParseError: no such point.

        >>> Board("surakarta").targets("b2").steps
        ['a3', 'b3', 'c3']
        """
        found = Targets.read(_call.report("qk_board_targets", self._handle, *_call.text("point", point)))
        del found["point"]
        return found

    # -- playing

    def play(self, move: str) -> "Board":
        """Plays a move given in any notation of the game, and returns the board.
        ParseError: not a move. RulesError: a move, but not legal here."""
        _call.call("qk_board_play", self._handle, *_call.text("move", move))
        return self

    def undo(self) -> "Board":
        """Takes back the last move, and returns the board. StateError: there is
        none."""
        _call.call("qk_board_undo", self._handle)
        return self

    def copy(self) -> "Board":
        """An independent board with the same history."""
        other = Board.__new__(Board)
        other._handle = _call.create("qk_board_copy", self._handle)
        other._game, other._strict, other._rules, other._shape = self._game, self._strict, self._rules, self._shape
        return other

    @classmethod
    def _of(cls, handle: int, game: str, rules: Dict[str, Any]) -> "Board":
        """The board of a handle."""
        board = cls.__new__(cls)
        board._handle, board._game, board._strict, board._rules = handle, game, True, rules
        return board

    def perft(self, depth: int) -> int:
        """Counts the leaves of the tree of legal moves, depth (0 to 20) plies deep;
        only the lack of moves ends a line. Ctrl-C stops it.

        >>> Board("xiangqi").perft(3)
        79666
        """
        plies = _call.whole("depth", depth, 0, 2**32 - 1)
        job = started("qk_board_perft", self._handle, plies, label="perft", convert=lambda report: int(report["nodes"]))
        with job:
            return job.wait()

    # -- drawing

    @_call.takes("SvgOptions")
    def svg(self, **options: Unpack[SvgOptions]) -> Picture:
        """The board as an SVG picture, which a notebook shows: size in pixels (64 to
        4096, default 400), flip (the second player at the bottom), coords (default
        True), last (a move to highlight), arrows (moves, the first one strongest),
        marks (point to a short label), heat (point to weight, 0 to 1), style
        ("classic", the default, "flat", "print": black on white), letters (of
        Xiangqi's men, instead of characters). The men need no font.

        >>> Board("xiangqi").svg(style="print", letters=True).save(path.with_suffix(".svg"))
        """
        return Picture(_call.read("qk_board_svg", self._handle, *_call.options(_call.stated(options))))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board with the last move highlighted."""
        last = self.last
        return self.svg(last=last.move if last else None)

    # -- Python's own

    def __copy__(self) -> "Board":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Board":
        return self.copy()

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (self._game, self.initial, self._strict, self._rules, self.played)

    def __eq__(self, other: object) -> bool:
        """Equal boards have the same game and position text; the history does
        not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._game == other._game and self.position == other.position

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __repr__(self) -> str:
        if not self._handle:
            return f"<Board {self._game!r}: closed>"
        return f"Board({self._game!r}, {self.position!r})"


def _restore(game: str, initial: str, strict: bool, rules: Dict[str, Any], played: List[str]) -> Board:
    """Restores a pickled board with its history."""
    board = Board(game, initial, strict=strict, **rules)
    for move in played:
        board.play(move)
    return board
