"""A server of the line protocol, and games that continue after a restart."""

import contextlib
import os
import pathlib
import socket
import sqlite3
import struct
import subprocess
import sys

import pytest

import qikit
from conftest import HANG
from qikit import sgcp


def until(client, code):
    for event in client.events(timeout=HANG):
        if event.code == code:
            return event.param
    raise AssertionError("the events ended")


def own_address():
    """A loopback address of this process alone, where the system has such: a port that
    was closed there is still free when it is opened again."""
    pid = os.getpid()
    address = f"127.{64 + (pid >> 16 & 63)}.{pid >> 8 & 255}.{pid & 255}"
    try:
        socket.create_server((address, 0)).close()
    except OSError:
        return "127.0.0.1"
    return address


def meet(gateway, *nicks, host="127.0.0.1"):
    amy, bob = (sgcp.Client(host, gateway.port, nick) for nick in nicks)
    assert bob.send(201).ok
    assert amy.send(203, bob.nick).ok
    for client in (amy, bob):
        assert client.send(311).ok
    game, black, *_ = until(amy, 850).split()
    return (amy, bob, game) if black == amy.nick else (bob, amy, game)


def test_two_clients_play():
    with sgcp.Gateway(size=5, rule="seed", seed=1) as gateway:
        black, white, game = meet(gateway, "amy", "bob")
        with black, white:
            assert black.send(321, "C3").param == "1"
            assert white.send(321, "C3").code == 534
            assert until(white, 851).startswith(f"{game} 1 b C3 0 ")
            assert gateway.state()["playing"] == 1 and gateway.state()["moves"] == 1
            assert gateway.state()["error"] == ""
            assert "\nqikit_gateway_playing 1\n" in gateway.metrics()
            assert white.send(323).ok
            assert until(black, 855).startswith(f"{game} B+R")


def test_a_game_goes_on_after_the_server(tmp_path):
    store = str(tmp_path / "hall.db")
    host = own_address()
    with sgcp.Gateway(host=host, size=9, store=store) as gateway:
        port = gateway.port
        black, white, game = meet(gateway, "amy", "bob", host=host)
        black.send(321, "E5")
    with black, white, sgcp.Gateway(host=host, port=port, size=9, store=store):
        assert white.send(321, "C3 2").param == "2"
        assert [row[1] for row in black.send(301, game).rows] == ["1 E5 C3"]


def test_shutdown_tells_everybody():
    gateway = sgcp.Gateway()
    with sgcp.Client("127.0.0.1", gateway.port, "amy", reconnect=False) as amy:
        job = gateway.shutdown(HANG)
        assert until(amy, 658) == str(HANG)
        amy.send(103)
        assert job.wait()["port"] == gateway.port
    assert repr(gateway).startswith("<Gateway 127.0.0.1:")
    gateway.close()
    assert repr(gateway) == "<Gateway closed>"


@pytest.mark.parametrize("options", [{"size": 99}, {"rule": "x"}, {"nonsense": 1}, {"limits": {"burst": 0}}, {"port": 70000}, {"keys": 3}])
def test_bad_options(options):
    with pytest.raises(qikit.InvalidArgument):
        sgcp.Gateway(**options)


def test_no_place():
    with sgcp.Gateway() as gateway, pytest.raises(qikit.QikitIOError):
        sgcp.Gateway(port=gateway.port)
    with pytest.raises(qikit.QikitIOError):
        sgcp.Gateway(store="/no/such/folder/hall.db")


def test_the_example():
    path = pathlib.Path(__file__).resolve().parents[3] / "examples" / "python" / "hall.py"
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=HANG, check=True)
    assert done.stdout == "OO.../XOOO./XXXOO/.X.XX/..X.X O 1 0 -\nresult B+R\n"


def test_boards_of_go():
    board = qikit.Board("go", size=9, komi=0.5, handicap=2)
    assert board.side == "white" and board.position.startswith("9/9/......X../")
    with pytest.raises(qikit.InvalidArgument):
        qikit.Board("go", size=9, komi=0.3)
    board = qikit.Board("go", ".X.X./XXXXX/5/5/5 X")
    assert board.play("pass").play("pass").outcome == {"winner": "black", "reason": "two passes"}


def sums(path):
    """Writes the checksums of an SQLite file's pages, which a program that knows nothing of them leaves as they were."""
    with open(path, "r+b") as file:
        pages = bytearray(file.read())
        for at in range(0, len(pages), 4096):
            a = b = 0
            words = struct.unpack_from("<1022I", pages, at)
            for one, other in zip(words[::2], words[1::2]):
                a = (a + one + b) & 0xFFFFFFFF
                b = (b + other + a) & 0xFFFFFFFF
            struct.pack_into("<2I", pages, at + 4088, a, b)
        file.seek(0)
        file.write(pages)


def test_a_store_that_can_not_be_written_ends_it(tmp_path):
    path = str(tmp_path / "hall.db")
    sgcp.Gateway(store=path).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER refuse BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        db.commit()
    sums(path)
    with sgcp.Gateway(store=path) as gateway:
        with pytest.raises(qikit.QikitIOError):
            sgcp.Client("127.0.0.1", gateway.port, "amy", reconnect=False)
        assert "the disk is full" in gateway.state()["error"]
