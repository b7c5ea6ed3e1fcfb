import json
import pathlib
import time

import pytest

import qikit
from conftest import HANG, soon, stopwatch
from test_board import MATE_IN_ONE

MEN = pathlib.Path(__file__).resolve().parents[3] / "lib/engine/testdata/men.qnet"



def test_search(engine, board):
    found = engine.search(board, depth=4)
    assert found.best in board.moves()
    assert isinstance(found.score, int)
    assert 0 < found.win_rate < 1
    assert found.proven is None
    assert found.depth == 4
    assert found.nodes > 0
    assert found.time > 0
    (line,) = found.lines
    assert line["move"] == line["moves"][0] == found.best
    assert {"score", "win_rate", "depth"} <= set(line)


def test_several_lines_best_first(engine, board):
    found = engine.search(board, depth=3, lines=5)
    assert len(found.lines) == 5
    scores = [line["score"] for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line["move"] for line in found.lines}) == 5


def test_the_same_search_twice_is_the_same(engine, board):
    first = engine.search(board, nodes=20_000, fresh=True)
    second = engine.search(board, nodes=20_000, fresh=True)
    assert (first.best, first.score, first.nodes, first.lines) == (second.best, second.score, second.nodes, second.lines)


def test_time_is_in_seconds(engine, board):
    assert soon(2, lambda: engine.search(board, time=0.2).time) > 0.1


def test_a_win_is_proven(engine):
    found = engine.search(qikit.Board("xiangqi", MATE_IN_ONE), depth=3)
    assert (found.best, found.proven, found.plies) == ("b7b9", "win", 1)


def test_a_game_that_is_over_has_no_best_move(engine):
    board = qikit.Board("xiangqi", MATE_IN_ONE).play("b7b9")
    found = engine.search(board, depth=3)
    assert found.best is None
    assert found.lines == []


def test_tree_search_has_no_score(board):
    with qikit.Engine("xiangqi", kind="mcts", seed=1) as engine:
        found = engine.search(board, visits=200)
    assert found.best in board.moves()
    assert found.score is None
    assert 0 < found.win_rate < 1


def test_evaluate_names_the_five_terms(engine, board):
    terms = engine.evaluate(board)
    assert set(terms) == {"value", "position", "mobility", "own", "enemy", "total", "network"}
    assert all(isinstance(value, int) for value in terms.values())
    assert terms["total"] == sum(value for name, value in terms.items() if name not in ("total", "network"))
    with qikit.Engine("xiangqi", evaluator="terms") as other:
        assert {**other.evaluate(board), "network": terms["network"]} == terms


def test_evaluate_tells_the_network_too(engine, board):
    terms = engine.evaluate(board)
    for options in ({"net": MEN}, {"net": MEN, "evaluator": "nnue"}):
        with qikit.Engine("xiangqi", **options) as other:
            assert other.evaluate(board) == {**terms, "network": 0}
            down = qikit.Board("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w")
            assert other.evaluate(down)["network"] == -950
            taken = other.search(qikit.Board("xiangqi", "3k5/9/9/9/4r4/9/9/4R4/9/5K3 w"), depth=1)
            assert (taken.best, taken.score) == ("e2e5", 950)
    with qikit.Engine("xiangqi", kind="mcts", net=MEN) as tree:
        assert tree.evaluate(board) == {**terms, "network": 0}
        assert tree.evaluate(down)["network"] == -950
    with qikit.Engine("xiangqi", kind="mcts", evaluator="terms") as tree, pytest.raises(qikit.Unsupported):
        tree.evaluate(board)


def test_a_network_values_surakarta():
    net = MEN.parents[3] / "internal/nets/surakarta/surakarta.qnet"
    board = qikit.Board("surakarta", "bbbbbb/bbbbbb/6/6/6/wwwwww b 0 1")
    with qikit.Engine("surakarta", net=net) as engine:
        assert engine.evaluate(board)["network"] > 300


def test_networks_are_refused(tmp_path):
    cut = tmp_path / "cut.qnet"
    cut.write_bytes(MEN.read_bytes()[:100])
    for game, options, error, words in (
        ("xiangqi", {"net": tmp_path}, qikit.InvalidArgument, "net"),
        ("xiangqi", {"net": cut}, qikit.InvalidArgument, "cut.qnet"),
        ("xiangqi", {"net": __file__}, qikit.InvalidArgument, "test_engine.py"),
        ("surakarta", {"net": MEN}, qikit.InvalidArgument, "is for xiangqi/1"),
        ("gomoku", {"net": MEN}, qikit.Unsupported, "net"),
        ("gomoku", {"evaluator": "nnue"}, qikit.Unsupported, "evaluator"),
    ):
        with pytest.raises(error, match=words):
            qikit.Engine(game, **options)


def test_events_are_the_iterations(engine, board):
    job = engine.start(board, depth=5)
    events = list(job.events())
    assert events and all(isinstance(event, qikit.Result) for event in events)
    depths = [event.depth for event in events]
    assert depths == sorted(depths)
    assert job.result.depth == 5


def test_a_cancelled_search_keeps_its_best(engine, board):
    job = engine.start(board)
    next(job.events())
    job.cancel()
    found = job.wait(timeout=HANG)
    assert job.state == "cancelled"
    assert found.best in board.moves()


def test_the_board_may_be_used_meanwhile(engine, board):
    job = engine.start(board)
    board.play("h2e2")
    next(job.events())
    job.cancel()
    assert job.wait(timeout=HANG).best in qikit.Board("xiangqi").moves()


def test_a_job_keeps_its_engine_alive(board):
    job = qikit.Engine("xiangqi").start(board, depth=5)
    assert job.wait().depth == 5
    assert job.state == "done"


def test_closing_an_engine_cancels_its_search(board):
    with qikit.Engine("xiangqi") as engine:
        job = engine.start(board)
    job._until(None)
    assert job.state == "cancelled"


def test_by_the_clock_with_pondering(board):
    def game():
        own, left = board.copy(), 2.0
        with qikit.Engine("xiangqi", ponder=True, table_mb=4) as engine:
            spent = stopwatch()
            for _ in range(6):
                began = time.perf_counter()
                own.play(engine.search(own, clock=max(left, 0.001), moves_to_go=10).best)
                left -= time.perf_counter() - began
            return spent()

    assert soon(2, game) > 0


def test_a_clock_is_checked(engine, board):
    with pytest.raises(qikit.InvalidArgument, match="without a clock"):
        engine.search(board, depth=1, increment=1.0)
    with pytest.raises(qikit.InvalidArgument, match="clock is -1"):
        engine.search(board, clock=-1)
    with pytest.raises(qikit.Unsupported, match="ponder"):
        qikit.Engine("xiangqi", ponder=True, level=3)


def test_clear(engine, board):
    first = engine.search(board, depth=4)
    engine.clear()
    assert engine.search(board, depth=4).nodes == first.nodes


def test_a_search_without_a_limit_is_refused(engine, board):
    with pytest.raises(qikit.InvalidArgument, match="no limit"):
        engine.search(board)
    with pytest.raises(qikit.InvalidArgument, match="10 visits"):
        engine.search(board, visits=10)  # which would be none for alpha-beta


def test_a_book_answers_where_it_has_the_position(board, small_path, tmp_path):
    with qikit.book.open(small_path) as book:
        entry = book.lookup(board)
    best = max(entry["moves"], key=lambda m: (m["eval"], m["count"]))
    with qikit.Engine("xiangqi", book=small_path) as engine:
        for _ in range(2):
            found = engine.search(board, depth=3)
            assert (found.best, found.score, found.depth, found.nodes) == (best["move"], best["eval"], 0, 0)
            assert found.win_rate == 0.5  # no game has a result
            assert [line["moves"] for line in found.lines] == [[best["move"]]]
            assert found.note.startswith("book: " + best["move"])
        assert engine.search(board, depth=2, lines=2).nodes > 0
        other = qikit.Board("xiangqi", MATE_IN_ONE)
        found = engine.search(other, depth=2)
        assert found.best == "b7b9" and found.nodes > 0 and found.note is None
        assert engine.evaluate(board)["total"] == 0
        with pytest.raises(qikit.InvalidArgument, match="depth"):
            engine.search(board, depth=101)


def test_a_book_that_can_not_be_played_from_is_refused(small_path, tmp_path):
    text = tmp_path / "text.qkb"
    text.write_text("1. h2e2")
    short = tmp_path / "short.qkb"
    short.write_bytes(small_path.read_bytes()[:-4096])
    for game, path, error in [
        ("xiangqi", tmp_path / "none.qkb", qikit.NotFound),
        ("xiangqi", text, qikit.ParseError),
        ("xiangqi", short, qikit.ParseError),
        ("surakarta", small_path, qikit.InvalidArgument),
    ]:
        with pytest.raises(error, match="book.*" + path.name):
            qikit.Engine(game, book=path)


def test_limits_have_one_range(engine, board):
    for depth in (-1, 0, 101):
        with pytest.raises(qikit.InvalidArgument, match=f"depth is {depth}, expected 1 to 100$"):
            engine.search(board, depth=depth)
    for lines in (0, 362):
        with pytest.raises(qikit.InvalidArgument, match=f"lines is {lines}, expected 1 to 361$"):
            engine.search(board, depth=1, lines=lines)


def test_repr_names_the_usual_kind():
    for game, kind in {"go": "mcts", "capturego": "mcts", "surakarta": "alphabeta"}.items():
        with qikit.Engine(game) as engine:
            assert repr(engine) == f"<Engine {game!r}, {kind}>"


def test_repr(engine):
    assert "xiangqi" in repr(engine)
    engine.close()
    assert "closed" in repr(engine)


LEVELS = pathlib.Path(__file__).resolve().parents[3] / "internal/ctest/testdata/levels.tsv"


@pytest.mark.parametrize("row", [line for line in LEVELS.read_text("utf-8").splitlines() if not line.startswith("#")])
def test_levels_play_what_the_table_says(row):
    game, rules, position, moves = row.split("\t")
    board = qikit.Board(game, position, **json.loads(rules or "{}"))
    for level, move in enumerate(moves.split(" "), 1):
        with qikit.Engine(game, level=level, seed=7, table_mb=1, deterministic=True) as engine:
            assert engine.search(board, nodes=100).best == move, level
    assert level == 10
