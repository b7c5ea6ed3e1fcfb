"""Finds, loads and guards the library.

It is loaded at the first call, not at import, so that a server which imports
its application before it forks its workers (gunicorn with preload, uwsgi)
works: each worker loads its own.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import platform
import sys
import threading
from typing import Any, List, Optional

from . import _native
from ._errors import Forked, QikitIOError, VersionError

_library: Optional[ctypes.CDLL] = None
_loading = threading.Lock()
_forked = False


def function(name: str) -> Any:
    """A function of the library, which is loaded first if necessary."""
    if _forked:
        raise Forked(
            f"{name}: this process was forked from one that had used qikit; "
            "start it with the spawn or forkserver method instead, or use qikit in the children only"
        )
    return getattr(_library or _load(), name)


def usable() -> bool:
    """Whether the library is loaded and may be called. Code that frees objects asks
    first: a forked child has nothing to free."""
    return _library is not None and not _forked


def candidates() -> List[pathlib.Path]:
    """Where the library may be, in the order of search: only the file that
    QIKIT_LIBRARY names; otherwise the package's own (a wheel), then the one that
    build.sh made (a source checkout)."""
    named = os.environ.get("QIKIT_LIBRARY")
    if named:
        return [pathlib.Path(named)]
    name = {"win32": "qikit.dll", "darwin": "libqikit.dylib"}.get(sys.platform, "libqikit.so")
    package = pathlib.Path(__file__).resolve().parent
    places = [package / name]
    if len(package.parents) > 2:
        places.append(package.parents[2] / "build" / "lib" / name)
    return places


def _load() -> ctypes.CDLL:
    global _library
    with _loading:
        if _library is None:
            _library = _open()
        return _library


def _open() -> ctypes.CDLL:
    places = candidates()
    path = next((p for p in places if p.is_file()), None)
    if path is None:
        looked = ", ".join(str(p) for p in places)
        raise QikitIOError(_say(f"qikit: no library file; looked for {looked}", f"qikit：没有库文件；找过 {looked}") + _mend())
    try:
        library = ctypes.CDLL(str(path))
    except OSError as cause:
        what = _say(f"qikit: {path} cannot be loaded on {_system()}: {cause}", f"qikit：在 {_system()} 上无法装入 {path}：{cause}")
        raise QikitIOError(what + _mend()) from cause
    missing = [name for name in _native.PROTOTYPES if not hasattr(library, name)]
    if "qk_version" in missing:
        raise QikitIOError(_say(f"qikit: {path} is no library of qikit", f"qikit：{path} 不是 qikit 的库") + _mend())
    for name, (result, arguments) in _native.PROTOTYPES.items():
        if name not in missing:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    if missing:
        version = library.qk_version().decode()
        raise _version_error(
            f"qikit: {path} is version {version} and lacks {missing[0]}, which this package calls",
            f"qikit：{path} 的版本为 {version}，没有本包要调用的 {missing[0]}",
        )
    check_version(int(library.qk_abi_version()), str(path))
    return library


def _say(english: str, chinese: str) -> str:
    """The text in the language that QIKIT_LANGUAGE names, or else in the system's:
    before the library is there, none can be set."""
    names = (os.environ.get(name) for name in ("QIKIT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return chinese if next(filter(None, names), "").lower().startswith("zh") else english


def _version_error(english: str, chinese: str) -> VersionError:
    return VersionError(_say(f"{english}; install package and library of one version", f"{chinese}；请安装同一版本的包和库"))


def _system() -> str:
    return f"{sys.platform}-{platform.machine()}"


def _mend() -> str:
    """The end of a message: what to do."""
    return _say(
        f"; install the wheel for {_system()}, run ./build.sh build in a checkout, or let QIKIT_LIBRARY name the file",
        f"；请安装适用于 {_system()} 的 wheel，在源码目录中运行 ./build.sh build，或用 QIKIT_LIBRARY 指定库文件",
    )


def check_version(found: int, where: str) -> None:
    """Refuses a library of another major version, or one older than this
    package."""
    wanted = _native.ABI_VERSION
    if found >> 16 != wanted >> 16 or found & 0xFFFF < wanted & 0xFFFF:
        has, needed = (f"{v >> 16}.{v & 0xFFFF}" for v in (found, wanted))
        raise _version_error(
            f"qikit: {where} has interface {has}, expected {needed} or a later minor one",
            f"qikit：{where} 的接口版本为 {has}，应为 {needed} 或更高的次版本",
        )


def _after_fork() -> None:
    # The threads of the library do not exist in the child. If the library was not
    # loaded yet, the child may load its own; a thread that no longer exists may
    # hold the lock.
    global _forked, _loading
    if _library is not None:
        _forked = True
    _loading = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
