"""The wheel: made from this checkout, unpacked elsewhere, and used."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

from qikit import _lib

ROOT = pathlib.Path(__file__).resolve().parents[1]

spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
hatch_build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hatch_build)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    library = next(path for path in _lib.candidates() if path.is_file())
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "QIKIT_LIBRARY": str(library.resolve())},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    (path,) = out.glob("*.whl")
    return path


def test_one_wheel_serves_every_python_3(wheel):
    assert re.fullmatch(r"qikit-0\.1\.0-py3-none-manylinux_2_\d+_(x86_64|aarch64)\.whl", wheel.name)


def test_it_holds_the_package_and_the_library_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"qikit/__init__.py", "qikit/py.typed", "qikit/libqikit.so"} <= set(names)
    assert not [n for n in names if not n.startswith(("qikit/", "qikit-0.1.0.dist-info/"))]


def test_it_works_where_it_is_unpacked(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "import qikit; print(qikit.__file__, qikit.Board('xiangqi').perft(2))"
    # -I: neither this checkout nor its environment.
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"
    said = subprocess.run([sys.executable, "-I", "-c", code], env={}, capture_output=True, text=True)
    assert said.stdout.split() == [str(tmp_path / "qikit" / "__init__.py"), "1920"], said.stderr


def test_the_tag_is_read_from_the_library():
    elf = b"\x7fELF".ljust(18, b"\0")
    assert hatch_build.platform_tag(elf + b"\x3e\0GLIBC_2.17\0GLIBC_2.4\0") == "manylinux_2_17_x86_64"
    assert hatch_build.platform_tag(elf + b"\xb7\0GLIBC_2.34\0GLIBC_2.2.5\0") == "manylinux_2_34_aarch64"
    with pytest.raises(ValueError):
        hatch_build.platform_tag(b"MZ not for Linux")


def test_a_missing_library_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("QIKIT_LIBRARY", str(tmp_path / "missing.so"))
    with pytest.raises(FileNotFoundError, match="missing.so"):
        hatch_build.find_library(ROOT)
