"""Networks that learn.

:func:`start` teaches a network to value positions by the records of books, inside the
library:

    >>> import qikit
    >>> book, net = path.with_suffix(".qkb"), path.with_suffix(".qnet")
    >>> qikit.book.generate(game="xiangqi", out=book, games=20, seed=7, max_plies=40,
    ...                     depth={"scope": "ply", "distribution": "list", "depths": [1, 2]}, reevaluate=None).wait().games
    20
    >>> job = qikit.train.start([book], net, width=16, passes=2, batch=64, held_out=0.3)
    >>> len(job.wait().losses)
    3
    >>> engine = qikit.Engine("xiangqi", net=net)

``python -m qikit.train`` trains Capture Go's networks from the library's own self-play;
it repeats that from scratch, and resumes where it was stopped; TRAINING.md beside this
file has the results. It needs PyTorch and numpy, unlike the rest of qikit: ``pip install
qikit[train]``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Sequence

from .. import _call
from .._reports import Trained, TrainStep
from ..job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import TrainOptions

__all__ = ["start"]


@_call.takes("TrainOptions")
def start(books: Sequence[_call.PathLike], out: _call.PathLike, **options: Unpack[TrainOptions]) -> Job[Trained]:
    """Learns from books, and writes the network to the file ``out``, which
    ``Engine("xiangqi", net=out)`` takes. Games: Xiangqi, chess and Surakarta.

    Returns at once; the job's progress counts positions, its events are the losses: one
    before the first pass and one after each, as ``result.losses`` has them in the end. A
    cancelled or killed job goes on with ``resume=True``; the file is the same for any
    number of workers.

    passes is how often every position is learnt from (default 10), batch the positions of
    a step (16384), rate and decay those of Adam (0.002, 0.2). result_weight is the share of
    the game's result beside the score (0.2), scale the score that stands for a win
    probability of 0.73 (380). width is the sums of a player's view (64), outputs the sets
    of output weights by the number of men (4); folded joins the king's places left and
    right. held_out is the share of games that only measure the loss (0.02). skip_check,
    skip_captures, skip_unknown and max_score (True, True, False, 2500) leave positions out.

    InvalidArgument: an option; the text names it. The job's errors: StateError: out
    exists, or what an earlier job learnt, and resume is not set. InvalidArgument: books
    from which nothing can be learnt, or of different games. ParseError: a file that is no
    book."""
    given = {"books": [os.fspath(path) for path in books], "out": out, **options}
    return started("qk_train_start", *_call.options(given), label="train", convert=Trained.read, event=TrainStep.read)
