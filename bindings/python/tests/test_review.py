"""Reviews of games of Capture Go."""

import json
import xml.dom.minidom

import pytest

import qikit
from conftest import HANG

GAME = (
    "(;FF[4]GM[1]SZ[5]RU[Capture-1]PB[pupil]XX[kept];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
)
FAST = {"user": "black", "effort": "quick", "visits": 64, "target_visits": 128, "demonstrate_visits": 64,
        "target_time": 0, "demonstrate_time": 0, "proof_nodes": 60}  # fmt: skip


@pytest.fixture(scope="module")
def review():
    with qikit.review.review(GAME, **FAST) as made:
        yield made


def test_what_a_review_says(review):
    assert [move["number"] for move in review.moves] == [1, 2, 3, 4, 5]
    assert [move["move"] for move in review.moves] == ["B1", "E2", "D2", "D3", "E1"]
    assert review.complete and 0 <= review.accuracy <= 100
    assert "5" in review.text and review.graph[0]["ply"] == 0
    bad = review.bad_moves[0]
    assert bad["move"] != bad["target"] and bad["loss"] >= 5 and bad["class"] in ("inaccuracy", "mistake", "blunder")
    assert bad["demonstration"][0] == bad["target"]
    board = qikit.Board("capturego", review.exercises[0]["position"])
    for move in bad["demonstration"]:
        board.play(move)
    assert len(bad["demonstration"]) >= 5 or board.outcome
    assert bad["target"] in review.exercises[0]["accepted"]
    assert bad["move"] not in review.exercises[0]["accepted"]
    assert bad["move"] in review.exercises[0]["refused"]
    assert review.report["search"]["version"] == qikit.__version__ and review.report["search"]["first_move"]
    assert review.worst[0] in [bad["number"] for bad in review.bad_moves]
    for move in review.moves:
        assert sum(map(sum, move["degrees"])) == pytest.approx(1, abs=1e-3)


def test_forms(review, tmp_path):
    sgf = review.sgf()
    assert "XX[kept]" in sgf and "SBKV[" in sgf and "RU[Capture-1]" in sgf
    for picture in (review.svg(), review.svg(review.bad_moves[0]["number"]), review.svg(review.bad_moves[0]["number"], "line", size=99)):
        assert xml.dom.minidom.parseString(picture).documentElement.tagName == "svg"
    assert "better move" in review.svg(review.bad_moves[0].number)
    assert "better move" not in review.svg(review.bad_moves[0].number, caption=False)
    assert review.svg(picture="moves").count('stroke-width="11"') == len(review.moves)
    review.save(tmp_path / "a.review")
    with qikit.review.load(tmp_path / "a.review") as again:
        assert again.report == review.report
    assert qikit.review.parse(review.json()).json() == review.json()
    assert repr(review).startswith("<Review: 5 moves")


def test_a_notebook_shows_it(review):
    shown = review._repr_html_()
    page = xml.dom.minidom.parseString(f"<div>{shown}</div>").documentElement
    pictures = [node for node in page.getElementsByTagName("svg") if node.parentNode.tagName != "svg"]
    assert len(pictures) == 3  # the curve, the worst move, its demonstration
    assert len(page.getElementsByTagName("tr")) == 1 + len(review.bad_moves)
    for bad in review.bad_moves:
        for reason in bad.target_reasons:
            assert reason.text.replace("'", "&#x27;") in shown
    assert 'style="text-align:left"></td>' not in shown  # each has a word on why
    chinese = qikit.review.review(GAME, language="zh", **FAST)._repr_html_()
    assert "<th>原因</th>" in chinese and "<td>大错</td>" in chinese and "<th>number" not in chinese and "blunder" not in chinese
    assert "<th>损失（百分点）</th>" in chinese and "。 " not in chinese.split("<table>")[1]
    with qikit.review.parse(review.json()) as closed:
        pass
    assert closed._repr_html_() == "&lt;Review: closed&gt;"


def test_why():
    game = "(;SZ[5]RU[Capture-2];B[cc];W[cb];B[bc];W[bb];B[aa];W[ac];B[ea];W[dc];B[ee];W[bd];B[ae];W[cd])"
    made = qikit.review.review(game, **{**FAST, "threshold": 1000})
    why = made.moves[5].reasons[0]
    assert (why.kind, why.side, why.move, why.chain, why.count) == ("loses", "white", "C2", ["B3", "C3"], 2)
    assert why.text == "White can now capture your two stones at B3 by playing C2, and win." and why.text in made.moves[5].text
    assert all(bad.target_reasons is not None and bad.end_reasons is not None for bad in made.bad_moves)
    assert made.opponent_moves == [] and made.report.search.opponent is False
    other = qikit.review.review(game, language="zh", opponent=True, **{**FAST, "user": "white"})
    assert other.opponent_moves and "黑方第" in other.opponent_moves[0].text
    lost = other.opponent_moves[-1]
    assert lost.proven == "loss" and "已证明：此手必败。" in lost.text and lost.reasons[0].kind == "forced"


def test_the_same_every_time(review):
    assert qikit.review.review(GAME.encode(), workers=2, **FAST).json() == review.json()


def test_deterministic():
    made = qikit.review.review("(;SZ[7]RU[Capture-1];B[dd];W[cc])", deterministic=True, **{**FAST, "visits": 16})
    assert made.report["search"]["deterministic"] and made.report["search"]["tier"] == "generic"


def test_a_file_and_chinese(tmp_path):
    (tmp_path / "a.sgf").write_text(GAME)
    made = qikit.review.review(tmp_path / "a.sgf", language="zh", range=(2, 3), **FAST)
    assert "手" in made.text
    assert [move["analysed"] for move in made.moves] == [False, True, True, False, False]
    for move in made.moves:  # what was not analysed has no values that look like some
        for key in ("win_rate", "best_win_rate", "status"):
            assert (move[key] is None) is (getattr(move, key) is None) is not move.analysed
    assert qikit.review.parse(made.json()).moves == made.moves and made.moves[1].win_rate >= 0


def test_cancelled_and_timed_out():
    job = qikit.review.start(GAME, user="black", visits=10**6, target_visits=10**7)
    job.cancel()
    made = job.wait(timeout=HANG)
    assert not made.complete and made.report["ended"] == "cancelled" and len(made.moves) == 5
    made = qikit.review.review(GAME, user="black", visits=10**6, proof_nodes=0, time=0.05)
    assert not made.complete and made.report["ended"] == "time"


def test_questions():
    made = qikit.review.review(GAME, demonstrate=[], **FAST)
    assert made.answers == [] and made.bad_moves[0].demonstration == []
    bad = made.bad_moves[0]
    more = made.demonstrate(bad.number)
    assert more.answers[0].move == bad.target == more.answers[0].line[0].move
    more = more.ask(bad.number, bad.move.lower(), effort="quick")
    assert [answer.kind for answer in more.answers] == ["demonstrate", "ask"]
    assert more.answers[1].move == bad.move and more.answers[1].text
    assert more.deepen(bad.number, effort="default").answers[2].number == bad.number
    assert made.answers == [] and qikit.review.parse(more.json()).answers == more.answers
    job = made.start("ask", 2, "D4")
    assert job.wait().answers[0].move == "D4"
    with pytest.raises(qikit.NotFound, match="number 99"):
        made.deepen(99)
    with pytest.raises(qikit.InvalidArgument, match="kind"):
        made.start("guess", 1)


def test_which_game():
    ordinary = "(;SZ[9]RU[Japanese]KM[6.5];B[ee];W[ce])"
    with pytest.raises(qikit.InvalidArgument, match=r"RU\[Japanese\].*expected target"):
        qikit.review.review(ordinary, **FAST)
    assert "RU[Japanese]" in qikit.review.review(ordinary, target=3, **{**FAST, "visits": 16}).sgf()


def test_progress():
    job = qikit.review.start(GAME, **FAST)
    job.wait()
    steps = list(job.events())
    assert steps[0]["phase"] == "moves" and steps[-1]["done"] == steps[-1]["total"] >= 5


@pytest.mark.parametrize(
    "sgf, error, says",
    [
        ("(;SZ[5]RU[Capture-1];B[aa];W[aa])", qikit.RulesError, "move 2.*there is a black stone"),
        ("(;SZ[5]RU[Capture-1];B[aa];W[])", qikit.RulesError, "passing is not allowed"),
        ("(;SZ[25];B[aa])", qikit.ParseError, r"SZ\[25\]"),
        ("", qikit.ParseError, "empty"),
        ("(;SZ[5])", qikit.StateError, "no moves"),
        ("(;SZ[5];B[aa", qikit.ParseError, "line 1"),
        (b"(;SZ[5]CA[UTF-8]C[\xff];B[aa])", qikit.ParseError, "charset"),
        ("(" * 100_000, qikit.ParseError, "expected"),
        ("(;SZ[5]" + ";B[aa]" * 2_000_000 + ")", qikit.ParseError, "nodes"),
        ("(;SZ[5]RU[Capture-99];B[aa])", qikit.ParseError, "Capture-99"),
    ],
)
def test_bad_records(sgf, error, says):
    with pytest.raises(error, match=says):
        qikit.review.review(sgf, **FAST)


def test_bad_input(tmp_path, review):
    with pytest.raises(qikit.InvalidArgument, match="user"):
        qikit.review.review(GAME)
    for options, word in (({"visit": 1}, "visit"), ({"range": (3, 2)}, "range"), ({"target": 99}, "target"), ({"net": "none"}, "none"),
                          ({"demonstrate": [99]}, "demonstrate has 99.*1 to 5")):  # fmt: skip
        with pytest.raises((qikit.InvalidArgument, qikit.NotFound), match=word):
            qikit.review.review(GAME, **{**FAST, **options})
    with pytest.raises(qikit.StateError):
        qikit.review.review(GAME, range=(7, 9), **FAST)
    with pytest.raises(qikit.FileNotFound):
        qikit.review.load(tmp_path / "none")
    damaged = json.loads(review.json())
    damaged["moves"][0]["loss"] += 1
    for text, error in (("x", qikit.ParseError), (json.dumps(damaged), qikit.ParseError), ('{"schema": "qikit/review/9"}', qikit.VersionError)):
        (tmp_path / "bad").write_text(text)
        with pytest.raises(error):
            qikit.review.parse(text)
        with pytest.raises(error):
            qikit.review.load(tmp_path / "bad")
    with pytest.raises(qikit.NotFound):
        review.svg(99)
    with pytest.raises(qikit.NotFound):
        review.save(tmp_path / "none" / "a")
    with pytest.raises(TypeError):
        qikit.review.review(7, user="black")
