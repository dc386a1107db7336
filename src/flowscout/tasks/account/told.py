"""The account -> what of it is told first: lost releases, what cannot be taken back, and the answers of each function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final

from ...model.account import DECLARATION, FLOW, LISTED, Answer, Side
from ...model.pattern import regex
from ...model.resource import COVERED, GAINED, INSIDE, OUTSIDE, RISKY, UNPAIRED, ResourceChange
from ...stages.compare import parity_sentences

RISK = 1  # the rank of what cannot be taken back: behind a lost check or release


GAIN = 3  # what is released or locked now and was not


LOGGED = 8  # the rank of what only a log says


SAYING = frozenset(("call", "condition"))  # rules of what is told as what a log says, where it weighs no more


LEADING = frozenset(("exit", "check", "condition", "errors", "order", "loop"))  # what can lead past a release


MOVES = frozenset(("order", "errors"))  # what something runs under
_NAMES: Final = regex(r"[A-Za-z_][\w.]*+")
LASTING = frozenset(("call", "value", "statement", "condition"))


def with_resources(told: Iterable[Answer], held: Mapping[str, Sequence[ResourceChange]]) -> tuple[Answer, ...]:
    """What is no longer released or locked is what the edit there does, and weighs most."""
    found = list(told)
    about: dict[int, list[ResourceChange]] = {}
    for unit, changes in held.items():
        own = [at for at, one in enumerate(found) if one.unit == unit and one.how in (FLOW, LISTED)]
        silent = not any(found[at].how == FLOW for at in own)  # what it is about has no sentence of its own
        for change in [each for each in changes if each.kind in RISKY or silent] if own else ():
            cause = next((at for at in own if _meets(found[at], change)), None)
            cause = next((at for at in own if _leads(found[at])), None) if cause is None else cause
            cause = next((at for at in own if _unlocks(found[at], change)), None) if cause is None else cause
            cause = next((at for at in own if _acquires(found[at], change)), None) if cause is None else cause
            if cause is not None:
                about.setdefault(cause, []).append(change)
    for at, changes in about.items():
        one = found[at]
        asks = one.rule == "condition" or (one.rule == "check" and not one.before.line)  # by what
        instead = one.rule == "call" and one.before.line > 0  # what is called in its place
        still = one.after.line > 0 and (asks or instead)
        freed = " no longer depend" in one.sentence  # what it asked before that is another thing than what it held
        stays = one.sentence if still or freed or not any(_meets(one, each) for each in changes) else ""
        found[at] = one._replace(
            how=FLOW,
            rule="resource",
            sentence=" ".join(
                filter(None, (*parity_sentences([each for each in changes if not _says(stays, each)]), stays))
            ),
            rank=0 if any(each.kind in RISKY for each in changes) else GAIN,
            core="",
        )
    return tuple(found)


def _says(sentence: str, change: ResourceChange) -> bool:
    """Whether it tells already that these steps left a block."""
    runs, resource = sentence.partition(" no longer run")[2], f"`{change.resource}`"
    return change.kind == OUTSIDE and resource in runs.partition(";")[0]


def _leads(one: Answer) -> bool:
    """Whether it can lead past a release, or says nothing that would be lost."""
    return one.rule in LEADING or one.how == LISTED


def _unlocks(one: Answer, change: ResourceChange) -> bool:
    """Whether it is a call that came and unlocks, before what stands under the lock no longer."""
    fresh = one.rule == "call" and not one.before.line and 0 < one.after.line < change.new
    return change.kind == OUTSIDE and fresh and "unlock" in one.after.code.lower()


def _acquires(one: Answer, change: ResourceChange) -> bool:
    """Whether it is a step that came with what a way out that stood there leaves behind now."""
    fresh = change.kind == UNPAIRED and not one.before.line and 0 < one.after.line <= change.new
    return fresh and change.resource in _NAMES.findall(one.after.code.replace("->", "."))


def with_risks(
    told: Iterable[Answer], lasting: Mapping[str, tuple[Set[int], Set[int]]], rank: int = RISK
) -> tuple[Answer, ...]:
    """A call that is new, or another one now, and cannot be taken back weighs more than a value that changed; one that releases, more than
    a type. lasting: by unit the lines before and after on which such a call stands. rank: what it weighs then."""
    found = []
    for one in told:
        was, now = lasting.get(one.unit, (frozenset(), frozenset()))
        fresh = (
            one.how == FLOW
            and one.rule in LASTING
            and one.after.line
            and _on(one.after, now)
            and not _on(one.before, was)
        )
        found.append(one._replace(rank=min(one.rank, rank)) if fresh else one)
    return tuple(found)


def with_logs(
    told: Iterable[Answer], said: Mapping[str, Set[int]], alone: Callable[[Answer], bool] = lambda one: False
) -> tuple[Answer, ...]:
    """What a log says tells little. said: lines of it, by unit. alone: whether nothing but that stands under a question that came."""
    return tuple([one._replace(rank=max(one.rank, LOGGED)) if _logs(one, said, alone) else one for one in told])


def _logs(one: Answer, said: Mapping[str, Set[int]], alone: Callable[[Answer], bool]) -> bool:
    if one.rule == "call":
        return bool(one.after.line) and one.after.line in said.get(one.unit, ())
    return one.rule in SAYING and one.how == FLOW and one.rank > RISK and bool(one.after.line) and alone(one)


def _on(side: Side, lines: Set[int]) -> bool:
    return bool(side.line) and any(side.line <= line <= side.end_line for line in lines)


def _meets(one: Answer, change: ResourceChange) -> bool:
    return (
        0 < one.before.line <= change.old <= one.before.end_line
        or 0 < one.after.line <= change.new <= one.after.end_line
    )


def untold(held: Sequence[ResourceChange], told: Sequence[Answer]) -> tuple[ResourceChange, ...]:
    """Without what a sentence of the edit there says: that it runs under something else now, or is called there."""
    moved = [one for one in told if one.rule in MOVES and one.after.line]
    called = [one for one in told if one.rule == "call" and one.after.line and not one.before.line]
    return tuple(
        [
            each
            for each in held
            if not (each.kind == INSIDE and any(_meets(one, each) for one in moved))
            and not any(_says(one.sentence, each) for one in told)
            and not (each.kind == COVERED and any(_meets(one, each) and _at_last(one, each) for one in moved))
            and not (
                each.kind == GAINED and any(_meets(one, each) and f"`{each.deed}`" in one.sentence for one in called)
            )
        ]
    )


def _at_last(one: Answer, change: ResourceChange) -> bool:
    """Whether it tells that this step is done where an exception passes too."""
    known = any(words in one.sentence for words in ("at last, whatever happens", "when an exception leaves the `try`"))
    return known and f"`{change.deed}` now " in one.sentence


def told_with_its_file(one: Answer) -> bool:
    """Of a function that is gone with all of its file."""
    return bool(one.twin) and one.twin == one.place.path


def about(told: Iterable[Answer]) -> dict[str, list[Answer]]:
    """The answers with a sentence by the function they are of, weightiest first."""
    found: dict[str, list[Answer]] = {}
    for one in told:
        if one.sentence and one.how in (FLOW, DECLARATION) and not told_with_its_file(one):
            found.setdefault(one.unit, []).append(one)
    return {unit: sorted(each, key=lambda one: one.rank) for unit, each in found.items()}
