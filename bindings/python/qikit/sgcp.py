"""The line protocol of the Go human-computer system: framing, a client, and a server.

    >>> from qikit import sgcp
    >>> sgcp.Decoder().feed(b"101 bob\\r\\n321 q16\\r\\nhello\\r\\n")[:2]
    [(101, 'bob'), (321, 'q16')]
    >>> sgcp.encode(321, "Q16")
    b'321 Q16\\r\\n'

A client of a server that listens on a port::

    with sgcp.Client("127.0.0.1", 4321, "bob") as client:
        client.send(201)                       # wait for an opponent
        for event in client.events():
            if event.code == 751:              # paired
                client.send(311)               # ready

A server, on loopback and any free port unless told otherwise::

    with sgcp.Gateway(size=9, store="hall.db") as gateway:
        print(gateway.port)
"""

from __future__ import annotations

import asyncio
import json
import time
from ctypes import byref, c_uint64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, AsyncIterator, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _call, _native
from ._call import DEFAULT
from ._errors import NotFound, QikitError, Timeout
from ._report import Report
from ._reports import GatewayState
from .job import Job, started

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import GatewayOptions, SgcpClientOptions

_OCTETS = (bytes, bytearray, memoryview)
_MOST = 2**32 - 1


class Item(Tuple[int, str]):
    """A line that was read: a pair of its number and its parameter. A line that is
    too long, has bad text or no number is a Line, too: its number is that of the
    fault (500 to 599), and :func:`encode` makes the answer of it."""

    #: Whether the decoder found something wrong with the line.
    fault: bool
    #: Whether to close the sender's connection.
    close: bool

    def __new__(cls, code: int, param: str, fault: bool = False, close: bool = False) -> "Item":
        item = super().__new__(cls, (code, param))
        item.fault, item.close = fault, close
        return item

    @property
    def code(self) -> int:
        return self[0]

    @property
    def param(self) -> str:
        return self[1]


def _flags(charset: str) -> int:
    name = charset.lower().replace("-", "").replace("_", "")
    if name == "utf8":
        return 0
    if name == "gb18030":
        return _native.SGCP_GB18030
    raise ValueError(f'charset is {charset!r}, expected "utf-8" or "gb18030"')


class Decoder(_call.Handle):
    """Splits a stream of octets into lines, however it is cut into pieces.

    limit is the longest line that is accepted, in octets with its end: 1024 for
    lines of clients, 4096 for lines of servers; with 0 (default) the limit depends
    on the line's number. charset is "utf-8" or "gb18030"."""

    _free_name = "qk_sgcp_decoder_free"

    def __init__(self, limit: int = 0, *, charset: str = "utf-8") -> None:
        self._handle = _call.create("qk_sgcp_decoder_new", _call.whole("limit", limit, 0, _MOST), _flags(charset))

    def feed(self, octets: Union[bytes, bytearray, memoryview]) -> List[Item]:
        """Takes the next octets of the stream and returns the lines that are now
        complete. A faulty line does not affect the lines after it."""
        if not isinstance(octets, _OCTETS):
            raise TypeError(f"octets is {type(octets).__name__}, expected bytes")
        octets = bytes(octets)
        _call.call("qk_sgcp_decoder_feed", self._handle, octets, len(octets))
        return self.read()

    def read(self, most: int = 0) -> List[Item]:
        """Returns at most so many complete, unread lines (0: all). Only needed
        after :meth:`set`."""
        text = _call.read("qk_sgcp_decoder_read", self._handle, _call.whole("most", most, 0, _MOST))
        return [_item(line) for line in text.split("\n")] if text else []

    def set(self, limit: int = 0, *, charset: str = "utf-8") -> None:
        """Changes limit and charset from the next line that is read."""
        _call.call("qk_sgcp_decoder_set", self._handle, _call.whole("limit", limit, 0, _MOST), _flags(charset))


def _item(line: str) -> Item:
    bare = line.lstrip("!") if line.startswith("!") else line
    return Item(int(bare[:3]), bare[4:], bare is not line, line.startswith("!!"))


def encode(code: int, param: str = "", *, charset: str = "utf-8") -> bytes:
    """A line with its CRLF.

    InvalidArgument: a number over 999. ParseError: control characters, or text that
    the charset does not have. LimitError: longer than a line of that number may
    be."""
    return _call.read_bytes("qk_sgcp_encode", _call.whole("code", code, 0, _MOST), *_call.text("param", param), _flags(charset))


class Answer(NamedTuple):
    """A server's answer: the number of the command plus 500, or a fault (500 to
    599), its parameter, and the lines of a list that came before it."""

    code: int
    param: str
    rows: List[Tuple[int, str]]

    @property
    def ok(self) -> bool:
        """Whether the command was obeyed."""
        return self.code >= 600


@dataclass(frozen=True)
class Event:
    """Something that the server or the connection reported by itself.

    kind is "pushed" (the server sent the line code and param), "missed" (count
    events did not fit), "lost" (the connection was lost and will be made again),
    "resumed" (it was made again; the count missed pushes come next), "resynced" (it
    was made again, but the missed pushes are lost; game is the present game: a dict
    of param, as in 801, and moves), "restarted" (the session was lost, and a new
    one began), "renewed" (:attr:`Client.session` has a new secret, and the old one
    ends) or "ended" (the last event)."""

    kind: str
    code: int
    param: str
    count: int
    game: Any
    error: str


def _event(report: Any) -> Event:
    return Event(**Report.read(report))


def _answer(report: Any) -> Answer:
    return Answer(report["code"], report["param"], [(row["code"], row["param"]) for row in report["rows"]])


class Client(_call.Handle):
    """A player's connection to a server, which is made again after it was lost.

    Returns once it is logged in. key is the secret that 102 sends before 101, for
    nicks that begin with "AI-". session and last, from :attr:`session`, resume an
    earlier session. capabilities are announced (default: ping and marking); times
    (connect, reply, write, ping, backoff_min, backoff_max, give_up) are in seconds.
    All options: sgcp-client-options.json in the package's folder schema.

    InvalidArgument: an option. QikitIOError, Timeout: no connection. StateError:
    the server refused. ParseError: it does not speak the protocol."""

    _free_name = "qk_sgcp_client_free"

    @_call.takes("SgcpClientOptions")
    def __init__(self, host: str, port: int, nick: str, **options: Unpack[SgcpClientOptions]) -> None:
        given = _call.options({"host": host, "port": port, "nick": nick, **options})
        client, life = c_uint64(), c_uint64()
        _call.call("qk_sgcp_client_open", *given, byref(client), byref(life))
        self._handle = client.value
        self._life: Job[Any] = Job(life.value, "sgcp", Report.read, event=_event)
        try:
            pause = 0.0005
            while self._life.poll().done == 0 and not self._life.done:
                time.sleep(pause)
                pause = min(2 * pause, 0.05)
            if self._life.poll().done == 0:
                self._life.result  # raises why
        except BaseException:
            self.close()
            raise

    def start(self, code: int, param: str = "") -> "Job[Answer]":
        """Sends a command and returns at once a job whose result is the answer."""
        return started(
            "qk_sgcp_client_send",
            self._handle,
            _call.whole("code", code, 0, _MOST),
            *_call.text("param", param),
            label=str(code),
            convert=_answer,
            keep=self,
        )

    def send(self, code: int, param: str = "") -> Answer:
        """Sends a command and returns the server's answer. A refusal is an answer,
        too: see :attr:`Answer.ok`. The client itself sends 101, 104 and 105; 103
        ends the session and the client.

        InvalidArgument: no command, or one of those. ParseError, LimitError: a
        parameter that cannot be sent. QikitIOError: the connection was lost, so
        that it is not known whether the command was obeyed. Timeout. StateError: the
        client has ended."""
        with self.start(code, param) as job:
            return job.wait()

    def events(self, timeout: Optional[float] = None) -> Iterator[Event]:
        """Yields the server's pushes and the changes of the connection, oldest
        first, each once, until the client ends. timeout, in seconds, limits the wait
        for one event; after it, Timeout is raised and a new loop may begin."""
        pause = 0.0
        end = _end(timeout)
        while True:
            event, ended = self._take()
            if event is not None:
                yield event
                pause, end = 0.0, _end(timeout)
                continue
            if ended:
                return
            if end is not None and time.monotonic() >= end:
                raise Timeout(f"no event within {timeout} s")
            pause = min(pause + 0.0005, 0.01)
            time.sleep(pause)

    async def __aiter__(self) -> AsyncIterator[Event]:
        pause = 0.0
        while True:
            event, ended = self._take()
            if event is not None:
                yield event
                pause = 0.0
                continue
            if ended:
                return
            pause = min(pause + 0.0005, 0.01)
            await asyncio.sleep(pause)

    def _take(self) -> Tuple[Optional[Event], bool]:
        """The next event, or None, and whether the last event has come."""
        if not self._handle:
            return None, True
        ended = self._life.done  # asked first, so that the queue holds every event when it is true
        try:
            return _event(json.loads(_call.read("qk_job_event", self._life._handle))), False
        except NotFound:
            return None, ended

    def _state(self) -> Any:
        return _call.report("qk_sgcp_client_state", self._handle)

    @property
    def nick(self) -> str:
        """The nick that the server assigned; it may have additional underscores."""
        return str(self._state()["nick"])

    @property
    def game(self) -> Optional[str]:
        """The Gtoken of the game at which it was last seated."""
        return self._state()["game"] or None

    @property
    def session(self) -> Tuple[str, int]:
        """The secret, and the number of the last push: with them another client can
        resume the session within 120 s after this one is closed. The secret changes
        whenever the session is resumed: see the event "renewed"."""
        state = self._state()
        return state["session"], state["last"]

    @property
    def granted(self) -> List[str]:
        """The capabilities that the server granted."""
        return list(self._state()["granted"])

    def close(self) -> None:
        """Closes the connection; the session waits 120 s at the server. (103 ends
        the session.)"""
        super().close()
        life = getattr(self, "_life", None)
        if life is not None:
            life.close()

    def __repr__(self) -> str:
        try:
            return f"<Client {self.nick}>"
        except QikitError:
            return "<Client closed>"


class Gateway(_call.Handle):
    """A server: the hall in which people and programs meet and play Go, judged by
    the server. It listens when this returns; :attr:`port` says where.

    size, komi and rule ("area", "seed", "seed+komi") apply to games for which the
    players propose nothing else; seed is the seed for drawing the colours. store is a
    file that keeps games and sessions, so that a server that was killed resumes where
    it stopped. limits is a dict with times in seconds. All options, including name
    and keys: gateway-options.json in the package's folder schema.

    InvalidArgument: an option. QikitIOError: an address that cannot be listened
    on, or a store that cannot be used."""

    _free_name = "qk_gateway_free"

    @_call.takes("GatewayOptions")
    def __init__(self, host: str = DEFAULT, port: int = DEFAULT, **options: Unpack[GatewayOptions]) -> None:
        self._handle = _call.create("qk_gateway_start", *_call.options({"host": host, "port": port, **options}))

    def state(self) -> GatewayState:
        """The server's state. When the store cannot be written, as on a full disk,
        the server ends by itself, and error says why."""
        return GatewayState.read(_call.report("qk_gateway_state", self._handle))

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return self.state().port

    def metrics(self) -> str:
        """Its metrics, in the text format of Prometheus."""
        return _call.read("qk_gateway_metrics", self._handle)

    def shutdown(self, seconds: int = 30) -> "Job[Report]":
        """Tells all clients that the server goes down in so many seconds, waits
        that long for the connections to end, and closes the rest. Returns a job."""
        return started(
            "qk_gateway_shutdown",
            self._handle,
            _call.whole("seconds", seconds, 0, _MOST),
            label="shutdown",
            convert=Report.read,
            keep=self,
        )

    def __repr__(self) -> str:
        try:
            return f"<Gateway {self.state().address}>"
        except QikitError:
            return "<Gateway closed>"


def _end(timeout: Optional[float]) -> Optional[float]:
    return None if timeout is None else time.monotonic() + timeout
