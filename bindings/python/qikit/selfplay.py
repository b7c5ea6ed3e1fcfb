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
from typing import Any, Mapping, Sequence

from . import _call
from ._call import DEFAULT
from ._reports import MatchReport, RolloutReport, SelfPlayed
from .job import Job, started


def start(
    out: _call.PathLike,
    *,
    games: int = DEFAULT,
    seed: int = DEFAULT,
    workers: int = DEFAULT,
    resume: bool = DEFAULT,
    net: _call.PathLike = DEFAULT,
    visits: int = DEFAULT,
    fast_visits: int = DEFAULT,
    full: float = DEFAULT,
    varied: int = DEFAULT,
    starts: Mapping[str, Any] = DEFAULT,
    **options: Any,
) -> Job[SelfPlayed]:
    """Plays games and writes the positions searched into the file ``out``.

    Returns at once; the job's progress counts games, its result says how many
    games and positions the file holds. A cancelled or killed job keeps whole
    games and goes on with ``resume=True``; the file is the same in the end,
    whatever the number of workers.

    games is how many the file is to hold (default 100). net is the file of the
    network that plays; without one, moves come from a tree search with playouts.
    A move gets a full search of so many visits (default 400, with a network 32)
    and its position is written, or a fast one (80, 8) and it is not; full is the
    share of the former (default 0.5). varied is how many moves of a game are
    drawn by their share of the search (default 6). starts is a dict: sizes and
    targets (each number with its weight: ``{"9": 1}``), unequal, random_stones,
    cross_cut, opening.

    InvalidArgument: an option; the text names it. The job's errors: StateError:
    out exists, and resume is not set. InvalidArgument: it was made with other
    options. ParseError: net is no network for Capture Go."""
    given = dict(locals())
    given.update(given.pop("options"))
    return started("qk_selfplay_start", *_call.options(given), label="selfplay", convert=SelfPlayed.read)


def match(
    *,
    net: _call.PathLike = DEFAULT,
    against: _call.PathLike = DEFAULT,
    visits: int = DEFAULT,
    against_visits: int = DEFAULT,
    games: int = DEFAULT,
    seed: int = DEFAULT,
    workers: int = DEFAULT,
    starts: Mapping[str, Any] = DEFAULT,
    **options: Any,
) -> Job[MatchReport]:
    """Plays a match of net against another network; either left out plays by
    playouts.

    Every start is played twice, with colours exchanged. visits is what each
    search of net's gets (default 64), against_visits the other's (default: as
    many), games the number of games (default 400); starts is as in :func:`start`.
    The result has games, wins, score, its standard error, and the same by targets
    and by sizes of boards. A cancelled match keeps what was played.

    InvalidArgument: an option. The job's errors: ParseError: a file that is no
    network for Capture Go. NotFound: none at all."""
    given = dict(locals())
    given.update(given.pop("options"))
    return started("qk_selfplay_match", *_call.options(given), label="match", convert=MatchReport.read)


def rollout(
    samples: Sequence[_call.PathLike],
    out: _call.PathLike,
    *,
    passes: int = DEFAULT,
    rate: float = DEFAULT,
    seed: int = DEFAULT,
    **options: Any,
) -> Job[RolloutReport]:
    """Learns from files of samples by what weights random games are played out,
    and writes them to ``out`` as a network file.

    passes is how often every position is learnt from (default 4), rate how fast
    the weights move (default 0.05), seed the order. The result has positions,
    held_out, and how well the weights foretell the moves of positions held out
    (trained; before: those that learning began with), each with loss and best.

    InvalidArgument: an option. The job's errors: InvalidArgument: no file of
    samples, or a damaged one. NotFound: none at all."""
    given = dict(locals())
    given.update(given.pop("options"))
    given["samples"] = [os.fspath(path) for path in samples]
    return started("qk_selfplay_rollout", *_call.options(given), label="rollout", convert=RolloutReport.read)
