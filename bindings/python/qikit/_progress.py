"""The bar of ``job.wait(progress=True)``."""

from __future__ import annotations

import sys
import time
import warnings
from typing import TYPE_CHECKING, Any, Optional

from ._errors import Timeout

if TYPE_CHECKING:
    from .job import Job


def draw(job: "Job[Any]", end: Optional[float]) -> None:
    """Draws a job's progress until it has ended, or raises Timeout when the
    clock says `end`."""
    bar = _bar(job)
    try:
        for step in job.progress():
            bar.show(step["done"], step["total"])
            if end is not None and time.monotonic() >= end and not job.done:
                raise Timeout(f"job {job._name}: still running when the time was over")
    finally:
        bar.close()


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
    """One line of text, for where tqdm is not installed."""

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


def _bar(job: "Job[Any]") -> Any:
    try:
        if "ipykernel" in sys.modules:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # tqdm's advice on notebook widgets
                from tqdm.auto import tqdm
        else:
            # Not tqdm.auto here: it loads asyncio, and Ctrl-C in so long an
            # import may come out as another exception.
            from tqdm import tqdm
    except ImportError:
        return _Plain(job._name)
    return _Tqdm(tqdm, job._name)
