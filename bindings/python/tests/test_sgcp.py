"""The line protocol: framing, and a client against a server of a few lines."""

import asyncio
import gc

import pytest
from sgcp_server import GAME, RENEWED, SECRET, Server

import qikit
from conftest import HANG
from qikit import sgcp

FAST = {"backoff_min": 0.01, "backoff_max": 0.02}


@pytest.fixture
def server():
    with Server() as s:
        yield s


def test_any_split_gives_the_same_items():
    stream = "101 bob\r\n303 你 好\r\n201\r\nhello\n303 a\0b\n321 q16".encode() + b"\r\n"
    whole = sgcp.Decoder().feed(stream)
    assert whole[:3] == [(101, "bob"), (303, "你 好"), (201, "")]
    assert [code for code, _ in whole] == [101, 303, 201, 500, 505, 321]
    assert [item.fault for item in whole] == [False, False, False, True, True, False]
    decoder = sgcp.Decoder()
    assert [item for i in range(len(stream)) for item in decoder.feed(stream[i : i + 1])] == whole


def test_a_fault_is_the_line_to_answer_with():
    (item,) = sgcp.Decoder().feed(b"303 \xff\r\n")
    assert sgcp.encode(*item).startswith(b"505 303 bad text")
    long = sgcp.Decoder().feed(3 * (b"303 " + b"x" * 2000 + b"\n"))
    assert [(item.code, item.close) for item in long] == [(504, False), (504, False), (504, True)]



def test_limits():
    line = b"853 " + b"x" * 4000 + b"\r\n"
    assert sgcp.Decoder().feed(line)[0].code == 853
    assert sgcp.Decoder(1024).feed(line)[0].code == 504


def test_gb18030():
    assert sgcp.encode(303, "围棋", charset="gb18030") == b"303 \xce\xa7\xc6\xe5\r\n"
    with sgcp.Decoder(charset="gb18030") as decoder:
        assert decoder.feed(b"303 \xce\xa7\xc6\xe5\r\n") == [(303, "围棋")]
        decoder.set(charset="utf-8")
        assert decoder.feed("303 围棋\r\n".encode()) == [(303, "围棋")]
        assert decoder.read() == []
    with pytest.raises(ValueError, match="big5"):
        sgcp.Decoder(charset="big5")


def test_what_can_not_be_encoded():
    assert sgcp.encode(201) == b"201\r\n"
    with pytest.raises(qikit.InvalidArgument, match="1000"):
        sgcp.encode(1000)
    with pytest.raises(qikit.ParseError, match="control"):
        sgcp.encode(303, "a\nb")
    with pytest.raises(qikit.LimitError):
        sgcp.encode(303, "x" * 2000)
    with pytest.raises(TypeError):
        sgcp.encode(303, b"x")
    with pytest.raises(TypeError):
        sgcp.Decoder().feed("text")
    with pytest.raises(qikit.InvalidArgument):
        sgcp.Decoder(-1)


def test_commands_and_answers(server):
    with sgcp.Client("127.0.0.1", server.port, "amy") as client:
        assert (client.nick, client.session, client.game, client.granted) == ("amy_", (SECRET, 0), None, ["ping", "marking"])
        answer = client.send(202)
        assert answer == (702, "2", [(752, "bob 3 human"), (752, "天弈 1 ai")]) and answer.ok
        answer = client.send(203, "bob")
        assert answer[:2] == (521, "203 not waiting") and not answer.ok
        with pytest.raises(qikit.InvalidArgument, match="by itself"):
            client.send(101, "bob")
        with pytest.raises(qikit.ParseError):
            client.send(303, "a\nb")
        assert client.send(103).code == 603
        with pytest.raises(qikit.StateError):
            client.send(202)
        assert [event.code for event in client.events()] == [650]
    assert server.heard[:2] == [(101, "amy"), (104, "ping marking")]
    with pytest.raises(qikit.HandleError):
        client.send(202)
    assert list(client.events()) == [] and repr(client) == "<Client closed>"


def test_a_command_keeps_its_client(server):
    answer = sgcp.Client("127.0.0.1", server.port, "amy").start(202)
    gc.collect()
    assert answer.wait().code == 702


def test_it_comes_back_and_resumes(server):
    with sgcp.Client("127.0.0.1", server.port, "amy", **FAST) as client:
        events = client.events(timeout=HANG)
        assert next(events).code == 650
        with pytest.raises(qikit.QikitIOError):
            client.send(205)
        assert next(events).kind == "lost"
        assert next(events).code == 650
        assert next(events) == sgcp.Event("resumed", 0, "", 1, None, "")
        assert next(events) == sgcp.Event("pushed", 751, f"{GAME} amy_ bob", 0, None, "")
        assert next(events).kind == "renewed"
        assert client.game == GAME and client.session == (RENEWED, 1)
        with pytest.raises(qikit.Timeout):
            next(client.events(timeout=0.01))
    assert server.heard[-2:] == [(106, ""), (106, RENEWED)]
    session, last = RENEWED, 1
    with sgcp.Client("127.0.0.1", server.port, "amy", session=session, last=last) as client:
        assert client.game == GAME
    assert (105, f"{SECRET} 0") in server.heard and (105, f"{RENEWED} 1") in server.heard


def test_a_key_is_sent_before_the_nick(server):
    with sgcp.Client("127.0.0.1", server.port, "AI-tian", key="a secret") as client:
        assert client.nick == "AI-tian_"
    assert server.heard[:2] == [(102, "key a secret"), (101, "AI-tian")]
    with pytest.raises(qikit.StateError, match="512"):
        sgcp.Client("127.0.0.1", server.port, "AI-tian", key="another")


def test_async(server):
    async def main():
        with sgcp.Client("127.0.0.1", server.port, "amy") as client:
            answers = await asyncio.gather(*(client.start(303, f"text {i}") for i in range(20)))
            assert {answer.code for answer in answers} == {803}
            said = []
            async for event in client:
                if event.code == 853:
                    said.append(event.param)
                if len(said) == 20:
                    return said

    assert sorted(asyncio.run(main())) == sorted(f"- amy_ text {i}" for i in range(20))


def test_who_is_not_let_in(server):
    with pytest.raises(qikit.StateError, match="511"):
        sgcp.Client("127.0.0.1", server.port, "nobody")
    with pytest.raises(qikit.QikitIOError, match="connect"):
        sgcp.Client("127.0.0.1", 1, "amy")
    with pytest.raises(qikit.InvalidArgument, match="nick_2"):
        sgcp.Client("127.0.0.1", 1, "amy", nick_2=1)
    with pytest.raises(qikit.InvalidArgument, match="nick: "):
        sgcp.Client("127.0.0.1", 1, "a b")
