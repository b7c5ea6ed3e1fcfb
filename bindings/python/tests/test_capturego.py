"""Capture Go: what the game adds to boards and engines."""

import pytest

import qikit


def test_board():
    board = qikit.Board("capturego")
    assert (board.position, board.side) == ("9/9/9/9/9/9/9/9/9 X 1 1 0 0 -", "black")
    assert len(board.moves()) == 81
    assert board.play("E5").side == "white"
    assert board.format("c3", "sgf") == "cg"


def test_rules():
    board = qikit.Board("capturego", size=7, target=[3, 5], start="cross-cut")
    assert board.position.endswith(" X 3 5 0 0 -") and board.position.count("X") == 3
    assert "pass" in qikit.Board("capturego", size=5, **{"pass": "free"}).moves()
    for rules in ({"size": 1}, {"target": 0}, {"target": [1, 2, 3]}, {"no_move": "cry"}, {"komi": 6.5}):
        with pytest.raises(qikit.InvalidArgument):
            qikit.Board("capturego", **rules)


def test_an_engine_plays_itself_to_the_end():
    board = qikit.Board("capturego", size=5)
    with qikit.Engine("capturego", table_mb=4, seed=3) as engine:
        while board.outcome is None:
            found = engine.search(board, visits=200)
            assert found.best in board.moves() and 0 <= found.win_rate <= 1
            board.play(found.best)
    assert board.outcome["reason"] in ("target reached", "no legal move")
    assert board.outcome["winner"] in ("black", "white")


def test_a_network_on_plain_kernels_repeats():
    board = qikit.Board("capturego")
    found = []
    for _ in range(2):
        with qikit.Engine("capturego", table_mb=4, deterministic=True) as engine:
            found.append(engine.search(board, visits=30))
    assert found[0].win_rate == found[1].win_rate and found[0].lines == found[1].lines
    with pytest.raises(qikit.InvalidArgument, match="deterministic"):
        qikit.Engine("capturego", deterministic="yes")
