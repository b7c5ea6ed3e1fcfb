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
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Set, Union

from . import _call
from ._errors import NotFound
from ._reports import GameNote, GameReport
from .board import Board

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import GameReadOptions, GameWriteOptions

Source = Union[str, bytes, "os.PathLike[str]"]


@dataclass
class Values:
    """What a file says in figures of the position after a move; None where it says nothing.

    >>> read("1. e4 $1 {[%eval 0.17] [%clk 0:02:58] best} *\\n")[0].values
    {1: Values(eval=0.17, mate=None, depth=None, clock=178, elapsed=None, moves_left=None, nags=[1])}
    """

    eval: Optional[float] = None
    """Evaluation for the first player: pawns, in Go points."""
    mate: Optional[int] = None
    """Moves until the first player mates, or below 0 is mated."""
    depth: Optional[int] = None
    """Plies searched for it."""
    clock: Optional[float] = None
    """Seconds left to the player who moved."""
    elapsed: Optional[float] = None
    """Seconds that the move took."""
    moves_left: Optional[int] = None
    """Moves left to that player in the period."""
    nags: List[int] = field(default_factory=list)
    """Numeric glyphs of the move: 1 good, 2 bad, 3 very good, 4 very bad, 5 interesting, 6 doubtful."""


@dataclass
class Variation:
    """A line of play in place of a move.

    >>> read("1. C2.5 (1. H2+3 {solid}) h8+7 *\\n")[0].variations
    [Variation(line=0, ply=0, moves=['h0g2'], comments={1: 'solid'}, values={})]
    """

    line: int
    """What it leaves: 0 the main line, n the n-th variation of the game."""
    ply: int
    """Moves made before it, from the start of the game."""
    moves: List[str]
    """Its moves."""
    comments: Dict[int, str] = field(default_factory=dict)
    """Comments by the number of moves made before, from the start of the game."""
    values: Dict[int, Values] = field(default_factory=dict)
    """Evaluations, clocks and glyphs, in the same way."""


class Game:
    """One game: what a file says of it, and its moves. It can be changed and written.

    game is "xiangqi", "chess", "surakarta", "go" or "capturego". moves are in any notation of the game's; initial is
    the position at which they start, None for the start position; comments stand under the number of moves made before.

    >>> Game("xiangqi", moves=["C2.5"], headers={"Red": "Hu"}).board.side
    'black'

    A game stands at a place, its start at first: :meth:`step`, :meth:`back` and :meth:`goto` change it, :attr:`comment`
    and :attr:`value` are what is said there, :meth:`play` and :meth:`add_variation` add moves there.

    >>> one = Game("xiangqi", moves=["C2.5", "h8+7"])
    >>> one.step(), one.step(), one.step()
    ('C2.5', 'h8+7', None)
    >>> one.back()
    'h8+7'
    >>> one.play("c8.5")
    1
    >>> one.comment, one.value.nags = "bold", [5]
    >>> print(one.write(notation="wxf").splitlines()[4])
      1. C2.5 H8+7 (1. ... C8.5 $5 {bold})
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
        values: Optional[Mapping[int, Values]] = None,
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
        self.values: Dict[int, Values] = dict(values or {})
        """Evaluations, clocks and glyphs by the number of moves made before."""
        self.variations: List[Variation] = list(variations)
        """Other lines of play, each behind the one that it leaves."""
        self.result = result
        """"1-0" (the first player won), "0-1", "1/2-1/2", or "*" without an end."""
        self.format = ""
        """The format in which it was read: "pgn", "dhtmlxq" or "sgf"; empty for a game that was made."""
        self.line = 0
        """The line at which the game stands: 0 the main line, n the n-th variation."""
        self.ply = 0
        """Moves made before the place at which the game stands."""

    # -- a place in the game

    def _of(self, line: int) -> "Game | Variation":
        if not 0 <= line <= len(self.variations):
            raise NotFound(f"no line {line}, expected 0 to {len(self.variations)}")
        return self.variations[line - 1] if line else self

    def _start(self, line: int) -> int:
        return self.variations[line - 1].ply if line else 0

    def _fork(self) -> None:
        """Stands at the same place on the line that the variation leaves, as long as it is before its first move."""
        while self.line and self.ply <= self._start(self.line):
            self.line = self.variations[self.line - 1].line

    def goto(self, ply: int, line: int = 0) -> None:
        """Goes to the place after so many moves of a line. NotFound: there is none."""
        moves, start = self._of(line).moves, self._start(line)
        if not start <= ply <= start + len(moves):
            raise NotFound(f"no place after move {ply} of line {line}, expected {start} to {start + len(moves)}")
        self.line, self.ply = line, ply

    def step(self, variation: int = 0) -> Optional[str]:
        """Makes the next move and returns it, None at the end of the line; of a variation that leaves here its first.
        NotFound: it does not leave here."""
        if variation:
            if variation not in self.choices():
                raise NotFound(f"variation {variation} does not leave here, expected one of {self.choices()}")
            self.line = variation
        moves, at = self._of(self.line).moves, self.ply - self._start(self.line)
        if at == len(moves):
            return None
        self.ply += 1
        return moves[at]

    def back(self) -> Optional[str]:
        """Takes the last move back and returns it, None at the start; before a variation is the line that it leaves."""
        self._fork()
        if self.ply == 0:
            return None
        self.ply -= 1
        move = self._of(self.line).moves[self.ply - self._start(self.line)]
        self._fork()
        return move

    def choices(self) -> List[int]:
        """The variations, by number from 1, that leave the line here in place of its next move."""
        return [i + 1 for i, v in enumerate(self.variations) if (v.line, v.ply) == (self.line, self.ply)]

    @property
    def line_moves(self) -> List[str]:
        """The moves from the start of the game to the place at which it stands."""
        line, ply = self.line, self.ply
        moves: List[str] = []
        while True:
            start = self._start(line)
            moves = self._of(line).moves[: max(ply - start, 0)] + moves
            if not line:
                return moves
            line, ply = self.variations[line - 1].line, min(ply, start)

    @property
    def here(self) -> Board:
        """A board at the place at which the game stands, with the history."""
        return Game(self.game, self.line_moves, headers=self.headers, initial=self.initial).board

    @property
    def comment(self) -> str:
        """The comment at the place at which the game stands; empty for none."""
        return self._of(self.line).comments.get(self.ply, "")

    @comment.setter
    def comment(self, text: str) -> None:
        comments = self._of(self.line).comments
        comments.pop(self.ply, None)
        if text:
            comments[self.ply] = text

    @property
    def value(self) -> Values:
        """Evaluation, clock and glyphs at the place at which the game stands, to be changed."""
        return self._of(self.line).values.setdefault(self.ply, Values())

    # -- variations

    def play(self, move: str) -> int:
        """Makes a move here: the next one of the line or of a variation if it is that, a new one at the end of the
        line, and else the first one of a new variation. Returns the line at which the game then stands."""
        moves, at = self._of(self.line).moves, self.ply - self._start(self.line)
        if at == len(moves):
            moves.append(move)
        if moves[at] == move:
            self.ply += 1
            return self.line
        for number in self.choices():
            if self.variations[number - 1].moves[:1] == [move]:
                break
        else:
            number = self.add_variation([move])
        self.step(number)
        return self.line

    def add_variation(self, moves: Iterable[str], comments: Optional[Mapping[int, str]] = None) -> int:
        """Adds a variation in place of the next move of the line, and returns its number."""
        self.variations.append(Variation(self.line, self.ply, list(moves), dict(comments or {})))
        return len(self.variations)

    def remove_variation(self, number: int) -> None:
        """Removes a variation and those that leave it. A game that stands there stands then where the variation left.
        NotFound: no such variation."""
        self._variation(number)
        dead = {number}
        for i, v in enumerate(self.variations):
            if v.line in dead:
                dead.add(i + 1)
        while self.line in dead:
            v = self.variations[self.line - 1]
            self.line, self.ply = v.line, v.ply
        self._renumber(dead)

    def promote_variation(self, number: int) -> None:
        """Exchanges a variation and the rest of the line that it leaves, with what is said there and with the
        variations that leave them. The game stands where it stood. NotFound: no such variation."""
        v = self._variation(number)
        old, parent = self._of(v.line), v.line
        cut = v.ply - self._start(parent)
        v.moves, old.moves[cut:] = old.moves[cut:], v.moves
        _exchange(v.comments, old.comments, v.ply)
        _exchange(v.values, old.values, v.ply)
        moved = {parent: number, number: parent}
        if self.ply > v.ply:
            self.line = moved.get(self.line, self.line)
        elif self.line == number:
            self.line = parent
        for other in self.variations:
            if other is not v and (other.ply > v.ply or other.line == number):
                other.line = moved.get(other.line, other.line)
        self._renumber(set() if v.moves or v.comments else {number})

    def _variation(self, number: int) -> Variation:
        if not 1 <= number <= len(self.variations):
            raise NotFound(f"no variation {number}, expected 1 to {len(self.variations)}")
        return self.variations[number - 1]

    def _renumber(self, dead: Set[int]) -> None:
        """Takes the dead away, and puts each variation behind the one that it leaves."""
        order: List[int] = []
        seen = {0, *dead}
        for number in range(1, len(self.variations) + 1):
            chain: List[int] = []
            while number not in seen:
                seen.add(number)
                chain.append(number)
                number = self.variations[number - 1].line
            order += reversed(chain)
        new = {old: i + 1 for i, old in enumerate(order)}
        self.variations = [self.variations[old - 1] for old in order]
        for v in self.variations:
            v.line = new.get(v.line, 0)
        self.line = new.get(self.line, 0)

    # -- the whole

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
            "notes": _notes(self.comments, self.values),
            "variations": [
                {"line": v.line, "ply": v.ply, "moves": v.moves, "notes": _notes(v.comments, v.values)} for v in self.variations
            ],
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
    return _call.create("qk_games_parse", *_call.text("games", json.dumps([game._report() for game in games], ensure_ascii=False)))


_FIGURES = ("eval", "mate", "depth", "clock", "elapsed", "moves_left")


def _notes(comments: Mapping[int, str], values: Mapping[int, Values]) -> List[Dict[str, Any]]:
    notes = []
    for ply in sorted({*comments, *values}):
        note: Dict[str, Any] = {"ply": ply, "comment": comments.get(ply, "")}
        told = values.get(ply, Values())
        note.update({name: getattr(told, name) for name in _FIGURES if getattr(told, name) is not None})
        if told.nags:
            note["nags"] = told.nags
        if len(note) > 2 or note["comment"]:
            notes.append(note)
    return notes


def _comments(notes: Iterable[GameNote]) -> Dict[int, str]:
    return {note.ply: note.comment for note in notes if note.comment}


def _values(notes: Iterable[GameNote]) -> Dict[int, Values]:
    return {
        note.ply: Values(**{name: getattr(note, name) for name in _FIGURES}, nags=note.nags or [])
        for note in notes
        if note.nags or any(getattr(note, name) is not None for name in _FIGURES)
    }


def _exchange(mine: Dict[int, Any], other: Dict[int, Any], ply: int) -> None:
    """Exchanges what is said of later moves."""
    late, others = ({key: kept.pop(key) for key in list(kept) if key > ply} for kept in (mine, other))
    mine.update(others)
    other.update(late)


def _made(report: GameReport) -> Game:
    made = Game(
        report.game,
        report.moves,
        headers=report.headers,
        initial=report.initial,
        comments=_comments(report.notes),
        values=_values(report.notes),
        result=report.result,
    )
    made.variations = [Variation(v.line, v.ply, v.moves, _comments(v.notes), _values(v.notes)) for v in report.variations]
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
    """Writes games as one file, if a path is named, and returns its text. format is "pgn" or "sgf", the game's own, or
    "dhtmlxq" in Xiangqi; notation one of the board's (in Xiangqi "iccs", "wxf", "chinese" ...); encoding, of the file, "utf-8" or in Xiangqi
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


__all__ = ["Game", "Values", "Variation", "read", "write"]
