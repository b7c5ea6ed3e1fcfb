import gzip
import inspect
import json
import os
import pathlib
import sqlite3

import pandas
import pyarrow.parquet
import pytest

import qikit
from conftest import SMALL, START
from qikit import _tables

FIELDS = {
    "fen", "flipped", "initial", "moves", "eval", "score", "result", "candidates", "depth", "engine", "game", "ply",
}  # fmt: skip

# A game of people, in the notation that Xiangqi's PGN is written in.
PGN = """[Game "Chinese Chess"]
[Red "One"]
[Black "Other"]
[Result "1-0"]
[Format "ICCS"]

1. H2-E2 H9-G7
2. H0-G2 1-0
"""


def exported(path, out, format="jsonl"):
    with qikit.book.open(path) as book:
        book.export(out, format=format)
    return out.read_bytes()


def test_generate(tmp_path):
    job = qikit.book.generate(out=tmp_path / "new.qkb", **SMALL)
    summary = job.wait()
    assert summary["game"] == "xiangqi"
    assert summary["seed"] == 7
    assert summary["complete"]
    assert summary["games"] == 4
    assert "schema" not in summary
    with qikit.book.open(tmp_path / "new.qkb") as book:
        assert len(book) == summary["positions"] > 20


def test_a_seed_is_drawn_and_recorded(tmp_path):
    options = {**SMALL, "games": 1}
    del options["seed"]
    summaries = [qikit.book.generate(out=tmp_path / f"{n}.qkb", **options).wait() for n in range(2)]
    assert summaries[0]["seed"] != summaries[1]["seed"]


def test_iteration(small):
    records = list(small)
    assert len(records) == len(small)
    assert all(FIELDS <= set(record) for record in records)
    assert [(r["game"], r["ply"]) for r in records] == sorted((r["game"], r["ply"]) for r in records)
    for record in records:
        board = qikit.Board("xiangqi", record["initial"])
        for move in record["moves"]:
            board.play(move)
        assert record["flipped"] == (board.side == "black")
        assert board.view(turn=1 if record["flipped"] else 0) == record["fen"]
        assert record["eval"]["mover"] - record["eval"]["opponent"] == record["score"]
        assert record["result"] is None  # the games were cut off
        assert record.result is None
        assert record["reason"] == "ply cap"
        assert record["count"] == record["unknown"]
        assert record["search"]["depth"] <= 3
        assert record["search"]["nodes"] > 0


def test_iteration_pages_through(small, monkeypatch):
    whole = list(small)
    monkeypatch.setattr(qikit.book, "_PAGE", 7)
    assert list(small) == whole


def test_lookup(small, board):
    entry = small.lookup(START)
    assert entry == small.lookup(board)
    assert entry["count"] == 4
    assert sum(move["count"] for move in entry["moves"]) == 4
    counts = [move["count"] for move in entry["moves"]]
    assert counts == sorted(counts, reverse=True)
    for move in entry["moves"]:
        assert {"move", "count", "wins", "draws", "losses", "unknown", "eval"} <= set(move)
        assert move["move"] in board.moves()
        assert move["wins"] == move["draws"] == move["losses"] == 0
        assert move["unknown"] == move["count"]


def test_minimax(board, tmp_path):
    path = tmp_path / "small.qkb"
    qikit.book.generate(out=path, **SMALL).wait()
    report = qikit.book.minimax(path).wait()
    small = qikit.book.open(path)
    assert report.positions == len(small)
    assert report.moves > 20
    entry = small.lookup(board)
    assert entry.best in board.moves()
    for move in entry.moves:
        board.play(move.move)
        behind = small.lookup(board)
        board.undo()
        assert move.eval == -behind.eval
        assert move.depth == behind.depth + 1
        assert move.engine == "alphabeta"
        assert entry.eval >= move.eval or move.depth < entry.depth
    with pytest.raises(qikit.NotFound):
        qikit.book.minimax(tmp_path / "none.qkb").wait()


def test_lookup_joins_the_same_position_seen_otherwise(small, board):
    first = small.lookup(START)["moves"][0]["move"]
    board.play(first)
    seen = [small.lookup(board.view(turn=turn, symmetry=mirror))["count"] for turn in (0, 1) for mirror in (0, 1)]
    assert len(set(seen)) == 1


def test_what_is_not_there(small):
    absent = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
    assert absent not in small
    assert START in small
    assert small.get(absent) is None
    assert small.get(absent, 3) == 3
    assert small.get(START) == small.lookup(START)


def test_stats(small):
    stats = small.stats()
    assert isinstance(stats, dict) and "schema" not in stats
    assert len(small) in stats.values()


@pytest.mark.parametrize("format", ["jsonl", "pgn", "epd", "csv", "plain", "bin", "xqb", "html"])
def test_export(small, tmp_path, format):
    out = tmp_path / f"out.{format}"
    if format in ("plain", "bin"):  # have no word for games without a result
        assert small.export(out, format=format)["records"] == 0
    assert isinstance(small.export(out, format=format, unknown=True), dict)
    assert out.stat().st_size > 100
    assert os.listdir(tmp_path) == [out.name]  # nothing half done beside it


def test_pgn_in_chinese_comes_back_with_its_evaluations(small, tmp_path):
    out = tmp_path / "games.pgn"
    small.export(out, "pgn", notation="chinese", encoding="gb18030")
    assert '[Format "Chinese"]' in out.read_bytes().decode("gb18030")
    with pytest.raises(UnicodeDecodeError):
        out.read_text(encoding="utf-8")
    with qikit.book.create("xiangqi", tmp_path / "back.qkb") as back:
        assert back.add_games(out)["faults"] == 0
        assert any(move["eval"] is not None for record in back for move in back.lookup(record["fen"])["moves"])
    with pytest.raises(qikit.InvalidArgument, match="encoding"):
        small.export(out, "pgn", encoding="gbk")
    with pytest.raises(qikit.Unsupported, match="san"):
        small.export(out, "pgn", notation="san")


def test_export_is_json_lines_by_default(small, tmp_path):
    small.export(tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == list(small)


def test_export_of_some_records_compressed(small, tmp_path):
    small.export(tmp_path / "late.jsonl.gz", min_ply=3, max_score=200, skip_check=True, skip_captures=True)
    with gzip.open(tmp_path / "late.jsonl.gz", "rt") as lines:
        kept = [json.loads(line) for line in lines]
    near = [r for r in small if r.ply >= 3 and r.score is not None and abs(r.score) <= 200]
    assert kept and all(r in near for r in kept)
    small.export(tmp_path / "late.csv.zst", "csv", min_ply=3)
    assert (tmp_path / "late.csv.zst").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    with pytest.raises(qikit.InvalidArgument, match="min_ply is 3, expected at most max_ply"):
        small.export(tmp_path / "none", min_ply=3, max_ply=2)
    with pytest.raises(qikit.InvalidArgument, match="whole games"):
        small.export(tmp_path / "none", "pgn", min_ply=3)


def test_export_as_a_job(small, tmp_path):
    job = small.start_export(tmp_path / "out.csv", "csv")
    assert isinstance(job.wait(), dict)


def test_the_same_bytes_for_one_worker_and_two(tmp_path):
    exports = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.qkb"
        qikit.book.generate(out=path, **{**SMALL, "games": 8}, workers=workers).wait()
        exports.append([exported(path, tmp_path / f"{workers}.{f}", f) for f in ("jsonl", "pgn", "csv", "epd")])
    assert exports[0] == exports[1]


def test_from_positions_boards_and_files(tmp_path, board):
    board.play("h2e2")
    fens = tmp_path / "start.fen"
    fens.write_text(START + "\n" + board.position + "\n")
    for initial in ([START, board.position], [START, board], fens):
        path = tmp_path / "from.qkb"
        qikit.book.generate(out=path, initial=initial, **{**SMALL, "games": 1}).wait()
        with qikit.book.open(path) as book:
            assert {record["initial"] for record in book} == {START, board.position}
        path.unlink()


def test_players_may_be_different_engines(tmp_path):
    players = [{"kind": "alphabeta"}, {"kind": "mcts", "visits_base": 5}]
    qikit.book.generate(out=tmp_path / "two.qkb", players=players, **{**SMALL, "games": 1}).wait()
    with qikit.book.open(tmp_path / "two.qkb") as book:
        assert len({record["engine"] for record in book}) == 2


def test_an_engine_that_can_not_do_the_job_is_told_at_once(tmp_path):
    job = qikit.book.generate(out=tmp_path / "b.qkb", **{**SMALL, "game": "surakarta", "players": [{"strategy": "101", "nodes": 100}]})
    with pytest.raises(qikit.InvalidArgument, match=r"players\[0\]: .*takes a depth"):
        job.wait()
    assert not (tmp_path / "b.qkb").exists()


def test_a_position_that_can_not_be_is_no_file(tmp_path):
    job = qikit.book.generate(out=tmp_path / "b.qkb", initial="4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", **SMALL)
    with pytest.raises(qikit.RulesError, match="initial: .*cannot arise"):
        job.wait()


def test_breadth(tmp_path):
    breadth = {"width": 2, "plies": 3}
    with pytest.raises(qikit.InvalidArgument, match="games is 4 with breadth"):
        qikit.book.generate(out=tmp_path / "b.qkb", breadth=breadth, **SMALL)
    options = {key: value for key, value in SMALL.items() if key not in ("games", "max_plies")}
    for other in {"top_k": 5}, {"max_loss": None}, {"stop": {"mate": True}}:
        with pytest.raises(qikit.InvalidArgument, match="with breadth"):
            qikit.book.generate(out=tmp_path / "b.qkb", breadth=breadth, **{**options, **other})
    qikit.book.generate(out=tmp_path / "b.qkb", breadth=breadth, **options).wait()
    with qikit.book.open(tmp_path / "b.qkb") as book:
        assert max(record["ply"] for record in book) == 3
        assert len(book) <= 1 + 2 + 4 + 8


def test_a_book_that_grows_is_the_book_made_at_once(tmp_path):
    exports = []
    for name, steps in ("grown", ((2, [START]), (4, [START, "startpos moves h2e2"]))), ("once", ((4, [START, "startpos moves h2e2"]),)):
        path = tmp_path / f"{name}.qkb"
        for games, initial in steps:
            options = {**SMALL, "games": games, "initial": initial, "resume": True}
            result = qikit.book.generate(out=path, **options).wait()
        assert result.games == 8 and result.complete
        exports.append(exported(path, tmp_path / f"{name}.jsonl", "jsonl"))
    assert exports[0] == exports[1]
    with pytest.raises(qikit.InvalidArgument, match="games is 3, the book has 4 and can only grow"):
        qikit.book.generate(out=path, **{**options, "games": 3}).wait()


def test_breadth_best_first(tmp_path):
    options = {key: value for key, value in SMALL.items() if key not in ("games", "max_plies")}
    for positions in 20, 30:
        breadth = {"order": "score", "positions": positions, "ply_loss": 5, "max_loss": 80, "width": 4}
        qikit.book.generate(out=tmp_path / "b.qkb", breadth=breadth, resume=True, **options).wait()
    with qikit.book.open(tmp_path / "b.qkb") as book:
        assert len({len(record["moves"]) for record in book}) > 2
        assert sum(bool(record["candidates"]) for record in book) >= 20


def test_games_start_within_game_records(tmp_path):
    records = tmp_path / "games.pgn"
    records.write_text('[Result "*"]\n\n1. h2e2 h9g7 2. h0g2 *\n')
    for ply, moves in (None, "h2e2 h9g7 h0g2"), (1, "h2e2"):
        path = tmp_path / f"{ply}.qkb"
        qikit.book.generate(out=path, initial=records, initial_ply=ply, **{**SMALL, "games": 1}).wait()
        with qikit.book.open(path) as book:
            assert all(" ".join(record["moves"]).startswith(moves) and record["initial"] == START for record in book)


def test_who_begins_is_drawn_by_lot(tmp_path):
    with pytest.raises(qikit.InvalidArgument, match="draws for each game by its seed"):
        qikit.Board("surakarta", first="lot")
    options = {**SMALL, "game": "surakarta", "rules": {"first": "lot"}, "games": 12, "max_plies": 2, "dedupe": False}
    qikit.book.generate(out=tmp_path / "lot.qkb", **options).wait()
    with qikit.book.open(tmp_path / "lot.qkb") as book:
        assert {record["initial"].split()[1] for record in book} == {"b", "w"}


def test_balance(tmp_path):
    balance = {"every": 1, "threshold": 50, "rank": {"weaker": [1, 1], "stronger": [2, 2]}}
    summary = qikit.book.generate(out=tmp_path / "b.qkb", balance=balance, **SMALL).wait()
    assert summary["positions"] > 0
    with qikit.book.open(tmp_path / "b.qkb") as book:
        for record in book:
            if record["move"] is None:
                continue
            balance = record["balance"]
            assert len(balance["evals"]) == len(balance["offsets"]) == 2
            assert balance["adjusted"] in (True, False)
        assert book.to_parquet(tmp_path / "b.parquet") == len(book)
        assert pyarrow.parquet.read_table(tmp_path / "b.parquet").to_pylist() == list(book)


def test_resume_after_cancel(tmp_path):
    path = tmp_path / "part.qkb"
    options = {**SMALL, "games": 30}
    job = qikit.book.generate(out=path, **options)
    for step in job.progress(every=0.01):
        if step["done"] >= 1:
            job.cancel()
            break
    job._until(None)
    assert job.state in ("cancelled", "done")
    qikit.book.generate(out=path, resume=True, **options).wait()
    qikit.book.generate(out=tmp_path / "whole.qkb", **options).wait()
    assert exported(path, tmp_path / "a") == exported(tmp_path / "whole.qkb", tmp_path / "b")


def test_create_add_games_merge_prune(tmp_path, small_path):
    games = tmp_path / "games.pgn"
    games.write_text(PGN)
    with qikit.book.create("xiangqi", tmp_path / "people.qkb") as book:
        assert len(book) == 0
        assert list(book) == []
        assert book.to_pandas().empty
        assert isinstance(book.add_games(games), dict)
        assert len(book) == 4
        assert book.add_games(games)["duplicates"] == 1
        assert book.lookup(START)["moves"][0]["move"] == "h2e2"
        before = book.lookup(START)["count"]
        with qikit.book.open(small_path) as other:
            added = other.lookup(START)["count"]
            report = book.merge(other)  # a Book is as good as its path
            assert report["games"] > 0 and report["outdated"] is False
            assert len(book) >= len(other)
        assert book.lookup(START)["count"] == before + added
        assert isinstance(book.prune(min_count=2), dict)
        assert all(record["count"] >= 2 for record in book)


@pytest.mark.parametrize("name", ["x.xqb", "x.plain.gz", "x.bin"])
def test_add_positions(tmp_path, small, name):
    path = tmp_path / name
    format = name.split(".")[1]
    small.export(path, format, **({} if format == "xqb" else {"unknown": True}))
    with qikit.book.create("xiangqi", tmp_path / "again.qkb") as book:
        added = book.add_games(path)
        assert added["positions"] == len(book) > 0
        assert added["games"] == added["faults"] == 0
        assert all(record["moves"] == [] for record in book)
        assert book.lookup(START)["moves"][0]["eval"] is not None
        cut = tmp_path / f"cut.{format}"
        cut.write_bytes(path.read_bytes()[:50])
        with pytest.raises(qikit.ParseError):
            book.add_games(cut)


def test_games_of_go_are_sgf(tmp_path):
    path, games = tmp_path / "go.qkb", tmp_path / "go.sgf"
    players = [{"visits_base": 4}, {"visits_base": 6}]
    qikit.book.generate(game="go", out=path, rules={"size": 9}, games=1, max_plies=4, players=players, reevaluate=None).wait()
    with qikit.book.open(path) as book:
        with pytest.raises(qikit.Unsupported, match="pgn does not serve go, expected sgf"):
            book.export(games, "pgn")
        assert book.export(games, "sgf").records == 1
    assert games.read_text().startswith("(;FF[4]")


def test_to_pandas(small):
    table = small.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert len(table) == len(small)
    assert list(table["fen"]) == [record["fen"] for record in small]
    assert table["score"].dtype == "Int64"
    assert table["flipped"].dtype == bool
    assert table["seed"].iloc[0] == 7


def test_to_parquet(small, tmp_path, monkeypatch):
    monkeypatch.setattr(qikit.book, "_ROWS", 10)  # several row groups
    path = tmp_path / "out.parquet"
    assert small.to_parquet(path) == len(small)
    assert pyarrow.parquet.read_table(path).to_pylist() == list(small)
    assert pyarrow.parquet.ParquetFile(path).num_row_groups == -(-len(small) // 10)
    assert os.listdir(tmp_path) == ["out.parquet"]
    with pytest.raises(qikit.FileNotFound, match="path: .*none"):
        small.to_parquet(tmp_path / "none" / "out.parquet")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(PermissionError(1, "refused")))
    with pytest.raises(qikit.QikitIOError, match="path: .*refused"):
        small.to_parquet(path)
    assert os.listdir(tmp_path) == ["out.parquet"]

    # What goes wrong with the book is not told of the file that is written.
    def pages():
        yield next(small._columns())
        raise qikit.QikitIOError("the book cannot be read")

    with pytest.raises(qikit.QikitIOError, match="^the book cannot be read$"):
        qikit._tables.to_parquet(pages(), path)
    assert os.listdir(tmp_path) == ["out.parquet"]


def by_way_of_json(book):
    """The table that a reader of JSON lines makes."""
    records = [dict(record) for record in book]
    kinds = {"int": "int64", "int?": "Int64", "real?": "float64", "uint": "uint64", "bool": "bool"}
    return pandas.DataFrame(
        {
            name: pandas.Series([record[name] for record in records], dtype=kinds.get(form) if isinstance(form, str) else None)
            for name, form in _tables.FIELDS.items()
        }
    )


# A few records each, of every kind: by depth and by breadth, adjusted, without a fresh
# search, each game's own end.
KINDS = {
    "games that end": {"initial": ["3k5/9/9/9/9/9/9/4R4/4R4/4K4 w - - 0 1"], "max_plies": 12},
    "not searched again": {"reevaluate": None},
    "breadth": {"games": None, "max_plies": None, "breadth": {"width": 2, "plies": 2}},
    "adjusted": {"balance": {"every": 1, "threshold": 1}, "record": "end"},
    "surakarta": {"game": "surakarta"},
    "capturego": {"game": "capturego", "players": [{"visits_base": 4}, {"visits_base": 6}], "depth": None, "reevaluate": None},
    "gomoku": {"game": "gomoku"},
    "people": None,
    "samples": None,
    "minimax": {},
}


@pytest.mark.parametrize("kind", KINDS)
def test_tables_say_what_json_says(kind, tmp_path, small, monkeypatch):
    path, options = tmp_path / "a.qkb", KINDS[kind]
    if options is None:
        source = tmp_path / ("a.pgn" if kind == "people" else "a.plain")
        source.write_text(PGN.replace("One", "\u4e00 \"1\"")) if kind == "people" else small.export(source, unknown=True)
        with qikit.book.create("xiangqi", path) as book:
            book.add_games(source)
    else:
        qikit.book.generate(out=path, **{**SMALL, **options}).wait()
    if kind == "minimax":
        qikit.book.minimax(path).wait()
    for rows in (2, 10000):
        monkeypatch.setattr(qikit.book, "_ROWS", rows)
        with qikit.book.open(path) as book:
            assert len(book) > 2
            want = by_way_of_json(book)
            pandas.testing.assert_frame_equal(book.to_pandas(), want)
            book.to_parquet(tmp_path / "a.parquet")
            assert pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist() == list(book)


def test_tables_of_some_fields(small, tmp_path, monkeypatch):
    whole, path = small.to_pandas(), tmp_path / "out.parquet"
    monkeypatch.setattr(qikit.book, "_ROWS", 7)  # several pages
    for fields in ([name] for name in _tables.FIELDS):
        pandas.testing.assert_frame_equal(small.to_pandas(fields), whole[fields])
    fields = ["score", "search", "fen", "candidates", "balance"]
    pandas.testing.assert_frame_equal(small.to_pandas(fields=fields), whole[fields])
    assert small.to_parquet(path, fields) == len(small)
    table = pyarrow.parquet.read_table(path)
    assert table.schema.names == fields
    assert table.to_pylist() == [{name: record[name] for name in fields} for record in small]
    assert small.export(path, fields=["ply"]).records == len(small)
    assert pyarrow.parquet.read_table(path).to_pylist() == [{"ply": record["ply"]} for record in small]
    assert list(small.to_pandas([])) == list(whole)
    for wrong, message in ((["fen", "path"], r"fields\[1\].*expected a field of a record"), (["fen", "fen"], "each field once")):
        with pytest.raises(qikit.InvalidArgument, match=message):
            small.to_pandas(wrong)
        with pytest.raises(qikit.InvalidArgument, match=message):
            small.to_parquet(tmp_path / "wrong.parquet", wrong)
    assert os.listdir(tmp_path) == ["out.parquet"]


def test_a_parquet_file_appears_whole_or_not_at_all(small, tmp_path):
    def pages():
        yield from small._columns()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _tables.to_parquet(pages(), tmp_path / "out.parquet")
    assert os.listdir(tmp_path) == []


def test_a_pipe_is_not_replaced_by_a_parquet_file(small, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(qikit.QikitIOError, match="not a file"):
        small.to_parquet(tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_tables_have_every_field_of_a_record(small):
    for record in small:
        assert set(record) == set(_tables.FIELDS)


def test_the_file_is_an_sqlite_database(small_path, small):
    database = sqlite3.connect(f"file:{small_path}?mode=ro", uri=True)
    assert database.execute("select count(*) from positions").fetchone() == (len(small),)
    database.close()


def test_repr(small):
    assert f"{len(small)} records" in repr(small)
    assert small.path in repr(small)
    assert str(len(small)) in small._repr_html_()
    small.close()
    assert "closed" in repr(small)


def test_every_option_of_the_library_is_a_keyword(tmp_path):
    with pytest.raises(qikit.InvalidArgument) as caught:
        qikit.book.generate(out=tmp_path / "no.qkb", whim=1, **SMALL)
    keys = str(caught.value).partition("expected one of ")[2].split(", ")
    keywords = set(inspect.signature(qikit.book.generate).parameters) - {"options"}
    assert keywords == set(keys)
    assert all(keyword in qikit.book.generate.__doc__ for keyword in keywords)


def test_check_names_the_damaged_page_and_repair_saves_the_rest(small_path, small, tmp_path):
    sound = qikit.book.check(small_path)
    assert sound.sound and sound.checksums and sound.records == len(small) and sound.bad_pages == []
    damaged = tmp_path / "damaged.qkb"
    bytes_ = bytearray(pathlib.Path(small_path).read_bytes())
    page = sound.pages
    bytes_[(page - 1) * sound.page_size + 100] ^= 1
    damaged.write_bytes(bytes_)
    found = qikit.book.check(damaged)
    assert not found.sound and found.bad_pages == [page]
    out = tmp_path / "saved.qkb"
    saved = qikit.book.repair(damaged, out)
    assert saved.positions > 0 and saved.games > 0
    assert qikit.book.check(out).sound
    with qikit.book.open(out) as book:
        kept = [dict(record) for record in book]
    assert len(kept) == saved.positions
    whole = [dict(record) for record in small]
    assert all(record in whole for record in kept)
    with pytest.raises(qikit.StateError):
        qikit.book.repair(damaged, out)
    with pytest.raises(qikit.ParseError):
        qikit.book.check(__file__)


def test_export_goes_by_suffix(small, tmp_path):
    for name in ("a.pgn", "a.csv", "a.epd", "a.xqb", "a.html", "a.plain", "a.bin", "a.jsonl"):
        assert small.export(tmp_path / name).format == name[2:]
    assert small.export(tmp_path / "a").format == small.export(tmp_path / "b.pgn", "jsonl").format == "jsonl"
    assert small.export(tmp_path / "a.pgn.gz", notation="chinese").format == "pgn"
    assert small.start_export(tmp_path / "c.csv", None, fields=["fen"]).wait().format == "csv"
    assert (tmp_path / "c.csv").read_text().startswith("fen\n")
    with pytest.raises(qikit.Unsupported, match=r'ends in "\.docx", expected the suffix of one of bin, binpack, csv'):
        small.export(tmp_path / "a.docx")

    for way in ({}, {"format": "parquet"}):
        done = small.export(tmp_path / "a.Parquet", **way)
        assert done.records == len(small) and done.bytes == os.path.getsize(done.path) and done.files == [done.path]
    assert pyarrow.parquet.read_table(tmp_path / "a.Parquet").num_rows == len(small)
    with pytest.raises(qikit.InvalidArgument, match="skip_check given, expected no options for parquet but fields"):
        small.export(tmp_path / "b.parquet", skip_check=True, fields=["fen"])


def test_a_book_of_another_game_is_named(small):
    with pytest.raises(qikit.InvalidArgument, match="a position of go, expected one of xiangqi"):
        small.lookup(qikit.Board("go"))
    with pytest.raises(qikit.InvalidArgument, match="a position of surakarta, expected"):
        small.lookup(qikit.Board("surakarta").position)


def test_generate_refuses_a_place_at_once(small_path, tmp_path):
    before = small_path.read_bytes()
    with pytest.raises(qikit.NotFound, match="/nonexistent"):
        qikit.book.generate(**SMALL, out="/nonexistent/a/b.qkb")
    with pytest.raises(qikit.StateError, match="expected a new path, or resume"):
        qikit.book.generate(**SMALL, out=small_path)
    with pytest.raises(qikit.QikitIOError, match="is no folder"):
        qikit.book.generate(**SMALL, out=small_path / "b.qkb", resume=True)
    assert small_path.read_bytes() == before and not list(tmp_path.iterdir())


def test_none_leaves_an_option_out(tmp_path):
    """None means something for max_loss, and nothing for games."""
    left = {"games": None, "top_k": None, "depth": {**SMALL["depth"], "mean": None}, "players": [{"level": None}]}
    done = qikit.book.generate(**{**SMALL, **left, "out": tmp_path / "a.qkb", "max_loss": None, "reevaluate": None}).wait()
    assert done.games == 1
