"""An end says what is said last before it: `Return -3: "no tag"`."""

from __future__ import annotations

from ...model import limits
from ...model.sfm import ScenarioStep
from ...words import english
from ...words.outcomes import headline


def parting(step: ScenarioStep) -> ScenarioStep:
    """Once: what says a reason already keeps it."""
    if not step.parting:
        return step
    if headline(step.whole) != step.whole:
        return step._replace(parting="")
    words, told = (f"{text}: {step.parting}" for text in (step.whole, step.description))
    return step._replace(label=english.cut(words, limits.DEED_TEXT), words=words, description=told, parting="")
