"""What happens to the process as a whole: fork, Ctrl-C, kill, memory."""

import itertools
import multiprocessing
import os
import signal
import time

import pytest

import qikit
from conftest import ENDLESS, HANG, SMALL, soon


def forked_child(pipe, job):
    said = []
    for call in (
        lambda: qikit.Board("xiangqi"),
        lambda: qikit.Engine("xiangqi"),
        lambda: qikit.runtime.version(),
        lambda: job.poll(),
        lambda: job.wait(),
        lambda: job.cancel(),
        lambda: qikit.book.open("/nowhere"),
    ):
        start = time.process_time()
        try:
            call()
            said.append("no error")
        except BaseException as fault:
            said.append(f"{type(fault).__name__} {time.process_time() - start < 2}")
    pipe.send(said)
    pipe.close()


def test_every_call_in_a_forked_child_raises_forked_at_once(engine, board):
    job = engine.start(board)  # busy threads, which the child will not have
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=forked_child, args=(theirs, job))
    child.start()
    assert ours.poll(HANG)
    assert ours.recv() == ["Forked True"] * 7
    child.join(HANG)  # finalizers in the child must not hang either
    assert child.exitcode == 0
    assert job.state == "running"
    job.cancel()


def test_the_library_itself_refuses_in_a_forked_child():
    """Bypasses the flag in Python, as a host that forks without telling it does."""
    qikit.runtime.version()
    pid = os.fork()
    if pid == 0:
        from qikit import _lib

        _lib._forked = False
        try:
            qikit.Board("xiangqi")
            os._exit(1)
        except qikit.Forked:
            os._exit(0)
        except BaseException:
            os._exit(2)
    _, status = os.waitpid(pid, 0)
    assert os.WEXITSTATUS(status) == 0


PREFORK = """
import os, qikit                      # imported, not used: as a preloading server does
for _ in range(2):
    pid = os.fork()
    if pid == 0:
        ok = qikit.Board("xiangqi").perft(2) == 1920
        os._exit(0 if ok else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
print(qikit.Board("xiangqi").perft(2))
"""


def test_children_may_use_it_when_the_parent_has_not(python):
    out, err = python(PREFORK).communicate(timeout=HANG)
    assert (out, err) == ("1920\n", "")


def spawned_child(fen):
    return qikit.Board("xiangqi", fen).perft(2)


def test_spawned_children_use_it(board):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(spawned_child, (board.position,)) == 1920


INTERRUPT = """
import os, sys, threading, time, qikit, tqdm  # Ctrl-C within an import is Python's affair
{start}
main = threading.main_thread().ident
def told():
    inside = os.path.dirname(qikit.__file__)
    while not sys._current_frames()[main].f_code.co_filename.startswith(inside): time.sleep(0.01)
    print("started")  # once the work is waited for
threading.Thread(target=told, daemon=True).start()
try:
    {wait}
except KeyboardInterrupt:
    print(time.monotonic(), time.process_time(), job.state)
"""

STARTS = {
    "generate": f"job = qikit.book.generate(out=sys.argv[1], **{ENDLESS!r})",
    "search": 'job = qikit.Engine("xiangqi").start(qikit.Board("xiangqi"))',
}


def worked(process):
    """The seconds that a program has had of the processors; 0 where they are not known."""
    if not os.path.exists("/proc/self/stat"):
        return 0.0
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(process):
    """Sends Ctrl-C during the work. Returns the seconds until the program caught it, by
    the clock and of its work, and the job's state then."""
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    sent, before = time.monotonic(), worked(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert process.returncode == 0, err
    caught, used, state = out.split()
    return float(caught) - sent, float(used) - before, state


@pytest.mark.parametrize("wait", ["job.wait()", "job.wait(progress=True)", "list(job.progress())"])
@pytest.mark.parametrize("start", STARTS)
def test_ctrl_c_cancels_within_half_a_second(python, tmp_path, start, wait):
    script = INTERRUPT.format(start=STARTS[start], wait=wait)
    count = itertools.count()

    def attempt():
        clock, work, state = interrupted(python(script, tmp_path / f"{next(count)}.qkb"))
        # The loop only asks the job to stop; a wait also sees it end, within its 2 s.
        assert state == "cancelled" or "wait" not in wait or clock >= 2
        return min(clock, work)  # others may have the processors

    soon(0.5, attempt)


KILLED = f"""
import sys, qikit
job = qikit.book.generate(out=sys.argv[1], resume=True, **{{**{SMALL!r}, "games": 20, "workers": 2}})
for step in job.progress(every=0.01):
    print(step["done"])
"""


def test_a_killed_generation_is_resumed_with_nothing_lost_and_nothing_twice(python, tmp_path):
    whole = tmp_path / "whole.qkb"
    options = {**SMALL, "games": 20}
    qikit.book.generate(out=whole, workers=1, **options).wait()

    killed = tmp_path / "killed.qkb"
    for stop in (1, 5):
        process = python(KILLED, killed)
        for line in process.stdout:
            if int(line) >= stop:
                break
        process.kill()
        process.wait()
        process.communicate()
    qikit.book.generate(out=killed, resume=True, workers=2, **options).wait()
    assert lines(killed, tmp_path / "killed.jsonl") == lines(whole, tmp_path / "whole.jsonl")


def lines(path, export):
    with qikit.book.open(path) as book:
        book.export(export)
    return export.read_bytes().splitlines()


BOARDS = """
import os
import qikit

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def create(count):
    for _ in range(count):
        qikit.Board("xiangqi").play("h2e2").copy().moves()

create(2000)
before, handles = resident(), qikit.runtime.stats()["handles"]
create(10_000)
print(qikit.runtime.stats()["handles"] == handles, resident() - before)
"""


def test_memory_does_not_grow_with_boards(python):
    """In a process of its own: what other tests left there would be garbage to be collected, or not yet."""
    process = python(BOARDS)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, err) == (0, "")
    freed, grown = out.split()
    assert freed == "True"
    assert int(grown) < 8 << 20


EXIT = """
import qikit
engine = qikit.Engine("xiangqi")
job = engine.start(qikit.Board("xiangqi"))
board = qikit.Board("xiangqi")
print(job.state)
"""


def test_a_program_may_end_with_all_open(python):
    process = python(EXIT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (0, "running\n", "")
