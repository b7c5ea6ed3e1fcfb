"""Puts libqikit into the wheel and tags the wheel for its platform.

The library is the file that QIKIT_LIBRARY names, or the one that build.sh made
in this checkout. The wheel holds no CPython extension: one serves every Python 3
(py3-none-...). The platform is read from the library itself, so that one built
for another machine gets the right tag.
"""

import os
import pathlib
import re
import struct
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# ELF e_machine (System V ABI) to the name in a wheel's tag.
MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout loads build/lib/libqikit.so
        library = find_library(pathlib.Path(self.root))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library.read_bytes())}"
        build_data["force_include"][str(library)] = "qikit/libqikit.so"


def find_library(root: pathlib.Path) -> pathlib.Path:
    named = os.environ.get("QIKIT_LIBRARY")
    library = pathlib.Path(named) if named else root.parents[1] / "build" / "lib" / "libqikit.so"
    if not library.is_file():
        raise FileNotFoundError(f"{library}: no library; run ./build.sh build, or name one in QIKIT_LIBRARY")
    return library


def platform_tag(library: bytes) -> str:
    """manylinux_<newest glibc that the library asks for>_<machine>, by PEP 600."""
    if library[:4] != b"\x7fELF":
        raise ValueError("the library is not an ELF file; wheels are made for Linux only")
    (machine,) = struct.unpack_from("<H", library, 18)
    versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", library)
    # No wheel tag exists for anything older than 2.5.
    major, minor = max([(2, 5), *((int(a), int(b)) for a, b in versions)])
    return f"manylinux_{major}_{minor}_{MACHINES[machine]}"
