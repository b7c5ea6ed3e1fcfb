"""Files of samples, as the library's self-play writes them.

A file is mapped into memory as an array of records; a batch is unpacked only when
it is asked for. lib/selfplay/sample.go defines the layout.
"""

from __future__ import annotations

import os
from typing import Any, Iterator, List, Sequence, Tuple

import numpy as np

HEAD = 4096
PLANES = 32
POINTS = 169  # of the largest board, 13x13

RECORD = np.dtype(
    [
        ("planes", "u1", (PLANES, 22)),
        ("policy", "u1", POINTS),
        ("fate", "u1", POINTS),
        ("size", "u1"),
        ("turn", "u1"),
        ("own", "u1"),
        ("enemy", "u1"),
        ("ply", "<u2"),
        ("left", "<u2"),
        ("move", "<u2"),
        ("flags", "u1"),
        ("outcome", "u1"),
        ("reserved", "<u2"),
        ("value", "<f4"),
        ("game", "<u4"),
        ("visits", "<u4"),
        ("check", "<u4"),
    ]
)

# Flags and fates of lib/selfplay/sample.go.
POLICY = 4
OWN, ENEMY, TAKEN = 1, 2, 4

# One game in so many is held out for measuring.
HELD_OUT = 20


def read(path: "str | os.PathLike[str]") -> Any:
    """The records of a file; a file that is still being written gives the records so far."""
    whole = (os.path.getsize(path) - HEAD) // RECORD.itemsize
    if whole < 1:
        raise ValueError(f"{path}: no samples")
    with open(path, "rb") as f:
        if not f.read(16).startswith(b"qikit/samples/1\n"):
            raise ValueError(f"{path}: not a file of samples")
    return np.memmap(path, RECORD, "r", HEAD, (whole,))


class Samples:
    """Several files as one set, split into positions for training and held-out positions.

    newest, if given, keeps only so many of the newest positions.
    """

    def __init__(self, paths: Sequence[str], newest: int = 0) -> None:
        self.files: List[Any] = [read(path) for path in paths]
        kept = []  # file, record, size of the board, held out
        for i, records in enumerate(self.files):
            rows = np.empty(len(records), [("file", "u2"), ("row", "u4"), ("size", "u1"), ("held", "?")])
            rows["file"], rows["row"], rows["size"] = i, np.arange(len(records)), records["size"]
            rows["held"] = records["game"] % HELD_OUT == 0
            kept.append(rows)
        rows = np.concatenate(kept)
        if newest:
            rows = rows[-newest:]
        self.positions = len(rows)
        self.games = sum(len(np.unique(f["game"])) for f in self.files)
        self.learnt = {int(s): rows[(rows["size"] == s) & ~rows["held"]] for s in np.unique(rows["size"])}
        self.held = {int(s): rows[(rows["size"] == s) & rows["held"]] for s in np.unique(rows["size"])}

    def batches(self, size: int, seed: int, start: int) -> Iterator["Batch"]:
        """Endless batches of so many positions, each of one board size and turned
        one of eight ways, from number start on: batch n depends on the seed and n."""
        sizes = [s for s in self.learnt if len(self.learnt[s])]
        weight = np.array([len(self.learnt[s]) for s in sizes], float)
        number = start
        while True:
            random = np.random.default_rng([seed, number])
            board = sizes[int(random.choice(len(sizes), p=weight / weight.sum()))]
            rows = self.learnt[board]
            yield self.batch(rows[random.integers(len(rows), size=size)], board, int(random.integers(8)))
            number += 1

    def measured(self, size: int, most: int) -> Iterator["Batch"]:
        """The held-out positions, at most about most of them, in batches."""
        total = sum(len(rows) for rows in self.held.values())
        for board, rows in self.held.items():
            share = rows[:: max(1, total // most)]
            for i in range(0, len(share), size):
                yield self.batch(share[i : i + size], board, 0)

    def batch(self, rows: Any, board: int, symmetry: int) -> "Batch":
        records = np.empty(len(rows), RECORD)
        for i, file in enumerate(self.files):
            mine = rows["file"] == i
            if mine.any():
                records[mine] = file[rows["row"][mine]]
        return Batch(records, board, symmetry)


class Batch:
    """Positions of one board size as arrays of floats, points in rows and columns."""

    def __init__(self, records: Any, board: int, symmetry: int) -> None:
        n, points = len(records), board * board
        bits = np.unpackbits(records["planes"], axis=2, count=points, bitorder="little")
        self.planes = turn(bits.reshape(n, PLANES, board, board), symmetry).astype(np.float32)
        policy = records["policy"][:, :points].astype(np.float32)
        policy /= np.maximum(policy.sum(1, keepdims=True), 1)
        self.policy = turn(policy.reshape(n, board, board), symmetry)
        fate = turn(records["fate"][:, :points].reshape(n, board, board), symmetry)
        self.fate = (fate & 3).astype(np.int64)
        self.taken = ((fate & TAKEN) > 0).astype(np.float32)
        self.learns_policy = ((records["flags"] & POLICY) > 0).astype(np.float32)
        self.outcome = records["outcome"].astype(np.float32) / 2
        self.value = records["value"].astype(np.float32)
        self.left = records["left"].astype(np.float32)


def turn(points: Any, symmetry: int) -> Any:
    """One of the eight ways to turn a board; the last two axes are its rows and columns."""
    if symmetry & 1:
        points = points[..., ::-1]
    if symmetry & 2:
        points = points[..., ::-1, :]
    if symmetry & 4:
        points = np.swapaxes(points, -1, -2)
    return np.ascontiguousarray(points)


def undo(symmetry: int) -> int:
    """The inverse of a symmetry."""
    flips: Tuple[int, int] = (symmetry & 1, symmetry >> 1 & 1)
    return symmetry if not symmetry & 4 else 4 | flips[1] | flips[0] << 1
