"""What a step does, for titles: how much it tells of what its run is for, how it is said, what it sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.action import RESOURCE
from ..model.pattern import regex
from ..model.sfm import ACTION, BRANCHING, CONTRACT, LISTED, LOOP, STATE_CHANGE, VALIDATION, ScenarioStep
from .clauses import clause, worded
from .cutting import headed
from .kept import targets

_CALLED: Final = regex(
    r"((?:(?:\S{1,80}, ){0,6}+\S{1,80} = )*+)(?:await |new )?+((?:[\w.:~>-]|<[^<>()]{0,80}>){1,200}+)\("
)
_SAYS: Final = regex(
    r"[\w.:~]{1,80}+\((?:[bfr]{0,2}[\"']|[^\"'()]{1,80}, [bfr]{0,2}[\"'][^\"' ]{0,80}+ )"
)  # a text is handed on: what is said for people
_SHOWS: Final = regex(r"Write [^\n]{0,200}?\"[^\n]{1,400} to w?c(?:out|err|log)$")
_SMALL: Final = regex(
    r"(?:Import |from [\w.]{1,80} import )|(?:Set|Increment|Decrement|Increase|Decrease|Multiply|Divide|Return|Keep|Declare)\b(?![\w ]{1,80}(?:: | on ))|[a-z_][\w:<>]{0,80}+ [\w:<>* ]{0,80}\[|(?:Add|Subtract) .{1,200} (?:to|from) \S{1,80}$"
)
TARGET: Final = regex(
    r"(?:Set|Increment|Decrement|Increase|Decrease|Keep) (\*?(?:[\w.>-]|\[[^\[\]]{0,80}\]){1,200}+)(?= |$)"
)
_BITS: Final = regex(
    r"(?:Set|Clear|Toggle|Keep) .{1,300} in (\*?(?:[\w.>-]|\[[^\[\]]{0,80}\]){1,200}+)$"
)  # flags in what holds them
_LASTING: Final = regex(r"[.\[*]")
_FIELDS: Final = regex(r"Set \d+ fields of ")
_HANGS: Final = ("if ", "unless ", "may ", "maybe ")


def weight(step: ScenarioStep) -> int:
    """How much a step tells of what its run is for."""
    if step.has("irreversible"):
        return 9
    if step.step_type in (ACTION, STATE_CHANGE):
        if step.has(CONTRACT) and not set(step.flags.split()) - {CONTRACT, LISTED}:
            return 2
        if _SMALL.match(step.label):
            return 2 + 3 * lasts(step)
        if says(step.label):
            return 3
        given = _CALLED.match(step.label)
        if any(map(step.has, RESOURCE)) or (given and given[1] and not step.callees and not _LASTING.search(given[1])):
            return 4  # what goes along with something else
        return 5 + bool(step.callees) + (step.step_type == STATE_CHANGE)
    return {VALIDATION: 1, LOOP: 3}.get(step.step_type, 1)


def says(line: str) -> bool:
    """It hands on a text for people: it logs or shows something."""
    return bool(_SAYS.match(line) or _SHOWS.match(line))


def lasts(step: ScenarioStep) -> bool:
    """It sets what others see: `Set ep.limit to n`."""
    if step.step_type != STATE_CHANGE:
        return False
    return _FIELDS.match(step.label) is not None or any(map(_LASTING.search, changed(step)))


def changed(step: ScenarioStep) -> list[str]:
    """What a step sets, by name; none where it does something else."""
    found = _BITS.match(step.label) or TARGET.match(step.label)
    return [found[1]] if found and not found[1].isdigit() else list(targets(step))


def step_said(step: ScenarioStep) -> str:
    """Within a sentence; "" for a step that is no order."""
    if step.step_type in BRANCHING:
        return ""
    if worded(step.label):
        return clause(headed(step.label))
    called = _CALLED.match(step.label)
    return f"call {called[2]}" if called else ""


def perhaps(deed: str) -> str:
    """Of what hangs on a question that there is no room for; what says so itself stays."""
    if deed.lower().startswith(_HANGS):
        return deed[:1].upper() + deed[1:]
    return f"May {clause(deed)}" if worded(deed) else f"Maybe {deed}"


def either(deeds: Sequence[str]) -> str:
    """One of them, told so that it reads as no code: `x = f() or g()` is an expression."""
    if not all(map(worded, deeds)):
        return ", or else ".join([deeds[0], *map(clause, deeds[1:])])
    return " or ".join([deeds[0], *map(clause, deeds[1:])])
