"""Self-play of Capture Go, from which its networks learn, and matches of networks.

    >>> import qikit
    >>> job = qikit.selfplay.start(path, games=2, visits=20, fast_visits=5, seed=7)
    >>> job.wait().games
    2
    >>> match = qikit.selfplay.match(games=2, visits=40, against_visits=4)
    >>> match.wait().games
    2

How to train a network with it: ``python -m qikit.train``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Sequence

from . import _call
from ._reports import MatchReport, RolloutReport, SelfPlayed
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import MatchOptions, RolloutOptions, SelfPlayOptions


@_call.takes("SelfPlayOptions")
def start(out: _call.PathLike, **options: Unpack[SelfPlayOptions]) -> Job[SelfPlayed]:
    """Plays games and writes the searched positions to the file ``out``.

    Returns at once; the job's progress counts games, its result says how many games
    and positions the file holds. A cancelled or killed job keeps whole games, and
    ``resume=True`` continues it; the complete file is the same for any number of
    workers.

    games is how many the file is to hold (default 100). net is the file of the
    network that plays; without one, moves come from a tree search with playouts. A
    move gets a full search of visits visits (default 400, with a network 32), after
    which its position is written, or a fast one of fast_visits (80, 8), after which
    it is not; full is the share of full searches (default 0.5). varied is the
    number of moves of a game that are drawn by their shares of the visits (default
    6). starts is a dict: sizes and targets (each number with its weight: ``{"9":
    1}``), unequal, random_stones, cross_cut, opening.

    InvalidArgument: an option; the text names it. The job's errors: StateError:
    out exists, and resume is not set. InvalidArgument: it was made with other
    options. ParseError: net is no network for Capture Go."""
    return started("qk_selfplay_start", *_call.options({"out": out, **options}), label="selfplay", convert=SelfPlayed.read)


@_call.takes("MatchOptions")
def match(**options: Unpack[MatchOptions]) -> Job[MatchReport]:
    """Plays a match of net against another network; a side without a network plays
    by playouts.

    Every start is played twice, with colours exchanged. visits is the visits of
    each of net's searches (default 64), against_visits those of the other (default:
    the same), games the number of games (default 400); starts is as in
    :func:`start`. The result has games, wins, score, its standard error, and the
    same by targets and by sizes of boards. A cancelled match keeps what was played.

    InvalidArgument: an option. The job's errors: ParseError: a file that is not a
    network for Capture Go. NotFound: no such file."""
    return started("qk_selfplay_match", *_call.options(options), label="match", convert=MatchReport.read)


@_call.takes("RolloutOptions")
def rollout(samples: Sequence[_call.PathLike], out: _call.PathLike, **options: Unpack[RolloutOptions]) -> Job[RolloutReport]:
    """Learns the weights of playouts from files of samples, and writes them to
    ``out`` as a network file.

    passes is how often every position is used (default 4), rate the learning rate
    (default 0.05), seed the seed of the order. The result has positions, held_out,
    and how well the weights predict the moves of held-out positions (trained;
    before: the weights at the start), each with loss and best.

    InvalidArgument: an option. The job's errors: InvalidArgument: not a file of
    samples, or a damaged one. NotFound: no such file."""
    given = {"samples": [os.fspath(path) for path in samples], "out": out, **options}
    return started("qk_selfplay_rollout", *_call.options(given), label="rollout", convert=RolloutReport.read)
