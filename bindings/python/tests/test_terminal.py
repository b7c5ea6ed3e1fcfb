"""A terminal that joins a real hall and works there."""

import doctest
import pathlib
import subprocess
import threading

import pytest

import qikit
from conftest import HANG

CHECKOUT = pathlib.Path(__file__).resolve().parents[3]


class Hall:
    """A gateway with a compute host behind it, in a process of its own."""

    def __init__(self):
        program = CHECKOUT / "build" / "computehall"
        assert program.exists(), "build/computehall is missing: run ./build.sh build"
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        word, port = self._process.stdout.readline().split()
        assert word == "port"
        self.port = int(port)

    def task(self):
        """The next task that was done: terminals, units, and those that the host did."""
        line = self._process.stdout.readline().split()
        assert line and line[0] == "task", line
        return {key: int(value) for key, value in (pair.split("=") for pair in line[1:])}

    def close(self):
        self._process.stdin.close()
        # Tasks may be on their way while the hall ends.
        drain = threading.Thread(target=self._process.stdout.read)
        drain.start()
        assert self._process.wait(timeout=HANG) == 0
        drain.join()
        self._process.stdout.close()


@pytest.fixture
def hall():
    hall = Hall()
    yield hall
    hall.close()


def test_a_terminal_joins_and_works(hall):
    job = qikit.terminal.join(hall.port, cores=1)
    task = hall.task()
    while task["host"] == task["units"]:  # the host was quicker: the next one
        task = hall.task()
    assert task["terminals"] == 1 and task["units"] == 400
    for step in job.progress(every=0.01):
        if step["done"] > 0:
            break
    job.cancel()
    result = job.wait(timeout=HANG)
    assert job.state == "cancelled"
    assert result["leases"] > 0 and result["units"] > 0 and result["rate"] > 0


def test_events_tell_who_it_is(hall):
    with qikit.terminal.join(hall.port, "127.0.0.1", nick="amy", cores=1, share=0.5) as job:
        event = next(iter(job.events()))
        assert event["terminal"].startswith("t") and event["rejected"] == 0
        job.cancel()


def test_bad_input():
    for options, word in (
        ({"port": 0}, "port is 0, expected 1 to 65535"),
        ({"port": 1, "prot": 1}, "prot"),
        ({"port": 1, "cores": 0}, "cores is 0, expected 1 to 1024"),
        ({"port": 1, "share": 2}, "share is 2, expected 0.05 to 1"),
        ({"port": 1, "give_up": -1}, "give_up"),
        ({"port": 1, "nick": "a b"}, "nick: "),
    ):
        with pytest.raises(qikit.InvalidArgument, match=word):
            qikit.terminal.join(**options)


def test_a_server_without_work_refuses():
    with qikit.sgcp.Gateway() as gateway:
        with pytest.raises(qikit.StateError, match="compute"):
            qikit.terminal.join(gateway.port).wait()
    with pytest.raises(qikit.QikitIOError):
        qikit.terminal.join(1).wait()  # where nobody listens, then or later


def test_the_example_of_the_documentation(hall):
    result = doctest.testmod(qikit.terminal, extraglobs={"port": hall.port})
    assert result.attempted > 0 and result.failed == 0
