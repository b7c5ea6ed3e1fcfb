"""A kernel never dies: closed, foreign and invented handles, defects."""

import random
import time

import pytest

import qikit
from qikit import _call, _lib, _native
from conftest import HANG, SMALL, START

# Calls by handle, with the fewest arguments that get past the prototypes.
BOARD = ["position", "side", "moves", "report"]


def test_closed_objects(board, engine, tmp_path, small_path):
    job = engine.start(board, depth=1)
    job.wait()
    book = qikit.book.open(small_path)
    for thing in (job, book, engine, board):
        thing.close()
        thing.close()
    for call in (
        lambda: board.position,
        lambda: board.moves(),
        lambda: board.play("h2e2"),
        lambda: board.copy(),
        lambda: board.outcome,
        lambda: board.perft(1),
        lambda: engine.clear(),
        lambda: engine.evaluate(qikit.Board("xiangqi")),
        lambda: engine.search(qikit.Board("xiangqi"), depth=1),
        lambda: job.poll(),
        lambda: job.state,
        lambda: job.wait(),
        lambda: job.cancel(),
        lambda: job.result,
        lambda: list(job.events()),
        lambda: len(book),
        lambda: book.lookup(START),
        lambda: list(book),
        lambda: book.stats(),
        lambda: book.export(tmp_path / "x"),
    ):
        with pytest.raises(qikit.HandleError):
            call()


def test_handles_of_another_type(board, engine):
    for handle in (engine._handle, 1, 2**64 - 1, 2**32):
        for verb in BOARD:
            with pytest.raises(qikit.HandleError):
                _call.read(f"qk_board_{verb}", handle)
    with pytest.raises(qikit.HandleError):
        _call.call("qk_engine_clear", board._handle)
    with pytest.raises(qikit.HandleError):
        _call.call("qk_job_cancel", board._handle)


def test_a_stale_handle_is_not_its_successor():
    board = qikit.Board("xiangqi")
    stale = board._handle
    board.close()
    others = [qikit.Board("xiangqi") for _ in range(10)]
    assert stale not in {other._handle for other in others}
    with pytest.raises(qikit.HandleError):
        _call.read("qk_board_position", stale)
    assert _lib.function("qk_board_free")(stale) == qikit.HandleError.status
    assert all(other.position == START for other in others)


def test_freeing_nothing_is_fine():
    for noun in ("board", "engine", "job", "book"):
        assert _lib.function(f"qk_{noun}_free")(0) == _native.OK


def test_invented_handles_never_crash(board):
    luck = random.Random(7)
    for _ in range(300):
        handle = luck.getrandbits(64)
        for name in ("qk_board_undo", "qk_engine_clear", "qk_job_cancel"):
            with pytest.raises(qikit.HandleError):
                _call.call(name, handle)
        for noun in ("board", "engine", "job", "book"):
            assert _lib.function(f"qk_{noun}_free")(handle) == qikit.HandleError.status
    assert board.position == START


def test_null_pointers_never_crash(board):
    assert _lib.function("qk_board_new")(None, 7, None, 0, None, 0, 0, None, None) != _native.OK
    assert _lib.function("qk_board_position")(board._handle, None, 100, None, None) != _native.OK
    assert _lib.function("qk_board_outcome")(board._handle, None, None) != _native.OK
    assert _lib.function("qk_job_poll")(0, None) != _native.OK
    assert _lib.function("qk_search_opts_init")(None) != _native.OK


def test_truncated_structs_are_refused(board):
    outcome = _native.Outcome(8)
    with pytest.raises(qikit.VersionError):
        _call.call("qk_board_outcome", board._handle, outcome)


@pytest.mark.parametrize("thread", [False, True])
def test_a_panic_is_an_exception_and_the_process_goes_on(thread):
    with pytest.raises(qikit.Panic):
        qikit.debug.panic(thread=thread)
    assert qikit.Board("xiangqi").perft(2) == 1920


@pytest.mark.parametrize("thread", [False, True])
def test_a_panic_poisons_its_object_only(engine, board, small_path, thread):
    book = qikit.book.open(small_path)
    samples = book.samples()
    job = engine.start(board, depth=1)
    job.wait()
    other = board.copy()
    for thing, use in (
        (board, lambda: board.position),
        (job, lambda: job.poll()),
        (job, lambda: job.result),
        (engine, lambda: engine.clear()),
        (book, lambda: len(book)),
        (samples, lambda: next(samples.batches(), None)),
    ):
        with pytest.raises(qikit.Panic):
            qikit.debug.panic(thing, thread=thread)
        with pytest.raises(qikit.Panic):
            use()
    for thing in (job, engine, board, samples, book):
        thing.close()
    assert other.position == START
    with qikit.book.open(small_path) as again:
        assert len(again) > 0


def test_nothing_is_left_behind(tmp_path):
    def use(n):
        board = qikit.Board("xiangqi")
        with qikit.Engine("xiangqi", table_mb=1) as engine:
            engine.search(board, depth=2)
        with pytest.raises(qikit.ParseError):
            board.play("x")
        qikit.book.generate(out=tmp_path / f"{n}.qkb", **{**SMALL, "games": 1}).wait()
        with qikit.book.open(tmp_path / f"{n}.qkb") as book:
            book.stats()

    use("first")
    before = qikit.runtime.stats()
    for n in range(5):
        use(n)
    until = time.monotonic() + HANG
    while (after := qikit.runtime.stats())["goroutines"] > before["goroutines"] + 2 and time.monotonic() < until:
        time.sleep(0.05)  # what was closed ends when it gets the processor
    assert after["handles"] == before["handles"]
    assert after["goroutines"] <= before["goroutines"] + 2


def test_messages_in_chinese():
    qikit.runtime.config(language="zh")
    try:
        with pytest.raises(qikit.InvalidArgument, match="^引擎选项有误：level 为 11，应为 1 到 10$"):
            qikit.Engine("xiangqi", level=11)
        with pytest.raises(qikit.ParseError, match='^不是着法："炮九"，应为着法，例如 h2e2'):
            qikit.Board("xiangqi").play("炮九")
        with pytest.raises(qikit.InvalidArgument, match="language is 'fr'"):
            qikit.runtime.config(language="fr")
    finally:
        qikit.runtime.config(language="en")
    with pytest.raises(qikit.InvalidArgument, match="level is 11, expected 1 to 10"):
        qikit.Engine("xiangqi", level=11)


def test_runtime_config():
    before = qikit.runtime.stats()["threads"]
    try:
        qikit.runtime.config(threads=1)
        assert qikit.runtime.stats()["threads"] == 1
        qikit.runtime.config(gc_percent=150)  # what is left out stays
        assert qikit.runtime.stats()["threads"] == 1
        best = qikit.runtime.stats()["kernels"]
        qikit.runtime.config(kernels="generic")
        assert qikit.runtime.stats()["kernels"] == "generic"
        for bad in ("sse", "neon" if best != "neon" else "avx2"):  # nobody's, another machine's
            with pytest.raises(qikit.InvalidArgument, match="kernels"):
                qikit.runtime.config(kernels=bad)
        qikit.runtime.config(kernels="best")
        assert qikit.runtime.stats()["kernels"] == best
    finally:
        qikit.runtime.config(threads=before, gc_percent=100, kernels="best")
