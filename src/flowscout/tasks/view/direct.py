"""Calls by which functions lock, free or leave the program, from facts to what is kept of them.

Where they stand is read off the facts, wherever that is done; their words are read where the view is written, from the
files that have any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from ...model.direct import Direct
from ...model.language import Language
from ...pipeline import Project
from ...ports import Lookup
from ...stages.summarise.direct import EXITS, FREES, LOCKS, MACRO, exits, frees, locks, macros, makes_conditions

Spot: TypeAlias = tuple[str, int, int, str]  # what, start, end, what is made


def spots(project: Project, path: str, language: Language, lookup: Lookup) -> Iterator[tuple[str, list[Spot]]]:
    """Of each function that has such calls their places in its file, in their order; the file's macros by its path."""
    guard = partial(lookup, "guard")
    file = project.files[path]
    if known := macros(file):
        yield path, [(MACRO, 0, 0, name) for name in known]
    conditions = makes_conditions(file)
    for id_, facts, sites in zip(project.ids[path], file.functions, project.sites_of(path), strict=True):
        found = chain(
            ((LOCKS, call) for call in locks(facts, language, guard, conditions)),
            ((FREES, call) for call in frees(facts)),
            ((EXITS, call) for call in exits(facts, language, sites)),
        )
        at = [
            (what, facts.start + call.start, facts.start + call.end, call.name if call.kind == "construct" else "")
            for what, call in found
        ]
        if at:
            yield id_, at


def worded(
    rows: Iterable[tuple[str, Sequence[Spot]]], source: Callable[[], bytes]
) -> Iterator[tuple[str, list[Direct]]]:
    """source: of the file."""
    for id_, at in rows:
        yield id_, [_worded(*spot, source) for spot in at]


def _worded(what: str, start: int, end: int, made: str, source: Callable[[], bytes]) -> Direct:
    if what == MACRO:
        return Direct(what, 0, made)
    text = source()
    return Direct(
        what,
        text.count(b"\n", 0, start) + 1,
        " ".join(text[start:end].decode("utf-8", "replace").split()),
        made if what == LOCKS else "",
    )
