"""What the tests share. They need the library (./build.sh build) and the
packages of requirements-test.txt; nothing is skipped when one is missing."""

import os
import pathlib
import subprocess
import sys
import time

import pytest

import qikit

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

# Small enough for a second, with more than one depth as the method demands.
SMALL = {
    "game": "xiangqi",
    "games": 4,
    "max_plies": 10,
    "depth": {"scope": "ply", "distribution": "uniform", "min": 1, "max": 2},
    "reevaluate": {"depth": 2},
    "seed": 7,
}

# Hours of work, for what is cancelled, killed or interrupted.
ENDLESS = {**SMALL, "games": 1_000_000, "max_plies": 200, "workers": 2}

# Seconds: a guard against a hang alone, which no busy machine reaches.
HANG = 3600


def stopwatch():
    """Begins to count. The function returned tells the seconds since then, by the clock or of this
    process's work, whichever are fewer: others may have the processors."""
    clock, work = time.monotonic(), time.process_time()
    return lambda: min(time.monotonic() - clock, time.process_time() - work)


def soon(limit, attempt):
    """Checks that attempt takes less than that many seconds, in one of twenty tries (a
    busy machine may stop any of them for longer), and returns the seconds."""
    seconds = [attempt()]
    while seconds[-1] >= limit and len(seconds) < 20:
        seconds.append(attempt())
    assert seconds[-1] < limit, f"{seconds} s, expected under {limit}"
    return seconds[-1]


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="rewrite examples/testdata/book.golden")


@pytest.fixture
def board():
    with qikit.Board("xiangqi") as board:
        yield board


@pytest.fixture
def engine():
    with qikit.Engine("xiangqi") as engine:
        yield engine


@pytest.fixture(scope="session")
def small_path(tmp_path_factory):
    """A finished book, not to be changed."""
    path = tmp_path_factory.mktemp("book") / "small.qkb"
    qikit.book.generate(out=path, **SMALL).wait()
    return path


@pytest.fixture
def small(small_path):
    with qikit.book.open(small_path) as book:
        yield book


@pytest.fixture
def python(tmp_path):
    """Starts a script in a Python of its own."""
    started = []

    def start(script, *args):
        path = tmp_path / "script.py"
        path.write_text(script)
        process = subprocess.Popen(
            [sys.executable, "-u", str(path), *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(pathlib.Path(qikit.__file__).parents[1])},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
