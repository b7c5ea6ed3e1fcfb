"""Gomoku: what the game adds to boards and engines."""

import pytest

import qikit

THREES = "96/96/96/96/96/7X7/7X7/8XX5/96/96/96/96/96/96/OOOO92 X"  # h8 would be a double-three


def test_start():
    board = qikit.Board("gomoku")
    assert (board.position, board.side) == ("/".join(["96"] * 15) + " X", "black")
    assert len(board.moves()) == 225
    assert board.play("h8").side == "white"
    assert [board.format("i9", n) for n in ("gomoku", "sgf", "gomocup")] == ["i9", "ig", "8,6"]
    assert "<svg" in board.svg() and len(qikit.Board("gomoku", size=19).moves()) == 361


def test_rules():
    assert "h8" in qikit.Board("gomoku", THREES).moves()
    board = qikit.Board("gomoku", THREES, rule="renju")
    assert "h8" not in board.moves()
    with pytest.raises(qikit.RulesError, match="double-three"):
        board.play("h8")
    six = "XXX1XX/OO4/6/OOO3/6/6 X"
    assert qikit.Board("gomoku", six).play("d6").outcome["reason"] == "five in a row"
    assert qikit.Board("gomoku", six, rule="standard").play("d6").outcome is None
    with pytest.raises(qikit.RulesError, match="overline"):
        qikit.Board("gomoku", six, rule="renju").play("d6")


def test_the_engine_makes_five_and_stops_five():
    with qikit.Engine("gomoku", table_mb=4) as engine:
        assert engine.search(qikit.Board("gomoku", "8/8/1XXXX3/1OOOO3/8/8/8/8 X"), depth=2).best in ("a6", "f6")
        assert engine.search(qikit.Board("gomoku", "8/8/8/OXXXX3/1OOO4/8/8/8 O"), depth=2).best == "f5"
