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

from typing import TYPE_CHECKING

from . import _call
from ._call import DEFAULT
from ._reports import TerminalReport
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import TerminalOptions


@_call.takes("TerminalOptions")
def join(port: int, host: str = DEFAULT, **options: Unpack[TerminalOptions]) -> Job[TerminalReport]:
    """Connects to a server and does the work that it sends until the job is
    cancelled; it reconnects after a lost connection.

    Returns at once. At first the computer is measured, for about a second. The
    job's progress counts playouts, its rate is the playouts a second while there is
    work. Its events, four a second at most, and its result say what the computer
    has done. A cancelled job has a result, too, and leaves within a second; other
    computers finish its work.

    nick is the name to log in with (default: a random one), key the secret by which
    the server knows this computer. cores is how many cores work (default: the
    number of compute threads), share how much of their time (0.05 to 1; default 1).
    give_up is how many seconds to try to reconnect (default 120; 0 for ever).

    InvalidArgument: an option. The job's errors: StateError: the server refused, or
    does not take terminals. QikitIOError, Timeout: no connection. ParseError: no
    SGCP server."""
    return started("qk_terminal_join", *_call.options({"port": port, "host": host, **options}), label="terminal", convert=TerminalReport.read, event=TerminalReport.read)
