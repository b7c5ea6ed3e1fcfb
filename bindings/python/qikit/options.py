"""The types of options: what the keywords of a call, or a dict of its own, may hold.

For programs that keep options in variables::

    from qikit.options import DepthOptions

    depth: DepthOptions = {"distribution": "uniform", "min": 2, "max": 4}
    job = qikit.book.generate(game="xiangqi", out="a.qkb", depth=depth)
"""

from ._options import *
from ._options import __all__
