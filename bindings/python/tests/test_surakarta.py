"""Surakarta: what the game adds to boards and engines."""

import pytest

import qikit
from conftest import HANG

START = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1"
TWO_WAYS = "6/6/6/6/b5/1w4 b"  # black a2 takes b1 round one corner, or round the other three


@pytest.fixture
def board():
    return qikit.Board("surakarta")


@pytest.fixture(scope="module")
def engine():
    with qikit.Engine("surakarta", table_mb=4) as engine:
        yield engine


def test_start(board):
    assert (board.position, board.side) == (START, "b")
    assert len(board.moves()) == 16
    assert board.perft(4) == 111_122
    assert board.play("a2-a3").side == "w"
    assert board.format("b5-b4", "compact") == "b5b4"


def test_route_shortest_first():
    route = qikit.Board("surakarta", TWO_WAYS).route("a2b1")
    assert route["move"] == "a2xb1"
    assert (route["circuit"], route["points"], route["loops"]) == ("inner", ["a2", "b1"], [0])
    assert [len(way["points"]) for way in route["routes"]] == [2, 24]
    assert route["routes"][1]["loops"] == [5, 11, 17]
    assert set(route) == {"move", "circuit", "points", "loops", "routes"}


def test_route_over_the_own_start():
    board = qikit.Board("surakarta", "6/6/6/6/4wb/4w1 w")
    assert board.route("e2xf2")["loops"] == [4, 10, 16]
    assert "e2xf2" not in qikit.Board("surakarta", "6/6/6/6/4wb/4w1 w", start_blocks=True).moves()


def ends(**rules):
    board = qikit.Board("surakarta", "5w/6/6/6/6/b1b3 b", **rules)
    for move in ("a1-b1", "f6-e6", "b1-a1", "e6-f6"):
        board.play(move)
    return board.outcome


def test_what_ends_the_game_and_what_it_counts_for():
    assert ends() == {"winner": "b", "reason": "repetition"}
    assert ends(repetition="draw") == {"winner": None, "reason": "repetition"}
    assert ends(repetition_limit=3) is None
    assert ends(repetition_limit=0, no_capture_limit=4) == {"winner": "b", "reason": "no capture"}
    assert ends(repetition_limit=0, no_capture_limit=4, no_capture="draw") == {"winner": None, "reason": "no capture"}
    walled = "6/w5/wwww2/bbbw2/bbbw2/bbbw2 b"
    for no_move, winner in {"count": "b", "draw": None, "lose": "w"}.items():
        assert qikit.Board("surakarta", walled, no_move=no_move).outcome == {"winner": winner, "reason": "no move"}
    for wrong in ({"repetition_limit": 1}, {"repetition": "axf"}, {"no_capture": "lose"}, {"no_move": "pass"}):
        with pytest.raises(qikit.InvalidArgument, match=next(iter(wrong))):
            qikit.Board("surakarta", **wrong)


def test_no_route(board):
    with pytest.raises(qikit.RulesError, match="no capture"):
        board.route("a2-a3")
    with pytest.raises(qikit.RulesError):
        board.route("a2xa5")
    with pytest.raises(qikit.ParseError):
        board.route("castle")
    with pytest.raises(qikit.Unsupported, match="xiangqi"):
        qikit.Board("xiangqi").route("h2e2")
    with pytest.raises(TypeError):
        board.route(None)


def test_targets(board):
    assert board.targets("a2") == {"steps": ["a3", "b3"], "captures": []}
    assert board.targets("a1") == board.targets("a3") == board.targets("f6") == {"steps": [], "captures": []}
    assert qikit.Board("surakarta", TWO_WAYS).targets("a2")["captures"] == ["b1"]
    assert qikit.Board("xiangqi").targets("h2")["captures"] == ["h9"]
    with pytest.raises(qikit.ParseError, match="a1 to f6"):
        board.targets("z9")


def test_targets_are_the_moves(board):
    for move in ("a2-a3", "f5-f4", "c2-c3"):
        board.play(move)
        listed = []
        for point in (file + rank for file in "abcdef" for rank in "123456"):
            found = board.targets(point)
            listed += [f"{point}-{to}" for to in found["steps"]] + [f"{point}x{to}" for to in found["captures"]]
        assert sorted(listed) == board.moves()


def test_rules():
    assert qikit.Board("surakarta", first="w").side == "w"
    shuffle = ["a1-b1", "f6-e6", "b1-a1", "e6-f6"]
    ends = {}
    for rules in ("olympiad", "contest", "basic"):
        board = qikit.Board("surakarta", "5w/6/6/6/6/b1b3 b", rule_set=rules)
        for move in shuffle * 2:
            if board.outcome is None:
                board.play(move)
        ends[rules] = board.outcome
    assert ends["olympiad"] == {"winner": "b", "reason": "repetition"}
    assert ends["contest"] is None
    assert ends["basic"] == {"winner": None, "reason": "repetition"}
    board = qikit.Board("surakarta", "5w/6/6/6/6/b1b3 b", no_capture_limit=1).play("a1-b1")
    assert board.outcome == {"winner": "b", "reason": "no capture"}


def test_pictures():
    board = qikit.Board("surakarta", TWO_WAYS)
    assert board.svg(arrows=["a2xb1"], marks={"c3": "!"}) != board.svg()
    assert "<svg" in board.play("a2xb1")._repr_svg_()


def test_search_takes_the_last_piece(engine):
    found = engine.search(qikit.Board("surakarta", TWO_WAYS), depth=3)
    assert (found.best, found.proven, found.plies) == ("a2xb1", "win", 1)


@pytest.mark.parametrize("strategy", ["101", "102", "103", "104", "105", "106"])
def test_every_strategy_by_name(board, strategy):
    with qikit.Engine("surakarta", strategy=strategy) as engine:
        found = engine.search(board, depth=3)
        several = engine.search(board, depth=3, lines=4)
    assert found.best in board.moves() and found.depth == 3
    assert (several.best, several.score) == (found.best, found.score)
    scores = [line.score for line in several.lines]
    assert len(scores) == 4 and scores == sorted(scores, reverse=True)


def test_values_of_the_strategies():
    board = qikit.Board("surakarta", "w5/6/6/6/6/b5 b")
    points = [0] * 36
    points[7] = 900  # b2, one step from a1
    with qikit.Engine("surakarta", strategy="102", piece_value=200, point_values=points) as plain:
        found = plain.search(board, depth=1)
    assert (found.best, found.score) == ("a1-b2", 900)
    board = qikit.Board("surakarta", "6/6/6/1b4/6/3w2 b")
    with qikit.Engine("surakarta", strategy="106", weights_front_endgame=[1, 10, 1, 1], weights_back_endgame=(0, 2, 0, 0)) as weighted:
        assert weighted.evaluate(board)["total"] == 1380
        assert weighted.evaluate(board, role="back")["total"] == 2 * 98
    with pytest.raises(qikit.InvalidArgument, match="piece_value is 79, expected 80 to 200"):
        qikit.Engine("surakarta", strategy="101", piece_value=79)
    with pytest.raises(qikit.Unsupported, match="weights_front for surakarta"):
        qikit.Engine("surakarta", weights_front=[1, 2, 3, 4])


def test_evaluate_for_either_role(engine):
    # Worked out by hand: b3 and d1 in the tables of the first and the second mover.
    board = qikit.Board("surakarta", "6/6/6/1b4/6/3w2 b")
    front = engine.evaluate(board)
    assert engine.evaluate(board, role="front") == engine.evaluate(board, role=None) == front
    assert abs(front.pop("network")) < 100
    assert front == {"extent": 0, "position": 138, "dynamic": 0, "potential": 0, "phase": 1, "total": 414}
    assert engine.evaluate(board, role="back")["total"] == 3 * 98
    second = qikit.Board("surakarta", "6/6/6/1b4/6/3w2 b 0 2")
    assert engine.evaluate(second)["total"] == 3 * 98
    start = engine.evaluate(qikit.Board("surakarta"))
    assert start["phase"] == 0 and start["total"] == 0


def test_tables_are_built_checked_and_used(tmp_path):
    folder = tmp_path / "tables"
    job = qikit.tables.build("surakarta", folder, largest="2v1")
    steps = list(job.progress(every=0.01))
    assert job.result == {"game": "surakarta", "folder": str(folder), "rule_set": "olympiad", "largest": "2v1"}
    assert steps[-1]["done"] == steps[-1]["total"] > 0
    files = sorted(file.name for file in folder.iterdir())
    assert len(files) == 2

    board = qikit.Board("surakarta", "6/6/6/6/b5/1w4 b")
    with qikit.Engine("surakarta", tables=folder) as engine:
        found = engine.search(board, depth=1)
    assert (found.best, found.proven, found.note) == ("a2xb1", "win", None)

    altered = folder / files[0]
    whole = altered.read_bytes()
    altered.write_bytes(whole[:-1])
    with qikit.Engine("surakarta", tables=folder) as engine:
        assert files[0] in engine.search(board, depth=1).note
        assert engine.search(board, depth=1).note is None  # said once
    qikit.tables.build("surakarta", folder, largest="2v1").wait()
    assert altered.read_bytes() == whole


def test_tables_bad_input(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    for options, kind in (
        ({"game": "xiangqi", "folder": tmp_path}, qikit.Unsupported),
        ({"game": "ludus", "folder": tmp_path}, qikit.NotFound),
        ({"game": "surakarta", "folder": in_the_way / "x"}, qikit.QikitIOError),
        ({"game": "surakarta", "folder": tmp_path, "largest": "5v1"}, qikit.InvalidArgument),
        ({"game": "surakarta", "folder": tmp_path, "rule_set": "contest"}, qikit.InvalidArgument),
        ({"game": "surakarta", "folder": tmp_path, "workers": 0}, qikit.InvalidArgument),
    ):
        with pytest.raises(kind):
            qikit.tables.build(**options).wait()
    with pytest.raises(qikit.InvalidArgument, match="larges"):
        qikit.tables.build("surakarta", tmp_path, larges="1v1")
    with pytest.raises(TypeError):
        qikit.tables.build("surakarta", 7)


def test_tables_cancelled_build_goes_on(tmp_path):
    job = qikit.tables.build("surakarta", tmp_path, rule_set="basic", largest="4v4")
    next(iter(job.progress(every=0.01)))
    job.cancel()
    with pytest.raises(qikit.Cancelled):
        job.wait(timeout=HANG)
    assert not list(tmp_path.glob("*.part"))


BAD = {
    "thirteen pieces": ("wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b", qikit.RulesError, "13 pieces"),
    "no piece": ("wwwwww/wwwwww/6/6/6/6 w", qikit.RulesError, "no piece"),
    "two pieces on a point": ("wwwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", qikit.ParseError, "more than 6 points"),
    "a run over pieces": ("wwwwww/wwwwww/6/6w/bbbbbb/bbbbbb b", qikit.ParseError, "row 4"),
    "a row too few": ("wwwwww/wwwwww/6/6/bbbbbb b", qikit.ParseError, "5 rows"),
    "an impossible side": ("wwwwww/wwwwww/6/6/bbbbbb/bbbbbb r", qikit.ParseError, "expected b or w"),
    "no side": ("wwwwww/wwwwww/6/6/bbbbbb/bbbbbb", qikit.ParseError, "fields"),
    "a negative counter": ("wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b -1", qikit.ParseError, "-1"),
    "a position of another game": ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", qikit.ParseError, "rows|fields"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_positions(case):
    text, kind, said = BAD[case]
    with pytest.raises(kind, match=said):
        qikit.Board("surakarta", text)


def test_bad_rules_strategies_and_roles(engine, board):
    for rules in ({"rule_set": "chess"}, {"first": "red"}, {"no_capture_limit": -1}, {"no_capture_limit": 1001},
                  {"start_blocks": "no"}, {"natural_limit": 3}):
        with pytest.raises(qikit.InvalidArgument):
            qikit.Board("surakarta", **rules)
    for strategy in ("100", "107", "fast"):
        with pytest.raises(qikit.Unsupported, match="101"):
            qikit.Engine("surakarta", strategy=strategy)
    with pytest.raises(qikit.InvalidArgument, match='role is "sideways", expected one of "front", "back"'):
        engine.evaluate(board, role="sideways")
    with pytest.raises(qikit.InvalidArgument, match="rolle"):
        engine.evaluate(board, rolle="front")
    with pytest.raises(qikit.InvalidArgument):
        engine.evaluate(qikit.Board("xiangqi"))
    with qikit.Engine("surakarta", strategy="101") as plain:
        with pytest.raises(qikit.InvalidArgument, match="takes a depth of 1 to 32"):
            plain.search(board, nodes=100)
        with pytest.raises(qikit.InvalidArgument):
            plain.search(board, depth=90)
