"""Long work: a search, a generation, an export."""

from __future__ import annotations

import json
import math
import time
from ctypes import byref, c_uint64, sizeof
from typing import Any, AsyncIterator, Callable, Generator, Generic, Iterator, Optional, TypeVar

from . import _call, _lib, _native, _progress
from ._errors import HandleError, NotFound, Timeout, from_status
from ._report import Report

T = TypeVar("T")

_STATES = {
    _native.JOB_RUNNING: "running",
    _native.JOB_DONE: "done",
    _native.JOB_FAILED: "failed",
    _native.JOB_CANCELLED: "cancelled",
}

# The longest wait of one call into the library, in milliseconds. Python handles
# Ctrl-C between two calls.
_SLICE_MS = 50

# How long a wait that Ctrl-C ended gives its job to end, in seconds.
_GRACE = 2.0

# Seconds between two looks at a job whose progress is drawn.
_DRAW = 0.1


class Step(Report):
    """How far a job has come."""

    done: int
    """Units done."""
    total: Optional[int]
    """Units in all; None while unknown."""
    rate: float
    """Units a second."""
    left: Optional[float]
    """Seconds left; None while unknown."""


class Job(_call.Handle, Generic[T]):
    """Work that runs in threads of the library.

    A job ends by itself, by :meth:`cancel`, or when nothing refers to it any more.
    From any thread, wait for it (:meth:`wait`), await it (``await job``), or poll
    it (:attr:`state`, :meth:`poll`)::

        job = engine.start(board, depth=12)
        for step in job.progress():
            print(step.done, step.left)
        print(job.result)
    """

    _free_name = "qk_job_free"

    def __init__(
        self,
        handle: int,
        name: str,
        convert: Callable[[Any], T],
        event: Callable[[Any], Any] = Report.read,
        keep: object = None,
    ) -> None:
        # Jobs come from the calls that start them; this is not a public
        # constructor.
        self._handle = handle
        self._name = name
        self._convert = convert
        self._event = event
        self._keep = keep  # an engine cancels its searches when it is freed

    # -- how far it is

    def poll(self) -> Step:
        """How far the job has come. Takes about a microsecond."""
        info = self._info()
        return Step(
            done=int(info.done),
            total=int(info.total) or None,
            rate=float(info.rate),
            left=float(info.left) if info.left >= 0 else None,
        )

    @property
    def state(self) -> str:
        """ "running", "done", "failed" or "cancelled"."""
        return _STATES.get(int(self._info().state), "failed")

    @property
    def done(self) -> bool:
        """Whether the job has ended, in whatever state."""
        return bool(self._info().state != _native.JOB_RUNNING)

    def progress(self, every: float = 0.1) -> "Progress":
        """Yields :meth:`poll` until the job has ended: after each advance, at most
        once in ``every`` seconds, and once more at the end. Works with ``for`` and
        ``async for``. A job that failed raises its error at the end of the loop;
        leaving the loop early does not stop the job."""
        return Progress(self, every)

    def events(self) -> Iterator[Any]:
        """Yields the job's events, oldest first, until it has ended: a :class:`Result`
        after each iteration of a search, a :class:`Report` otherwise. The queue holds the
        newest 256. Each event is yielded once."""
        while True:
            ended = self.done  # asked first, so that the queue holds every event when it is true
            while True:
                try:
                    text = _call.read("qk_job_event", self._handle)
                except NotFound:
                    break
                yield self._event(json.loads(text))
            if ended:
                return
            self._slice(_SLICE_MS)

    # -- its end

    def wait(self, timeout: Optional[float] = None, progress: bool = False) -> T:
        """Waits until the job has ended, and returns its result.

        timeout is in seconds; after it, Timeout is raised and the job goes on.
        progress draws a bar, by tqdm where it is installed, in terminals and
        notebooks. Ctrl-C cancels the job and raises KeyboardInterrupt; what was
        done is kept as after :meth:`cancel`.

        Raises the job's error when it failed, Cancelled when it was cancelled
        before there was a result."""
        end = None if timeout is None else time.monotonic() + timeout
        try:
            if progress:
                self._draw(end)
            else:
                self._until(end)
        except KeyboardInterrupt:
            self.cancel()
            self._until(time.monotonic() + _GRACE, quiet=True)
            raise
        return self.result

    def cancel(self) -> None:
        """Asks the job to stop. It ends soon after and keeps what was done. Asking
        twice, or after its end, changes nothing."""
        _call.call("qk_job_cancel", self._handle)

    @property
    def result(self) -> T:
        """The job's result. StateError while it is running; the job's own error
        when it failed; Cancelled when it was cancelled before there was a
        result."""
        return self._convert(json.loads(_call.read("qk_job_result", self._handle)))

    def __await__(self) -> Generator[Any, None, T]:
        return self._awaited().__await__()

    async def _awaited(self) -> T:
        # Cancelling the task cancels the job: nobody else waits for it.
        import asyncio

        try:
            async for _ in self.progress():
                pass
        except asyncio.CancelledError:
            self.cancel()
            raise
        return self.result

    # -- helpers

    def _info(self) -> _native.JobInfo:
        info = _native.JobInfo(sizeof(_native.JobInfo))
        status = _lib.function("qk_job_poll")(self._handle, byref(info))
        if status != _native.OK:
            name = _lib.function("qk_status_name")(status).decode()
            raise from_status(status, f"job {self._name}: {name} from qk_job_poll")
        return info

    def _until(self, end: Optional[float], quiet: bool = False) -> None:
        """Waits in slices until the job has ended or the clock reaches `end`."""
        while True:
            left = _SLICE_MS if end is None else (end - time.monotonic()) * 1000
            if self._slice(max(0, int(min(_SLICE_MS, left + 0.999)))):
                return
            if end is not None and time.monotonic() >= end:
                if quiet:
                    return
                raise self._late()

    def _draw(self, end: Optional[float]) -> None:
        """Draws the progress until the job has ended or the clock reaches `end`."""
        bar = _progress.bar(self._name)
        try:
            shown = None
            while not self.done:
                step = self.poll()
                if step.done != shown:
                    shown = step.done
                    bar.show(step.done, step.total)
                # Not by progress(): that says nothing while the job does not advance.
                self._until(min(time.monotonic() + _DRAW, math.inf if end is None else end), quiet=True)
                if end is not None and time.monotonic() >= end and not self.done:
                    raise self._late()
            step = self.poll()
            bar.show(step.done, step.total)
        finally:
            bar.close()

    def _late(self) -> Timeout:
        return Timeout(f"job {self._name}: still running when the time was over")

    def _slice(self, milliseconds: int) -> bool:
        """Waits for one slice; returns whether the job has ended."""
        try:
            _call.call("qk_job_wait", self._handle, milliseconds)
        except Timeout:
            return False
        return True

    def __repr__(self) -> str:
        try:
            step = self.poll()
            total = "" if step.total is None else f" of {step.total}"
            return f"<Job {self._name}: {self.state}, {step.done}{total}>"
        except HandleError:
            return f"<Job {self._name}: closed>"


class Progress:
    """The loop over a job's progress; see :meth:`Job.progress`."""

    def __init__(self, job: Job[Any], every: float) -> None:
        self._job = job
        self._every = every

    def __iter__(self) -> Iterator[Step]:
        last = None
        while not self._job.done:
            step = self._job.poll()
            if step.done != last:
                last = step.done
                yield step
            self._pause()
        yield self._end()

    async def __aiter__(self) -> AsyncIterator[Step]:
        import asyncio

        last, due = None, 0.0
        pause = 0.001  # short jobs are common; long ones need no haste
        while not self._job.done:
            step = self._job.poll()
            if step.done != last and time.monotonic() >= due:
                last, due = step.done, time.monotonic() + self._every
                yield step
            await asyncio.sleep(min(pause, self._every))
            pause = min(2 * pause, 0.05)
        yield self._end()

    def _pause(self) -> None:
        end = time.monotonic() + self._every
        while time.monotonic() < end:
            try:
                if self._job._slice(min(_SLICE_MS, int(self._every * 1000))):
                    return
            except KeyboardInterrupt:
                self._job.cancel()
                raise

    def _end(self) -> Step:
        if self._job.state == "failed":
            self._job.result  # raises
        return self._job.poll()


def started(name: str, *args: Any, label: str, convert: Callable[[Any], T], **more: Any) -> Job[T]:
    """Calls a function that starts a job."""
    out = c_uint64()
    _call.call(name, *args, byref(out))
    return Job(out.value, label, convert, **more)
