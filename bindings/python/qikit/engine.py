"""Engines: they play and analyse one game."""

from __future__ import annotations

import math
from ctypes import byref, sizeof
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, TypedDict

from . import _call, _native
from ._errors import InvalidArgument
from ._reports import Line
from .board import Board
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import EngineOptions, EvaluateOptions


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit that is reached. None is no limit.

    >>> with Engine("xiangqi") as engine:
    ...     engine.search(Board("xiangqi"), Limits(depth=4)).depth
    4
    """

    depth: Optional[int] = None
    """Plies, 1 to 100."""
    nodes: Optional[int] = None
    """Positions searched."""
    visits: Optional[int] = None
    """Playouts of a tree search; alpha-beta needs another limit beside them."""
    time: Optional[float] = None
    """Seconds."""
    clock: Optional[float] = None
    """Seconds left on the mover's clock: the engine takes this move's share, so
    that it does not lose on time."""
    increment: Optional[float] = None
    """Seconds that the clock gains with each move."""
    moves_to_go: Optional[int] = None
    """The mover's moves until the next time control."""

    @property
    def limited(self) -> bool:
        """Whether any of them ends a search."""
        return any(limit is not None for limit in (self.depth, self.nodes, self.visits, self.time, self.clock))

    def _fill(self, opts: _native.SearchOpts) -> None:
        opts.depth = _limit("depth", self.depth, 100)
        opts.nodes = _limit("nodes", self.nodes, 2**62)
        opts.visits = _limit("visits", self.visits, 2**62)
        opts.time_us = _microseconds("time", self.time)
        opts.clock_us = _microseconds("clock", self.clock)
        opts.increment_us = _microseconds("increment", self.increment or None)
        opts.moves_to_go = _limit("moves_to_go", self.moves_to_go, 2**30)


class LimitWords(TypedDict, total=False):
    """The fields of :class:`Limits` as keywords."""

    depth: Optional[int]
    nodes: Optional[int]
    visits: Optional[int]
    time: Optional[float]
    clock: Optional[float]
    increment: Optional[float]
    moves_to_go: Optional[int]


@dataclass(frozen=True)
class Result:
    """What a search found, all for the side to move."""

    best: Optional[str]
    """The best move; None when the game is over."""
    score: Optional[int]
    """100 is one ordinary piece (a soldier in Xiangqi); None for a tree search."""
    win_rate: float
    """0 to 1: a win counts 1, a draw a half."""
    proven: Optional[Literal["win", "draw", "loss"]]
    """None, "win", "draw" or "loss"."""
    plies: Optional[int]
    """Plies to the proven end; None when nothing is proven."""
    depth: int
    """Plies fully searched."""
    nodes: int
    """Positions searched."""
    time: float
    """Seconds."""
    lines: List[Line] = field(default_factory=list)
    """The best lines, best first."""
    note: Optional[str] = None
    """A warning for the user, given once, such as endgame tables that cannot be
    read. Usually None."""

    @classmethod
    def from_report(cls, report: Mapping[str, Any]) -> "Result":
        """Reads the library's report "qikit/search-result/1"."""
        known = {field.name: report[field.name] for field in fields(cls) if field.name in report}
        known.update(proven=report["proven"] or None, lines=[Line.read(line) for line in report["lines"]])
        return cls(**known)


class Engine(_call.Handle):
    """A player and analyst of one game.

    kind is "alphabeta" or "mcts", or "uci", "ucci", "gtp" or "gomocup" for an external program
    at ``path``. The default is the game's usual kind ("mcts" for Go and Capture Go,
    "alphabeta" for the others). Every option, with its range and default:
    :class:`qikit.options.EngineOptions`.

    NotFound: no such game, program or book. ParseError, VersionError: not a book that
    can be read. InvalidArgument, Unsupported: an option, a book of another game.

    >>> with Engine("xiangqi") as engine:
    ...     found = engine.search(Board("xiangqi"), depth=4)
    >>> found.depth, found.proven, len(found.lines)
    (4, None, 1)
    """

    _free_name = "qk_engine_free"

    @_call.takes("EngineOptions")
    def __init__(self, game: str, **options: Unpack[EngineOptions]) -> None:
        self._handle = _call.create("qk_engine_new", *_call.text("game", game), *_call.options(_call.stated(options)))
        self._game = game
        self._kind = options.get("kind") or ("mcts" if game in ("capturego", "go") else "alphabeta")

    def search(
        self,
        board: Board,
        limits: Optional[Limits] = None,
        *,
        lines: int = 1,
        fresh: bool = False,
        **limit: Unpack[LimitWords],
    ) -> Result:
        """Searches the board's position until the first limit is reached. The
        limits are a :class:`Limits`, or its fields as keywords: ``depth=8``,
        ``time=0.5``. lines is how many best lines are wanted (1 to 361). With fresh
        the engine forgets earlier searches first.

        At least one limit is needed; :meth:`start` needs none and goes on until it
        is cancelled. Ctrl-C cancels. A game that is over gives a Result without a
        best move. InvalidArgument: a limit out of its range, a board of another
        game."""
        limits = _limits(limits, limit)
        if not limits.limited:
            raise InvalidArgument("search: no limit, expected depth, nodes, visits, time or clock; start() takes none")
        with self.start(board, limits, lines=lines, fresh=fresh) as job:
            return job.wait()

    def start(
        self,
        board: Board,
        limits: Optional[Limits] = None,
        *,
        lines: int = 1,
        fresh: bool = False,
        **limit: Unpack[LimitWords],
    ) -> Job[Result]:
        """Starts :meth:`search`, and returns at once. The board may be used
        meanwhile. ``job.events()`` yields a Result after each iteration; a
        cancelled search keeps the best result so far."""
        opts = _native.SearchOpts(sizeof(_native.SearchOpts))
        _call.init("qk_search_opts_init", opts)
        _limits(limits, limit)._fill(opts)
        opts.lines = _call.whole("lines", lines, 1, 361)
        opts.fresh = 1 if fresh else 0
        return started(
            "qk_engine_search",
            self._handle,
            _board(board)._handle,
            byref(opts),
            label="search",
            convert=Result.from_report,
            event=Result.from_report,
            keep=self,
        )

    @_call.takes("EvaluateOptions")
    def evaluate(self, board: Board, **options: Unpack[EvaluateOptions]) -> Dict[str, int]:
        """The terms of the static evaluation for the side to move.

        Xiangqi, in hundredths of a soldier: value, position, mobility, own, enemy,
        total of these. Chess, in hundredths of a pawn: material, position, mobility, pawns,
        attack, total. Surakarta, by strategy 106 and in its own units: extent, position,
        dynamic and potential without their weights, phase (0, 1 in the endgame), total
        (weighted). These three: network, the value by which the engine plays, unless its
        ``evaluator`` is "terms" or its ``strategy`` named. Gomoku, Chinese checkers and Ludo
        have terms of their own. Surakarta's role says whether the side to move moved first in
        the game, "front", or second, "back"; the default follows from the ply number.

        Unsupported: this engine has none. InvalidArgument: an option.

        >>> Engine("surakarta").evaluate(Board("surakarta"), role="back")["total"]
        0
        """
        terms = _call.report(
            "qk_engine_evaluate", self._handle, _board(board)._handle, *_call.options(_call.stated(options))
        )
        return dict(terms["terms"])

    def clear(self) -> None:
        """Forgets all earlier searches. During a search it returns at once, and the next
        search forgets first."""
        _call.call("qk_engine_clear", self._handle)

    def __repr__(self) -> str:
        if not self._handle:
            return f"<Engine {self._game!r}: closed>"
        return f"<Engine {self._game!r}, {self._kind}>"


def _board(value: Board) -> Board:
    if not isinstance(value, Board):
        raise TypeError(f"board is {type(value).__name__}, expected qikit.Board")
    return value


def _limits(limits: Optional[Limits], given: Mapping[str, Any]) -> Limits:
    """The limits as one value; keywords are added to it."""
    if limits is None:
        return Limits(**given)
    if not isinstance(limits, Limits):
        raise TypeError(f"limits is {type(limits).__name__}, expected qikit.Limits")
    return replace(limits, **given)


def _limit(what: str, value: Optional[int], high: int) -> int:
    """A limit: 0 means none in the C interface, None in Python."""
    return 0 if value is None else _call.whole(what, value, 1, high)


def _microseconds(what: str, seconds: Optional[float]) -> int:
    if seconds is None:
        return 0
    if not (math.isfinite(seconds) and seconds > 0):
        raise InvalidArgument(f"{what} is {seconds}, expected a number of seconds over 0")
    return min(max(1, round(seconds * 1e6)), 2**63 - 1)
