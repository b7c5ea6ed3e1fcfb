"""The types: a good program passes mypy --strict and pyright, and each mistake of a bad one
is named, in its line. A comment behind the mistake has the names: first mypy's, then pyright's."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

import qikit
from conftest import HANG
from qikit import _call, _keywords, options, reports
from qikit._report import Report

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent


def expected(checker):
    """The lines of mistakes with the names of their errors."""
    found = set()
    for number, line in enumerate((HERE / "typed" / "bad.py").read_text("utf-8").splitlines(), 1):
        names = re.search(r"  # ([a-z-]+) ([a-zA-Z-]+)$", line)
        if names and names.group(checker) != "-":
            found.add(("bad.py", number, names.group(checker)))
    assert len(found) > 30
    return found


def run(*command):
    return subprocess.run([sys.executable, "-m", *command], cwd=PACKAGE, capture_output=True, text=True, timeout=HANG)


def test_mypy():
    done = run("mypy", "--strict", "--no-error-summary", f"--cache-dir={PACKAGE / '.mypy_cache'}", "tests/typed")
    told = re.findall(r"(\w+\.py):(\d+): error: .*\[([a-z-]+)\]", done.stdout)
    assert {(name, int(line), error) for name, line, error in told} == expected(1), done.stdout + done.stderr


def test_pyright():
    done = run("pyright", "--outputjson", "--pythonpath", sys.executable, "tests/typed")
    told = {
        (pathlib.Path(fault["file"]).name, fault["range"]["start"]["line"] + 1, fault.get("rule"))
        for fault in json.loads(done.stdout)["generalDiagnostics"]
    }
    assert told == expected(2), done.stdout + done.stderr


def test_the_types_are_shipped_and_cost_nothing_to_load(python):
    assert (PACKAGE / "qikit" / "py.typed").is_file()
    loaded = python("import sys, qikit\nprint('qikit._options' in sys.modules, 'typing_extensions' in sys.modules)")
    assert loaded.communicate(timeout=HANG)[0].split() == ["False", "False"]


@pytest.mark.parametrize("name", sorted(_keywords.KEYWORDS))
def test_keywords_are_those_of_the_types(name):
    kind = getattr(options, name)
    needed, names = _keywords.KEYWORDS[name]
    assert set(names) | {"pass"} == set(kind.__annotations__) | {"pass"}
    assert len(names) == len(set(names)) and set(names[:needed]) == kind.__required_keys__


def test_help_shows_the_keywords():
    import inspect

    parameters = inspect.signature(qikit.review.review).parameters
    assert list(parameters)[:3] == ["sgf", "progress", "user"]
    assert parameters["user"].default is inspect.Parameter.empty and parameters["effort"].default is _call.DEFAULT
    assert "options" not in parameters
    assert {"level", "net", "kind"} <= set(inspect.signature(qikit.Engine).parameters)


def test_reports_are_all_named():
    assert all(issubclass(getattr(reports, name), Report) for name in reports.__all__)


def test_words_of_python_in_rules(tmp_path):
    for word in ("pass", "pass_"):
        job = qikit.book.generate(
            game="capturego", out=tmp_path / f"{word}.qkb", rules={word: "free", "size": 3}, max_plies=3, seed=1, reevaluate=None
        )
        assert job.wait().games == 1
    with pytest.raises(qikit.InvalidArgument, match="no option \"size_\""):
        qikit.Board("go", size_=9)
