"""Self-play of Capture Go and matches of networks."""

import pytest

import qikit
from conftest import HANG

SMALL = {"visits": 12, "fast_visits": 4, "starts": {"sizes": {"7": 1}}}


def test_samples_are_written_and_resumed(tmp_path):
    out = tmp_path / "a.samples"
    job = qikit.selfplay.start(out, games=3, seed=5, workers=1, **SMALL)
    steps = list(job.progress(every=0.01))
    result = job.result
    assert result["games"] == 3 and result["positions"] > 3
    assert steps[-1]["done"] == steps[-1]["total"] == 3
    whole = out.read_bytes()
    assert whole.startswith(b"qikit/samples/1\n") and len(whole) == 4096 + 1072 * result["positions"]

    out.write_bytes(whole[:-1])
    assert qikit.selfplay.start(out, games=3, seed=5, workers=2, resume=True, **SMALL).wait() == result
    assert out.read_bytes() == whole


def test_a_cancelled_job_keeps_its_games(tmp_path):
    job = qikit.selfplay.start(tmp_path / "a.samples", games=10**6, **SMALL)
    job.cancel()
    result = job.wait(timeout=HANG)
    assert result["games"] < 10**6
    assert (tmp_path / "a.samples").stat().st_size == 4096 + 1072 * result["positions"]


def test_match():
    result = qikit.selfplay.match(games=4, visits=30, against_visits=3, starts={"sizes": {"7": 1}, "targets": {"1": 1}}).wait()
    assert result["games"] == 4 and result["score"] == result["wins"] / 4
    assert result["sizes"]["7"]["games"] == result["targets"]["1"]["games"] == 4


def test_weights_are_learnt(tmp_path):
    out = tmp_path / "a.samples"
    qikit.selfplay.start(out, games=30, seed=5, **SMALL).wait()
    result = qikit.selfplay.rollout([out], tmp_path / "a.qnet", passes=2).wait()
    assert result["positions"] > result["held_out"] > 0 and 0 < result["trained"]["loss"] < 10
    assert (tmp_path / "a.qnet").read_bytes().startswith(b"QNET")
    with pytest.raises(qikit.InvalidArgument, match="samples"):
        qikit.selfplay.rollout([], tmp_path / "b.qnet")
    with pytest.raises(qikit.InvalidArgument):
        qikit.selfplay.rollout([tmp_path / "a.qnet"], tmp_path / "b.qnet").wait()
    with pytest.raises(qikit.NotFound):
        qikit.selfplay.rollout([tmp_path / "none"], tmp_path / "b.qnet").wait()


def test_bad_input(tmp_path):
    out = tmp_path / "a.samples"
    for options, word in (
        ({"gmes": 1}, "gmes"),
        ({"games": 0}, "games"),
        ({"starts": {"sizes": {"4": 1}}}, "starts.sizes is a table with 4, expected numbers from 5 to 13"),
        ({"starts": {"size": 5}}, "size"),
        ({"full": 2}, "full"),
    ):
        with pytest.raises(qikit.InvalidArgument, match=word):
            qikit.selfplay.start(out, **options)
    with pytest.raises(qikit.InvalidArgument, match="visits"):
        qikit.selfplay.match(visits=1)
    out.write_bytes(b"")
    with pytest.raises(qikit.StateError):
        qikit.selfplay.start(out).wait()
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"something else entirely")
    with pytest.raises(qikit.InvalidArgument):
        qikit.selfplay.start(foreign, resume=True).wait()
    with pytest.raises(qikit.ParseError):
        qikit.selfplay.match(net=foreign).wait()
    with pytest.raises(qikit.NotFound):
        qikit.selfplay.match(against=tmp_path / "none").wait()
    with pytest.raises(qikit.QikitIOError):
        qikit.selfplay.start(foreign / "x").wait()
