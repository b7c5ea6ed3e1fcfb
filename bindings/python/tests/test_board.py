import copy
import pickle
import xml.etree.ElementTree as xml

import pytest

import qikit
from conftest import START

# One chariot holds the rank before the king, the other mates on the king's own;
# the red king holds the file beside.
MATE_IN_ONE = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1"


def test_start(board):
    assert board.position == START
    assert board.game == "xiangqi"
    assert board.side == "red"
    assert board.outcome is None
    assert len(board.moves()) == 44
    assert board.moves() == sorted(board.moves())
    assert {"h2e2", "b0c2", "a0a1"} <= set(board.moves())


def test_play_and_undo(board):
    assert board.play("h2e2") is board
    assert board.side == "black"
    assert board.played == ["h2e2"]
    assert board.initial == START
    assert board.undo() is board
    assert board.position == START
    assert board.played == []


def test_moves_are_read_in_every_notation(board):
    # Not so for uci10: h3e3 is a move with ranks 0 to 9, too, and is read as that.
    notations = board.report()["notations"]
    assert "uci10" in notations
    for notation in set(notations) - {"uci10"}:
        text = board.format("h2e2", notation)
        assert board.copy().play(text).played == ["h2e2"], notation
    assert board.format("h2e2", "iccs") == "H2-E2"
    assert board.format("h2e2", "wxf") == "C2.5"
    assert board.format("h2e2", "chinese") == "炮二平五"


def test_copies_are_independent(board):
    board.play("h2e2")
    others = [board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]
    for other in others:
        assert other == board
        assert other.played == ["h2e2"]
        other.play("h9g7")
        assert other != board
    assert board.played == ["h2e2"]


def test_equality_is_about_positions(board):
    other = qikit.Board("xiangqi", START)
    assert board == other
    assert board != START
    with pytest.raises(TypeError):
        hash(board)


def test_outcome():
    board = qikit.Board("xiangqi", MATE_IN_ONE)
    board.play("b7b9")
    assert board.moves() == []
    assert board.outcome == {"winner": "red", "reason": "checkmate"}


def test_a_draw_has_no_winner():
    board = qikit.Board("xiangqi", "4k4/9/9/9/9/9/9/9/3r5/R4K3 w - - 119 80", natural_limit=120)
    board.play(board.moves()[0])
    assert board.outcome is not None
    assert board.outcome["winner"] is None
    assert isinstance(board.outcome["reason"], str)


def test_perft(board):
    assert [board.perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]


def test_view_turns_the_board(board):
    board.play("h2e2")
    turned = board.view(turn=1)
    assert turned.split()[1] == "w"
    assert board.view() == board.position
    assert qikit.Board("xiangqi", turned).view(turn=1).split()[0] == board.position.split()[0]
    assert board.view(symmetry=1) != board.view()


def test_lenient_takes_what_can_not_arise():
    kings_facing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    with pytest.raises(qikit.RulesError):
        qikit.Board("xiangqi", kings_facing)
    assert qikit.Board("xiangqi", kings_facing, strict=False).position == kings_facing


def test_svg(board):
    board.play("h2e2")
    picture = xml.fromstring(board.svg(size=200, flip=True, coords=False, last="h2e2", arrows=["h9g7"], marks={"e4": "x"}))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("width") == "200"
    assert board._repr_svg_() == board.svg(last="h2e2") != board.svg()


def test_pictures_show_themselves(board, tmp_path):
    picture = board.svg(size=100)
    assert isinstance(picture, qikit.Picture) and picture._repr_svg_() == picture and type(picture._repr_svg_()) is str
    assert repr(picture) == "<Picture 100 x 110>"
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == picture
    assert picture.isascii(), "no font of Chinese is needed"
    styles = {board.svg(style=style, letters=letters) for style in ("classic", "flat", "print") for letters in (False, True)}
    assert len(styles) == 6 and board.svg(style="classic") == board.svg()
    assert qikit.Board("go").svg(heat={"D4": 1.0}) != qikit.Board("go").svg()
    with pytest.raises(qikit.InvalidArgument, match="style is \"wood\", expected"):
        board.svg(style="wood")


def test_repr(board):
    assert repr(board) == f"Board('xiangqi', '{START}')"
    assert eval(repr(board), {"Board": qikit.Board}) == board
    board.close()
    assert "closed" in repr(board)


def test_men(board):
    assert (board.ply, board.half_moves, board.last, board.in_check) == (0, 0, None, False)
    assert len(board.pieces) == 32
    board.play("h2e2").play("h7e7").play("e2e6")
    assert board.pieces["e6"] == "C" and board.pieces["e7"] == "c" and "e2" not in board.pieces
    assert board.in_check
    assert board.last == {"move": "e2e6", "source": "e2", "target": "e6"}
    assert board.last.target == "e6"
    assert (board.ply, board.half_moves) == (3, 0)
    assert board.men().men == ["KABNRCP", "kabnrcp"]
    stones = qikit.Board("go", size=5).play("E5").play("pass")
    assert stones.pieces == {"E5": "X"}
    assert (stones.last.source, stones.last.target, stones.half_moves, stones.in_check) == ("", "", None, False)


def test_diagram(board):
    rows = str(board.play("h2e2")).split("\n")
    assert rows[0] == "9 r n b a k a b n r" and rows[7] == "2 . C . . C . . . ." and rows[10] == "  a b c d e f g h i"
    assert board.text(flip=True).split("\n")[-1] == "  i h g f e d c b a"
    assert board.text() == str(board) == f"{board}"
    board.close()
    assert "closed" in str(board)


def test_planes(board):
    numpy = pytest.importorskip("numpy")
    planes = board.play("h2e2").planes()
    assert (planes.shape, planes.dtype, planes.sum()) == ((14, 10, 9), "float32", 32)
    letters = "".join(board.men().men)
    placed = {(letters.index(man), 9 - int(point[1]), "abcdefghi".index(point[0])) for point, man in board.pieces.items()}
    assert {tuple(map(int, at)) for at in numpy.argwhere(planes)} == placed
    assert board.planes("uint8").dtype == "uint8" and (board.planes("uint8") == planes).all()
    batch = numpy.full((3, 14, 10, 9), 7, "float32")
    assert board.planes(out=batch[1]) is not None
    assert (batch[1] == planes).all() and (batch[[0, 2]] == 7).all()
    for wrong in (batch, batch[0, :13], batch[0].astype("float64"), batch[0, :, ::-1], numpy.broadcast_to(batch[0, 0, 0, 0], batch[0].shape), [0.0], b"x"):
        with pytest.raises(qikit.InvalidArgument, match="1260 float32"):
            board.planes(out=wrong)
    assert qikit.Board("go", size=5).play("E5").planes()[0, 0, 4] == 1


def test_planes_without_numpy(board, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    planes = board.planes()
    assert (planes.shape, planes[0, 9, 4], planes[0, 9, 3]) == ((14, 10, 9), 1.0, 0.0)
    with pytest.raises(ImportError):
        board.planes("int8")


def test_attackers(board):
    assert board.attackers("h9", "red") == ["h2"]
    assert board.attackers("h9") == ["h2", "i9"]
    assert board.attackers("e4", "red") == ["e3"] and board.attackers("e4", "black") == []
    for arguments, error, text in (
        (("z1",), qikit.ParseError, "a0 to i9"),
        (("e4", "white"), qikit.InvalidArgument, "red or black"),
    ):
        with pytest.raises(error, match=text):
            board.attackers(*arguments)
    with pytest.raises(qikit.Unsupported):
        qikit.Board("go").attackers("A1")
    surakarta = qikit.Board("surakarta", "6/6/6/6/b5/1w4 b")
    assert (surakarta.attackers("b1"), surakarta.attackers("b1", "w"), surakarta.attackers("a2", "w")) == (["a2"], [], ["b1"])


def test_report(board):
    report = board.report()
    assert report["sides"] == ["red", "black"]
    assert report["moves"] == board.moves()
    assert report["symmetries"] == 2
    assert int(report["key"], 16) > 0
    assert "schema" not in report


def test_every_game_of_the_library():
    games = qikit.runtime.stats()["games"]
    assert "xiangqi" in games
    for game in games:
        board = qikit.Board(game)
        report = board.report()
        side = board.side
        assert side in (report["sides"][0], "chance")
        assert board.perft(1) == len(board.moves()) > 0
        board.play(board.moves()[0])
        assert side == "chance" or board.side != side  # a roll may leave nothing to move
        assert board.undo() == qikit.Board(game, report["position"])
        assert "<svg" in board.svg()
