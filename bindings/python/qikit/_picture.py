"""Pictures that notebooks show."""

from __future__ import annotations

import re

from . import _call


class Picture(str):
    """An SVG picture: its text, which a notebook shows as the picture.

    >>> picture = Board("go", size=9).svg(size=200)
    >>> picture
    <Picture 200 x 200>
    >>> picture[:4]
    '<svg'
    """

    __slots__ = ()

    def __repr__(self) -> str:
        size = re.search(r'width="(\d+)" height="(\d+)"', self[:200])
        return f"<Picture {size[1]} x {size[2]}>" if size else f"<Picture of {len(self)} characters>"

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: _call.PathLike) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)
