"""The wheel: made from this checkout, unpacked elsewhere, and used."""

import importlib.util
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
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


def test_it_holds_schemas_licence_and_notices(wheel):
    archive = zipfile.ZipFile(wheel)
    checkout = ROOT.parents[1]
    for name in ("LICENSE", "THIRD_PARTY_NOTICES.md"):
        assert archive.read(f"qikit-0.1.0.dist-info/licenses/{name}") == (checkout / name).read_bytes()
    for file in (checkout / "examples" / "games").iterdir():
        assert archive.read(f"qikit/games/{file.name}") == file.read_bytes()
    schemas = {p.name for p in (checkout / "include" / "schema").glob("*.json")}
    assert schemas == {n.rpartition("/")[2] for n in archive.namelist() if n.startswith("qikit/schema/")}


def test_it_is_installed_and_used(wheel, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-compile", "--target", str(tmp_path), str(wheel)],
        check=True,
    )
    code = "import qikit; print(qikit.__file__, qikit.Board('xiangqi').perft(2))"
    read = "print(len(qikit.game.read(importlib.resources.files('qikit') / 'games' / 'xiangqi.pgn')))"
    # -I: neither this checkout nor its environment.
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}; import importlib.resources; {read}"
    said = subprocess.run([sys.executable, "-I", "-c", code], env={}, capture_output=True, text=True)
    assert said.stdout.split() == [str(tmp_path / "qikit" / "__init__.py"), "1920", "2"], said.stderr


def test_a_source_distribution_has_what_a_wheel_needs(tmp_path):
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    assert {"LICENSE", "THIRD_PARTY_NOTICES.md", "schema/board.json", "games/xiangqi.pgn", "hatch_build.py", "qikit/__init__.py"} <= names


def dll(machine):
    return b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40) + b"PE\0\0" + struct.pack("<H", machine)


def dylib(machine, *commands):
    head = struct.pack("<IIIIIIII", 0xFEEDFACF, machine, 0, 6, len(commands), 0, 0, 0)
    return head + b"".join(struct.pack("<4I", *c) for c in commands)


def test_the_platform_is_read_from_the_library():
    elf = b"\x7fELF".ljust(18, b"\0")
    platform = hatch_build.platform_of
    assert platform(elf + b"\x3e\0GLIBC_2.28\0GLIBC_2.4\0") == ("libqikit.so", "manylinux_2_28_x86_64")
    assert platform(elf + b"\x3e\0GLIBC_2.2.5\0") == ("libqikit.so", "manylinux_2_17_x86_64")
    assert platform(elf + b"\xb7\0GLIBC_2.34\0GLIBC_2.2.5\0") == ("libqikit.so", "manylinux_2_34_aarch64")
    assert platform(elf + b"\xb7\0GLIBC_2.4\0") == ("libqikit.so", "manylinux_2_17_aarch64")
    assert platform(dll(0x8664)) == ("qikit.dll", "win_amd64")
    build = (0x32, 16, 1, 11 << 16 | 3 << 8)
    assert platform(dylib(0x0100000C, (0x1B, 16, 0, 0), build)) == ("libqikit.dylib", "macosx_11_0_arm64")
    assert platform(dylib(0x01000007, (0x24, 16, 10 << 16 | 15 << 8, 0))) == ("libqikit.dylib", "macosx_10_15_x86_64")


@pytest.mark.parametrize(
    "library, why",
    [
        (b"#!/bin/sh", "for no platform"),
        (b"MZ".ljust(0x40, b"\0"), "for no platform"),
        (b"\x7fELF".ljust(18, b"\0") + b"\x08\0", "machine 0x8"),
        (dll(0x14C), "machine 0x14c"),
        (dylib(0x0100000C), "which macOS"),
    ],
)
def test_other_files_are_refused(library, why):
    with pytest.raises(ValueError, match=why):
        hatch_build.platform_of(library)


def test_a_missing_library_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("QIKIT_LIBRARY", str(tmp_path / "missing.so"))
    with pytest.raises(FileNotFoundError, match="missing.so"):
        hatch_build.find_library(ROOT)
