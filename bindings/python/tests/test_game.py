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


def test_values():
    one = game.read("1. e4! {[%eval 0.17,20] [%clk 0:02:58.5] best} (1. d4 $5 {[%emt 0:00:03]}) e5 {[%eval #-3]} *\n")[0]
    assert one.comments == {1: "best"}
    assert one.values == {1: game.Values(eval=0.17, depth=20, clock=178.5, nags=[1]), 2: game.Values(mate=-3)}
    assert one.variations[0].values == {1: game.Values(elapsed=3, nags=[5])}
    assert game.read(one.write()) == [one]
    one.values[2] = game.Values(eval=1.5, clock=60)
    assert "e5 {[%eval 1.50] [%clk 0:01:00]}" in one.write()
    go = game.read("(;SZ[9]KM[6]RU[Chinese];B[ee]V[1.5]BL[300]OB[5]BM[1](;W[cc]WL[9])(;C[only words]))")[0]
    assert go.values == {1: game.Values(eval=1.5, clock=300, moves_left=5, nags=[2]), 2: game.Values(clock=9)}
    assert "V[1.5]BL[300]OB[5]BM[1]" in go.write() and "(;C[only words])" in go.write()
    assert game.read(go.write()) == [go]
    one.values[0] = game.Values(nags=[1])
    with pytest.raises(qikit.InvalidArgument, match=r"notes\[0\].nags"):
        one.write()


def test_dhtmlxq_is_written(tmp_path):
    one = game.read("[Red \"甲\"]\n1. C2.5! {[%eval 0.3] a} (1. H2+3 {solid}) h8+7 (1... c8.5) 2. H2+3 1-0\n")[0]
    one.write(tmp_path / "game.txt", format="dhtmlxq", encoding="gb18030")
    again = game.read(tmp_path / "game.txt")[0]
    assert (again, again.format) == (one, "dhtmlxq")
    with pytest.raises(qikit.Unsupported):
        game.read("1. e4 *")[0].write(format="dhtmlxq")


def test_books_take_and_give_games(tmp_path):
    for name, text in [
        ("xiangqi", PGN + "\n[Red \"x\"]\n\n1. C2.5 (1. H2+3) h8+7 0-1\n"),
        ("gomoku", "(;GM[4]SZ[15]RU[Renju]PB[a]PW[b]RE[B+];B[hh];W[hi])(;GM[4]SZ[15]RU[Renju];B[hh])"),
    ]:
        games = game.read(text)
        games[0].headers["Black"] = "b"
        with qikit.book.create(name, tmp_path / f"{name}.qkb") as book:
            assert book.games() == []
            assert book.add_games(games)["games"] == 2
            assert book.add_games(games[0])["duplicates"] == 1
            again = book.games()
            assert [(one.game, one.moves, one.result) for one in again] == [(one.game, one.moves, one.result) for one in games]
            assert again[0].headers == games[0].headers
            assert list(book.each_game(1)) == again[1:] and list(book.each_game(2)) == []


def test_games_of_a_book_come_in_pages(tmp_path, monkeypatch):
    monkeypatch.setattr("qikit.book._GAMES", 2)
    games = [game.Game("xiangqi", ["h2e2", reply], headers={"Red": "a", "Black": reply}) for reply in ("h9g7", "b9c7", "h7e7", "i9i8", "c6c5")]
    with qikit.book.create("xiangqi", tmp_path / "five.qkb") as book:
        book.add_games(games)
        each = book.each_game()
        assert [one.moves[1] for one in each] == [one.moves[1] for one in games]
        said = book.export(tmp_path / "x.pgn", first_game=1, games=3)
        assert (said.records, said.next_game) == (3, 4)
        assert [one.moves for one in game.read(tmp_path / "x.pgn")] == [one.moves for one in games[1:4]]
        assert book.export(tmp_path / "x.pgn", first_game=4, games=3).next_game is None
        with pytest.raises(qikit.InvalidArgument, match="first_game"):
            book.export(tmp_path / "x.csv", first_game=1)


def test_a_place_in_a_game():
    one = game.read("1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0]
    text = one.write()
    assert [one.step() for _ in range(4)] == ["h2e2", "h9g7", "h0g2", None]
    assert [one.back() for _ in range(4)] == ["h0g2", "h9g7", "h2e2", None]
    assert (one.choices(), one.step(1), one.comment) == ([1], "h0g2", "solid")
    assert (one.choices(), one.step(2), one.step(), one.ply, one.line) == ([2], "h9g7", "b2e2", 3, 2)
    assert one.line_moves == one.here.played == ["h0g2", "h9g7", "b2e2"]
    assert (one.back(), one.back(), one.line, one.back(), one.line, one.ply) == ("b2e2", "h9g7", 1, "h0g2", 0, 0)
    with pytest.raises(qikit.NotFound, match="variation 3 does not leave here"):
        one.step(3)
    with pytest.raises(qikit.NotFound, match="after move 4 of line 0, expected 0 to 3"):
        one.goto(4)
    assert (one.play("h2e2"), one.play("h7e7"), one.comment) == (0, 3, "bold")
    one.goto(3)
    one.comment, one.value.eval = "end", 0.25
    assert (one.play("i9h9"), one.moves[3], one.ply) == (0, "i9h9", 4)
    one.goto(2)
    assert (one.play("g3g4"), one.variations[3].moves, one.here.side) == (4, ["g3g4"], "black")
    one.remove_variation(4)
    assert (one.line, one.ply, one.write() != text) == (0, 2, True)
    assert game.read(one.write())[0].values == {3: game.Values(eval=0.25)}


def test_variations_are_promoted():
    one = game.read("1. C2.5 {a} (1. H2+3 {solid $1} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0]
    before = game.read(one.write())[0]
    one.goto(3, line=2)
    here = one.line_moves
    one.promote_variation(2)
    assert one.line_moves == here
    assert one.variations[0].moves == ["h0g2", "h9g7", "b2e2"]
    one.promote_variation(1)
    assert (one.moves, one.line, one.line_moves, one.comments) == (here, 0, here, {1: "solid $1"})
    again = game.read(one.write())[0]
    assert again.moves == here
    assert sorted(map(tuple, _lines(again))) == sorted(map(tuple, _lines(before)))
    for number in range(1, 4):  # back and forth is where it was
        once = game.read(before.write())[0]
        once.promote_variation(number)
        assert sorted(map(tuple, _lines(once))) == sorted(map(tuple, _lines(before)))
    one.remove_variation(1)
    one.goto(1)
    assert one.remove_variation(len(one.variations)) is None
    with pytest.raises(qikit.NotFound, match="no variation 9"):
        one.promote_variation(9)


def _lines(one):
    """Every line of play from the start to its end."""
    lines = []
    for line in range(len(one.variations) + 1):
        moves = one.variations[line - 1].moves if line else one.moves
        one.goto((one.variations[line - 1].ply if line else 0) + len(moves), line)
        lines.append(one.line_moves)
    return lines


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
