"""Reviews: learning from a finished game of Capture Go.

    >>> import qikit
    >>> game = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
    >>> done = qikit.review.review(game, user="black", effort="quick", target_time=0, demonstrate_time=0)
    >>> len(done.moves), done.complete
    (5, True)
    >>> done.bad_moves[0].move
    'B1'
"""

from __future__ import annotations

import html
import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Tuple, Union

from . import _call
from ._call import DEFAULT
from ._errors import FileNotFound, NotFound
from ._picture import Picture
from ._reports import BadMove, Exercise, GraphPoint, OpponentMove, ReviewAnswer, ReviewedMove, ReviewReport, ReviewStep
from .game import Game
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import ReviewOptions, ReviewQuestion, ReviewSvgOptions

Sgf = Union[str, bytes, "os.PathLike[str]", Game]


@_call.takes("ReviewOptions")
def start(sgf: Sgf, **options: Unpack[ReviewOptions]) -> "Job[Review]":
    """Starts :func:`review`, and returns at once; the job results in a
    :class:`Review`. Progress is a part of the work. A cancelled job keeps what was done,
    as a review whose ``complete`` is False."""
    return started("qk_review_start", *_record(sgf), *_call.options(options), label="review", convert=_made, event=ReviewStep.read)


@_call.takes("ReviewOptions")
def review(sgf: Sgf, *, progress: bool = False, **options: Unpack[ReviewOptions]) -> "Review":
    """Reviews a game of Capture Go and waits for the end.

    sgf is the game: its text, its bytes (in the charset that it states), a file's path
    as an os.PathLike, or a :class:`qikit.game.Game`. user is the learner's colour, "black" or
    "white". progress draws a bar.

    **What.** target is the number of stones to capture (a pair for black's and
    white's); the default is what the record says (``RU[Capture-3]``, or GC in words);
    a record that does not say it is refused. range
    is the first and the last of the user's moves to analyse, from 1; level, 1 to
    10, leaves out the first and the last moves for strong players.

    **Which are bad.** Moves whose recommendation value is under threshold (default
    0.2), or with ``select="lowest"`` the lowest (default 5). value is "a", the
    move's degree divided by the sum of the better moves' degrees, or "b", divided
    by the highest. A move is not counted as bad when it wins, when it loses less
    than clear_loss points (default 5), or when every move loses.

    **Effort** is "quick", "default" or "deep": visits (default 150) for each move,
    target_visits (1200) or target_time (5 s) for each bad one, demonstrate_visits
    (300) or demonstrate_time (5 s) for each of at least plies (5) plies that show
    how the game would have gone on. A review is the same every time only if no
    clock cut it short, which needs times of 0; the number of workers does not
    matter. It is the same on machines with like processors; with deterministic,
    which is some ten times slower, on all machines. time limits the whole review,
    in seconds.

    **Why.** Each move that is looked at has reasons, facts of the board in words:
    ``moves[0].reasons``, and of a bad move ``target_reasons`` and ``end_reasons``.
    With opponent=True the opponent's mistakes are told too.

    language is "en" or "zh". Every option: review-options.json in the package's folder schema.

    InvalidArgument: an option, such as a missing user. ParseError: a record that
    cannot be read; the text says where. RulesError: an illegal move; the text says
    which and why. StateError: no move of the user in the range."""
    return start(sgf, **options).wait(progress=progress)


def load(path: _call.PathLike) -> "Review":
    """Reads a review that :meth:`Review.save` wrote. FileNotFound: there is none.
    ParseError: no review, or a damaged one. VersionError: one of a newer
    library."""
    try:
        return Review(_call.create("qk_review_load", *_call.path("path", path)))
    except NotFound as missing:
        raise FileNotFound(str(missing)) from None


def parse(text: str) -> "Review":
    """Reads a review from the text of :meth:`Review.json`."""
    return Review(_call.create("qk_review_parse", *_call.text("text", text)))

# Words of a notebook's table.
_CHINESE = {
    "number": "手数",
    "move": "着法",
    "target": "应下",
    "loss": "损失（百分点）",
    "class": "评价",
    "why": "原因",
    "inaccuracy": "欠佳",
    "mistake": "失误",
    "blunder": "大错",
}


class Review(_call.Handle):
    """A reviewed game. Made by :func:`review`, :func:`load` and :func:`parse`.
    Win rates are the user's, 0 to 1; losses are in points of them, 0 to 100."""

    _free_name = "qk_review_free"

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._report = ReviewReport.read(json.loads(self.json()))

    # -- what was found

    @property
    def report(self) -> ReviewReport:
        """The whole report."""
        return self._report

    @property
    def moves(self) -> List[ReviewedMove]:
        """The user's moves."""
        return self._report.moves

    @property
    def bad_moves(self) -> List[BadMove]:
        """The bad moves, with better ones."""
        return self._report.bad_moves

    @property
    def opponent_moves(self) -> List[OpponentMove]:
        """The opponent's mistakes; empty when ``opponent`` was not asked for."""
        return self._report.opponent_moves or []

    @property
    def worst(self) -> List[int]:
        """Numbers of the two or three worst moves, the worst first."""
        return self._report.worst

    @property
    def accuracy(self) -> Optional[float]:
        """0 to 100; None when no move was analysed."""
        return self._report.accuracy

    @property
    def graph(self) -> List[GraphPoint]:
        """The win-rate curve."""
        return self._report.graph

    @property
    def exercises(self) -> List[Exercise]:
        """ "Try again here": positions with right and wrong answers."""
        return self._report.exercises

    @property
    def complete(self) -> bool:
        """False when the review was cancelled or its time was up."""
        return self._report.complete

    @property
    def text(self) -> str:
        """The review in words."""
        return self._report.text

    @property
    def answers(self) -> List[ReviewAnswer]:
        """Answers to what was asked of this review, in order."""
        return self._report.answers or []

    # -- questions

    @_call.takes("ReviewQuestion")
    def ask(self, number: int, move: str, **options: Unpack[ReviewQuestion]) -> "Review":
        """What if move had been played in place of the user's move of that number? The
        result is the review with the answer as the last of its ``answers``, changed
        where the answer proves otherwise; this one stays as it is. effort is "quick",
        "default" or "deep", times that of the review.

        NotFound: the move was not analysed, or is not legal."""
        return self.start("ask", number, move, **options).wait()

    @_call.takes("ReviewQuestion")
    def demonstrate(self, number: int, move: Optional[str] = None, **options: Unpack[ReviewQuestion]) -> "Review":
        """How would the game have gone on after move, or after the best one? See
        :meth:`ask`."""
        return self.start("demonstrate", number, move, **options).wait()

    @_call.takes("ReviewQuestion")
    def deepen(self, number: int, **options: Unpack[ReviewQuestion]) -> "Review":
        """Searches the user's move of that number again, with four times the effort. See
        :meth:`ask`."""
        return self.start("deepen", number, **options).wait()

    @_call.takes("ReviewQuestion")
    def start(
        self, kind: Literal["ask", "demonstrate", "deepen"], number: int, move: Optional[str] = None, **options: Unpack[ReviewQuestion]
    ) -> "Job[Review]":
        """Starts :meth:`ask`, :meth:`demonstrate` or :meth:`deepen`, and returns at once."""
        given = {"kind": kind, "number": number, "move": move or "", **options}
        return started("qk_review_ask", self._handle, *_call.options(given), label="review", convert=_made, event=ReviewStep.read)

    # -- other forms

    def sgf(self) -> str:
        """The game as SGF, with verdicts, and targets and demonstrations as
        variations; the record's other content is kept."""
        return _call.read("qk_review_sgf", self._handle)

    @_call.takes("ReviewSvgOptions")
    def svg(
        self, number: Optional[int] = DEFAULT, picture: Optional[Literal["graph", "board", "line", "moves"]] = DEFAULT, **options: Unpack[ReviewSvgOptions]
    ) -> Picture:
        """A picture: the win-rate curve; with a number, the board before that move,
        with the move played, the better one and others; with ``picture="line"``, the
        demonstration of that bad move; with ``picture="moves"``, all of the user's
        moves. Boards say below what they show. Other options: plies, size, flip,
        coords, caption, style."""
        given = {"number": number, "picture": picture, **options}
        return Picture(_call.read("qk_review_svg", self._handle, *_call.options(given)))

    def json(self) -> str:
        """The whole review as JSON text, which :func:`parse` reads."""
        return _call.read("qk_review_json", self._handle)

    def save(self, path: _call.PathLike) -> None:
        """Writes the review to a file, whole or not at all. NotFound: no such
        folder. QikitIOError: it cannot be written."""
        _call.call("qk_review_save", self._handle, *_call.path("path", path))

    # -- helpers

    def _repr_html_(self) -> str:
        """What a notebook shows: the words, the curve, the worst move with its
        demonstration, and all bad moves with the reasons."""
        if not self._handle:
            return html.escape(repr(self))
        columns = ("number", "move", "target", "loss", "class")
        words = _CHINESE if self._report.language == "zh" else {}
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(words.get(str(bad[column]), str(bad[column])))}</td>" for column in columns) + f'<td style="text-align:left">{self._why(bad)}</td></tr>'
            for bad in self.bad_moves
        )
        table = ""
        if rows:
            table = "<table><tr>" + "".join(f"<th>{words.get(column, column)}</th>" for column in (*columns, "why")) + f"</tr>{rows}</table>"
        return f"<p>{html.escape(self.text)}</p>{self.svg()}{self._worst()}{table}"

    def _why(self, bad: BadMove) -> str:
        """The reasons against a bad move, and for its target; without any, what else
        is said of the move."""
        move = self.moves[bad.number - 1]
        reasons = [*(move.reasons or []), *(bad.target_reasons or [])]
        gap = "" if self._report.language == "zh" else " "
        return html.escape(gap.join(reason.text for reason in reasons) or move.text)

    def _worst(self) -> str:
        """The worst move and its demonstration, side by side."""
        for bad in self.bad_moves:
            if self.worst and bad.number == self.worst[0]:
                pictures = [self.svg(bad.number)]
                if bad.demonstration:
                    pictures.append(self.svg(bad.number, "line"))
                return f'<div style="display:flex;flex-wrap:wrap;gap:12px">{"".join(pictures)}</div>'
        return ""

    def __repr__(self) -> str:
        if not self._handle:
            return "<Review: closed>"
        return f"<Review: {len(self.moves)} moves, {len(self.bad_moves)} bad, {self._report.ended}>"


def _record(sgf: Sgf) -> Tuple[bytes, int]:
    if isinstance(sgf, Game):
        sgf = sgf.write(format="sgf")
    if isinstance(sgf, os.PathLike):
        with open(sgf, "rb") as file:
            sgf = file.read()
    if isinstance(sgf, bytes):
        return sgf, len(sgf)
    return _call.text("sgf", sgf)


def _made(report: Dict[str, Any]) -> Review:
    return parse(json.dumps(report))


__all__ = ["Review", "load", "parse", "review", "start"]
