"""One call of the C interface: arguments in, text or exception out."""

from __future__ import annotations

import inspect
import json
import keyword
import os
from ctypes import byref, c_size_t, c_uint64, create_string_buffer, sizeof, string_at
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar, Union

from . import _lib, _native
from ._errors import InvalidArgument, from_status
from ._keywords import KEYWORDS

if TYPE_CHECKING:
    from typing_extensions import Self

# Enough for a position, a move list or a search result. A longer text costs a
# second call.
_ROOM = 2048

PathLike = Union[str, "os.PathLike[str]"]


class _Default:
    """Stands for an option that was left out; only the library has the defaults."""

    def __repr__(self) -> str:
        return "default"


DEFAULT: Any = _Default()

F = TypeVar("F", bound=Callable[..., Any])


def call(name: str, *args: Any) -> None:
    """Calls a function whose last argument is an error."""
    function = _lib.function(name)
    # A fresh error for each call: finalizers and signal handlers may call the
    # library between this call and the reading of its error.
    err = _native.Error(sizeof(_native.Error))
    status = function(*args, byref(err))
    if status != _native.OK:
        raise from_status(status, err.message.decode("utf-8", "replace"))


def init(name: str, struct: Any) -> None:
    """Fills an options struct with the library's defaults."""
    status = _lib.function(name)(byref(struct))
    if status != _native.OK:
        raise from_status(status, f"{name}: {_lib.function('qk_status_name')(status).decode()}")


def create(name: str, *args: Any) -> int:
    """Calls a function that returns a handle or a number."""
    out = c_uint64()
    call(name, *args, byref(out))
    return out.value


def read(name: str, *args: Any) -> str:
    """Calls a function that returns text, with a buffer that is large enough."""
    return read_bytes(name, *args).decode("utf-8", "replace")


def read_bytes(name: str, *args: Any, room: int = _ROOM) -> bytes:
    """The same for octets. room is for how many of them to begin with."""
    function = _lib.function(name)
    while True:
        buffer = create_string_buffer(room)
        needed = c_size_t()
        err = _native.Error(sizeof(_native.Error))
        status = function(*args, buffer, room, byref(needed), byref(err))
        if status == _native.OK:
            return string_at(buffer, needed.value)
        if status != _native.ERR_BUFFER or needed.value < room:
            raise from_status(status, err.message.decode("utf-8", "replace"))
        room = needed.value + 1


def report(name: str, *args: Any) -> Any:
    """Calls a function that returns JSON."""
    return json.loads(read(name, *args))


class Handle:
    """Owns an object in the library. The object is freed by :meth:`close`, at the
    end of a ``with`` block, or when nothing refers to it any more."""

    _free_name = ""
    _handle = 0

    def close(self) -> None:
        """Frees the object. Any later use raises HandleError; closing twice is
        fine."""
        handle, self._handle = self._handle, 0
        if handle and _lib.usable():
            _lib.function(self._free_name)(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        """Refuses copies: two owners of one object would free it twice."""
        raise TypeError(
            f"{type(self).__name__} cannot be copied or pickled: it stands for an object of the library in this process; "
            "share it between threads, or make another one"
        )

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter is shutting down: modules are half gone
            pass


def stated(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Drops the options that are None, which here means left out."""
    return {name: value for name, value in given.items() if value is not None}


def text(what: str, value: str) -> Tuple[bytes, int]:
    """Text for the C interface: UTF-8 and its length."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is {type(value).__name__}, expected str")
    try:
        encoded = value.encode("utf-8")
    except UnicodeEncodeError as cause:
        raise InvalidArgument(f"{what}: not a valid Unicode text: {cause}") from cause
    return encoded, len(encoded)


def path(what: str, value: PathLike) -> Tuple[bytes, int]:
    """The name of a file for the C interface."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{what} is {type(value).__name__}, expected str or os.PathLike")
    encoded = os.fsencode(os.fspath(value))
    return encoded, len(encoded)


def takes(options: str) -> Callable[[F], F]:
    """Shows the keys of a class of options as the keywords of a function that has them as
    its **options."""

    def shown(function: F) -> F:
        plain = inspect.signature(function)
        others = [p for p in plain.parameters.values() if p.kind is not p.VAR_KEYWORD]
        needed, names = KEYWORDS[options]
        kind = inspect.Parameter.KEYWORD_ONLY
        words = [
            inspect.Parameter(name, kind, default=inspect.Parameter.empty if i < needed else DEFAULT)
            for i, name in enumerate(names)
        ]
        setattr(function, "__signature__", plain.replace(parameters=[*others, *words]))
        return function

    return shown


def options(given: Mapping[str, Any]) -> Tuple[bytes, int]:
    """Options as a JSON object, without those left out."""
    chosen = _bare(given)
    if isinstance(chosen.get("rules"), Mapping):
        chosen["rules"] = _bare(chosen["rules"])
    if not chosen:
        return b"", 0
    try:
        encoded = json.dumps(chosen, allow_nan=False, ensure_ascii=False, default=_plain).encode("utf-8")
    except ValueError as cause:
        raise InvalidArgument(f"options: {cause}") from cause
    return encoded, len(encoded)


def _bare(given: Mapping[str, Any]) -> Dict[str, Any]:
    """What was given, without the trailing underscore that Python needs for words of its
    own (``pass_``)."""
    return {
        name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name: value
        for name, value in given.items()
        if value is not DEFAULT
    }


def _plain(value: Any) -> Any:
    """Converts values that JSON does not know: files, boards, numpy's numbers and
    arrays, ranges."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    position = getattr(value, "position", None)
    if isinstance(position, str):
        return position
    for method in ("tolist", "item"):
        if hasattr(value, method):
            return getattr(value, method)()
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"options: {value!r} is {type(value).__name__}, which is not an option's type")


def whole(what: str, value: Optional[int], low: int, high: int) -> int:
    """A number that fits its C type; ctypes itself would truncate it silently. None
    is 0, which means "none" in the C interface."""
    if value is None:
        return 0
    try:
        number = value.__index__()
    except AttributeError:
        raise TypeError(f"{what} is {type(value).__name__}, expected int") from None
    if not low <= number <= high:
        raise InvalidArgument(f"{what} is {number}, expected {low} to {high}")
    return number
