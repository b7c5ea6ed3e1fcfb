"""Books as tables, where pandas or pyarrow is installed.

Columns are the fields of a record ("qikit/record/1"), under the same names as
in the JSON lines of ``Book.export``.
"""

from __future__ import annotations

import json
import os
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence

from . import _call
from ._errors import QikitIOError

if TYPE_CHECKING:
    import pandas

Pages = Iterable[bytes]  # JSON lines
_CHUNK = 1 << 21  # bytes of a page read from a file

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


def pages_of(file: IO[bytes]) -> Iterator[bytes]:
    """The JSON lines of a file, page by page."""
    while page := file.read(_CHUNK):
        yield page + file.readline() if page[-1:] != b"\n" else page


def to_pandas(pages: Pages, fields: Optional[Sequence[str]] = None) -> "pandas.DataFrame":
    """All records as a table, one record a row."""
    import pandas

    columns: Dict[str, List[Any]] = {name: [] for name in fields or FIELDS}
    for page in pages:
        records = json.loads(b"[" + page.replace(b"\n", b",")[:-1] + b"]")
        for name, column in columns.items():
            column += [record[name] for record in records]
    made = {name: pandas.Series(column, dtype=_PANDAS.get(FIELDS[name])) for name, column in columns.items()}
    return pandas.DataFrame(made, copy=False)


def to_parquet(pages: Pages, path: _call.PathLike, fields: Optional[Sequence[str]] = None) -> int:
    """Writes the records page by page; the file appears whole or not at all."""
    import pyarrow
    import pyarrow.json
    from pyarrow import parquet

    schema = _arrow_schema(pyarrow, fields or FIELDS)
    form = pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    target = os.fspath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        # A rename over a device or a pipe would replace it.
        raise QikitIOError(f"path: {target} is not a file, expected one or a new name")
    part = f"{target}.{os.getpid()}.part"  # in the same folder, so that the last step is a rename
    count = 0
    try:
        with parquet.ParquetWriter(part, schema) as writer:
            for page in pages:
                # As one block, which Arrow reads into columns without making Python's objects.
                whole = pyarrow.json.ReadOptions(use_threads=False, block_size=len(page) + 1)
                table = pyarrow.json.read_json(pyarrow.BufferReader(page), whole, form)
                writer.write_table(table.select(schema.names))
                count += len(table)
        os.replace(part, target)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise
    return count


def _arrow_schema(pyarrow: Any, fields: Iterable[str] = FIELDS) -> Any:
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
    return pyarrow.schema([(name, kinds[FIELDS[name]]) for name in fields])
