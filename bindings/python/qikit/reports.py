"""The types of what calls return. Each is a dict whose keys are attributes, too."""

from ._report import Report
from ._reports import *
from ._reports import __all__
