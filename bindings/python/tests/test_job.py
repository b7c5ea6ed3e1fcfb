import asyncio
import builtins
import threading
import time

import pytest

import qikit
from conftest import ENDLESS, HANG, SMALL, soon, stopwatch


@pytest.fixture
def endless(tmp_path):
    job = qikit.book.generate(out=tmp_path / "endless.qkb", **ENDLESS)
    yield job
    job.cancel()
    job._until(time.monotonic() + HANG)
    job.close()


def small_job(tmp_path, **more):
    return qikit.book.generate(out=tmp_path / "job.qkb", **{**SMALL, **more})


def test_states(tmp_path, endless):
    assert (endless.state, endless.done) == ("running", False)
    with pytest.raises(qikit.StateError):
        endless.result
    assert "running" in repr(endless)
    endless.cancel()
    endless.cancel()
    endless.wait(timeout=HANG)
    assert (endless.state, endless.done) == ("cancelled", True)
    endless.cancel()
    assert endless.state == "cancelled"


def test_progress(tmp_path):
    job = small_job(tmp_path)
    steps = list(job.progress(every=0.01))
    assert all(set(step) == {"done", "total", "rate", "left"} for step in steps)
    done = [step["done"] for step in steps]
    assert done == sorted(done)
    last = steps[-1]
    assert last["done"] == last["total"] > 0
    assert last["rate"] > 0
    assert job.done


def test_wait_ends_in_time_and_the_job_goes_on(endless):
    def wait():
        start, spent = time.monotonic(), stopwatch()
        with pytest.raises(TimeoutError) as caught:
            endless.wait(timeout=0.15)
        assert isinstance(caught.value, qikit.Timeout)
        assert time.monotonic() - start > 0.14
        return spent()

    soon(2, wait)
    assert endless.state == "running"


def test_wait_with_a_bar_ends_in_time_without_progress(endless, monkeypatch):
    step = endless.poll()
    monkeypatch.setattr(endless, "poll", lambda: step)  # as of an engine that says nothing
    ends = threading.Timer(HANG, endless.cancel)  # a wait that does not end in time
    ends.start()
    with pytest.raises(qikit.Timeout):
        endless.wait(timeout=0.15, progress=True)
    ends.cancel()
    assert endless.state == "running"


def test_a_progress_loop_may_be_left(endless):
    for step in endless.progress():
        break
    assert endless.state == "running"


def test_bar_by_tqdm(tmp_path, capsys):
    small_job(tmp_path).wait(progress=True)
    assert "generate" in capsys.readouterr().err


def test_bar_without_tqdm(tmp_path, capsys, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **more):
        if name.startswith("tqdm"):
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    small_job(tmp_path).wait(progress=True)
    assert "generate: " in capsys.readouterr().err


def test_bar_obeys_the_timeout(endless):
    with pytest.raises(qikit.Timeout):
        endless.wait(timeout=0.2, progress=True)


def test_await_leaves_the_loop_free(tmp_path):
    async def ticks(seen):
        while True:
            seen.append(time.monotonic())
            await asyncio.sleep(0.005)

    async def main(out):
        seen = []
        task = asyncio.ensure_future(ticks(seen))
        more = {"games": 12, "depth": {"distribution": "uniform", "min": 2, "max": 3}}
        summary = await qikit.book.generate(out=out, **{**SMALL, **more})
        task.cancel()
        return summary, seen

    def worst(attempts=iter(range(9))):
        """The largest gap as a part of the job's time."""
        summary, seen = asyncio.run(main(tmp_path / f"{next(attempts)}.qkb"))
        assert isinstance(summary, dict)
        assert len(seen) > 3
        return max(b - a for a, b in zip(seen, seen[1:])) / (seen[-1] - seen[0])

    # A loop that the job blocks has one gap, as long as the job.
    soon(1 / 2, worst)


def test_async_progress(tmp_path):
    async def main():
        return [step async for step in small_job(tmp_path).progress()]

    steps = asyncio.run(main())
    assert steps[-1]["done"] == steps[-1]["total"]


def test_async_progress_keeps_to_its_interval(endless):
    async def main():
        asyncio.get_running_loop().call_later(0.5, endless.cancel)
        return [step async for step in endless.progress(every=HANG)]

    assert len(asyncio.run(main())) == 2  # the first, and the one at the end


def test_cancelling_the_task_cancels_the_job(endless):
    async def main():
        task = asyncio.ensure_future(endless._awaited())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    endless.wait(timeout=HANG)
    assert endless.state == "cancelled"


def test_many_jobs_at_once_in_one_loop(engine, board):
    async def main():
        with qikit.Engine("xiangqi") as other:
            return await asyncio.gather(engine.start(board, depth=4), other.start(board, depth=4))

    first, second = asyncio.run(main())
    assert first.best == second.best


def test_threads(tmp_path):
    """Boards and jobs from several threads at once, one board shared by all."""
    shared = qikit.Board("xiangqi")
    faults = []

    def work(n):
        try:
            own = qikit.Board("xiangqi")
            for _ in range(50):
                own.play("h2e2").undo()
                assert len(shared.moves()) == 44
            with qikit.Engine("xiangqi") as engine:
                assert engine.start(shared, depth=3).wait().depth == 3
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_wait_lets_other_threads_run(endless):
    waiter = threading.Thread(target=lambda: endless._until(time.monotonic() + HANG, quiet=True))
    waiter.start()
    turns = 0
    while waiter.is_alive() and turns < 100:
        turns += 1
        time.sleep(0.001)
    assert turns == 100
    endless.cancel()
    waiter.join()


def test_a_wait_without_end(engine, board):
    assert engine.start(board, depth=1).wait(timeout=float("inf")).best


def test_to_forget_is_not_to_wait(engine, board):
    search = engine.start(board)
    engine.clear()  # for ever, if it waited
    search.cancel()
    assert search.wait().best


def test_a_job_that_nobody_refers_to_is_freed(tmp_path):
    before = qikit.runtime.stats()["handles"]["job"]
    job = qikit.book.generate(out=tmp_path / "forgotten.qkb", **ENDLESS)
    assert qikit.runtime.stats()["handles"]["job"] == before + 1
    del job
    assert qikit.runtime.stats()["handles"]["job"] == before


def test_a_failed_job_raises_its_error_everywhere(tmp_path):
    def failing():
        players = [{"kind": "uci", "path": "/bin/true", "timeout": HANG}]
        return small_job(tmp_path, players=players, repeatable=False)

    # Either the call or the job says so: the engine's program is no engine.
    for use in (lambda: failing().wait(), lambda: list(failing().progress()), lambda: asyncio.run(failing()._awaited())):
        with pytest.raises(qikit.QikitError, match="true: engine: program died"):
            use()
        (tmp_path / "job.qkb").unlink(missing_ok=True)
