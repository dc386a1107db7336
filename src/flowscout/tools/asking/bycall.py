"""What is done by the names of calls alone, where no effect is known of the kind: closing, opening, printing, parsing. No yes and no no."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Said
from ...llm.stems import parted
from ...model.identity import qualified_of
from ...model.product import is_aside
from ...words.names import lower
from ..contract import NO_RESULTS, Failed
from ..edges import callees
from ..own import line_at
from . import doing
from .bystep import steps
from .here import Found, Here, at, each, is_promise, label
from .reading import Asked

DEEP: Final = 2  # calls that are followed where it is not done directly


def does_by_call(here: Here, asked: Asked) -> Found | Failed:
    """`does A close the file`: the calls of A, or of what it calls, that have the verb in their names."""
    verb = asked.names["V"].raw.lower()

    def told(id_: str) -> Found | Failed:
        name = label(here.project, id_)
        rows = list(_calls(here, id_, verb, name))
        if rows:
            return Found(
                tuple(dict.fromkeys(rows)),
                (id_,),
                f"By the names of its own calls that hold `{verb[:60]}`, and no more.",
            )
        below = tuple(dict.fromkeys(_below(here, id_, verb)))
        unnamed = (
            f"No call of {name} has `{verb[:60]}` in its name, so I cannot tell; ask what it calls, or what it does"
        )
        own = steps(here, id_, verb, asked.rest) if not below else None
        if isinstance(own, Found):
            return own
        return (
            Found(below, (id_,), f"Not itself, but what it calls, by the names of calls that hold `{verb[:60]}`.")
            if below
            else Failed(NO_RESULTS, unnamed)
        )

    return each(here, asked.names["A"], told)


def writes_if(here: Here, asked: Asked) -> Found | Failed:
    """`does A write to a file`: what leaves the memory is known by the names of calls; else what it changes."""
    if asked.rest.lower().split()[-1] not in OUTSIDE:
        return doing.one("writes")(here, asked)

    def told(id_: str) -> Found | Failed:
        name = label(here.project, id_)
        rows = [line for verb in WRITING for line in (list(_calls(here, id_, verb, name)) or _below(here, id_, verb))]
        note = "By the names of calls, its own and of what it calls; where they write to I cannot tell."
        return (
            Found(tuple(dict.fromkeys(rows)), (id_,), note)
            if rows
            else Failed(
                NO_RESULTS, f"No call of {name} is named for writing or printing, so I cannot tell; ask what it calls"
            )
        )

    return each(here, asked.names["A"], told)


WRITING: Final = ("write", "print", "puts", "dump", "flush")
OUTSIDE: Final = frozenset(
    ["file", "files", "disk", "stdout", "stderr", "output", "console", "terminal", "screen", "log", "socket", "network"]
)


def over_by_call(here: Here, asked: Asked) -> Found | Failed:
    """`which functions print something`: every function that has such a call; of a thing in words, those whose line names it where any does."""
    verb, project = asked.names["V"].raw.lower(), here.project
    verb = (
        verb
        if any(_holds(call.name, verb) for one in project.functions.values() for call in one.facts.calls)
        else verb.removesuffix("s")
    )
    ids = [id_ for id_, one in project.functions.items() if here.inside(one.path) and not is_promise(project, id_)]
    rows = [
        next(found)
        for id_ in sorted(ids, key=lambda id_: is_aside(project.functions[id_].path))
        if any(True for _ in _calls(here, id_, verb, "")) and (found := _calls(here, id_, verb, qualified_of(id_)))
    ]
    return (
        Found(tuple(rows), (), f"By the names of calls that hold `{verb[:60]}`, and no more.")
        if rows
        else Failed(NO_RESULTS, f"No call has `{verb[:60]}` in its name, so I cannot tell")
    )


def _holds(name: str, verb: str) -> bool:
    own = lower(name)
    return verb in own or any(verb in parted(word) for word in own)


def _calls(here: Here, id_: str, verb: str, name: str) -> Iterator[Said]:
    project = here.project
    yield from (
        at(project, id_, f"{name} calls {call.name}", line_at(project, id_, call.start))
        for call in project.functions[id_].facts.calls
        if _holds(call.name, verb)
    )


def _below(here: Here, id_: str, verb: str) -> Iterator[Said]:
    came, level = {id_: label(here.project, id_)}, [id_]
    for _ in range(DEEP):
        below = {
            other: f"{came[above]} → {qualified_of(other)}"
            for above in level
            for other in callees(here.project, above)
            if other not in came
        }
        for other, way in below.items():
            yield from _calls(here, other, verb, way)
        came, level = came | below, list(below)
