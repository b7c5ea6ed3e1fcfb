"""The library as a whole: its version, its threads and memory."""

from __future__ import annotations

from ctypes import byref, sizeof
from typing import Optional

from . import _call, _lib, _native
from ._errors import InvalidArgument
from ._reports import RuntimeStats


def version() -> str:
    """The library's version, "0.1.0"."""
    return str(_lib.function("qk_version")().decode())


_LANGUAGES = ("en", "zh")
_KERNELS = ("best", "generic", "avx2", "avx512", "neon")


def config(
    *,
    threads: Optional[int] = None,
    memory_soft: Optional[int] = None,
    gc_percent: Optional[int] = None,
    kernels: Optional[str] = None,
    language: Optional[str] = None,
) -> None:
    """Sets, for the whole process and at any time: threads that compute at once (1
    to 1024, default the machine's), memory_soft, the bytes above which memory is
    collected harder (default none), gc_percent, the growth of memory between two
    collections (10 to 1000, default 100), kernels, which networks run on: "generic"
    (plain Go, with the same bits on every machine), "avx2", "avx512", "neon" or
    "best" (default), language of the library's error messages: "en" (default) or
    "zh". Settings that are left out do not change.

    ``os.environ`` has no effect on the library; use this function. InvalidArgument:
    a value out of its range, or kernels that this machine does not have."""
    opts = _native.RuntimeOpts(sizeof(_native.RuntimeOpts))
    _call.init("qk_runtime_opts_init", opts)
    if threads is not None:
        opts.threads = _call.whole("threads", threads, 0, 2**32 - 1)
    if memory_soft is not None:
        opts.memory_soft = _call.whole("memory_soft", memory_soft, 0, 2**64 - 1)
    if gc_percent is not None:
        opts.gc_percent = _call.whole("gc_percent", gc_percent, 0, 2**32 - 1)
    if kernels is not None:
        if kernels not in _KERNELS:
            raise InvalidArgument(f"kernels is {kernels!r}, expected one of {', '.join(_KERNELS)}")
        opts.kernels = _KERNELS.index(kernels)
    if language is not None:
        if language not in _LANGUAGES:
            raise InvalidArgument(f"language is {language!r}, expected one of {', '.join(_LANGUAGES)}")
        opts.language = _LANGUAGES.index(language)
    _call.call("qk_runtime_config", byref(opts))


def stats() -> RuntimeStats:
    """Statistics, for tests and support."""
    return RuntimeStats.read(_call.report("qk_runtime_stats"))
