"""qikit: board games for programs.

Game records by self-play (:mod:`qikit.book`), boards with complete rules
(:class:`Board`), engines (:class:`Engine`), reviews
(:mod:`qikit.review`) and long work as jobs
(:class:`Job`), on an embedded library that is loaded at the first call.
"""

from . import _errors, book, debug, game, review, runtime, selfplay, sgcp, tables, terminal, train
from ._errors import *
from ._picture import Picture
from ._reports import Outcome
from .board import Board
from .engine import Engine, Limits, Result
from .job import Job, Step

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Engine",
    "Job",
    "Limits",
    "Outcome",
    "Picture",
    "Result",
    "Step",
    "book",
    "debug",
    "game",
    "review",
    "runtime",
    "selfplay",
    "sgcp",
    "tables",
    "terminal",
    "train",
]
__all__ += _errors.__all__
