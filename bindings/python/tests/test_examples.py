"""The programs of examples/python."""

import json
import pathlib
import runpy
import sys

import pytest

import qikit
from conftest import SMALL

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples" / "python"
# What the program prints in every language, without its first line. It changes
# with the engine: `pytest --update tests/test_examples.py` rewrites it.
GOLDEN = ROOT / "examples" / "testdata" / "book.golden"


def run(monkeypatch, capsys, *args):
    monkeypatch.setattr(sys, "argv", ["book.py", *map(str, args)])
    runpy.run_path(str(EXAMPLES / "book.py"), run_name="__main__")
    version, _, rest = capsys.readouterr().out.partition("\n")
    assert version.startswith("qikit ")
    return rest


def test_book(tmp_path, monkeypatch, capsys, request):
    printed = run(monkeypatch, capsys, tmp_path / "book.qkb")
    if request.config.getoption("--update"):
        GOLDEN.write_text(printed)
    assert printed == GOLDEN.read_text()


def test_book_with_a_picture(tmp_path, monkeypatch, capsys):
    assert run(monkeypatch, capsys, tmp_path / "book.qkb", tmp_path / "picture.svg") == GOLDEN.read_text()
    assert "<svg" in (tmp_path / "picture.svg").read_text()


def test_book_without_arguments(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # not needed without a picture
    assert run(monkeypatch, capsys) == GOLDEN.read_text()


def test_board(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["board.py"])
    runpy.run_path(str(EXAMPLES / "board.py"), run_name="__main__")
    assert capsys.readouterr().out == (GOLDEN.parent / "board.golden").read_text()


def test_ludo(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ludo.py"])
    runpy.run_path(str(EXAMPLES / "ludo.py"), run_name="__main__")
    assert capsys.readouterr().out == (GOLDEN.parent / "ludo.golden").read_text()


def test_game(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["game.py"])
    runpy.run_path(str(EXAMPLES / "game.py"), run_name="__main__")
    assert capsys.readouterr().out == (GOLDEN.parent / "game.golden").read_text("utf-8")


def test_linear(tmp_path, monkeypatch, capsys):
    path = tmp_path / "book.qkb"
    qikit.book.generate(out=path, **{**SMALL, "games": 60, "max_plies": 120, "reevaluate": None}).wait()
    monkeypatch.setattr(sys, "argv", ["linear.py", str(path), "6"])
    runpy.run_path(str(EXAMPLES / "linear.py"), run_name="__main__")
    *epochs, worth = capsys.readouterr().out.splitlines()
    losses = [float(line.split()[-1]) for line in epochs]
    assert len(losses) == 6
    assert losses[-1] < losses[0]
    assert worth.split()[::2] == list("KABNRCP")


def test_network(tmp_path, monkeypatch, capsys):
    path, network = tmp_path / "book.qkb", tmp_path / "a.qnet"
    games = {**SMALL, "games": 30, "max_plies": 40, "reevaluate": None}
    qikit.book.generate(out=path, **games).wait()
    monkeypatch.setattr(sys, "argv", ["network.py", str(path), str(network), "3"])
    runpy.run_path(str(EXAMPLES / "network.py"), run_name="__main__")
    *passes, learnt, by_network, by_terms = capsys.readouterr().out.splitlines()
    assert len(passes) == 4 and learnt.startswith("network ") and network.exists()
    for line, options in ((by_network, {"net": network}), (by_terms, {"evaluator": "terms"})):
        with qikit.Engine("xiangqi", **options) as engine:
            found = engine.search(qikit.Board("xiangqi"), nodes=20000)
        assert line == f"{line.split(':')[0]}: {found.best}, {found.score}"
    assert by_network.startswith("network: ") and by_terms.startswith("terms: ")


def cells(name):
    """The code cells of a notebook, run one after the other in plain Python."""
    notebook = json.loads((EXAMPLES / name).read_text())
    names = {}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 4
    for number, cell in enumerate(code, 1):
        assert cell["execution_count"] == number, "executed in order"
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    return names


def test_notebook_book(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = cells("book.ipynb")
    assert len(names["table"]) == len(names["book"]) > 0


def test_notebook_surakarta(capsys):
    names = cells("surakarta.ipynb")
    game = names["game"]
    assert len(names["scores"]) == len(game.played) > 20
    assert game.outcome is not None or len(game.played) == 120
    assert names["route"]["points"][0::22] == ["e2", "f2"]
    assert "polyline" in names["curve"]([1, 2, 3])._repr_svg_()
    assert "extent" in capsys.readouterr().out


def test_notebook_review(capsys):
    names = cells("review.ipynb")
    assert len(names["review"].moves) == 20 and names["review"].report["repeatable"]
    assert names["exercise"]["accepted"] and "手" in names["chinese"].text
    assert "is not: try again" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["book.ipynb", "review.ipynb", "surakarta.ipynb"])
def test_notebooks_are_small(name):
    assert (EXAMPLES / name).stat().st_size < 60_000
