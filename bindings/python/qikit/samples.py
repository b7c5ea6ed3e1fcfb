"""Records of a book as numbers in columns, to learn from."""

from __future__ import annotations

import importlib
from ctypes import byref, c_char, c_size_t, c_uint64
from typing import Any, Dict, Iterator, List, Optional, Tuple, TypedDict

from . import _call
from ._errors import InvalidArgument
from ._reports import SamplesReport

# Bytes of a number of each type, and its letter for memoryview.
_TYPES = {"int8": (1, "b"), "int16": (2, "h"), "int32": (4, "i"), "int64": (8, "q"), "float32": (4, "f")}

_MOST = 1 << 24  # samples in one batch


class SampleWords(TypedDict, total=False):
    """Which records become samples, and in what order; as in
    :class:`qikit.options.ExportOptions`."""

    shuffle: Optional[int]
    skip_unknown: Optional[bool]
    skip_check: Optional[bool]
    skip_captures: Optional[bool]
    min_score: Optional[int]
    max_score: Optional[int]
    min_ply: Optional[int]
    max_ply: Optional[int]


class Batch:
    """Samples in columns: ``batch.scores`` or ``batch["scores"]`` is an array with a
    row for each of ``len(batch)`` samples. The arrays share one block of memory, which the
    library fills. They are numpy's, or flat memoryviews where numpy is not installed.

    positions (n, points) int8: the men on the points, row by row from the top; the
    mover's are 1, 2 and so on (see :attr:`Samples.men`), the opponent's negative.
    They are in the view of the record: the player to move sits in the seat of the
    preset player, in Xiangqi red's, at the bottom. moves (n, 2) int16: the points where
    the best move starts and ends, -1 for none. scores, results, win_rates (n)
    float32: the mover's; NaN for none, as the result of a game that was cut off.
    sides (n) int8: index of the player to move in the game. plies, counts (n)
    int32; depths (n) int16, -1 for none; games (n) int64.
    """

    def __init__(self, memory: Any, most: int, columns: Dict[str, Tuple[Any, int]]) -> None:
        self._memory = memory
        self._most = most
        self._whole = columns  # with room for most samples, and the rows of an array for each
        self._count = 0

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return list(self._whole)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, name: str) -> Any:
        column, rows = self._whole[name]
        return column[: self._count * rows]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._whole:
            raise AttributeError(f"a batch has no {name!r}")
        return self[name]

    def __repr__(self) -> str:
        return f"<Batch of {self._count}: {', '.join(self._whole)}>"


class Samples(_call.Handle):
    """The samples of a book, made by :meth:`Book.samples`: ``len(samples)`` of them.
    A loop over them gives all, in batches of 16,384, in the order of the seed they
    were opened with; :meth:`batches` takes another size or seed. The book may be
    closed meanwhile. A loop that begins takes the samples from one that has not
    ended: there is one order under way at a time."""

    _free_name = "qk_samples_free"

    report: SamplesReport
    """What there is: records, rows, columns, men, layout."""

    def __init__(self, handle: int, seed: Any) -> None:
        self._handle = handle
        self._seed = int(seed) if hasattr(seed, "__index__") else 0
        self._begun = 0

    def __len__(self) -> int:
        return int(self.report.records)

    @property
    def men(self) -> str:
        """The letters of the mover's men; their numbers in positions are 1, 2, and so on."""
        return self.report.men

    def __iter__(self) -> Iterator[Batch]:
        return self.batches()

    def batches(self, size: int = 16384, *, seed: Optional[int] = None, reuse: bool = False) -> Iterator[Batch]:
        """Yields all samples in batches of ``size``; the last one is smaller. A seed is
        for shuffled samples: each epoch may have its own, and without one the order
        is that of the seed before. With ``reuse`` each batch takes the memory of the
        one before it. InvalidArgument: size is not 1 to 16777216."""
        self.rewind(seed)
        begun = self._begun
        batch = self.empty(size)
        while self.read(batch):
            yield batch
            if begun != self._begun:
                raise InvalidArgument("samples: another loop over them has begun, expected one at a time")
            if not reuse:
                batch = self.empty(size)

    def rewind(self, seed: Optional[int] = None) -> None:
        """Begins anew with the first sample, in the order of a seed where the samples
        are shuffled."""
        if seed is not None:
            self._seed = _call.whole("seed", seed, 0, (1 << 64) - 1)
        _call.call("qk_samples_rewind", self._handle, self._seed)
        self._begun += 1

    def empty(self, size: int) -> Batch:
        """A batch with room for so many samples, for :meth:`read`."""
        most = _call.whole("size", size, 1, _MOST)
        sizes = [(column.width * _TYPES[column.type][0] * most + 7) & ~7 for column in self.report.layout]
        numpy = _numpy()
        memory: Any = bytearray(sum(sizes)) if numpy is None else numpy.empty(sum(sizes), "uint8")
        columns: Dict[str, Tuple[Any, int]] = {}
        at = 0
        for column, size in zip(self.report.layout, sizes):
            octets = column.width * _TYPES[column.type][0] * most
            part: Any = memoryview(memory)[at : at + octets] if numpy is None else memory[at : at + octets]
            if numpy is None:
                columns[column.name] = part.cast(_TYPES[column.type][1]), column.width
            else:
                shape = (most,) if column.width == 1 else (most, column.width)
                columns[column.name] = part.view(column.type).reshape(shape), 1
            at += size
        return Batch(memory, most, columns)

    def read(self, batch: Batch) -> int:
        """Fills a batch with the next samples, and returns their number: 0 after the
        last one. TypeError: batch is not one of :meth:`empty`."""
        if not isinstance(batch, Batch):
            raise TypeError(f"batch is {type(batch).__name__}, expected a Batch of Samples.empty")
        memory = batch._memory
        room = (c_char * len(memory)).from_buffer(memory)
        count, needed = c_uint64(), c_size_t()
        _call.call("qk_samples_next", self._handle, batch._most, room, len(memory), byref(needed), byref(count))
        batch._count = count.value
        return batch._count

    def __repr__(self) -> str:
        if not self._handle:
            return "<Samples: closed>"
        return f"<Samples of {self.report.game}: {len(self)}>"


def _numpy() -> Any:
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None
