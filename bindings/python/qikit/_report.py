"""Reports of the library as Python's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, NoReturn, Type, TypeVar

R = TypeVar("R", bound="Report")


class Report(Dict[str, Any]):
    """A dict whose keys are attributes, too: ``outcome.winner`` is
    ``outcome["winner"]``. It works wherever a dict does: with json, pandas, ``**``.

    A subclass names its keys, with their types, as annotations. A key whose value
    is a Report or a list of Reports is in ``_parts``, as ``"key.*"`` when its value
    is a dict of them. A key in ``_when`` is None unless the other key that stands
    there is true. A key that the library left out is None as an attribute. A
    key that is a keyword of Python has an underscore behind it: ``move.class_`` is
    ``move["class"]``.
    """

    _parts: Dict[str, Type["Report"]] = {}
    _when: Dict[str, str] = {}

    @classmethod
    def read(cls: Type[R], report: Dict[str, Any]) -> R:
        """Makes a report of the library's JSON, without its schema."""
        made = cls(report)
        made.pop("schema", None)
        for key, part in cls._parts.items():
            key, _, inside = key.partition(".")
            value = made.get(key)
            if isinstance(value, list):
                made[key] = [part.read(item) for item in value]
            elif inside:
                made[key] = {name: part.read(item) for name, item in made[key].items()}
            elif value is not None:
                made[key] = part.read(value)
        for key, other in cls._when.items():
            if not made.get(other):
                made[key] = None
        return made

    if not TYPE_CHECKING:  # the annotations are all attributes that there are

        def __getattr__(self, name: str) -> Any:
            key = name.rstrip("_")
            if key in self or name in type(self).__annotations__:
                return self.get(key)
            raise AttributeError(f"{type(self).__name__} has no {name!r}, expected one of {', '.join(self)}")

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set: it is what the library found")

    def __dir__(self) -> Any:
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"
