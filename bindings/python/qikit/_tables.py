"""Books as tables, where pandas or pyarrow is installed.

Columns are the fields of a record ("qikit/record/1"), under the same names as
in the JSON lines of ``Book.export``. They come as pages of qk_book_columns, whose
arrays become Arrow's as they are, and pandas' without JSON.
"""

from __future__ import annotations

import gc
import itertools
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from . import _call
from ._errors import FileNotFound, QikitError, QikitIOError

if TYPE_CHECKING:
    import pandas

Pages = Iterable[bytes]  # of columns

_CANDIDATES = [{"move": "name", "score": "int"}]

# Fields and their forms, as in qikit.h. Names are texts of which there are few, and may
# be missing; so may numbers with "?", and what is in a tuple: a position that has not
# been searched has no score, a game that was cut off no result. A list has the form of
# its items, a dict those of its values.
FIELDS: Dict[str, Any] = {
    "fen": "text",
    "flipped": "bool",
    "initial": "name",
    "moves": ["name"],
    "eval": ({"mover": "real", "opponent": "real"},),
    "score": "int?",
    "win_rate": "real?",
    "proven": "name",
    "result": "real?",
    "reason": "name",
    "best": "name",
    "candidates": _CANDIDATES,
    "move": "name",
    "depth": "int?",
    "nodes": "int?",
    "engine": "name",
    "search": ({"depth": "int", "nodes": "int?", "engine": "name", "candidates": _CANDIDATES},),
    "balance": ({"evals": ["real"], "offsets": ["int"], "adjusted": "bool?"},),
    "game": "int",
    "ply": "int",
    "seed": "uint",
    "count": "int",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "unknown": "int",
}

# Octets of a number of each form, and the name of its type.
_NUMBERS = {"bool": (1, "bool"), "int": (8, "int64"), "uint": (8, "uint64"), "real": (8, "float64")}


# Of the highest octet of a number: 1 where it is not negative.
_NO_SIGN = bytes(octet < 128 for octet in range(256))


class _Reader:
    """Takes the arrays of a page one after the other: of Arrow's Buffer, or a memoryview."""

    def __init__(self, slice: Callable[[int, int], Any]) -> None:
        self._slice = slice
        self._at = 0

    def take(self, octets: int) -> Any:
        part = self._slice(self._at, octets)
        self._at += (octets + 7) & ~7
        return part

    def number(self) -> int:
        return int.from_bytes(memoryview(self.take(8)), "little")


def to_pandas(pages: Pages, fields: Optional[Sequence[str]] = None) -> "pandas.DataFrame":
    """All records as a table, one record a row."""
    collects = gc.isenabled()
    gc.disable()  # what is made here has no cycles: to look for them takes half of the time
    try:
        return _table(pages, fields)
    finally:
        if collects:
            gc.enable()


def _table(pages: Pages, fields: Optional[Sequence[str]]) -> "pandas.DataFrame":
    import numpy
    import pandas

    names = list(fields or FIELDS)
    columns: Dict[str, Tuple[List[Any], List[Any]]] = {name: ([], []) for name in names}
    for page in pages:
        whole = memoryview(page)
        reader = _Reader(lambda at, octets: whole[at : at + octets])
        count = reader.number()
        for name, (values, missing) in columns.items():
            form = FIELDS[name]
            if isinstance(form, str) and form.rstrip("?") in _NUMBERS:
                if form.endswith("?"):
                    missing.append(numpy.frombuffer(reader.take(count), "bool") ^ True)
                values.append(_numbers(numpy, reader, form.rstrip("?"), count))
            else:
                values += _objects(numpy, reader, form, count)
    return pandas.DataFrame({name: _series(numpy, pandas, FIELDS[name], *columns[name]) for name in names}, copy=False)


def _numbers(numpy: Any, reader: _Reader, form: str, count: int) -> Any:
    size, kind = _NUMBERS[form]
    return numpy.frombuffer(reader.take(size * count), kind)


def _series(numpy: Any, pandas: Any, form: Any, values: List[Any], missing: List[Any]) -> Any:
    number = isinstance(form, str) and form.rstrip("?") in _NUMBERS
    if not number:
        return pandas.Series(values, dtype=None)  # it recognises texts
    kind = _NUMBERS[form.rstrip("?")][1]
    array = numpy.concatenate(values) if values else numpy.empty(0, kind)
    if form.endswith("?"):
        mask = numpy.concatenate(missing) if missing else numpy.empty(0, "bool")
        if form == "int?":
            return pandas.Series(pandas.arrays.IntegerArray(array, mask))
        array[mask] = numpy.nan
    return pandas.Series(array, copy=False)


def _texts(numpy: Any, reader: _Reader, count: int) -> List[Any]:
    ends = numpy.frombuffer(reader.take(4 * (count + 1)), "int32").tolist()
    octets = bytes(reader.take(ends[-1]))
    if octets.isascii():
        text = octets.decode("ascii")
        return [text[begin:end] for begin, end in zip(ends, ends[1:])]
    return [octets[begin:end].decode("utf-8", "replace") for begin, end in zip(ends, ends[1:])]


def _objects(numpy: Any, reader: _Reader, form: Any, count: int) -> List[Any]:
    """Values of a form as Python's objects."""
    if isinstance(form, tuple) or isinstance(form, str) and form.endswith("?"):
        there = numpy.frombuffer(reader.take(count), "bool").tolist()
        if isinstance(form, str):
            return [value if ok else None for value, ok in zip(_objects(numpy, reader, form[:-1], count), there)]
        parts = [_objects(numpy, reader, part, count) for part in form[0].values()]
        if len(parts) == 2:
            first, second = form[0]
            return [{first: one, second: other} if ok else None for ok, one, other in zip(there, *parts)]
        return [dict(zip(form[0], values)) if ok else None for ok, *values in zip(there, *parts)]
    if isinstance(form, list):
        ends = numpy.frombuffer(reader.take(4 * (count + 1)), "int32").tolist()
        items = _objects(numpy, reader, form[0], ends[-1])
        return [items[begin:end] for begin, end in zip(ends, ends[1:])]
    if isinstance(form, dict):
        parts = [_objects(numpy, reader, part, count) for part in form.values()]
        if len(parts) == 2:
            first, second = form
            return [{first: one, second: other} for one, other in zip(*parts)]
        return [dict(zip(form, values)) for values in zip(*parts)]
    if form == "text":
        return _texts(numpy, reader, count)
    if form == "name":
        places = numpy.frombuffer(reader.take(4 * count), "int32")
        names = [*_texts(numpy, reader, reader.number()), None]  # place -1 is the last
        values: List[Any] = numpy.array(names, "object")[places].tolist()
        return values
    values = _numbers(numpy, reader, form, count).tolist()
    return values


def to_parquet(pages: Pages, path: _call.PathLike, fields: Optional[Sequence[str]] = None) -> int:
    """Writes the records page by page; the file appears whole or not at all."""
    import pyarrow
    from pyarrow import parquet

    pages = iter(pages)
    begin = list(itertools.islice(pages, 1))  # the library refuses wrong fields here
    schema = _arrow_schema(pyarrow, fields or FIELDS)
    target = os.fspath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        # A rename over a device or a pipe would replace it.
        raise QikitIOError(f"path: {target} is not a file, expected one or a new name")
    part = f"{target}.{os.getpid()}.part"  # in the same folder, so that the last step is a rename
    count = 0
    try:
        with parquet.ParquetWriter(part, schema) as writer:
            for page in itertools.chain(begin, pages):
                batch = _arrow_batch(pyarrow, page, schema)
                writer.write_batch(batch)
                count += len(batch)
        os.replace(part, target)
    except QikitError:
        raise  # of the book; some are an OSError too
    except OSError as cause:
        kind = FileNotFound if isinstance(cause, FileNotFoundError) else QikitIOError
        raise kind(f"path: {target}: {cause}") from cause
    finally:
        if os.path.exists(part):
            os.remove(part)
    return count


def _arrow_batch(pyarrow: Any, page: bytes, schema: Any) -> Any:
    reader = _Reader(pyarrow.py_buffer(page).slice)
    count = reader.number()
    arrays = [_arrow_array(pyarrow, reader, FIELDS[name], count) for name in schema.names]
    return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)


def _arrow_array(pyarrow: Any, reader: _Reader, form: Any, count: int) -> Any:
    """Values of a form as an array on the page's memory."""
    build, valid, kind = pyarrow.Array.from_buffers, None, _arrow_type(pyarrow, form)
    if isinstance(form, tuple) or isinstance(form, str) and form.endswith("?"):
        valid = _bits(pyarrow, reader.take(count), count)
        form = form[0] if isinstance(form, tuple) else form[:-1]
    if isinstance(form, list):
        ends = build(pyarrow.int32(), count + 1, [None, reader.take(4 * (count + 1))])
        items = _arrow_array(pyarrow, reader, form[0], ends[-1].as_py())
        return build(kind, count, [valid, ends.buffers()[1]], children=[items])
    if isinstance(form, dict):
        parts = [_arrow_array(pyarrow, reader, part, count) for part in form.values()]
        return build(kind, count, [valid], children=parts)
    if form == "text":
        return _arrow_texts(pyarrow, reader, count)
    if form == "name":
        octets = reader.take(4 * count)
        there = bytes(octets)[3::4].translate(_NO_SIGN)
        places = build(pyarrow.int32(), count, [_bits(pyarrow, pyarrow.py_buffer(there), count), octets])
        names = _arrow_texts(pyarrow, reader, reader.number())
        # Functions of pyarrow.compute would import pandas at their first call.
        return pyarrow.DictionaryArray.from_arrays(places, names, safe=False).dictionary_decode()
    octets = reader.take(_NUMBERS[form][0] * count)
    return build(kind, count, [valid, _bits(pyarrow, octets, count) if form == "bool" else octets])


def _arrow_texts(pyarrow: Any, reader: _Reader, count: int) -> Any:
    ends = pyarrow.Array.from_buffers(pyarrow.int32(), count + 1, [None, reader.take(4 * (count + 1))])
    return pyarrow.Array.from_buffers(pyarrow.string(), count, [None, ends.buffers()[1], reader.take(ends[-1].as_py())])


def _bits(pyarrow: Any, octets: Any, count: int) -> Any:
    """A bit for each octet."""
    return pyarrow.Array.from_buffers(pyarrow.uint8(), count, [None, octets]).cast(pyarrow.bool_()).buffers()[1]


def _arrow_type(pyarrow: Any, form: Any) -> Any:
    if isinstance(form, tuple):
        form = form[0]
    if isinstance(form, list):
        return pyarrow.list_(_arrow_type(pyarrow, form[0]))
    if isinstance(form, dict):
        return pyarrow.struct([(name, _arrow_type(pyarrow, part)) for name, part in form.items()])
    if form in ("text", "name"):
        return pyarrow.string()
    kind = _NUMBERS[form.rstrip("?")][1]
    return pyarrow.bool_() if kind == "bool" else getattr(pyarrow, kind)()


def _arrow_schema(pyarrow: Any, fields: Iterable[str] = FIELDS) -> Any:
    return pyarrow.schema([(name, _arrow_type(pyarrow, FIELDS[name])) for name in fields])
