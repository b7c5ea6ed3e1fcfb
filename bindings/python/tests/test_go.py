"""Go: the engine of the game, from first move to last."""

import qikit


def test_the_engine_plays_itself_to_the_end():
    board = qikit.Board("go", size=5, komi=2.5)
    with qikit.Engine("go", table_mb=4, seed=3) as engine:
        while board.outcome is None:
            found = engine.search(board, visits=60)
            assert found.best in board.moves() and 0 <= found.win_rate <= 1
            board.play(found.best)
    assert board.outcome["reason"] == "two passes"


def test_the_same_seed_plays_the_same_moves():
    found = []
    for seed in (1, 1, 2):
        with qikit.Engine("go", table_mb=4, seed=seed) as engine:
            found.append(engine.search(qikit.Board("go", size=9), visits=150, lines=5).lines)
    assert found[0] == found[1] != found[2]


def test_a_level():
    with qikit.Engine("go", table_mb=4, level=1) as engine:
        board = qikit.Board("go", size=9)
        assert engine.search(board, time=10).best in board.moves()
