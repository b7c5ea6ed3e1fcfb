"""The exceptions of qikit, one for each status of the C interface.

All derive from :class:`QikitError`, and each also from the built-in exception
that a Python programmer would expect in its place, so that both
``except qikit.ParseError`` and ``except ValueError`` work.
"""

from __future__ import annotations

from typing import Dict, Type


class QikitError(Exception):
    """Anything that the library refuses or fails at.

    ``status`` is the number of the C interface (``QK_ERR_...``); numbers never
    change their meaning. The text says what was wrong, where, and what was
    expected.
    """

    status: int = -1


class InvalidArgument(QikitError, ValueError):
    """An argument or option does not exist or is out of its range."""

    status = 1


class HandleError(QikitError):
    """The object has been closed."""

    status = 2


class StateError(QikitError, RuntimeError):
    """Not now: nothing to undo, or the job is still running."""

    status = 3


class Cancelled(QikitError):
    """The job was cancelled before there was anything to keep."""

    status = 4


class Timeout(QikitError, TimeoutError):
    """The time given was over first. The job goes on."""

    status = 5


class NotFound(QikitError, LookupError):
    """No such game, position or file."""

    status = 6


class FileNotFound(NotFound, FileNotFoundError):
    """No such file; what :func:`qikit.book.open` raises."""


class ParseError(QikitError, ValueError):
    """Malformed text or file."""

    status = 7


class RulesError(QikitError, ValueError):
    """Well formed, but against the rules of the game."""

    status = 8


class LimitError(QikitError, ValueError):
    """More than the library takes; the text says how much it takes."""

    status = 9


class BufferTooSmall(QikitError, BufferError):
    """A buffer was too small. The package grows its buffers by itself, so that
    only calls past the public classes can meet this."""

    status = 10


class Unsupported(QikitError, NotImplementedError):
    """This game, engine or build does not do that."""

    status = 11


class VersionError(QikitError):
    """A library or file of another version."""

    status = 12


class QikitIOError(QikitError, OSError):
    """Disk, pipe or process; the text has the cause."""

    status = 13


class Forked(QikitError, RuntimeError):
    """Called in a forked child of a process that had used the library.

    Use the "spawn" or "forkserver" start method of multiprocessing, or use
    qikit in the children only.
    """

    status = 14


class Panic(QikitError, RuntimeError):
    """A defect in the library. The object that met it is unusable now, all
    others go on, and closing it still works."""

    status = 15


class Internal(QikitError, RuntimeError):
    """A defect in the library."""

    status = 16


BY_STATUS: Dict[int, Type[QikitError]] = {
    kind.status: kind
    for kind in (
        InvalidArgument,
        HandleError,
        StateError,
        Cancelled,
        Timeout,
        NotFound,
        ParseError,
        RulesError,
        LimitError,
        BufferTooSmall,
        Unsupported,
        VersionError,
        QikitIOError,
        Forked,
        Panic,
        Internal,
    )
}


def from_status(status: int, message: str) -> QikitError:
    """The exception for a status. A newer library may return one that is not
    known here: that is a plain :class:`QikitError`."""
    kind = BY_STATUS.get(status, QikitError)
    error = kind(message)
    error.status = status
    return error
