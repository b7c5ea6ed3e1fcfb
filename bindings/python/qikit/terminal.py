"""This computer as a compute terminal: it works for the AI platform of an SGCP server.

    >>> import qikit
    >>> job = qikit.terminal.join(port)
    >>> done = 0
    >>> while done == 0:
    ...     done = job.poll().done
    >>> job.cancel()
    >>> job.wait().units > 0
    True
"""

from __future__ import annotations

from typing import Any

from . import _call
from ._call import DEFAULT
from ._reports import TerminalReport
from .job import Job, started


def join(
    port: int,
    host: str = DEFAULT,
    *,
    nick: str = DEFAULT,
    key: str = DEFAULT,
    cores: int = DEFAULT,
    share: float = DEFAULT,
    give_up: float = DEFAULT,
    **options: Any,
) -> Job[TerminalReport]:
    """Connects to a server and does the work that it sends until the job is
    cancelled; after a lost connection it comes back.

    Returns at once. At first the computer is measured, for about a second. The
    job's progress counts playouts, its rate is playouts a second while there was
    work. Its events, four a second at most, and its result say what the
    computer has done. A cancelled job has a result too,
    and leaves within a second; others do what was under way.

    nick is whom to log in as (default: one is drawn), key the secret by which the
    server knows this computer. cores is how many work (default: as many as threads
    that compute), share how much of their time (0.05 to 1; default 1). give_up is
    how many seconds to try to come back (default 120; 0 for ever).

    InvalidArgument: an option. The job's errors: StateError: the server refused,
    or has no use for terminals. QikitIOError, Timeout: no connection.
    ParseError: no SGCP server."""
    given = dict(locals())
    given.update(given.pop("options"))
    return started("qk_terminal_join", *_call.options(given), label="terminal", convert=TerminalReport.read, event=TerminalReport.read)
