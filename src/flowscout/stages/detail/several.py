"""One step that stands for several: what it takes from them, and how it takes their place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from ...model.record import NamedTuple
from ...model.sfm import ERROR, TERMINAL, Evidence, ScenarioFlowModel, ScenarioStep
from ...words.outcomes import headline, listed

_ROOM: Final = 36  # letters of the outcomes that an exit still names


class Several(NamedTuple):
    """step: what stands for the steps of these ids, with its own transitions; it stands where the first stood."""

    step: ScenarioStep
    members: tuple[str, ...]


def members_of(steps: Sequence[ScenarioStep]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(member for step in steps for member in (step.members or (step.step_id,))))


def claim(label: str, turned: bool) -> str:
    """What must hold of a question. turned: it fails with yes, for its question can only be turned round by a "not"."""
    asked = label.removesuffix("?")
    return asked if not turned else f"not ({asked})" if " " in asked else f"not {asked}"


def around(steps: Sequence[ScenarioStep]) -> Evidence | None:
    known = [step.evidence for step in steps if step.evidence]
    return Evidence(min(e.line for e in known), max(e.end_line for e in known), known[0].text) if known else None


def named(text: str) -> str:
    """An id made of what it stands for."""
    return "S" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]


def exit_of(exits: Sequence[ScenarioStep]) -> ScenarioStep:
    """One step for exits of one type: by their names while those are few."""
    wholes = list(dict.fromkeys(each.whole for each in exits))
    if len(exits) == 1:
        return exits[0]
    label = exits[0].label if len(wholes) == 1 else listed(list(dict.fromkeys(headline(each.label) for each in exits)))
    if len(label) > _ROOM and len(wholes) > 1:
        label = "Leave as listed" if exits[0].step_type == ERROR else "Return as listed"
    name, words = exits[0].step_id if len(wholes) == 1 else named(f"exits from {exits[0].step_id}"), "; ".join(wholes)
    return exits[0]._replace(
        step_id=name, label=label, description=words, words=words, members=members_of(exits), evidence=around(exits)
    )


def replaced(model: ScenarioFlowModel, some: Sequence[Several]) -> ScenarioFlowModel:
    """The model with these in the place of their members, which nobody else leads into but at the first."""
    if not some:
        return model
    stands, names = _apart(some, model.by_id())
    gone = {member for each in some for member in each.members}

    def led(step: ScenarioStep) -> ScenarioStep:
        return step._replace(
            transitions=tuple(t._replace(target=names.get(t.target, t.target)) for t in step.transitions)
        )

    steps = tuple(
        led(stands.get(step.step_id, step))
        for step in model.steps
        if step.step_id in stands or step.step_id not in gone
    )
    return model._replace(steps=steps, end_steps=tuple(step.step_id for step in steps if step.step_type in TERMINAL))


def _apart(
    some: Sequence[Several], known: Mapping[str, ScenarioStep]
) -> tuple[dict[str, ScenarioStep], dict[str, str]]:
    """What stands for whom, by the first member, and the new name of each old one: no two of one id, whatever the
    digests say."""
    taken = set(known)
    stands: dict[str, ScenarioStep] = {}
    names: dict[str, str] = {}
    for each in some:
        name = each.step.step_id
        while name in taken and name not in each.members:
            name += "0"
        taken.add(name)
        names |= {each.step.step_id: name, **dict.fromkeys(each.members, name)}
        stands[each.members[0]] = each.step._replace(step_id=name)
    return stands, names
