"""The bar of ``job.wait(progress=True)``."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any, Optional


class _Tqdm:
    def __init__(self, make: Any, name: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm's advice on notebook widgets
            self._bar = make(desc=name, unit="")

    def show(self, done: int, total: Optional[int]) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class _Plain:
    """One line of text, used when tqdm is not installed."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._start = time.monotonic()

    def show(self, done: int, total: Optional[int]) -> None:
        seconds = time.monotonic() - self._start
        count = f"{done}" if total is None else f"{done}/{total}"
        sys.stderr.write(f"\r{self._name}: {count} [{seconds:.0f} s]")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


def bar(name: str) -> Any:
    """A bar: by tqdm where it is installed, a line of text otherwise."""
    try:
        if "ipykernel" in sys.modules:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # tqdm's advice on notebook widgets
                from tqdm.auto import tqdm
        else:
            # Not tqdm.auto here: it loads asyncio, and Ctrl-C during so long an
            # import may surface as another exception.
            from tqdm import tqdm
    except ImportError:
        return _Plain(name)
    return _Tqdm(tqdm, name)
