"""Ludo: chance has moves of its own."""

import pytest

import qikit


def test_rolls_are_moves():
    board = qikit.Board("ludo", players=4)
    assert board.report().sides == ["red", "yellow", "blue", "green", "chance"]
    assert (board.side, board.moves()) == ("chance", ["d1", "d2", "d3", "d4", "d5", "d6"])
    assert (board.play("d6").side, board.moves()) == ("red", ["b-s"])
    assert board.play("b-s").side == "chance"
    assert board.play("d2").play("s-t6").position == "b,b,b,t6/b,b,b,b/b,b,b,b/b,b,b,b yellow - 5"
    assert qikit.Board("ludo", board.position).position == board.position
    assert board.undo().undo().undo().undo().position == qikit.Board("ludo", players=4).position
    assert board.svg().count("<circle") == 52 + 20 + 16


def test_outcome_and_search():
    board = qikit.Board("ludo", "home,home,home,h5/b,b,b,t30 red 1")
    with qikit.Engine("ludo") as engine:
        assert engine.search(board, depth=2).best == "h5-home"
        with pytest.raises(qikit.Unsupported):
            engine.search(qikit.Board("ludo"), depth=2)
    outcome = board.play("h5-home").outcome
    assert (outcome.winner, outcome.reason, outcome.ranks) == ("red", "all planes home", [1, 2])


def test_bad_input():
    for position in ("b,b,b,b red -", "b,b,b,b/b,b,b,b red 7", "b,b,b,b/b,b,b,b green -"):
        with pytest.raises(qikit.ParseError):
            qikit.Board("ludo", position)
    with pytest.raises(qikit.RulesError):
        qikit.Board("ludo", "b,b,b,t7/b,b,b,t7 red -")
    board = qikit.Board("ludo")
    with pytest.raises(qikit.ParseError):
        board.play("d7")
    with pytest.raises(qikit.RulesError):
        board.play("b-s")
