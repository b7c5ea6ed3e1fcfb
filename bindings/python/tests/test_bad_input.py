"""Every bad input is an exception that says what, where and what was expected;
nothing is lost and nothing crashes."""

import os
import pathlib
import platform
import re
import shutil
import sqlite3
import os
import subprocess

import pytest

import qikit
from conftest import HANG, SMALL, START
from qikit import _lib

POSITIONS = {
    "no position": ("rubbish", qikit.ParseError),
    "empty": ("", qikit.ParseError),
    "nine ranks": ("9/9/9/9/9/9/9/9/9 w - - 0 1", qikit.ParseError),
    "a rank too long": (START.replace("9/1c5c1", "91/1c5c1"), qikit.ParseError),
    "an unknown piece": (START.replace("1c5c1", "1z5c1"), qikit.ParseError),
    "an unknown side": (START.replace(" w ", " x "), qikit.ParseError),
    "a NUL inside": (START.replace(" w", "\0w"), qikit.ParseError),
    "very long": ("9/" * 100_000, qikit.ParseError),
    "other script": ("炮二平五", qikit.ParseError),
    "half a surrogate": ("\ud800", qikit.InvalidArgument),
    "no king": (START.replace("RNBAKABNR", "RNBA1ABNR"), qikit.RulesError),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_positions(case):
    text, kind = POSITIONS[case]
    with pytest.raises(kind) as caught:
        qikit.Board("xiangqi", text)
    assert isinstance(caught.value, (ValueError, qikit.QikitError))
    assert len(str(caught.value)) > 15


@pytest.mark.parametrize("move, kind", [("x", ValueError), ("", ValueError), ("h2h8", qikit.RulesError), ("h2e2\0", ValueError)])
def test_moves(board, move, kind):
    with pytest.raises(kind) as caught:
        board.play(move)
    assert isinstance(caught.value, (qikit.ParseError, qikit.RulesError))
    assert board.position == START


def test_nothing_to_undo(board):
    with pytest.raises(qikit.StateError):
        board.undo()


def test_types(board, engine, tmp_path):
    for call in (
        lambda: qikit.Board(3),
        lambda: qikit.Board("xiangqi", 3),
        lambda: board.play(None),
        lambda: board.perft("3"),
        lambda: board.perft(1.5),
        lambda: engine.search("xiangqi", depth=1),
        lambda: engine.search(board, depth="deep"),
        lambda: engine.evaluate(None),
        lambda: qikit.Engine("xiangqi", seed=object()),
        lambda: qikit.book.open(3),
        lambda: qikit.book.generate(game="xiangqi", out=object()),
    ):
        with pytest.raises(TypeError):
            call()


def test_text_that_is_no_unicode(tmp_path):
    """A file's name of other octets cannot be an option, and does not become another one."""
    out = tmp_path / os.fsdecode(b"\xc6\xe5.qkb")
    with pytest.raises(qikit.InvalidArgument, match="surrogates"):
        qikit.book.generate(game="xiangqi", out=out, games=1)
    game = qikit.game.Game("xiangqi")
    game.comments[0] = "\ud800"
    with pytest.raises(qikit.InvalidArgument, match="surrogates"):
        qikit.game.write([game], "pgn")
    assert list(tmp_path.iterdir()) == []


def test_names(board, engine):
    with pytest.raises(qikit.NotFound, match="chess"):
        qikit.Board("chess of no kind")
    with pytest.raises(qikit.NotFound):
        qikit.Engine("chess of no kind")
    with pytest.raises(qikit.Unsupported, match="uci"):  # lists those there are
        board.format("h2e2", "morse")
    with pytest.raises(qikit.InvalidArgument, match="gravity"):
        qikit.Board("xiangqi", gravity=9)
    with pytest.raises(qikit.InvalidArgument, match="sharpness"):
        qikit.Engine("xiangqi", sharpness=9)
    with pytest.raises(qikit.InvalidArgument):
        qikit.Engine("xiangqi", kind="crystal ball")


def test_numbers_out_of_range(board, engine):
    for call in (
        lambda: board.perft(-1),
        lambda: board.perft(21),
        lambda: board.perft(2**40),
        lambda: board.view(turn=2),
        lambda: board.view(symmetry=-1),
        lambda: board.svg(size=1),
        lambda: engine.search(board, depth=0),
        lambda: engine.search(board, depth=101),
        lambda: engine.search(board, depth=2**32 + 1),
        lambda: engine.search(board, nodes=-1),
        lambda: engine.search(board, time=0),
        lambda: engine.search(board, time=float("nan")),
        lambda: engine.search(board, depth=1, lines=0),
        lambda: engine.search(board, depth=1, lines=362),
        lambda: qikit.Engine("xiangqi", workers=0),
        lambda: qikit.Engine("xiangqi", timeout=float("inf")),
        lambda: qikit.Board("xiangqi", natural_limit=-1),
        lambda: qikit.runtime.config(threads=0),
        lambda: qikit.runtime.config(threads=1 << 20),
        lambda: qikit.runtime.config(gc_percent=-1),
    ):
        with pytest.raises(qikit.InvalidArgument):
            call()


def test_options_of_a_drawing(board):
    with pytest.raises(qikit.QikitError):
        board.svg(last="nowhere")


OPTIONS = {
    "an unknown key": {"speed": 9},
    "an unknown inner key": {"depth": {"skope": "ply"}},
    "a wrong type": {"games": "many"},
    "out of range": {"games": 0},
    "an inner value out of range": {"depth": {"distribution": "uniform", "min": 0, "max": 200}},
    "one depth only": {"depth": {"distribution": "uniform", "min": 3, "max": 3}},
    "an unknown distribution": {"depth": {"distribution": "cauchy"}},
    "a negative seed": {"seed": -1},
    "not a number": {"balance": {"ratio": float("nan")}},
    "an unknown format of record": {"record": "some"},
    "three players": {"players": [{}, {}, {}]},
}


@pytest.mark.parametrize("case", OPTIONS)
def test_generation_options(tmp_path, case):
    with pytest.raises(qikit.InvalidArgument) as caught:
        qikit.book.generate(out=tmp_path / "no.qkb", **{**SMALL, **OPTIONS[case]}).wait()
    assert len(str(caught.value)) > 15
    assert not (tmp_path / "no.qkb").exists()


def test_generation_from_bad_places(tmp_path):
    def generate(**more):
        return qikit.book.generate(**{**SMALL, "out": tmp_path / "no.qkb", **more}).wait()

    with pytest.raises(qikit.QikitError):
        generate(initial=["rubbish"])
    with pytest.raises(qikit.QikitError):
        generate(initial=tmp_path / "missing.epd")
    with pytest.raises(qikit.QikitError):
        generate(out=tmp_path / "missing" / "no.qkb")
    with pytest.raises(qikit.QikitError):
        generate(out=tmp_path)
    with pytest.raises(qikit.QikitError, match="no-such-engine"):
        generate(players=[{"kind": "uci", "path": "/no-such-engine"}], repeatable=False)
    with pytest.raises(qikit.NotFound):
        generate(game="chess of no kind")
    with pytest.raises(qikit.Unsupported):
        generate(balance={"evaluator": "nnue"}, players=[{"evaluator": "terms"}])


def test_generation_does_not_write_over_a_book(tmp_path, small_path):
    path = tmp_path / "there.qkb"
    shutil.copy(small_path, path)
    before = path.read_bytes()
    with pytest.raises(qikit.StateError):
        qikit.book.generate(out=path, **SMALL).wait()
    with pytest.raises(qikit.QikitError):  # another job's book is not resumed
        qikit.book.generate(out=path, resume=True, **{**SMALL, "max_plies": 11}).wait()
    assert path.read_bytes() == before


def test_book_files(tmp_path, small_path):
    with pytest.raises(FileNotFoundError) as caught:
        qikit.book.open(tmp_path / "missing.qkb")
    assert isinstance(caught.value, qikit.NotFound)
    assert not (tmp_path / "missing.qkb").exists()

    text = tmp_path / "text.qkb"
    text.write_text("not a book at all\n" * 100)
    with pytest.raises(qikit.ParseError):
        qikit.book.open(text)

    foreign = tmp_path / "foreign.qkb"
    with sqlite3.connect(foreign) as database:
        database.execute("create table songs (name text)")
    database.close()
    with pytest.raises(qikit.ParseError):
        qikit.book.open(foreign)

    newer = tmp_path / "newer.qkb"
    shutil.copy(small_path, newer)
    with sqlite3.connect(newer) as database:
        database.execute("pragma user_version = 1000")
    database.close()
    with pytest.raises(qikit.VersionError):
        qikit.book.open(newer)

    cut = tmp_path / "cut.qkb"
    whole = pathlib.Path(small_path).read_bytes()
    cut.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(qikit.QikitError):
        with qikit.book.open(cut) as book:
            for _ in book:
                pass
            book.stats()


def test_book_calls(small, tmp_path):
    with pytest.raises(qikit.NotFound):
        small.lookup("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1")
    with pytest.raises(qikit.ParseError):
        small.lookup("rubbish")
    with pytest.raises(qikit.Unsupported, match="jsonl"):  # lists those there are
        small.export(tmp_path / "out", format="papyrus")
    with pytest.raises((qikit.NotFound, qikit.QikitIOError), match="missing"):
        small.export(tmp_path / "missing" / "out.jsonl")
    with pytest.raises(qikit.QikitError):
        small.export(tmp_path)
    with pytest.raises(qikit.NotFound):
        small.merge(tmp_path / "missing.qkb")
    with pytest.raises(qikit.NotFound):
        small.add_games(tmp_path / "missing.pgn")
    with pytest.raises(qikit.InvalidArgument, match="whim"):
        small.prune(whim=1)
    with pytest.raises(qikit.StateError):
        qikit.book.create("xiangqi", small.path)
    with pytest.raises(qikit.NotFound):
        qikit.book.create("chess of no kind", tmp_path / "no.qkb")


FULL = """
import resource, sys, qikit
{before}
# No file may grow beyond this: writing fails as on a full disk.
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    {call}
except qikit.QikitError as fault:
    print(type(fault).__name__, qikit.Board("xiangqi").perft(1))
"""


def test_generation_on_a_full_disk(python, tmp_path):
    call = f"qikit.book.generate(out=sys.argv[1], **{SMALL!r}).wait()"
    out, err = python(FULL.format(before="", call=call), tmp_path / "no.qkb").communicate(timeout=HANG)
    assert out == "QikitIOError 44\n", err


def test_growing_on_a_full_disk_leaves_the_book_whole(python, tmp_path):
    path = tmp_path / "grows.qkb"
    qikit.book.generate(out=path, **SMALL).wait()
    with qikit.book.open(path) as book:
        before = len(book)
    larger = {**SMALL, "games": 60, "resume": True}
    script = FULL.format(before="", call=f"qikit.book.generate(out=sys.argv[1], **{larger!r}).wait()")
    out, err = python(script.replace("print(", "print(fault, "), path).communicate(timeout=HANG)
    assert "full disk" in out and out.endswith("QikitIOError 44\n"), (out, err)
    with qikit.book.open(path) as book:
        assert len(book) >= before
    assert qikit.book.generate(out=path, **larger).wait().games == 60


def test_an_export_on_a_full_disk_leaves_nothing_and_the_book_as_it_was(python, tmp_path, small_path):
    target = tmp_path / "out" / "out.jsonl"
    target.parent.mkdir()
    target.write_text("what was there")
    script = FULL.format(before="book = qikit.book.open(sys.argv[1])", call="book.export(sys.argv[2])")
    out, err = python(script, small_path, target).communicate(timeout=HANG)
    assert out == "QikitIOError 44\n", err
    assert target.read_text() == "what was there"
    assert os.listdir(target.parent) == ["out.jsonl"]
    with qikit.book.open(small_path) as book:
        assert len(list(book)) == len(book) > 0


def test_every_error_is_a_qikit_error_with_its_status():
    with pytest.raises(qikit.QikitError) as caught:
        qikit.Board("xiangqi", "rubbish")
    assert caught.value.status == qikit.ParseError.status == 7
    assert re.search("character 2.*expected a piece", str(caught.value))


def test_an_unknown_status_is_a_plain_error():
    from qikit._errors import from_status

    error = from_status(99, "from the future")
    assert type(error) is qikit.QikitError
    assert error.status == 99


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("found", [0x00010001, 0x00000000])
def test_a_library_of_another_interface_is_refused(monkeypatch, found, language):
    monkeypatch.setenv("QIKIT_LANGUAGE", language)
    with pytest.raises(qikit.VersionError, match="expected 0.1" if language == "en" else "应为 0.1"):
        _lib.check_version(found, "libqikit.so")


LOAD = """
import qikit
try:
    qikit.runtime.version()
except (qikit.QikitIOError, qikit.VersionError) as fault:
    print(isinstance(fault, OSError), fault)
"""


@pytest.mark.parametrize("library", ["missing.so", "text.so", "/lib/x86_64-linux-gnu/libm.so.6"])
def test_a_library_that_can_not_be_loaded(python, tmp_path, monkeypatch, library):
    (tmp_path / "text.so").write_text("no library")
    if library.startswith("/") and not os.path.exists(library):
        library = "text.so"  # another machine's libm; the same refusal
    path = tmp_path / library
    monkeypatch.setenv("QIKIT_LIBRARY", str(path))
    for language, mend in {"en": "install the wheel for linux", "zh": "请安装适用于 linux"}.items():
        monkeypatch.setenv("QIKIT_LANGUAGE", language)
        out, err = python(LOAD).communicate(timeout=HANG)
        assert out.startswith("True") and str(path) in out, err
        assert mend in out


def compiled(path, source):
    subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-o", path, "-"], input=source, text=True, check=True)


def test_a_library_that_is_older_than_the_package(python, tmp_path, monkeypatch):
    path = tmp_path / "old.so"
    compiled(path, 'int qk_abi_version(void) { return 1; } const char *qk_version(void) { return "0.0.7"; }')
    monkeypatch.setenv("QIKIT_LIBRARY", str(path))
    want = {
        "en": f"False qikit: {path} is version 0.0.7 and lacks qk_status_name, which this package calls; install package and library of one version\n",
        "zh": f"False qikit：{path} 的版本为 0.0.7，没有本包要调用的 qk_status_name；请安装同一版本的包和库\n",
    }
    for language, message in want.items():
        monkeypatch.setenv("QIKIT_LANGUAGE", language)
        out, err = python(LOAD).communicate(timeout=HANG)
        assert out == message, err


def test_a_library_of_another_processor(python, tmp_path, monkeypatch):
    path = tmp_path / "other.so"
    compiled(path, "int qk_abi_version(void) { return 1; }")
    octets = bytearray(path.read_bytes())
    octets[18:20] = b"\xf3\0"  # RISC-V
    path.write_bytes(octets)
    monkeypatch.setenv("QIKIT_LIBRARY", str(path))
    monkeypatch.setenv("QIKIT_LANGUAGE", "en")
    out, err = python(LOAD).communicate(timeout=HANG)
    assert f"{path} cannot be loaded on linux-{platform.machine()}" in out and "install the wheel for linux" in out, err
    monkeypatch.setenv("QIKIT_LANGUAGE", "zh")
    out, err = python(LOAD).communicate(timeout=HANG)
    assert f"qikit：在 linux-{platform.machine()} 上无法装入 {path}：" in out and "请安装适用于 linux" in out, err


@pytest.mark.parametrize(
    "environment, chinese",
    [
        ({}, False),
        ({"LANG": "zh_CN.UTF-8"}, True),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, True),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, False),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "zh_TW", "LC_ALL": "C"}, False),
        ({"LANG": "zh_CN.UTF-8", "QIKIT_LANGUAGE": "en"}, False),
        ({"LC_ALL": "C", "QIKIT_LANGUAGE": "zh"}, True),
    ],
)
def test_the_language_before_the_library_is_there(tmp_path, monkeypatch, environment, chinese):
    for name in ("QIKIT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    path = tmp_path / "absent.so"
    monkeypatch.setenv("QIKIT_LIBRARY", str(path))
    with pytest.raises(qikit.QikitIOError, match=f"qikit：没有库文件；找过 {path}；" if chinese else f"qikit: no library file; looked for {path}; "):
        _lib._open()
