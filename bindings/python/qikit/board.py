"""A position of any game, with its rules and history."""

from __future__ import annotations

from ctypes import byref, sizeof
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from . import _call, _native
from ._errors import ParseError
from ._reports import BoardReport, Outcome, Route, Targets
from .job import started


class Board(_call.Handle):
    """A board of the named game.

    game is "xiangqi", "surakarta", "capturego" or "go" (``qikit.runtime.stats()["games"]`` lists all). position
    is a text, a FEN in Xiangqi; None is the start position. strict=False also takes positions that cannot arise
    in play. The other keywords are rules of the game; where the position text states a rule, the text wins:

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

    def __init__(self, game: str, position: Optional[str] = None, *, strict: bool = True, **rules: Any) -> None:
        if position == "":
            raise ParseError("position: empty, expected a text; None is the start position")
        self._strict = strict
        self._rules = rules
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
        """How the game ended; None while it goes on."""
        outcome = _native.Outcome(sizeof(_native.Outcome))
        _call.call("qk_board_outcome", self._handle, byref(outcome))
        if not outcome.over:
            return None
        winner = outcome.side.decode() if outcome.winner >= 0 else None
        return Outcome(winner=winner, reason=outcome.reason.decode())

    @property
    def initial(self) -> str:
        """The position at which the history starts."""
        return self.report().initial

    @property
    def played(self) -> List[str]:
        """The moves made since :attr:`initial`."""
        return self.report().played

    def report(self) -> BoardReport:
        """Everything about the board in one call."""
        return BoardReport.read(_call.report("qk_board_report", self._handle))

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
        other._game, other._strict, other._rules = self._game, self._strict, self._rules
        return other

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

    def svg(
        self,
        *,
        size: Optional[int] = None,
        flip: Optional[bool] = None,
        coords: Optional[bool] = None,
        last: Optional[str] = None,
        arrows: Optional[Sequence[str]] = None,
        marks: Optional[Mapping[str, str]] = None,
        **options: Any,
    ) -> str:
        """The board as an SVG picture: size in pixels (64 to 4096, default 400),
        flip (the second player at the bottom), coords (default True), last (a
        move to highlight), arrows (moves, the first one strongest), marks (point
        to a short label), options (heat: point to weight, 0 to 1)."""
        given = {"size": size, "flip": flip, "coords": coords, "last": last, "arrows": arrows, "marks": marks}
        return _call.read("qk_board_svg", self._handle, *_call.options({**_call.stated(given), **options}))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board with the last move highlighted."""
        played = self.played
        return self.svg(last=played[-1] if played else None)

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
