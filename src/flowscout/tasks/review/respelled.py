"""Effects that are one under two names: of one text, of which more is known on one side, or of a library that offers a deed twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.summary import Effect
from ...pipeline import Project
from ...words.names import last


def respelled(
    before: Project, after: Project, back: Mapping[str, str], gained: Sequence[Effect], lost: Sequence[Effect]
) -> Iterator[tuple[Effect, Effect]]:
    """Pairs that the same text does in both, where what it calls is known by more than its last name in one of them only. Two whole
    names that differ are two things: somebody imports another one now. Else those that one function does by the other name of the same deed."""
    waiting = {(e.kind, e.origin, last(e.target)): e for e in lost}
    left = list[Effect]()
    for effect in gained:
        own, former = after.functions.get(effect.origin), before.functions.get(effect.origin)
        key = (effect.kind, effect.origin, last(effect.target))
        known = waiting.get(key) if own and former and own.facts.digest == former.facts.digest else None
        if known and key[2] in (effect.target, known.target):
            yield effect, waiting.pop(key)
        else:
            left.append(effect)
    also = {(e.kind, e.origin, _deed(before, e)): e for e in waiting.values() if _deed(before, e) and not e.may}
    for effect in left:
        twin = also.pop((effect.kind, back.get(effect.origin, ""), _deed(after, effect)), None)
        if twin is not None:
            yield effect, twin


def _deed(project: Project, effect: Effect) -> str:
    """ "" where its name stands for itself alone."""
    origin = project.functions.get(effect.origin)
    return origin.language.lexicon.twins.get(effect.target, "") if origin is not None else ""
