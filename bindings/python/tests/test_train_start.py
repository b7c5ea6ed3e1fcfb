import pytest

import qikit

SMALL = {"width": 16, "passes": 2, "batch": 64, "held_out": 0.3}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = tmp_path_factory.mktemp("train") / "a.qkb"
    games = {"game": "xiangqi", "games": 20, "seed": 7, "depth": {"scope": "ply", "distribution": "list", "depths": [1, 2]}, "max_plies": 40, "reevaluate": None}
    qikit.book.generate(out=path, **games).wait()
    return path


def test_a_book_teaches_a_network_that_plays(book, tmp_path):
    out = tmp_path / "a.qnet"
    job = qikit.train.start([book], out, **SMALL)
    steps = list(job.events())
    result = job.wait()
    assert result.game == "xiangqi" and result.positions > result.held_out > 0
    assert [step.held_out for step in steps] == [loss["held_out"] for loss in result["losses"]]
    assert len(steps) == 3 and steps[2].learnt < steps[1].learnt
    assert out.read_bytes().startswith(b"QNET")
    board = qikit.Board("xiangqi")
    with qikit.Engine("xiangqi", net=out) as engine:
        assert engine.search(board, depth=3).best in board.moves()
    assert list(tmp_path.iterdir()) == [out]


def test_resumes_to_the_same_file(book, tmp_path):
    whole, other = tmp_path / "a.qnet", tmp_path / "b.qnet"
    qikit.train.start([book], whole, workers=1, **SMALL).wait()
    job = qikit.train.start([book], other, workers=2, **{**SMALL, "passes": 10000})
    for step in job.events():
        if step["pass"] == 1:
            break
    job.cancel()
    assert job.wait().net == "" and job.state == "cancelled"
    with pytest.raises(qikit.StateError):
        qikit.train.start([book], other, **SMALL).wait()
    with pytest.raises(qikit.InvalidArgument, match="other options"):
        qikit.train.start([book], other, resume=True, **SMALL).wait()
    (tmp_path / "b.qnet.state").unlink()
    qikit.train.start([book], other, workers=2, resume=True, **SMALL).wait()
    assert other.read_bytes() == whole.read_bytes()


def test_bad_input(book, tmp_path):
    with pytest.raises(qikit.InvalidArgument, match="books"):
        qikit.train.start([], tmp_path / "x")
    with pytest.raises(qikit.NotFound):
        qikit.train.start([tmp_path / "none"], tmp_path / "x").wait()
    with pytest.raises(qikit.StateError):
        qikit.train.start([book], book).wait()
    with pytest.raises(qikit.InvalidArgument, match="chess"):
        qikit.train.start([book], tmp_path / "x", game="chess").wait()
    with pytest.raises(qikit.ParseError):
        (tmp_path / "text").write_text("no book")
        qikit.train.start([tmp_path / "text"], tmp_path / "x").wait()
