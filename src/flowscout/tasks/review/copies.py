"""An effect on what only the caller holds: a parameter by value, or a local of its own, that is given down by its address or by
reference. Nothing outlives the caller, so it is no effect of who calls that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.pattern import regex
from ...model.summary import Effect
from ...pipeline import Project

_LITERAL: Final = regex(r"(?s)[-+]?[\d.][\w.]*|\".*\"|'.*'|NULL|nullptr|true|false|\{\}")
_NAME: Final = regex(r"&?\s*([A-Za-z_]\w*)")
_WORD: Final = regex(r"\w+")


def of_a_copy(project: Project, effect: Effect, path: Sequence[str]) -> bool:
    """Whether somebody on the way gives down nothing of the type that is changed but what is its own."""
    type_ = effect.target.partition(".")[0]
    return (
        effect.kind == "state"
        and "." in effect.target
        and any(_gives_its_own(project, caller, callee, type_) for caller, callee in pairwise(path))
    )


def _gives_its_own(project: Project, caller: str, callee: str, type_: str) -> bool:
    where = project.functions[caller]
    sites = [each.site for each in project.resolved(caller) if callee in each.targets]
    if where.language.resolver != "cfamily" or not sites:
        return False
    given = [list(_given(project, caller, where.facts.calls[site])) for site in sites]
    held = _held(where.facts)
    return all(_own(texts, held, type_) for texts in given)


def _given(project: Project, caller: str, call: Call) -> Iterator[str]:
    where = project.functions[caller]
    body = project.sources(where.path)[where.facts.start : where.facts.end]
    yield from filter(None, [call.receiver])
    yield from (body[start:end].decode("utf-8", "replace").strip() for start, end in call.args)


def _held(facts: FunctionFacts) -> dict[str, str]:
    """Types of what the function holds by value, by its names."""
    rows = [(each.name, each.type) for each in facts.params]
    rows += [(each.name, each.type) for each in facts.bindings if each.how == "declare"]
    names = [name for name, _ in rows]
    plain = {name: type_ for name, type_ in rows if type_ and not {*"*&[<"} & {*(name + type_)}}
    return {
        name: type_
        for name, type_ in plain.items()
        if names.count(name) == 1 and "static" not in type_ and "extern" not in type_
    }


def _own(texts: Sequence[str], held: dict[str, str], type_: str) -> bool:
    """One at least is of the type, and whatever else is given leads to no other of it."""
    found = False
    for text in texts:
        name = _NAME.fullmatch(text)
        if name and name[1] in held:
            found = found or type_ in _WORD.findall(held[name[1]])
        elif not _LITERAL.fullmatch(text):
            return False
    return found
