"""Chess: boards, engine and books."""

import pathlib
import struct

import pytest

import qikit

XIANGQI_NET = pathlib.Path(__file__).resolve().parents[3] / "lib/engine/testdata/men.qnet"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_board():
    board = qikit.Board("chess")
    assert (board.side, len(board.moves())) == ("white", 20)
    assert board.perft(4) == 197_281
    assert qikit.Board("chess", KIWIPETE).perft(3) == 97_862
    for move in ("f3", "e7e5", "g4", "Qh4#"):
        board.play(move)
    assert board.outcome == {"winner": "black", "reason": "checkmate"}
    assert board.in_check and board.pieces["h4"] == "q" and board.last.move == "d8h4"
    assert str(board).splitlines()[0] == "8 r n b . k b n r"
    assert board._repr_svg_().count("<g transform") == 32


def test_castling_and_promotion():
    board = qikit.Board("chess", KIWIPETE)
    assert {"e1g1", "e1c1"} <= set(board.moves())
    assert board.format("e1g1", "san") == "O-O"
    board.play("O-O")
    assert board.pieces["g1"] == "K" and board.pieces["f1"] == "R"
    free = qikit.Board("chess", chess960=True, arrangement=0)
    assert free.position.startswith("bbqnnrkr/")
    pawn = qikit.Board("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert pawn.play("a8=N").pieces["a8"] == "N"


def test_draws():
    assert qikit.Board("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1").outcome == {"winner": None, "reason": "stalemate"}
    bare = "7k/8/8/8/8/8/8/KB6 w - - 0 1"
    assert qikit.Board("chess", bare).outcome == {"winner": None, "reason": "insufficient material"}
    assert qikit.Board("chess", bare, dead_material=False).outcome is None
    with pytest.raises(qikit.RulesError, match="9 pawns"):
        qikit.Board("chess", "4k3/pppppppp/p7/8/8/8/8/4K3 w")


def test_engine():
    with qikit.Engine("chess", table_mb=4) as engine:
        mate = engine.search(qikit.Board("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), depth=3)
        assert (mate.best, mate.proven, mate.plies) == ("d1d8", "win", 1)
        assert engine.search(qikit.Board("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), depth=3).best is None
        terms = engine.evaluate(qikit.Board("chess"))
        assert set(terms) == {"material", "position", "mobility", "pawns", "attack", "total", "network"}


def test_book(tmp_path):
    path = tmp_path / "chess.qkb"
    qikit.book.generate(game="chess", out=path, games=3, max_plies=30, depth={"mean": 2, "sd": 0.5, "min": 1, "max": 3},
                        top_k=2, workers=2, seed=1).wait()
    with qikit.book.open(path) as book:
        assert len(book) > 30
        assert book.lookup(qikit.Board("chess").position)["count"] >= 1
        book.export(tmp_path / "chess.pgn")
        book.export(tmp_path / "chess.epd")
        book.export(tmp_path / "chess.jsonl")
        lessons = book.export(tmp_path / "chess.binpack", unknown=True)
        assert lessons["records"] == book.export(tmp_path / "chess.plain", unknown=True)["records"] > 0
        assert (tmp_path / "chess.binpack").read_bytes()[:8] == b"BINP" + struct.pack("<I", 34 * lessons["records"])
    text = (tmp_path / "chess.pgn").read_text()
    assert text.count("[Result ") == 3 and "1. " in text
    again = qikit.book.create("chess", tmp_path / "again.qkb")
    assert again.add_games(tmp_path / "chess.pgn")["games"] == 3
    again.close()


def test_a_network_values_positions():
    down = qikit.Board("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1")
    with qikit.Engine("chess", table_mb=4) as engine, qikit.Engine("chess", evaluator="terms", table_mb=4) as terms:
        told = engine.evaluate(down)
        assert told["network"] < -400
        assert terms.evaluate(down) == {name: value for name, value in told.items() if name != "network"}
    with pytest.raises(qikit.InvalidArgument, match="expected chess/1"):
        qikit.Engine("chess", net=XIANGQI_NET)


def test_polyglot_book(tmp_path):
    """The start position's key and the codes of its moves are those of the format's description."""
    games = tmp_path / "games.pgn"
    games.write_text('[Result "1-0"]\n\n1. e4 e5 1-0\n\n[Result "1/2-1/2"]\n\n1. d4 1/2-1/2\n\n')
    with qikit.book.create("chess", tmp_path / "people.qkb") as book:
        assert book.add_games(games)["games"] == 2
        assert book.export(tmp_path / "x.bin")["format"] == "polyglot"
    data = (tmp_path / "x.bin").read_bytes()
    entries = [struct.unpack_from(">QHHI", data, at) for at in range(0, len(data), 16)]
    e2e4, d2d4 = 12 << 6 | 28, 11 << 6 | 27
    assert [entry[1:] for entry in entries if entry[0] == 0x463B96181691FC9C] == [(e2e4, 2, 0), (d2d4, 1, 0)]
    with qikit.Engine("chess", book=tmp_path / "x.bin") as engine:
        found = engine.search(qikit.Board("chess"), depth=2)
        assert (found.best, found.score, found.note) == ("e2e4", None, "book: e2e4, weight 2 of 3")
        assert engine.search(qikit.Board("chess").play("a3"), depth=2).nodes > 0
    with qikit.book.create("chess", tmp_path / "again.qkb") as again:
        assert again.add_games(tmp_path / "x.bin")["positions"] == 2
        assert [(m["move"], m["count"]) for m in again.lookup(qikit.Board("chess").position)["moves"]] == [("e2e4", 2), ("d2d4", 1)]
