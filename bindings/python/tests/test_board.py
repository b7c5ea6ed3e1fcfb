import copy
import pickle
import xml.etree.ElementTree as xml

import pytest

import qikit
from conftest import START

# One chariot holds the rank before the king, the other mates on the king's own;
# the red king holds the file beside.
MATE_IN_ONE = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1"


def test_start(board):
    assert board.position == START
    assert board.game == "xiangqi"
    assert board.side == "red"
    assert board.outcome is None
    assert len(board.moves()) == 44
    assert board.moves() == sorted(board.moves())
    assert {"h2e2", "b0c2", "a0a1"} <= set(board.moves())


def test_play_and_undo(board):
    assert board.play("h2e2") is board
    assert board.side == "black"
    assert board.played == ["h2e2"]
    assert board.initial == START
    assert board.undo() is board
    assert board.position == START
    assert board.played == []


def test_moves_are_read_in_every_notation(board):
    # Not so for uci10: h3e3 is a move with ranks 0 to 9, too, and is read as that.
    notations = board.report()["notations"]
    assert "uci10" in notations
    for notation in set(notations) - {"uci10"}:
        text = board.format("h2e2", notation)
        assert board.copy().play(text).played == ["h2e2"], notation
    assert board.format("h2e2", "iccs") == "H2-E2"
    assert board.format("h2e2", "wxf") == "C2.5"
    assert board.format("h2e2", "chinese") == "炮二平五"


def test_copies_are_independent(board):
    board.play("h2e2")
    others = [board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]
    for other in others:
        assert other == board
        assert other.played == ["h2e2"]
        other.play("h9g7")
        assert other != board
    assert board.played == ["h2e2"]


def test_equality_is_about_positions(board):
    other = qikit.Board("xiangqi", START)
    assert board == other
    assert board != START
    with pytest.raises(TypeError):
        hash(board)


def test_outcome():
    board = qikit.Board("xiangqi", MATE_IN_ONE)
    board.play("b7b9")
    assert board.moves() == []
    assert board.outcome == {"winner": "red", "reason": "checkmate"}


def test_a_draw_has_no_winner():
    board = qikit.Board("xiangqi", "4k4/9/9/9/9/9/9/9/3r5/R4K3 w - - 119 80", natural_limit=120)
    board.play(board.moves()[0])
    assert board.outcome is not None
    assert board.outcome["winner"] is None
    assert isinstance(board.outcome["reason"], str)


def test_perft(board):
    assert [board.perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]


def test_view_turns_the_board(board):
    board.play("h2e2")
    turned = board.view(turn=1)
    assert turned.split()[1] == "w"
    assert board.view() == board.position
    assert qikit.Board("xiangqi", turned).view(turn=1).split()[0] == board.position.split()[0]
    assert board.view(symmetry=1) != board.view()


def test_lenient_takes_what_can_not_arise():
    kings_facing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    with pytest.raises(qikit.RulesError):
        qikit.Board("xiangqi", kings_facing)
    assert qikit.Board("xiangqi", kings_facing, strict=False).position == kings_facing


def test_svg(board):
    board.play("h2e2")
    picture = xml.fromstring(board.svg(size=200, flip=True, coords=False, last="h2e2", arrows=["h9g7"], marks={"e4": "x"}))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("width") == "200"
    assert board._repr_svg_() == board.svg(last="h2e2") != board.svg()


def test_repr(board):
    assert repr(board) == f"Board('xiangqi', '{START}')"
    assert eval(repr(board), {"Board": qikit.Board}) == board
    board.close()
    assert "closed" in repr(board)


def test_report(board):
    report = board.report()
    assert report["sides"] == ["red", "black"]
    assert report["moves"] == board.moves()
    assert report["symmetries"] == 2
    assert int(report["key"], 16) > 0
    assert "schema" not in report


def test_every_game_of_the_library():
    games = qikit.runtime.stats()["games"]
    assert "xiangqi" in games
    for game in games:
        board = qikit.Board(game)
        report = board.report()
        assert board.side == report["sides"][0]
        assert board.perft(1) == len(board.moves()) > 0
        board.play(board.moves()[0])
        assert board.side != report["sides"][0]
        assert board.undo() == qikit.Board(game, report["position"])
        assert "<svg" in board.svg()
