"""A call of a function that never returns in place of one that does, or the other way round: what stands behind it is no longer come to,
or is. The sentence says which of the two returns, and leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.account import FLOW, Answer
from ...model.pattern import regex
from ...model.summary import ENDS
from ...pipeline import Project

RANK: Final = 1
_INSTEAD: Final = regex(r"(?:^|: )Calls (?P<now>`(?P<new>\w{1,80})`), no longer (?P<was>`(?P<old>\w{1,80})`)")
_THROUGHOUT: Final = regex(r"^(?P<was>`(?P<old>\w{1,80})`) is now (?P<now>`(?P<new>\w{1,80})`), in ")


def endings(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    known: dict[tuple[bool, str], bool | None] = {}
    return [_said(before, after, one, known) if one.how == FLOW and one.before.line else one for one in told]


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
