"""Books as tables, where pandas or pyarrow is installed.

Columns are the fields of a record ("qikit/record/1"), under the same names as
in the JSON lines of ``Book.export``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Sequence

from . import _call
from ._errors import QikitIOError

if TYPE_CHECKING:
    import pandas

Pages = Iterable[Sequence[Dict[str, Any]]]

# Fields and their Arrow types. Numbers with "?" may be missing: a position that has
# not been searched has no score, a game that was cut off no result.
FIELDS = {
    "fen": "text",
    "flipped": "bool",
    "initial": "text",
    "moves": "texts",
    "eval": "eval",
    "score": "int?",
    "win_rate": "real?",
    "proven": "text",
    "result": "real?",
    "reason": "text",
    "best": "text",
    "candidates": "candidates",
    "move": "text",
    "depth": "int?",
    "nodes": "int?",
    "engine": "text",
    "search": "search",
    "balance": "balance",
    "game": "int",
    "ply": "int",
    "seed": "seed",
    "count": "int",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "unknown": "int",
}

# Types to give to pandas; it recognises those of the other columns by itself.
_PANDAS = {"bool": "bool", "int": "int64", "int?": "Int64", "real?": "float64", "seed": "uint64"}


def to_pandas(pages: Pages) -> "pandas.DataFrame":
    """All records as a table, one record a row."""
    import pandas

    records = [record for page in pages for record in page]
    table = pandas.DataFrame.from_records(records, columns=list(FIELDS))
    kinds = {name: _PANDAS[kind] for name, kind in FIELDS.items() if kind in _PANDAS}
    return table.astype(kinds)


def to_parquet(pages: Pages, path: _call.PathLike) -> int:
    """Writes the records page by page; the file appears whole or not at all."""
    import pyarrow
    from pyarrow import parquet

    schema = _arrow_schema(pyarrow)
    target = os.fspath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        # A rename over a device or a pipe would replace it.
        raise QikitIOError(f"path: {target} is not a file, expected one or a new name")
    part = f"{target}.{os.getpid()}.part"  # in the same folder, so that the last step is a rename
    count = 0
    try:
        with parquet.ParquetWriter(part, schema) as writer:
            for page in pages:
                writer.write_table(pyarrow.Table.from_pylist(page, schema=schema))
                count += len(page)
        os.replace(part, target)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise
    return count


def _arrow_schema(pyarrow: Any) -> Any:
    text, whole, real = pyarrow.string(), pyarrow.int64(), pyarrow.float64()
    candidates = pyarrow.list_(pyarrow.struct([("move", text), ("score", whole)]))
    kinds = {
        "text": text,
        "texts": pyarrow.list_(text),
        "bool": pyarrow.bool_(),
        "int": whole,
        "int?": whole,
        "real?": real,
        "seed": pyarrow.uint64(),
        "eval": pyarrow.struct([("mover", real), ("opponent", real)]),
        "candidates": candidates,
        "balance": pyarrow.struct([("evals", pyarrow.list_(real)), ("offsets", pyarrow.list_(whole)), ("adjusted", pyarrow.bool_())]),
        "search": pyarrow.struct([("depth", whole), ("nodes", whole), ("engine", text), ("candidates", candidates)]),
    }
    return pyarrow.schema([(name, kinds[kind]) for name, kind in FIELDS.items()])
