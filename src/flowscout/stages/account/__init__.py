"""Two states of a file -> every edit with what answers for it (`model.account`).

A file is a tree of *pieces*: functions with their statements, and around them classes, fields, constants, tables, macros, imports.
Every token belongs to one piece. Pieces of both states are matched; what differs in one is an edit, which a rule calls
neutral, or a sentence tells, or which is listed as it stands. No token differs without being in one of them.
"""

from __future__ import annotations

from .across import Edited, asked_by
from .at_import import at_import
from .attributes import attributes, called_so
from .called_otherwise import called_otherwise
from .contents import holds, loads, runs, types
from .dangling import RENAMED, dangling
from .defaulted import DEFAULTED
from .file import (
    State,
    edited_function,
    loses,
    of_function,
    of_outside,
    state,
)
from .follows import each_together, following, moved
from .fresh import behind, decorated, end, placed, reset, steps, ways_out
from .generated import folded
from .handed import handed
from .handed_out import DECLARED_IN
from .lines_alone import line_by_line
from .lost_with import lost_with, raised, raises
from .merged import merged
from .misread import well_read
from .neutral import FOLLOWS
from .only_declared import only_declared
from .reached import as_its_type_says
from .rehomed import rehomed
from .renames import called_now, names, renames
from .restood import restood
from .settings import KINDS, settings
from .silent import silent
from .stood import stood
from .surviving import as_a_whole
from .taken import through
from .throughout import throughout
from .types_spelt import types_spelt
from .unbuilt import unbuilt
from .went_along import went_along
from .whole import whole

__all__ = [
    "DECLARED_IN",
    "DEFAULTED",
    "FOLLOWS",
    "KINDS",
    "RENAMED",
    "Edited",
    "State",
    "as_a_whole",
    "as_its_type_says",
    "asked_by",
    "at_import",
    "attributes",
    "behind",
    "called_now",
    "called_otherwise",
    "called_so",
    "dangling",
    "decorated",
    "each_together",
    "edited_function",
    "end",
    "folded",
    "following",
    "handed",
    "holds",
    "line_by_line",
    "loads",
    "loses",
    "lost_with",
    "merged",
    "moved",
    "names",
    "of_function",
    "of_outside",
    "only_declared",
    "placed",
    "raised",
    "raises",
    "rehomed",
    "renames",
    "reset",
    "restood",
    "runs",
    "settings",
    "silent",
    "state",
    "steps",
    "stood",
    "through",
    "throughout",
    "types",
    "types_spelt",
    "unbuilt",
    "ways_out",
    "well_read",
    "went_along",
    "whole",
]
