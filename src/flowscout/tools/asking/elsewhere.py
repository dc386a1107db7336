"""What a function has from elsewhere: values that it returns of others, and types that it hands to what raises them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.identity import path_of
from ...words.names import has_word
from ..conditions import told, under
from ..edges import callees
from ..own import CONSTANTS, line_at, returned, unwrapped
from .here import Found, Here, at, label, unanswered


def value_of(returned: str) -> str:
    """Of `return x;`, `return`."""
    return unwrapped(returned).removeprefix("return").strip().removesuffix(";").strip() or "without a value"


def elsewhere(here: Here, id_: str, kind: str, target: str) -> Found | None:
    """What a function returns of others, and what it names that may be raised for it: `return made(x)`, `fail<NotThere>(x)`. None where nothing is."""
    project, name = here.project, label(here.project, id_)
    if kind == "returns" and target:
        if held := list(dict.fromkeys(_holding(here, id_, target))):
            return Found(tuple(held), (id_,), unanswered(project, id_))
        rows = [
            at(project, id_, f"{name} returns {value_of(value)}", line_at(project, id_, offset))
            for offset, value in returned(project, id_, "")
            if not is_constant(value_of(value))
        ]
        known = [line for other in callees(project, id_) for line in _given(here, other, target)]
        more = "returns values that I do not follow" if not known else "returns what it calls; that does:"
        return (
            Found(
                (
                    at(
                        project,
                        id_,
                        f"{'It may' if known else 'I cannot tell'}: {name} names no {target} in a return, but {more}",
                    ),
                    *dict.fromkeys(rows),
                    *known,
                ),
                (id_,),
                unanswered(project, id_),
            )
            if rows
            else None
        )
    if kind == "raises" and target:
        text = project.sources(path_of(id_))[
            project.functions[id_].facts.start : project.functions[id_].facts.end
        ].decode("utf-8", "replace")
        spots = [found.start() for found in re.finditer(rf"(?<![\w\"']){re.escape(target)}(?=\s*>)", text)]
        rows = [
            at(
                project,
                id_,
                f"{name} names {target}{told(under(project, id_, len(text[:spot].encode())))}",
                line_at(project, id_, len(text[:spot].encode())),
            )
            for spot in spots
        ]
        return (
            Found(
                tuple(dict.fromkeys(rows)), (id_,), "Not by a `throw` of its own: it hands the type to what it calls."
            )
            if rows
            else None
        )
    return None


def _holding(here: Here, id_: str, target: str) -> Iterator[Cited]:
    """`return HTTPError(404, …)` where it is asked when 404 is returned."""
    project, name = here.project, label(here.project, id_)
    if not is_constant(target) or target in CONSTANTS_ALL:
        return
    for offset, value in returned(project, id_, ""):
        given = value_of(value)
        if "(" in given and has_word(given, target):
            yield at(
                project,
                id_,
                f"{name} returns {given}{told(under(project, id_, offset))}",
                line_at(project, id_, offset),
            )


def is_constant(value: str) -> bool:
    return (
        value in CONSTANTS_ALL
        or (value[:1] in "\"'" and not value[1:].partition(value[:1] or " ")[2].strip())  # and not `"." in name`
        or (value.lstrip("-").replace(".", "").isalnum() and value.lstrip("-")[:1].isdigit())
        or (value.isupper() and value.isidentifier())
    )


CONSTANTS_ALL: Final = frozenset(one for ones in CONSTANTS.values() for one in ones) | {
    "without a value",
    "this",
    "*this",
    "self",
}


def _given(here: Here, id_: str, target: str) -> Iterator[Cited]:
    """The returns of a called one that name the target."""
    project = here.project
    if target in project.sources(path_of(id_)).decode("utf-8", "replace"):
        yield from (
            at(project, id_, f"{label(project, id_)} returns {value_of(value)}", line_at(project, id_, offset))
            for offset, value in returned(project, id_, target, expanded=True)
        )
