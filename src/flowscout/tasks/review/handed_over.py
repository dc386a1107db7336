"""C and C++: functions that nobody seen calls, for they are handed over: `signal(SIGTERM, on_term)`, `action.sa_handler = on_term`,
or stand in a table.

Who hands one over does not run it. What is handed over begins a way of its own, of which is said where that is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.facts import Call
from ...model.identity import path_of
from ...model.product import is_aside
from ...model.summary import EXACT, POSSIBLE
from ...pipeline import Project
from ...words.names import lower
from .read_only import text_of
from .tables import Tables
from .upward import goes

_NAMES: Final = "cfamily"  # where a name alone says which function it is
_MOST: Final = 2  # ways
_SAME: Final = (b"==", b"!=")
_BACK: Final = frozenset(
    (
        "unregister",
        "deregister",
        "remove",
        "off",
        "detach",
        "unhook",
        "disconnect",
        "unsubscribe",
        "unbind",
        "uninstall",
    )
)
_IF: Final = "if"  # `remove_if` asks what it is given
_LOOKED_AT: Final = 200  # functions


def handed_over(project: Project, id_: str, tables: Tables) -> tuple[tuple[str, ...], ...]:
    """Ways to a function from those or tables, that hand over it, or one that surely leads to it: (who does, what is handed over, …, the function)."""
    return tuple(_found(project, id_, tables)) if project.functions[id_].language.resolver == _NAMES else ()


def _found(project: Project, id_: str, tables: Tables) -> Iterator[tuple[str, ...]]:
    came, queue = {id_: ""}, deque([id_])
    found: list[tuple[str, str]] = []
    while queue and len(found) < _MOST and len(came) < _LOOKED_AT:
        here = queue.popleft()
        for caller in sorted(project.callers.get(here, ())):
            how = goes(project, caller, here)
            if how == EXACT and caller not in came:
                came[caller] = here
                queue.append(caller)
            elif (
                how == POSSIBLE
                and caller not in came
                and not is_aside(path_of(caller))
                and _hands(project, caller, here)
            ):
                found.append((caller, here))
    if not found:
        held = [(table, here) for here in came for table in tables.holding(here)]
        yield from ((table, *_down(came, here)) for table, here in held[:_MOST])
    for caller, here in [each for each in found if each[0] not in came][:_MOST]:  # else a call of its own leads there
        yield (caller, *_down(came, here))


def _hands(project: Project, caller: str, callee: str) -> bool:
    """Whether it names the one function, and does nothing more with it than to pass it on or to keep it."""
    calls = project.functions[caller].facts.calls
    refs = [
        calls[site.site]
        for site in project.resolved(caller)
        if site.targets == (callee,) and calls[site.site].kind == "ref"
    ]
    return any(not _compared(project, caller, each) and not _taken_back(calls, each) for each in refs)


def _compared(project: Project, caller: str, ref: Call) -> bool:
    text = text_of(project, caller)
    return text[: ref.start].rstrip(b" \t\n&(").endswith(_SAME) or text[ref.end :].lstrip(b" \t\n)").startswith(_SAME)


def _taken_back(calls: Sequence[Call], ref: Call) -> bool:
    """Whether it is passed to what says by its name that from then on it is not called any more."""
    around = [each for each in calls if each.kind != "ref" and each.start <= ref.start and ref.end <= each.end]
    to = min(around, key=lambda each: each.end - each.start, default=None)
    return to is not None and not _BACK.isdisjoint(lower(to.name)) and _IF not in lower(to.name)


def _down(came: dict[str, str], here: str) -> Iterator[str]:
    while here:
        yield here
        here = came[here]
