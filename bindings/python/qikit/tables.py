"""Endgame tables: perfect play with few pieces on the board.

    >>> import qikit
    >>> job = qikit.tables.build("surakarta", path, largest="2v1")
    >>> job.wait().largest
    '2v1'
    >>> engine = qikit.Engine("surakarta", tables=path)
    >>> engine.search(qikit.Board("surakarta", "6/6/6/6/b5/1w4 b"), depth=1).proven
    'win'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _call
from ._reports import TablesReport
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import TableOptions


@_call.takes("TableOptions")
def build(game: str, folder: _call.PathLike, **options: Unpack[TableOptions]) -> Job[TablesReport]:
    """Builds a game's endgame tables in a folder, for ``Engine(tables=folder)``.

    Returns at once; the job's progress counts positions. rule_set says by which
    rules games end, "olympiad" (default) or "basic". largest is the largest table
    by pieces of each side, "1v1" to "4v4" (default); the smaller tables that it
    needs are built first. workers is the number of threads (default 1). Surakarta
    up to "3v3": 6 MB, 13 s of one core; up to "4v4": 98 MB, 13 minutes of one core,
    1.1 GB of memory.

    Each table is written whole when it is done, so a cancelled or killed build
    continues when it is started again; truncated or altered tables are built again.

    InvalidArgument: an option. The job's errors: Unsupported: a game without
    tables. InvalidArgument: largest is no such table. QikitIOError: a folder that
    cannot be written."""
    return started(
        "qk_tables_build",
        *_call.text("game", game),
        *_call.path("folder", folder),
        *_call.options(_call.stated(options)),
        label="tables",
        convert=TablesReport.read,
    )
