"""Deliberate defects, to test that a program survives them."""

from __future__ import annotations

from typing import NoReturn, Optional

from . import _call
from ._errors import Internal


def panic(target: Optional[_call.Handle] = None, *, thread: bool = False) -> NoReturn:
    """Causes a defect in the library, in the call itself or in a thread of its own,
    and raises Panic as a real defect would. With a board, engine, job or book as
    target, that object is unusable afterwards: every later call on it raises Panic;
    closing it works. All other objects remain usable."""
    handle = 0 if target is None else target._handle
    _call.call("qk_debug_panic", handle, 1 if thread else 0)
    raise Internal("qk_debug_panic returned without a panic")
