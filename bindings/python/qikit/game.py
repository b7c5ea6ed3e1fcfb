"""Games that were played, as files hold them.

    >>> from qikit import game
    >>> one = game.read("[Red \\"Hu\\"]\\n\\n1. C2.5 h8+7 {usual} 2. H2+3 1-0\\n")[0]
    >>> one.moves, one.result, one.comments
    (['h2e2', 'h9g7', 'h0g2'], '1-0', {2: 'usual'})
    >>> print(one.write(notation="chinese"))
    [Game "Chinese Chess"]
    [Red "Hu"]
    [Result "1-0"]
    [Format "Chinese"]
    <BLANKLINE>
      1. 炮二平五 马８进７ {usual}
      2. 马二进三
    1-0
    <BLANKLINE>
    <BLANKLINE>
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Union

from . import _call
from ._reports import GameNote, GameReport
from .board import Board

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import GameReadOptions, GameWriteOptions

Source = Union[str, bytes, "os.PathLike[str]"]


@dataclass
class Variation:
    """A line of play in place of a move.

    >>> read("1. C2.5 (1. H2+3 {solid}) h8+7 *\\n")[0].variations
    [Variation(line=0, ply=0, moves=['h0g2'], comments={1: 'solid'})]
    """

    line: int
    """What it leaves: 0 the main line, n the n-th variation of the game."""
    ply: int
    """Moves made before it, from the start of the game."""
    moves: List[str]
    """Its moves."""
    comments: Dict[int, str] = field(default_factory=dict)
    """Comments by the number of moves made before, from the start of the game."""


class Game:
    """One game: what a file says of it, and its moves. It can be changed and written.

    game is "xiangqi", "chess", "surakarta", "go" or "capturego". moves are in any notation of the game's; initial is
    the position at which they start, None for the start position; comments stand under the number of moves made before.

    >>> Game("xiangqi", moves=["C2.5"], headers={"Red": "Hu"}).board.side
    'black'
    """

    def __init__(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        headers: Optional[Mapping[str, str]] = None,
        initial: Optional[str] = None,
        comments: Optional[Mapping[int, str]] = None,
        variations: Iterable[Variation] = (),
        result: str = "*",
    ) -> None:
        self.game = game
        """The name of the game."""
        self.moves: List[str] = list(moves)
        """The moves."""
        self.headers: Dict[str, str] = dict(headers or {})
        """What the file says of the game: Event, Date, Red, Black and so on."""
        self.initial = initial
        """The position at which the moves start; None for the start position."""
        self.comments: Dict[int, str] = dict(comments or {})
        """Comments by the number of moves made before."""
        self.variations: List[Variation] = list(variations)
        """Other lines of play, each behind the one that it leaves."""
        self.result = result
        """"1-0" (the first player won), "0-1", "1/2-1/2", or "*" without an end."""
        self.format = ""
        """The format in which it was read: "pgn", "dhtmlxq" or "sgf"; empty for a game that was made."""

    @property
    def board(self) -> Board:
        """A board after the last move, with the history."""
        return self.at(len(self.moves))

    def at(self, ply: int) -> Board:
        """A board after so many moves. NotFound: the game has fewer. ParseError, RulesError: a wrong move."""
        number = _call.whole("ply", ply, 0, 2**32 - 1)
        with _Games(_parsed([self])) as games:
            return Board._of(_call.create("qk_games_board", games._handle, 0, number), self.game, self._rules())

    @_call.takes("GameWriteOptions")
    def write(self, path: Optional[_call.PathLike] = None, **options: Unpack[GameWriteOptions]) -> str:
        """Writes the game to a file, if one is named, and returns its text. See :func:`write`."""
        return write([self], path, **options)

    def _rules(self) -> Dict[str, Any]:
        """The rules that the headers state: a board is pickled with them."""
        rule = self.headers.get("RU", "").lower()
        if self.game == "gomoku" and rule in ("freestyle", "standard", "renju"):
            return {"rule": rule}
        if self.game != "go":
            return {}
        rules: Dict[str, Any] = {}
        try:
            rules["komi"] = float(self.headers["KM"])
        except (KeyError, ValueError):
            pass
        scoring = {"chinese": "area", "seed": "seed", "seed+komi": "seed+komi"}.get(rule)
        return {**rules, "scoring": scoring} if scoring else rules

    def _report(self) -> Dict[str, Any]:
        return {
            "game": self.game,
            "headers": self.headers,
            "initial": self.initial or "",
            "moves": self.moves,
            "notes": _notes(self.comments),
            "variations": [{"line": v.line, "ply": v.ply, "moves": v.moves, "notes": _notes(v.comments)} for v in self.variations],
            "result": self.result,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._report() == other._report()

    def __repr__(self) -> str:
        return f"<Game: {self.game}, {len(self.moves)} moves, {self.result}>"


class _Games(_call.Handle):
    """The games of a file, in the library."""

    _free_name = "qk_games_free"

    def __init__(self, handle: int) -> None:
        self._handle = handle


def _parsed(games: Iterable[Game]) -> int:
    return _call.create("qk_games_parse", *_call.text("games", json.dumps([game._report() for game in games])))


def _notes(comments: Mapping[int, str]) -> List[Dict[str, Any]]:
    return [{"ply": ply, "comment": text} for ply, text in sorted(comments.items())]


def _comments(notes: Iterable[GameNote]) -> Dict[int, str]:
    return {note.ply: note.comment for note in notes}


def _made(report: GameReport) -> Game:
    comments = _comments(report.notes)
    made = Game(report.game, report.moves, headers=report.headers, initial=report.initial, comments=comments, result=report.result)
    made.variations = [Variation(v.line, v.ply, v.moves, _comments(v.notes)) for v in report.variations]
    made.format = report.format
    return made


@_call.takes("GameReadOptions")
def read(source: Source, **options: Unpack[GameReadOptions]) -> List[Game]:
    """Reads the games of a file: PGN, DhtmlXQ or SGF.

    source is a path, the file's bytes, or its text: a str with a line break, or one that begins with "[", "(" or a
    digit and a full stop, is text, any other a path. Format, game and encoding are found. game names the game; skip
    leaves out malformed games instead of refusing the file, main_lines leaves out variations.

    FileNotFoundError, OSError: the file. ParseError, RulesError: a malformed game; the text says its number, line and
    column. NotFound: no such game. Unsupported: a game without files."""
    with _Games(_call.create("qk_games_read", *_octets(source), *_call.options(options))) as games:
        count = _call.create("qk_games_count", games._handle)
        return [_made(GameReport.read(_call.report("qk_games_json", games._handle, number))) for number in range(count)]


@_call.takes("GameWriteOptions")
def write(games: Iterable[Game], path: Optional[_call.PathLike] = None, **options: Unpack[GameWriteOptions]) -> str:
    """Writes games as one file, if a path is named, and returns its text. format is "pgn" or "sgf", the game's own;
    notation one of the board's (in Xiangqi "iccs", "wxf", "chinese" ...); encoding, of the file, "utf-8" or in Xiangqi
    "gb18030".

    ParseError, RulesError: a wrong move, or what cannot be written. Unsupported: a format, notation or encoding that the
    game does not have."""
    with _Games(_parsed(games)) as made:
        raw = _call.read_bytes("qk_games_write", made._handle, *_call.options(options))
    if path is not None:
        with open(path, "wb") as file:
            file.write(raw)
    encoding = options.get("encoding") or "utf-8"
    return raw.decode(encoding)


def _octets(source: Source) -> "tuple[bytes, int]":
    if isinstance(source, str) and _is_text(source):
        return _call.text("source", source)
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            source = file.read()
    if not isinstance(source, bytes):
        raise TypeError(f"source is {type(source).__name__}, expected a path, str or bytes")
    return source, len(source)


def _is_text(source: str) -> bool:
    start = source.lstrip("\ufeff \t")
    number = start.lstrip("0123456789")
    return "\n" in source or start[:1] in ("", "[", "(") or number != start and number.startswith(".")


__all__ = ["Game", "Variation", "read", "write"]
