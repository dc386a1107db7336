"""A call of a function that never returns in place of one that does, or the other way round: what stands behind it is no longer come to,
or is. The sentence says which of the two returns, and leads. So it does of a new call that does not return, and of a function of the project
that is called where it was left before: whether it raises, exits, or comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.account import FLOW, Answer
from ...model.action import SemanticAction
from ...model.pattern import regex
from ...model.summary import ENDS, GIVEN
from ...pipeline import Project

RANK: Final = 1
_INSTEAD: Final = regex(r"(?:^|: )Calls (?P<now>`(?P<new>\w{1,80})`), no longer (?P<was>`(?P<old>\w{1,80})`)")
_NOW: Final = regex(r"(?:^|: )Now calls (?P<now>`(?P<call>[^`]{1,200})`)")
_WHERE: Final = regex(
    r"(?:^|: )Calls (?P<now>`(?P<call>[^`]{1,200})`) where it (?P<how>raised|returned|called) (?P<was>`(?P<old>[^`]{1,200})`)"
)
_LEFT: Final = regex(r"No longer (?P<how>raises|returns|calls) (?P<was>`(?P<old>[^`]{1,200})`)")
_NO_RETURN: Final = "structure:noreturn"
_THROUGHOUT: Final = regex(r"^(?P<was>`(?P<old>\w{1,80})`) is now (?P<now>`(?P<new>\w{1,80})`), in ")
_OWN: Final = regex(r"(?:(?:self|cls|this)(?:\.|->))?(\w{1,80})\(")
_CALLS: Final = frozenset(("called", "calls"))
_MOST: Final = 8  # functions of a name


def endings(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    known: dict[tuple[bool, str], bool | None] = {}
    gone = {place for one in told if one.how == FLOW if (place := _left(before, one))}
    return [
        one
        if one.how != FLOW
        else _said(before, after, one, known)
        if one.before.line or _WHERE.search(one.sentence)
        else _new(after, one, gone, known)
        for one in told
    ]


def _left(before: Project, one: Answer) -> tuple[str, str] | None:
    """The function, and under what, where a way out is gone."""
    found = _LEFT.match(one.sentence) if not one.after.line else None
    leaves = found and (found["how"] not in _CALLS or _ends(before, one.unit, found["old"]))
    return (one.unit, one.sentence[found.end() :]) if found and leaves else None


def _ends(project: Project, unit: str, call: str) -> bool:
    """Not a macro that asks first, as an assertion does: mostly that goes on."""
    acts = project.actions(unit) if unit in project.functions else ()
    asked = [each.start for each in acts if each.guard]
    return any(_is(each, call) and not any(each.start <= at < each.end for at in asked) for each in acts)


def _new(after: Project, one: Answer, gone: set[tuple[str, str]], known: dict[tuple[bool, str], bool | None]) -> Answer:
    found = _NOW.search(one.sentence) if one.unit in after.functions else None
    if not found:
        return one
    if _ends(after, one.unit, found["call"]):
        how = "which does not return"
    elif (one.unit, one.sentence[found.end("now") :]) in gone:
        how = _comes_back(after, found["call"], known)
    else:
        how = ""
    return _with(one, found["now"], how, RANK) if how else one


def _with(one: Answer, now: str, how: str, rank: int) -> Answer:
    """With what a call does behind it."""
    said, core = (
        each.replace(now, f"{now}, {how}", 1).replace(f"{how} where", f"{how}, where", 1)
        for each in (one.sentence, one.core)
    )
    return one._replace(sentence=said, core=core, rank=min(one.rank, rank))


def _is(act: SemanticAction, call: str) -> bool:
    return act.reason == _NO_RETURN and " ".join(act.text.rstrip("; ").split()) == " ".join(call.split())


def _said(before: Project, after: Project, one: Answer, known: dict[tuple[bool, str], bool | None]) -> Answer:
    if place := _WHERE.search(one.sentence):
        leaves = place["how"] not in _CALLS or _ends(before, one.unit, place["old"])
        if not _ends(after, one.unit, place["call"]):
            how = _comes_back(after, place["call"], known) if leaves else ""
            return _with(one, place["now"], how, RANK) if how else one
        how = _left_by(after, place["call"])
        return _with(one, place["now"], how or "which does not return", one.rank if leaves else RANK)
    found = _INSTEAD.search(one.sentence) or _THROUGHOUT.search(one.sentence)
    if not found:
        return one
    was, now = _returns(before, found["old"], False, known), _returns(after, found["new"], True, known)
    if was is None or now is None or was == now:
        return one
    how = "which returns" if now else "which does not return"
    at = found.end("now")
    mark = "" if one.sentence[at : at + 1] == "," else ","
    said = f"{one.sentence[:at]}, {how}{mark}{one.sentence[at:]}"
    core = one.core.replace(found["now"], f"{found['now']}, {how}", 1) if one.core else ""
    return one._replace(sentence=said, core=core, rank=min(one.rank, RANK))


def _comes_back(project: Project, call: str, known: dict[tuple[bool, str], bool | None]) -> str:
    """Of a function of the project that returns; "" of any other."""
    name = hit[1] if (hit := _OWN.match(call)) else ""
    return "which returns" if name and _returns(project, name, True, known) else ""


def _left_by(project: Project, call: str) -> str:
    """How a function of the project that never returns is left, where all of its name are left so."""
    ids = _named(project, hit[1]) if (hit := _OWN.match(call)) else []
    ways = {atom.target for id_ in ids[:_MOST] for atom in project.effects(id_) if atom.kind == ENDS}
    way = ways.pop() if len(ways) == 1 and len(ids) <= _MOST else ""
    named = way.removeprefix("raise ")
    return "which exits" if way in ("exit", GIVEN) else f"which raises `{named}`" if way.startswith("raise ") else ""


def _named(project: Project, name: str) -> list[str]:
    return [id_ for id_, where in project.whole.named(name).items() if where.facts.name == name]


def _returns(project: Project, name: str, new: bool, known: dict[tuple[bool, str], bool | None]) -> bool | None:
    """None where the project has no function of that name, or some of them return."""
    if (new, name) not in known:
        ending = {any(atom.kind == ENDS for atom in project.effects(id_)) for id_ in _named(project, name)}
        known[new, name] = not ending.pop() if len(ending) == 1 else None
    return known[new, name]
