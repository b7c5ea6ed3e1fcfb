"""qikit: board games for programs.

Game records by self-play (:mod:`qikit.book`), boards with complete rules
(:class:`Board`), engines (:class:`Engine`), reviews
(:mod:`qikit.review`) and long work as jobs
(:class:`Job`), on an embedded library that is loaded at the first call.
"""

from . import book, debug, review, runtime, selfplay, sgcp, tables, terminal
from ._errors import (
    BufferTooSmall,
    Cancelled,
    FileNotFound,
    Forked,
    HandleError,
    Internal,
    InvalidArgument,
    LimitError,
    NotFound,
    Panic,
    ParseError,
    QikitError,
    QikitIOError,
    RulesError,
    StateError,
    Timeout,
    Unsupported,
    VersionError,
)
from ._reports import Outcome
from .board import Board
from .engine import Engine, Limits, Result
from .job import Job, Step

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BufferTooSmall",
    "Cancelled",
    "Engine",
    "FileNotFound",
    "Forked",
    "HandleError",
    "Internal",
    "InvalidArgument",
    "Job",
    "LimitError",
    "Limits",
    "NotFound",
    "Outcome",
    "Panic",
    "ParseError",
    "QikitError",
    "QikitIOError",
    "Result",
    "RulesError",
    "StateError",
    "Step",
    "Timeout",
    "Unsupported",
    "VersionError",
    "book",
    "debug",
    "review",
    "runtime",
    "selfplay",
    "sgcp",
    "tables",
    "terminal",
]
