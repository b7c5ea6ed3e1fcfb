"""Puts libqikit into the wheel and tags the wheel for its platform.

The library is the file that QIKIT_LIBRARY names, or the one that build.sh made
in this checkout. The wheel holds no CPython extension: one serves every Python 3
(py3-none-...). The platform is read from the library itself, so that one built
for another machine gets the right tag. The wheel also holds the JSON Schemas, the
licence, and the notices of what the library links: those of this repository, or
the files of the folder that QIKIT_LICENCES names.
"""

import os
import pathlib
import re
import struct
from typing import Any, Dict, Iterator, Tuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# ELF e_machine (System V ABI), a DLL's Machine (PE format) and Mach-O's cputype to
# the name in a wheel's tag.
ELF = {0x3E: "x86_64", 0xB7: "aarch64"}
PE = {0x8664: "amd64", 0xAA64: "arm64"}
MACH_O = {0x01000007: "x86_64", 0x0100000C: "arm64"}

LC_VERSION_MIN_MACOSX, LC_BUILD_VERSION = 0x24, 0x32


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout loads build/lib/libqikit.so
        root = pathlib.Path(self.root)
        library = find_library(root)
        name, tag = platform_of(library.read_bytes())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
        include = build_data["force_include"]
        include[str(library)] = f"qikit/{name}"
        licences = f"qikit-{self.metadata.version}.dist-info/licenses"
        for file in licence_files(root):
            include[str(file)] = f"{licences}/{file.name}"
        for schema in sorted(first(root / "schema", root.parents[1] / "include" / "schema").glob("*.json")):
            include[str(schema)] = f"qikit/schema/{schema.name}"
        include[str(first(root / "games", root.parents[1] / "examples" / "games"))] = "qikit/games"


def find_library(root: pathlib.Path) -> pathlib.Path:
    named = os.environ.get("QIKIT_LIBRARY")
    library = pathlib.Path(named) if named else root.parents[1] / "build" / "lib" / "libqikit.so"
    if not library.is_file():
        raise FileNotFoundError(f"{library}: no library; run ./build.sh build, or name one in QIKIT_LIBRARY")
    return library


def licence_files(root: pathlib.Path) -> Iterator[pathlib.Path]:
    named = os.environ.get("QIKIT_LICENCES")
    if named:
        yield from sorted(pathlib.Path(named).iterdir())
        return
    for name in ("LICENSE", "THIRD_PARTY_NOTICES.md"):
        yield first(root / name, root.parents[1] / name)


def first(*places: pathlib.Path) -> pathlib.Path:
    """Where a file is: beside this one in a source distribution, higher up in a
    checkout."""
    for place in places:
        if place.exists():
            return place
    raise FileNotFoundError(f"none of these is there: {', '.join(map(str, places))}")


def platform_of(library: bytes) -> Tuple[str, str]:
    """What the library is called in the wheel, and the wheel's platform tag."""
    if library[:4] == b"\x7fELF":
        return "libqikit.so", elf_tag(library)
    if library[:2] == b"MZ":
        (header,) = struct.unpack_from("<I", library, 0x3C)
        if library[header : header + 4] == b"PE\0\0":
            (machine,) = struct.unpack_from("<H", library, header + 4)
            return "qikit.dll", f"win_{known(PE, machine)}"
    if library[:4] == b"\xcf\xfa\xed\xfe":
        return "libqikit.dylib", mach_o_tag(library)
    raise ValueError(
        "the library is for no platform that wheels are made for, expected an ELF file, a DLL "
        f"or a Mach-O file of one processor; it begins with {library[:4].hex(' ')}"
    )


def known(machines: Dict[int, str], machine: int) -> str:
    if machine not in machines:
        raise ValueError(f"the library is for machine {machine:#x}, expected one of {', '.join(machines.values())}")
    return machines[machine]


def elf_tag(library: bytes) -> str:
    """manylinux_<newest glibc that the library asks for>_<machine>, by PEP 600."""
    (machine,) = struct.unpack_from("<H", library, 18)
    versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", library)
    # 2.17 is the oldest that anyone promises: what is built for it may ask for less.
    major, minor = max([(2, 17), *((int(a), int(b)) for a, b in versions)])
    return f"manylinux_{major}_{minor}_{known(ELF, machine)}"


def mach_o_tag(library: bytes) -> str:
    """macosx_<oldest system that the library runs on>_<machine>."""
    machine, _, _, commands = struct.unpack_from("<4I", library, 4)
    at = 32
    for _ in range(commands):
        command, size, first_word, second_word = struct.unpack_from("<4I", library, at)
        if command in (LC_VERSION_MIN_MACOSX, LC_BUILD_VERSION):
            version = first_word if command == LC_VERSION_MIN_MACOSX else second_word
            # From macOS 11 on, pip knows main versions only.
            major, minor = version >> 16, version >> 8 & 0xFF
            return f"macosx_{major}_{0 if major > 10 else minor}_{known(MACH_O, machine)}"
        at += size
    raise ValueError("the library does not say which macOS it is for")
