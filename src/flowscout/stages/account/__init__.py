"""Two states of a file -> every edit with what answers for it (`model.account`).

A file is a tree of *pieces*: functions with their statements, and around them classes, fields, constants, tables, macros, imports.
Every token belongs to one piece. Pieces of both states are matched; what differs in one is an edit, which a rule calls
neutral, or a sentence tells, or which is listed as it stands. No token differs without being in one of them.
"""

from __future__ import annotations

from .neutral.compiled import BUILDS
from .neutral.constants import values
from .neutral.lines_alone import line_by_line
from .neutral.rules import DOCSTRING, FOLLOWS
from .neutral.setting_same import alike as settings_alike
from .pairing.across import Edited, asked_by
from .pairing.changes import Asks
from .pairing.renames import aliases, called_now, names, renames
from .pairing.renames_elsewhere import elsewhere
from .pairing.zeros import ZERO
from .pieces.generated import folded
from .pieces.reached import as_its_type_says
from .pieces.settings import KINDS, settings
from .pieces.types_spelt import types_spelt
from .pieces.unbalanced import ALONE, TWICE, Unbalanced, unbalanced
from .reading.future_first import misplaced
from .sentences.at_import import at_import
from .sentences.attributes import attributes, called_so
from .sentences.defaulted import DEFAULTED
from .sentences.restood import restood
from .together.borne import as_listed
from .together.built_under import built_under
from .together.called_otherwise import called_otherwise
from .together.contents import holds, loads, runs, sets, types
from .together.dangling import RENAMED, dangling
from .together.each_place import FEW, ROOM, besides, nearest
from .together.file import State, state
from .together.follows import each_together, following, moved
from .together.fresh import (
    ELSE,
    behind,
    decorated,
    each_loop_once,
    end,
    held_back,
    left_behind,
    only_logged,
    passed_over,
    placed,
    reset,
    steps,
    ways_out,
)
from .together.gave_way import done_elsewhere
from .together.gone_through import loops_left_out, with_its_round
from .together.handed_out import DECLARED_IN
from .together.idle_body import does_nothing
from .together.in_functions import edited_function, loses, of_function
from .together.lines_within import went as lines_that_went
from .together.lost_with import lost_with, raised, raises
from .together.merged import merged
from .together.misread import well_read
from .together.module_names import bound_once, fields_of, has_name, names_lost
from .together.moved_out import moved_out
from .together.not_back import included, named
from .together.only_declared import only_declared
from .together.outside_functions import of_outside
from .together.rehomed import rehomed
from .together.silent import silent
from .together.stood import stood
from .together.straight_line import keeps, set_by_calls, straight_on, written
from .together.surviving import as_a_whole
from .together.taken import through
from .together.threaded import HANDED_ON
from .together.throughout import REPLACED, one_by_one, throughout
from .together.throughout import RULE as THROUGHOUT
from .together.told_along import ALONG
from .together.unbuilt import unbuilt
from .together.undefined import undefined
from .together.unfilled import unfilled
from .together.went_along import went_along
from .together.whole import whole

__all__ = [
    "ALONE",
    "ALONG",
    "BUILDS",
    "DECLARED_IN",
    "DEFAULTED",
    "DOCSTRING",
    "ELSE",
    "FEW",
    "FOLLOWS",
    "HANDED_ON",
    "KINDS",
    "RENAMED",
    "REPLACED",
    "ROOM",
    "THROUGHOUT",
    "TWICE",
    "ZERO",
    "Asks",
    "Edited",
    "State",
    "Unbalanced",
    "aliases",
    "as_a_whole",
    "as_its_type_says",
    "as_listed",
    "asked_by",
    "at_import",
    "attributes",
    "behind",
    "besides",
    "bound_once",
    "built_under",
    "called_now",
    "called_otherwise",
    "called_so",
    "dangling",
    "decorated",
    "does_nothing",
    "done_elsewhere",
    "each_loop_once",
    "each_together",
    "edited_function",
    "elsewhere",
    "end",
    "fields_of",
    "folded",
    "following",
    "has_name",
    "held_back",
    "holds",
    "included",
    "keeps",
    "left_behind",
    "line_by_line",
    "lines_that_went",
    "loads",
    "loops_left_out",
    "loses",
    "lost_with",
    "merged",
    "misplaced",
    "moved",
    "moved_out",
    "named",
    "names",
    "names_lost",
    "nearest",
    "of_function",
    "of_outside",
    "one_by_one",
    "only_declared",
    "only_logged",
    "passed_over",
    "placed",
    "raised",
    "raises",
    "rehomed",
    "renames",
    "reset",
    "restood",
    "runs",
    "set_by_calls",
    "sets",
    "settings",
    "settings_alike",
    "silent",
    "state",
    "steps",
    "stood",
    "straight_on",
    "through",
    "throughout",
    "types",
    "types_spelt",
    "unbalanced",
    "unbuilt",
    "undefined",
    "unfilled",
    "values",
    "ways_out",
    "well_read",
    "went_along",
    "whole",
    "with_its_round",
    "written",
]
