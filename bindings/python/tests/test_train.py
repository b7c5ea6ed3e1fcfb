"""What training needs beside PyTorch: files of samples and of networks."""

import numpy as np
import pytest

import qikit
from qikit.train import qnet, samples

SIZES = {"planes": 32, "channels": 16, "blocks": 1, "pool": 0, "policy": 16, "value": 16}
SHAPES = {
    "stem": (16, 32, 3, 3),
    "block0.conv1": (16, 16, 3, 3),
    "block0.conv2": (16, 16, 3, 3),
    "pool": (16, 32),
    "policy.conv1": (16, 16, 1, 1),
    "policy.conv2": (1, 16, 1, 1),
    "value.fc1": (16, 32),
    "value.fc2": (1, 16),
}


def network(sizes=SIZES, features="capture/1", levels=0):
    random = np.random.default_rng(3)
    content = []
    for name, shape in SHAPES.items():
        content += [(name + ".w", random.normal(0, 0.1, shape)), (name + ".b", np.zeros(shape[0]))]
    return qnet.encoded("convnet/1", features, sizes, content, {"name": "random"}, levels=levels)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("train") / "a.samples")
    qikit.selfplay.start(path, games=40, visits=8, fast_visits=4, seed=2, starts={"sizes": {"7": 1, "9": 1}}).wait()
    return path


def test_records_are_what_the_library_wrote(played):
    records = samples.read(played)
    assert set(records["size"]) == {7, 9} and records["game"].max() == 39
    assert set(records["outcome"]) <= {0, 2} and (records["left"] > 0).all()
    assert ((records["value"] >= 0) & (records["value"] <= 1)).all()
    whole = samples.Samples([played])
    assert whole.positions == len(records) and whole.games == 40
    held = sum(len(rows) for rows in whole.held.values())
    assert held == (records["game"] % samples.HELD_OUT == 0).sum()
    assert samples.Samples([played, played], newest=50).positions == 50


def test_batches_are_boards(played):
    whole = samples.Samples([played])
    first = [next(whole.batches(16, seed=1, start=n)) for n in range(6)]
    for n, batch in enumerate(whole.batches(16, seed=1, start=0)):
        if n == len(first):
            break
        assert np.array_equal(batch.planes, first[n].planes), "a batch depends on seed and number only"
        stones = batch.planes[:, 0:2]
        assert (stones.sum(1) <= 1).all() and (batch.planes[:, 23] == 1).all()
        assert np.array_equal(batch.planes[:, 2:6].sum(1), stones[:, 0])
        legal = batch.planes[:, 10:13].sum(1)
        assert (legal + stones.sum(1) <= 1).all()
        assert (batch.policy[legal == 0] == 0).all()
        assert np.allclose(batch.policy.sum((1, 2)), 1, atol=1e-5)
        assert (batch.taken <= stones.sum(1)).all()
        assert set(np.unique(batch.fate)) <= {0, 1, 2}


def test_symmetries_turn_everything_alike():
    board = np.arange(12).reshape(1, 1, 3, 4)
    square = np.arange(25).reshape(1, 5, 5)
    assert len({samples.turn(square, s).tobytes() for s in range(8)}) == 8
    assert samples.turn(board, 4).shape == (1, 1, 4, 3)
    for s in range(8):
        assert np.array_equal(samples.turn(samples.turn(square, s), samples.undo(s)), square)


def test_a_written_network_plays(tmp_path):
    path = tmp_path / "a.qnet"
    name = qnet.write(str(path), network())
    assert len(name) == 16
    header, found = qnet.read(str(path))
    assert header["arch"]["sizes"] == SIZES and found["stem.w"].shape == (16, 32, 3, 3)
    result = qikit.selfplay.match(net=path, games=2, visits=4, starts={"sizes": {"7": 1}}).wait()
    assert result["games"] == 2


def test_rounded_weights(tmp_path):
    """A file of whole numbers is read alike here and by the library, and is smaller."""
    path = tmp_path / "a.qnet"
    sizes = []
    weights = []
    for levels in (0, 255, 47):
        qnet.write(str(path), network(levels=levels))
        sizes.append(path.stat().st_size)
        _, found = qnet.read(str(path))
        assert list(found) == list(qnet.read(str(path))[1]) and not any(name.endswith(".s") for name in found)
        weights.append(found["stem.w"])
        assert qikit.selfplay.match(net=path, games=2, visits=4, starts={"sizes": {"7": 1}}).wait()["games"] == 2
    assert sizes[0] > 1.5 * sizes[1] > 1.5 * sizes[2]
    lost = [float(((w - weights[0]) ** 2).mean() ** 0.5 / weights[0].std()) for w in weights[1:]]
    assert lost[0] < 0.01 < lost[1] < 0.05, "the wider the steps, the more is lost"
    numbers, scales = qnet.rounded(weights[0], 47)
    assert np.abs(numbers).max() == 23 and len(scales) == 16 and len(np.unique(numbers)) > 40
    for data in (numbers, np.arange(5, dtype="<f2"), np.arange(5, dtype="<f4")):
        assert np.array_equal(qnet.together(qnet.apart(data), data.dtype, data.size), data.reshape(-1))


def test_bad_files(tmp_path):
    path = tmp_path / "a.qnet"
    path.write_bytes(network()[:-1])
    with pytest.raises(ValueError):
        qnet.read(str(path))
    with pytest.raises(qikit.ParseError):
        qikit.selfplay.match(net=path).wait()
    for data, word in ((network({**SIZES, "blocks": 2}), "block1"), (network(features="chess/1"), "chess/1")):
        path.write_bytes(data)
        with pytest.raises(qikit.ParseError, match=word):
            qikit.selfplay.match(net=path).wait()
    with pytest.raises(ValueError, match="stem"):
        qnet.encoded("convnet/1", "capture/1", SIZES, [("stem.w", np.array([1e6]))], {})
    with pytest.raises(ValueError):
        samples.read(str(path))
    assert qnet.canonical({"b": 1, "a": "ä"}) == '{"a":"ä","b":1}'.encode()


def test_rounded_weights_are_rounded_once():
    """A normalisation multiplies each output's weights after they were rounded; the file has the
    same whole numbers then."""
    random = np.random.default_rng(5)
    for levels in (3, 31, 255):
        whole, scales = qnet.rounded(random.standard_t(3, (64, 300)).astype("f4"), levels)
        factors = random.normal(0, 2, 64)
        again, theirs = qnet.rounded(whole * (scales * factors)[:, None], levels)
        assert np.array_equal(again, whole * np.sign(factors)[:, None])
        assert np.allclose(theirs, scales * abs(factors), rtol=1e-6)
