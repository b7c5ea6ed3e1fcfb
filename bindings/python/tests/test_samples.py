import math
import subprocess
import sys

import numpy
import pytest

import qikit
from conftest import ENDLESS

MEN = "KABNRCP"


def placed(record):
    """The men of a record's position, read from its text."""
    cells = []
    for letter in record["fen"].split()[0].replace("/", ""):
        if letter.isdigit():
            cells += [0] * int(letter)
        else:
            code = MEN.index(letter.upper()) + 1
            cells.append(code if letter.isupper() else -code)
    return cells


def point(text):
    return (9 - int(text[1])) * 9 + "abcdefghi".index(text[0])


def number(value):
    return math.nan if value is None else value


def columns(batches):
    """Batches as one dict of arrays."""
    batches = list(batches)
    return {name: numpy.concatenate([batch[name] for batch in batches]) for name in batches[0].columns}


def test_samples_are_the_records(small):
    records = list(small)
    with small.samples() as samples:
        assert len(samples) == len(records)
        assert samples.men == MEN
        whole = columns(samples.batches(7))
        kinds = {name: (array.dtype.name, array.shape[1:]) for name, array in whole.items()}
    assert kinds == {
        "positions": ("int8", (90,)), "moves": ("int16", (2,)), "scores": ("float32", ()), "results": ("float32", ()),
        "win_rates": ("float32", ()), "sides": ("int8", ()), "plies": ("int32", ()), "depths": ("int16", ()),
        "counts": ("int32", ()), "games": ("int64", ()),
    }  # fmt: skip
    assert whole["positions"].tolist() == [placed(r) for r in records]
    assert whole["moves"].tolist() == [[point(r.best[:2]), point(r.best[2:])] for r in records]
    assert whole["plies"].tolist() == [r.ply for r in records]
    assert whole["games"].tolist() == [r.game for r in records]
    assert whole["counts"].tolist() == [r.count for r in records]
    assert whole["sides"].tolist() == [int(r.flipped) for r in records]
    assert whole["depths"].tolist() == [r.search.depth for r in records]
    numpy.testing.assert_array_equal(whole["scores"], [number(r.score) for r in records])
    numpy.testing.assert_array_equal(whole["results"], [number(r.result) for r in records])
    assert numpy.isnan(whole["results"]).all()  # the games were cut off


def test_a_seed_gives_an_order(small):
    def order(batches):
        whole = columns(batches)
        return list(zip(whole["games"].tolist(), whole["plies"].tolist()))

    with small.samples() as plain, small.samples(shuffle=3) as samples:
        inside, first = order(plain), order(samples)
        assert first != inside and sorted(first) == inside
        assert order(samples) == first
        assert order(samples.batches(5, seed=4)) != first
        assert order(samples.batches(5, seed=3, reuse=False)) == first


def test_samples_are_filtered(small):
    want = [(r.game, r.ply) for r in small if 2 <= r.ply <= 6 and abs(r.score) <= 200]
    with small.samples(min_ply=2, max_ply=6, max_score=200) as samples:
        whole = columns(samples)
        assert list(zip(whole["games"].tolist(), whole["plies"].tolist())) == want
    with small.samples(skip_unknown=True) as samples:
        assert len(samples) == 0
        assert list(samples) == []


def test_arrays_share_the_memory_that_was_filled(small):
    with small.samples() as samples:
        first = samples.empty(10)
        assert len(first) == 0
        assert samples.read(first) == 10
        base = first.positions.base
        assert all(numpy.shares_memory(first[name], base) or name == "positions" for name in first.columns)
        kept = first.positions.copy()
        second = samples.empty(10)
        samples.read(second)
        assert (first.positions == kept).all()
        reused = [batch.scores.ctypes.data for batch in samples.batches(10, reuse=True)]
        assert len(set(reused)) == 1


def test_the_book_may_be_closed(small_path):
    book = qikit.book.open(small_path)
    samples = book.samples()
    book.close()
    assert sum(len(batch) for batch in samples) == len(samples) > 20
    samples.close()
    with pytest.raises(qikit.HandleError):
        samples.rewind()
    with pytest.raises(qikit.HandleError):
        book.samples()


def test_wrong_uses(small):
    with pytest.raises(qikit.InvalidArgument, match="notation"):
        small.samples(notation="wxf")
    with pytest.raises(qikit.InvalidArgument, match="min_ply is 3"):
        small.samples(min_ply=3, max_ply=2)
    with small.samples() as samples:
        for size in (0, -1, (1 << 24) + 1):
            with pytest.raises(qikit.InvalidArgument, match="size is"):
                next(samples.batches(size))
        with pytest.raises(TypeError, match="size is float"):
            samples.empty(1.5)
        with pytest.raises(TypeError, match="expected a Batch"):
            samples.read(numpy.zeros(1000, "float64"))
        with pytest.raises(qikit.InvalidArgument, match="seed is -1"):
            samples.rewind(-1)
        loop = samples.batches(5)
        next(loop)
        next(samples.batches(5))
        with pytest.raises(qikit.InvalidArgument, match="another loop"):
            next(loop)


def test_other_games(tmp_path):
    for game, points in (("surakarta", 36), ("capturego", 81)):
        qikit.book.generate(**{**ENDLESS, "game": game, "games": 1, "max_plies": 6, "reevaluate": None}, out=tmp_path / game).wait()
        with qikit.book.open(tmp_path / game) as book, book.samples() as samples:
            whole = columns(samples)
            assert whole["positions"].shape == (len(book), points)
            assert set(numpy.unique(whole["positions"])) <= {-1, 0, 1}


def test_without_numpy(small_path):
    script = """
import sys
sys.modules["numpy"] = None
import qikit
with qikit.book.open(sys.argv[1]) as book, book.samples() as samples:
    for batch in samples.batches(10):
        print(len(batch), len(batch.positions), len(batch.moves), len(batch.scores), batch.positions[0], batch.moves.format)
        break
"""
    run = subprocess.run([sys.executable, "-c", script, str(small_path)], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["10", "900", "20", "10", "-5", "h"]
