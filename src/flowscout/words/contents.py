"""What is in a part of a flow that has a drawing of its own: its title, and below it what it does that weighs most.

    Scan facilities:                      the author's words, else what it begins with: nothing is told before what
                                          comes before it
    pri = decode(buf, facilitynames)      whole, else not at all: what is too long is left to the drawing
    n = strip_of(…)                       a call without what it is handed, where that is too long
    maybe send(pri)                       what hangs on a question that the title does not ask, and whose other answer goes on
    … 15 more steps

What only leads to a failure is not what a part is for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ..model import limits
from ..model.pattern import regex
from ..model.sfm import BRANCHING, LOOP, TERMINAL, VALIDATION, ScenarioStep, Transition
from .cutting import BULLET, at_word, headed, whole
from .deeds import weight
from .taken import Ends, failing, near
from .titles import entitled

_CALL: Final = regex(r"((?:[\w.>-]{1,80} = )?[\w.:>-]{1,80})\(")
_NAMED: Final = 3  # things done that are told beside the title
_WEIGHS: Final = 4
_LITTLE: Final = 3  # what a step that begins a part must weigh more than


def contents(steps: Sequence[ScenarioStep], ends: Ends, title: str = "") -> str:
    """Lines, the title first. ends: the steps of the whole flow that end it, by id: their types."""
    ends = near(steps, ends)
    first = heading(steps, ends, title)
    inner = [step for step in steps if step.step_type not in TERMINAL]
    named = None if title else _beginning(inner)
    acts = [at for at, step in enumerate(inner) if step.step_type not in BRANCHING and weight(step) > _LITTLE]
    doing = [at for at in acts if weight(inner[at]) > _WEIGHS] or acts  # where nothing weighs more, what is asked for
    failed = failing(inner, ends)
    texts = {at: _short(" ".join(headed(inner[at].label).split())) for at in doing if inner[at].step_id not in failed}
    fit = [
        at
        for at in sorted(texts, key=lambda at: (-weight(inner[at]), at))
        if len(texts[at]) <= limits.LADDER_LINE and texts[at].lower() not in first.lower()
    ]
    asked = [step for step in inner if step is not named]
    chosen = _chosen(asked, {*failed, *ends.kinds}) if fit else set()
    told = list(dict.fromkeys(_marked(texts[at], inner[at].step_id in chosen) for at in sorted(fit[:_NAMED])))
    more = len(inner) - len(told) - (named is not None)
    first = at_word(title, limits.LABEL_TEXT) if title else first
    lines = [first if not told or first[-1:] in ":?…" else f"{first}:", *told]
    count = f"… {more}{' more' if told else ''} step{'s' if more > 1 else ''}"
    return "\n".join([*lines, count] if more > 0 else lines)


def _short(text: str) -> str:
    """A call without what it is handed, where there is no room for that."""
    found = _CALL.match(text) if len(text) > limits.LADDER_LINE else None
    return f"{found[1]}(…)" if found and text.endswith(")") else text


def _marked(text: str, chosen: bool) -> str:
    return f"maybe {text}" if chosen else text


def _chosen(steps: Sequence[ScenarioStep], leaving: Collection[str]) -> set[str]:
    """Those that hang on a question among these steps: one of its answers leads there, another past it. leaving: steps that no way on leads
    to; that it is left before is told by its ways out."""
    known = {step.step_id: step for step in steps}
    found = set[str]()
    for step in steps:
        if step.step_type in BRANCHING and step.step_type != LOOP:
            ways = [_behind(way.target, step.step_id, known) for way in _ways(step, leaving)]
            found |= set().union(*ways) - set[str].intersection(*ways) if ways else set()
    return found


def _ways(step: ScenarioStep, leaving: Collection[str]) -> list[Transition]:
    return [way for way in step.transitions if way.kind != "raise" and way.target not in leaving]


def _behind(start: str, without: str, known: Mapping[str, ScenarioStep]) -> set[str]:
    """What one gets to from there, not by way of `without`."""
    seen, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name in known and name not in seen and name != without:
            seen.add(name)
            waiting += [way.target for way in known[name].transitions]
    return seen


def heading(steps: Sequence[ScenarioStep], ends: Ends, title: str = "") -> str:
    """In a line."""
    inner = [step for step in steps if step.step_type not in TERMINAL]
    if title or not steps:
        return title
    if len(inner) < 2 or all(step.step_type == VALIDATION for step in inner):
        return entitled(steps, near(steps, ends))
    first = _beginning(inner)
    several = first.label.startswith(BULLET)
    told = whole(headed(first.label.removeprefix(BULLET).partition("\n")[0].rstrip(":") if several else first.label))
    if first.step_type == LOOP and " " not in told:
        deeds = [step for step in inner[inner.index(first) + 1 :] if step.step_type not in BRANCHING]
        return whole(f"{told}: {headed(deeds[0].label)}") if deeds else told
    return f"{told} …" if several or told.endswith("?") or _more_behind(first, inner) else told


def _more_behind(first: ScenarioStep, inner: Sequence[ScenarioStep]) -> bool:
    """Is it no name of the whole: is something done behind it that weighs as much?"""
    least = max(weight(first), _WEIGHS + 1)
    return first.step_type != LOOP and any(weight(step) >= least for step in inner if step is not first)


def _beginning(inner: Sequence[ScenarioStep]) -> ScenarioStep:
    """The first step that tells something: what only makes a value ready does not."""
    telling = [step for step in inner if step.step_type in BRANCHING or weight(step) > _LITTLE]
    return telling[0] if telling else inner[0]
