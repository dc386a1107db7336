"""Where a way goes on is called by what stands first in the box there: `on to: If full(q)` where its first line asks that.

Lines are made before it is known which questions stand as boxes of their own, under their own words (`full(q)?`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...model.sfm import BRANCHING, LOOP, ScenarioStep
from ...words.cutting import BULLET, at_word, headed, whole

_NAME: Final = 48  # letters of where a way goes on
_ASKS: Final = ("If ", "Unless ")
_LEADS: Final = ("n to: ", "gain from: ")


def as_drawn(
    drawn: Sequence[ScenarioStep], firsts: Mapping[str, ScenarioStep], alone: Sequence[ScenarioStep]
) -> tuple[ScenarioStep, ...]:
    """firsts: by the id of each box of several steps its first one. alone: the steps that are boxes as they are."""
    kept = {_called(step) for step in alone}
    names: dict[str, str] = {}
    for step in drawn:
        first = firsts.get(step.step_id)
        line = step.label.partition("\n")[0].removeprefix(BULLET)
        if first and first.step_type in BRANCHING and first.step_type != LOOP and line.startswith(_ASKS):
            old, head = _called(first), line.removesuffix(":").partition(": ")[0]
            if old.endswith("?") and old not in kept:
                kept.add(old)  # of two that read alike none is meant
                names[old] = at_word(head, _NAME).replace(" and…", "…").replace(" or…", "…")
    if not names:
        return tuple(drawn)
    return tuple(
        [
            step._replace(
                label=_renamed(step.label, names),
                transitions=tuple([way._replace(label=_renamed(way.label, names)) for way in step.transitions]),
            )
            for step in drawn
        ]
    )


def _called(step: ScenarioStep) -> str:
    return whole(headed(step.label), _NAME)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for lead in _LEADS if "n to: " in text or "gain from: " in text else ():
        for old, new in names.items():
            text = text.replace(lead + old, lead + new)
    return text
