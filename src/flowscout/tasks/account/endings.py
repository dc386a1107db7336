"""A call of a function that never returns in place of one that does, or the other way round: what stands behind it is no longer come to,
or is. The sentence says which of the two returns, and leads. So it does of a new call that does not return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.account import FLOW, Answer
from ...model.action import SemanticAction
from ...model.pattern import regex
from ...model.summary import ENDS
from ...pipeline import Project

RANK: Final = 1
_INSTEAD: Final = regex(r"(?:^|: )Calls (?P<now>`(?P<new>\w{1,80})`), no longer (?P<was>`(?P<old>\w{1,80})`)")
_NOW: Final = regex(r"(?:^|: )Now calls (?P<now>`(?P<call>[^`]{1,200})`)")
_NO_RETURN: Final = "structure:noreturn"
_THROUGHOUT: Final = regex(r"^(?P<was>`(?P<old>\w{1,80})`) is now (?P<now>`(?P<new>\w{1,80})`), in ")


def endings(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    known: dict[tuple[bool, str], bool | None] = {}
    return [
        one if one.how != FLOW else _said(before, after, one, known) if one.before.line else _new(after, one)
        for one in told
    ]


def _new(after: Project, one: Answer) -> Answer:
    found = _NOW.search(one.sentence) if one.unit in after.functions else None
    if not found or not any(_is(each, found["call"]) for each in after.actions(one.unit)):
        return one
    said, core = (
        each.replace(found["now"], f"{found['now']}, which does not return", 1) for each in (one.sentence, one.core)
    )
    return one._replace(sentence=said, core=core, rank=min(one.rank, RANK))


def _is(act: SemanticAction, call: str) -> bool:
    return act.reason == _NO_RETURN and " ".join(act.text.rstrip("; ").split()) == " ".join(call.split())


def _said(before: Project, after: Project, one: Answer, known: dict[tuple[bool, str], bool | None]) -> Answer:
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


def _returns(project: Project, name: str, new: bool, known: dict[tuple[bool, str], bool | None]) -> bool | None:
    """None where the project has no function of that name, or some of them return."""
    if (new, name) not in known:
        ids = [id_ for id_, where in project.whole.named(name).items() if where.facts.name == name]
        ending = {any(atom.kind == ENDS for atom in project.effects(id_)) for id_ in ids}
        known[new, name] = not ending.pop() if len(ending) == 1 else None
    return known[new, name]
