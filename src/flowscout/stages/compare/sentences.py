"""A flow diff in words: what now happens, what no longer does, what comes earlier or later.

Each sentence is read off one edit; the most telling come first: irreversible effects, exits, validations, decisions, the
rest. Steps that only follow from another edit (the error a new validation leads to) are named there and not again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.record import NamedTuple
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
from ...words.clauses import clause, worded
from ...words.contrast import contrast
from ...words.english import cut
from ...words.sentence import third_person
from ...words.verbs import VERBS
from .order import Side, inverted, side

QUOTED = 160  # characters of a step's words in a sentence; the drawing's description has them whole
_PAST = {"return": "returned", "raise": "raised", "throw": "threw", "exit": "exited", "pass": "passed", "yield": "yielded"}
_ENDS = frozenset({*_PAST, "await"})
OTHER_WAYS = "Takes the same steps by other ways."
_NO_RESULT = "Done"
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
    told = [said for edit in diff.edits if not isinstance(edit, Moved) for said in _tell(edit, diff)]
    told += _moves(diff)
    told.sort(key=lambda t: t.rank)
    if not told and not diff.same:
        told = [_Told(0, OTHER_WAYS)]
    return tuple(dict.fromkeys(t.text for t in told))


def _tell(edit: Edit, diff: FlowDiff) -> Iterator[_Told]:
    match edit:
        case Added(step):
            yield from _appears(step, diff.after, diff.edits, Added)
        case Removed(step):
            yield from _appears(step, diff.before, diff.edits, Removed)
        case Changed(before, after):
            yield from _changes(before, after)


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
        if step.whole == _NO_RESULT:
            yield _Told(3, "Can now run to its end." if new else "No longer runs to its end.")
        elif not _told_by_guard(step, sfm, edits, kind):
            yield _Told(1, f"{'Can now' if new else 'No longer'} {clause(step.whole) if new else clause(_present(_quoted(step)))}.")
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
            yield _Told(1, f"{_ends_with(after)} where it {_ended_with(before)}.")
        elif set(one.split("; ")) & set(other.split("; ")):
            yield from _merged_changes(one.split("; "), other.split("; "), _rank(after))
        else:
            was, now = contrast(one, other, QUOTED)
            yield _Told(_rank(after), f"Changes «{was}» to «{now}».")
    elif before.step_type != after.step_type:
        yield _Told(1, f"Treats «{_quoted(after)}» as {_article(after)} where it was {_article(before)}.")
    elif after.has("irreversible") and not before.has("irreversible"):
        yield _Told(0, f"«{_quoted(after)}» can now not be taken back.")


def _ends_with(step: ScenarioStep) -> str:
    return "Runs to its end" if step.whole == _NO_RESULT else _present(_quoted(step))


def _ended_with(step: ScenarioStep) -> str:
    verb, blank, rest = _quoted(step).partition(" ")
    if step.whole == _NO_RESULT:
        return "ran to its end"
    past = _PAST.get(verb.lower())
    return f"{past}{blank}{rest}" if past else f"did «{clause(_quoted(step))}»"


def _merged_changes(one: list[str], other: list[str], rank: int) -> Iterator[_Told]:
    """Of two steps that stand for several actions each, only the actions that differ."""
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        came: dict[str, str] = {}
        for y in other[c:d]:
            came[y if _target(y) in came else _target(y)] = y
        for x in one[a:b]:
            y = came.pop(_target(x), "")
            was, now = contrast(x, y, QUOTED)
            yield _Told(rank, f"Changes «{was}» to «{now}»." if y else f"No longer {_act(x)}.")
        yield from (_Told(rank, f"Now {_act(y)}.") for y in came.values())


def _target(words: str) -> str:
    """"Set b to 1" and "Set b to 5" are about the same."""
    return words.split(" to ", 1)[0].split(": ", 1)[0]


def _article(step: ScenarioStep) -> str:
    names = {VALIDATION: "a validation", DECISION: "a decision", LOOP: "a loop", END: "a normal end", ERROR: "a failure",
             STATE_CHANGE: "a change of state", ACTION: "an action", START: "the start"}
    return names[step.step_type]


def _moves(diff: FlowDiff) -> Iterator[_Told]:
    """Each moved step against the weightiest one it has passed; else by the condition it left and the one it came under."""
    moved = [e for e in diff.edits if isinstance(e, Moved)]
    if not moved or diff.before is None or diff.after is None:
        return
    old, new = side(diff.before), side(diff.after)
    both = [e for e in diff.edits if isinstance(e, Kept | Moved | Changed)]
    pairs = {old.place[e.before.step_id]: new.place[e.after.step_id] for e in both}
    for edit in moved:
        i = old.place[edit.before.step_id]
        passed = [(_rank(new.steps[pairs[k]]), pairs[k], earlier) for k, earlier in inverted(old, new, pairs, i)]
        yield _Told(_rank(edit.after), _passing(edit.after, new, passed) if passed else _rehung(edit, old, new))


def _passing(step: ScenarioStep, new: Side, passed: Sequence[tuple[int, int, bool]]) -> str:
    _, anchor, earlier = min(passed)
    now, then = ("before", "after") if earlier else ("after", "before")
    return f"{_subject(step)} {now} «{_quoted(new.steps[anchor])}», no longer {then} it."


def _rehung(edit: Moved, old: Side, new: Side) -> str:
    was, now = _condition(old, old.place[edit.before.step_id]), _condition(new, new.place[edit.after.step_id])
    return f"{_subject(edit.after)} {now}, no longer {was}." if was != now else f"{_subject(edit.after)} in another place than before."


def _condition(one: Side, position: int) -> str:
    """"when «size is at most quota?» is no", "for each node", "in any case"."""
    branch, label = one.contexts[position]
    if branch < 0:
        return "in any case"
    step = one.steps[branch]
    if step.step_type == LOOP:
        return f"after «{_quoted(step)}»" if label == "done" else f"inside «{_quoted(step)}»"
    return f"when «{_quoted(step)}» is {label}" if label else f"behind «{_quoted(step)}»"


def _subject(step: ScenarioStep) -> str:
    said = _present(_quoted(step))
    if said != _quoted(step):
        return said
    return f"«{said}» is asked" if step.step_type in _NOUN else f"«{said}» comes"


def _rank(step: ScenarioStep) -> int:
    if step.has("irreversible"):
        return 0
    return {END: 1, ERROR: 1, VALIDATION: 2, DECISION: 3, LOOP: 3, STATE_CHANGE: 4}.get(step.step_type, 5)


def _plain(step: ScenarioStep) -> str:
    return clause(_quoted(step).rstrip("?"))


def _does(step: ScenarioStep) -> str:
    return _act(step.whole)


def _act(words: str) -> str:
    """"deletes the record", "works with the lock", or "does «name»" where the words begin with no verb."""
    words = cut(words, QUOTED)
    said = _present(words)
    if said == words and words.startswith("With "):
        return f"works {clause(words)}"
    return clause(said) if said != words else f"does «{said}»"


def _quoted(step: ScenarioStep) -> str:
    return cut(step.whole, QUOTED)


def _present(text: str) -> str:
    """"Commit store_" -> "Commits store_"; of a merged step "Sets a to 0 and sets b to 1"."""
    first, *rest = text.split("; ")
    if not rest:
        return _one_present(text)
    told = [_one_present(first), *(clause(_one_present(part)) if worded(part) else f"does «{part}»" for part in rest)]
    return " and ".join((", ".join(told[:-1]), told[-1]))


def _one_present(text: str) -> str:
    verb, _, rest = text.partition(" ")
    plain = verb.lower().rstrip(":")
    if plain not in VERBS | _ENDS or not worded(text):
        return text
    return third_person(plain).capitalize() + verb[len(plain) :] + (f" {rest}" if rest else "")
