"""A flow diff in words: what now happens, what no longer does, what comes earlier or later.

Each sentence is read off one edit; the most telling come first: irreversible effects, exits, validations, decisions, the
rest. Steps that only follow from another edit (the error a new validation leads to) are named there and not again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.sfm import (
    ACTION,
    DECISION,
    END,
    ERROR,
    LOOP,
    START,
    STATE_CHANGE,
    VALIDATION,
    ScenarioFlowModel,
    ScenarioStep,
)
from ...words.sentence import third_person
from ...words.verbs import VERBS

_ENDS = frozenset({"return", "raise", "throw", "yield", "await"})
_NOUN = {VALIDATION: "validation", DECISION: "decision", LOOP: "loop"}


class _Told(NamedTuple):
    rank: int
    text: str


def sentences(diff: FlowDiff) -> tuple[str, ...]:
    """Most telling first; empty when nothing but ways changed and no step did."""
    if diff.before is None:
        return ("Is new.",)
    if diff.after is None:
        return ("Is gone.",)
    told = [_said for edit in diff.edits for _said in _tell(edit, diff)]
    told.sort(key=lambda t: t.rank)
    if not told and not diff.same:
        told = [_Told(0, "Takes the same steps by other ways.")]
    return tuple(dict.fromkeys(t.text for t in told))


def _tell(edit: Edit, diff: FlowDiff) -> Iterator[_Told]:
    match edit:
        case Added(step):
            yield from _appears(step, diff.after, diff.edits, Added)
        case Removed(step):
            yield from _appears(step, diff.before, diff.edits, Removed)
        case Changed(before, after):
            yield from _changes(before, after)
        case Moved(_, after):
            yield _Told(_rank(after), _moves(after, diff))


def _appears(
    step: ScenarioStep, sfm: ScenarioFlowModel | None, edits: Sequence[Edit], kind: type[Added] | type[Removed]
) -> Iterator[_Told]:
    new = kind is Added
    if step.step_type == VALIDATION:
        failing = _failure(step, sfm)
        text = f"{'Adds' if new else 'Drops'} a validation: {_plain(step)}" + (f" ({failing})" if failing else "")
        yield _Told(2, text + ".")
    elif step.step_type in _NOUN:
        yield _Told(3, f"{'Adds' if new else 'Drops'} a {_NOUN[step.step_type]}: {_plain(step)}.")
    elif step.step_type in (END, ERROR):
        if not _told_by_guard(step, sfm, edits, kind):
            yield _Told(1, f"{'Can now' if new else 'No longer can'} {_lower(step.whole)}.")
    elif step.step_type in (ACTION, STATE_CHANGE):
        yield _Told(_rank(step), f"{'Now' if new else 'No longer'} {_does(step)}.")


def _failure(step: ScenarioStep, sfm: ScenarioFlowModel | None) -> str:
    """The error a validation leads to when it fails."""
    steps = sfm.by_id() if sfm else {}
    ends = [steps[t.target] for t in step.transitions if t.target in steps and t.label in ("no", "yes")]
    return next((e.whole for e in ends if e.step_type in (ERROR, END)), "")


def _told_by_guard(step: ScenarioStep, sfm: ScenarioFlowModel | None, edits: Sequence[Edit], kind: type) -> bool:
    same = {e[0].step_id for e in edits if isinstance(e, kind) and e[0].step_type == VALIDATION}
    return any(t.target == step.step_id for s in (sfm.steps if sfm else ()) if s.step_id in same for t in s.transitions)


def _changes(before: ScenarioStep, after: ScenarioStep) -> Iterator[_Told]:
    one, other = before.whole, after.whole
    if one != other:
        if after.step_type in (END, ERROR) and before.step_type in (END, ERROR):
            yield _Told(1, f"{_present(other)} where it did «{_lower(one)}».")
        else:
            yield _Told(_rank(after), f"Changes «{one}» to «{other}».")
    elif before.step_type != after.step_type:
        yield _Told(1, f"Treats «{other}» as {_article(after)} where it was {_article(before)}.")
    elif after.has("irreversible") and not before.has("irreversible"):
        yield _Told(0, f"«{other}» can now not be taken back.")


def _article(step: ScenarioStep) -> str:
    names = {VALIDATION: "a validation", DECISION: "a decision", LOOP: "a loop", END: "a normal end", ERROR: "a failure",
             STATE_CHANGE: "a change of state", ACTION: "an action", START: "the start"}
    return names[step.step_type]


def _moves(after: ScenarioStep, diff: FlowDiff) -> str:
    """Against the weightiest step that it has passed."""
    old = {e.before.step_id: (i, e) for i, e in enumerate(_in_old_order(diff))}
    mine = next(e for e in diff.edits if isinstance(e, Moved) and e.after is after)
    here = old[mine.before.step_id][0]
    place = next(i for i, e in enumerate(diff.edits) if e is mine)
    passed = [
        (_rank(e.after), i, e.after, here > old[e.before.step_id][0])
        for i, e in enumerate(diff.edits)
        if isinstance(e, Kept | Moved | Changed) and e is not mine and e.after.step_type not in (START, END, ERROR)
        and (i > place) == (here > old[e.before.step_id][0]) and (i > place) != (old[e.before.step_id][0] > here)
    ]
    verb = _present(after.whole)
    if verb == after.whole:
        verb = f"«{verb}» is asked" if after.step_type in _NOUN else f"«{verb}» comes"
    if not passed:
        return f"{verb} under another condition than before."
    _, _, anchor, earlier = min(passed, key=lambda p: (p[0], p[1]))
    now, then = ("before", "after") if earlier else ("after", "before")
    return f"{verb} {now} «{anchor.whole}», no longer {then} it."


def _in_old_order(diff: FlowDiff) -> list[Kept | Moved | Changed]:
    place = {s.step_id: i for i, s in enumerate(diff.before.steps)} if diff.before else {}
    pairs = [e for e in diff.edits if isinstance(e, Kept | Moved | Changed)]
    return sorted(pairs, key=lambda e: place[e.before.step_id])


def _rank(step: ScenarioStep) -> int:
    if step.has("irreversible"):
        return 0
    return {END: 1, ERROR: 1, VALIDATION: 2, DECISION: 3, LOOP: 3, STATE_CHANGE: 4}.get(step.step_type, 5)


def _plain(step: ScenarioStep) -> str:
    return _lower((step.whole).rstrip("?"))


def _does(step: ScenarioStep) -> str:
    """"deletes the record", or "does «name»" where the words begin with no verb."""
    said = _present(step.whole)
    return _lower(said) if said != step.whole else f"does «{said}»"


def _present(text: str) -> str:
    """"Commit store_" -> "Commits store_"."""
    verb, _, rest = text.partition(" ")
    if verb.lower() not in VERBS | _ENDS:
        return text
    return third_person(verb.lower()).capitalize() + (f" {rest}" if rest else "")


def _lower(text: str) -> str:
    word = text.split(" ", 1)[0]
    return text if word[1:] != word[1:].lower() or "_" in word or "." in word else text[:1].lower() + text[1:]
