"""The examples of the documentation run."""

import doctest
import importlib
import inspect
import pkgutil
import re

import pathlib

import pytest

import qikit

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = [f"qikit.{module.name}" for module in pkgutil.iter_modules(qikit.__path__)]
SERVED = {"qikit.terminal"}  # examples that need a server: test_terminal.py runs them


@pytest.mark.parametrize("name", sorted({"qikit", *MODULES} - SERVED))
def test_doctests(name, tmp_path):
    more = {"qikit": qikit, "Board": qikit.Board, "Engine": qikit.Engine, "path": tmp_path / "doc.qkb"}
    assert doctest.testmod(importlib.import_module(name), extraglobs=more).failed == 0


def test_there_are_doctests():
    finder = doctest.DocTestFinder()
    examples = [e for name in MODULES for t in finder.find(importlib.import_module(name)) for e in t.examples]
    assert len(examples) > 10


def test_readme(tmp_path, monkeypatch, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == ["red 35", "True 6", "True 10"]
    assert (tmp_path / "small.jsonl").stat().st_size > 0


def public():
    for module in (qikit.board, qikit.engine, qikit.job, qikit.book, qikit.runtime, qikit.debug, qikit._errors):
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", None) == module.__name__ and not name.startswith("_"):
                yield f"{module.__name__}.{name}", thing
                if inspect.isclass(thing):
                    for method, value in vars(thing).items():
                        if not method.startswith("_") and (callable(value) or isinstance(value, property)):
                            yield f"{module.__name__}.{name}.{method}", value


@pytest.mark.parametrize("name, thing", list(public()), ids=[name for name, _ in public()])
def test_everything_public_is_documented(name, thing):
    assert inspect.getdoc(thing)
