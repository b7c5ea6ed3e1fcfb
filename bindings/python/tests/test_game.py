"""Games as files hold them."""

import pickle

import pytest

import qikit
from qikit import game

PGN = """[Game "Chinese Chess"]
[Event "全国赛"]
[Red "胡荣华"]
[Result "1-0"]

{开局} 1. 炮二平五 马８进７ {常见}
2. 马二进三 车９平８
1-0
"""


def test_read_and_write(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes((PGN + "\n" + PGN).encode("gb18030"))
    games = game.read(path)
    assert games == game.read(str(path)) == game.read(PGN) * 2
    one = games[1]
    assert (one.game, one.format, one.result) == ("xiangqi", "pgn", "1-0")
    assert one.headers == {"Event": "全国赛", "Red": "胡荣华"}
    assert one.moves == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert one.comments == {0: "开局", 2: "常见"}
    assert one.board.played == one.moves
    assert one.at(1).side == "black"
    for notation in one.board.report().notations:
        assert game.read(one.write(notation=notation)) == [one]
    one.headers["Black"] = "许银川"
    one.comments[4] = "end"
    one.write(path, notation="chinese", encoding="gb18030")
    assert "许银川".encode("gb18030") in path.read_bytes()
    assert game.read(path) == [one]


def test_formats():
    assert game.read("1. e4 e5 2. Nf3 *")[0].game == "chess"
    go = game.read(b"(;GM[1]SZ[9]KM[6.5]RU[Chinese]PB[a];B[ee];W[])")[0]
    assert (go.game, go.moves, go.headers["Black"]) == ("go", ["E5", "pass"], "a")
    assert game.read(go.write()) == [go]
    board = pickle.loads(pickle.dumps(go.board))
    assert (board.played, board._rules) == (go.moves, {"komi": 6.5, "scoring": "area"})
    xq = game.read("[DhtmlXQ]\n[DhtmlXQ_title]t[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]")[0]
    assert (xq.format, xq.moves, xq.headers) == ("dhtmlxq", ["h2e2"], {"Title": "t"})


@pytest.mark.parametrize(
    "text",
    [
        "1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7)) h8+7 (1... c8.5) 2. H2+3 *",
        "(;SZ[9]KM[6]RU[Chinese];B[ee](;W[cc](;B[dd])(;B[bb]))(;W[gc]C[x]))",
    ],
)
def test_variations(text):
    one = game.read(text)[0]
    assert len(one.variations) in (2, 3)
    assert game.read(one.write()) == [one]
    assert game.read(text, main_lines=True)[0].variations == []
    one.variations[0].moves.append("castle")
    with pytest.raises(qikit.ParseError, match=r"variations\[0\].moves\[\d\]"):
        one.write()


def test_reviews_take_and_give_games():
    text = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
    one = game.read(text)[0]
    options = {"user": "black", "visits": 16, "target_visits": 16, "target_time": 0, "demonstrate_time": 0, "range": [1, 2]}
    done = qikit.review.review(one, **options)
    assert done.moves == qikit.review.review(text, **options).moves
    reviewed = game.read(done.sgf())[0]
    assert reviewed.moves == one.moves
    assert len(reviewed.variations) == len(done.bad_moves)
    with pytest.raises(qikit.Unsupported, match="sgf"):
        qikit.review.review(game.read(PGN)[0], **options)


def test_a_game_that_was_made():
    made = game.Game("surakarta", ["a2-a3"], headers={"Black": "amy"}, comments={1: "first"}, result="1/2-1/2")
    again = game.read(made.write())[0]
    assert (again.moves, again.comments, again.result, again.headers) == (made.moves, {1: "first"}, "1/2-1/2", {"Black": "amy"})


def test_wrong(tmp_path):
    with pytest.raises(qikit.ParseError, match="game 2: .*line 11"):
        game.read(PGN + "\n[Red \"x\"]\n1. 炮二平五 castle\n")
    assert len(game.read(PGN + "\n[Red \"x\"]\n1. 炮二平五 castle\n", skip=True)) == 1
    with pytest.raises(qikit.ParseError, match="no game"):
        game.read("")
    with pytest.raises(FileNotFoundError):
        game.read(str(tmp_path / "none.pgn"))
    with pytest.raises(TypeError, match="source is int"):
        game.read(1)
    with pytest.raises(qikit.NotFound, match="halma"):
        game.read(PGN, game="halma")
    one = game.read(PGN)[0]
    with pytest.raises(qikit.NotFound, match="0 to 4"):
        one.at(5)
    with pytest.raises(qikit.Unsupported):
        one.write(format="sgf")
    with pytest.raises(qikit.Unsupported):
        one.write(encoding="big5")
    with pytest.raises(qikit.RulesError, match=r"moves\[1\]"):
        game.Game("xiangqi", ["h2e2", "h2e2"]).board
    with pytest.raises(qikit.InvalidArgument, match=r"notes\[0\].ply"):
        game.Game("xiangqi", comments={1: "x"}).write()
