"""Chinese checkers: more than two players."""

import pytest

import qikit

NEARLY = "g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg"  # a man of green stays in the north


@pytest.mark.parametrize(
    "players, sides",
    [
        (2, ["red", "green"]),
        (3, ["red", "yellow", "blue"]),
        (4, ["red", "orange", "green", "blue"]),
        (6, ["red", "orange", "yellow", "green", "blue", "purple"]),
    ],
)
def test_players(players, sides):
    board = qikit.Board("chinesecheckers", players=players)
    assert (board.report().sides, board.side, len(board.moves())) == (sides, "red", 14)
    assert len(board.pieces) == 10 * players
    start = board.position
    for side in sides:
        assert board.side == side
        board.play(board.moves()[0])
    assert board.side == "red"
    assert qikit.Board("chinesecheckers", board.position).moves() == board.moves()
    for _ in sides:
        board.undo()
    assert board.position == start
    assert board.planes().shape == (players, 17, 25)
    assert board.svg().count("<circle") == 121 + 10 * players


def test_outcome():
    board = qikit.Board("chinesecheckers", NEARLY)
    assert board.outcome is None
    outcome = board.play("q13-p14").outcome
    assert (outcome.winner, outcome.reason, outcome.ranks) == ("red", "target full", [1, 2])
    assert board.moves() == []
    assert qikit.Board("chinesecheckers", NEARLY, blocking="strict").play("q13-p14").outcome is None
    assert qikit.Board("xiangqi", "3k5/9/9/9/9/9/9/9/9/3RK4 b").outcome.ranks is None


def test_targets_and_views():
    board = qikit.Board("chinesecheckers")
    assert board.targets("k3").steps == ["i5", "m5"]
    assert board.view(1).split()[0] == board.position.split()[0]
    assert board.format("k3-i5", "compact") == "k3i5"
    assert str(board).splitlines()[0].split() == ["17", "g"]


def test_bad_input():
    for position in ("1 r rg", NEARLY + " x", NEARLY.replace(" r rg", " r rgb"), NEARLY.replace(" r rg", " b rg")):
        with pytest.raises(qikit.ParseError):
            qikit.Board("chinesecheckers", position)
    with pytest.raises(qikit.RulesError):
        qikit.Board("chinesecheckers", NEARLY.replace("gggg", "ggg1"))
    with pytest.raises(qikit.InvalidArgument, match="expected 2, 3, 4 or 6"):
        qikit.Board("chinesecheckers", players=5)
    board = qikit.Board("chinesecheckers", players=3)
    with pytest.raises(qikit.RulesError):
        board.play("m17-l16")
    with pytest.raises(qikit.ParseError):
        board.play("a1-b2")
