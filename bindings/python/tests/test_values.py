"""What the library reports, as values: attributes and dicts at once."""

import copy
import json
import pickle

import pytest

import qikit
from conftest import HANG
from qikit import Board, Engine, Limits
from qikit._report import Report

MATED = "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1"


def keys(kind):
    return {name.rstrip("_") for name in kind.__annotations__}


def reports(found):
    """A report and those inside."""
    yield found
    for part in found._parts:
        inside = found[part]
        for item in inside if isinstance(inside, list) else [inside]:
            if item is not None:
                yield from reports(item)


def test_outcome_both_spellings():
    outcome = Board("xiangqi", MATED).outcome
    assert isinstance(outcome, qikit.Outcome)
    assert outcome.winner == outcome["winner"] == "red"
    assert outcome.reason == outcome["reason"] == "checkmate"
    assert outcome == {"winner": "red", "reason": "checkmate"} and dict(**outcome) == outcome
    assert json.loads(json.dumps(outcome)) == outcome
    assert repr(outcome) == "Outcome(winner='red', reason='checkmate')"
    for other in (pickle.loads(pickle.dumps(outcome)), copy.deepcopy(outcome), copy.copy(outcome)):
        assert type(other) is qikit.Outcome and other == outcome


def test_report_cannot_be_set_and_knows_its_names():
    outcome = Board("xiangqi", MATED).outcome
    with pytest.raises(AttributeError, match="Outcome.winner cannot be set"):
        outcome.winner = "black"
    with pytest.raises(AttributeError, match="Outcome has no 'wnner', expected one of winner, reason"):
        outcome.wnner
    assert {"winner", "reason", "items"} <= set(dir(outcome))


def test_report_left_out_key_is_none():
    line = Engine("xiangqi").search(Board("xiangqi"), depth=1).lines[0]
    assert "visits" not in line and line.visits is None
    assert line.move == line["move"] == line.moves[0]


def test_report_word_of_python():
    entry = qikit._reports.Bin.read({"from": 0, "to": 20, "count": 3})
    assert (entry.from_, entry["from"], entry.to) == (0, 0, 20)


def test_reports_have_the_keys_of_their_types(tmp_path):
    board = Board("surakarta", "6/6/6/6/b5/1w4 b")
    job = qikit.book.generate(game="xiangqi", out=tmp_path / "a.qkb", games=2, max_plies=6, seed=7, depth={"mean": 2, "sd": 1, "min": 1, "max": 3})
    summary = job.wait()
    game = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
    review = qikit.review.review(game, user="black", effort="quick", target_time=0, demonstrate_time=0, opponent=True).ask(2, "D4")
    with qikit.book.open(tmp_path / "a.qkb") as book:
        found = [
            Board("xiangqi", MATED).report(), board.route("a2xb1"), board.targets("a2"), job.poll(), summary, next(iter(book)),
            book.lookup(Board("xiangqi")), book.stats(), book.export(tmp_path / "a.jsonl"), book.prune(min_count=1), review.report, qikit.runtime.stats(),
        ]  # fmt: skip
    for report in found:
        for part in reports(report):
            assert type(part) is not Report and set(part) - {"schema"} <= keys(type(part)), type(part)
    assert {type(part).__name__ for report in found for part in reports(report)} >= {"Outcome", "RouteWay", "EntryMove", "Bin", "ReviewedMove", "BadMove", "Exercise", "Reason"}


def test_limits_is_the_keywords():
    board = Board("xiangqi")
    with Engine("xiangqi") as engine:
        by_value = engine.search(board, Limits(depth=3, time=HANG), lines=2, fresh=True)
        by_keyword = engine.search(board, depth=3, time=HANG, lines=2, fresh=True)
        both = engine.search(board, Limits(time=HANG), depth=3, lines=2, fresh=True)
    assert by_value.lines == by_keyword.lines == both.lines and by_value.nodes == by_keyword.nodes == both.nodes
    assert Limits(depth=3) == Limits(depth=3) and Limits(depth=3).limited and not Limits(increment=1).limited


def test_limits_refused():
    with Engine("xiangqi") as engine:
        with pytest.raises(qikit.InvalidArgument, match="no limit, expected depth"):
            engine.search(Board("xiangqi"), Limits())
        with pytest.raises(qikit.InvalidArgument, match="depth is 0, expected 1 to 100"):
            engine.search(Board("xiangqi"), Limits(depth=0))
        with pytest.raises(TypeError, match="limits is int, expected qikit.Limits"):
            engine.search(Board("xiangqi"), 8)
        with pytest.raises(TypeError, match="dept"):
            engine.search(Board("xiangqi"), dept=8)
