"""One merged scenario of both sides, to be drawn: `mermaid` colours steps by the flags added, removed, changed, moved.

Kept steps that touch no edit are folded: a connected run of more than three becomes one step `⋯ 5 unchanged steps`. A
run ends where the drawing comes to a step that is shown, so what precedes a change and what follows it stay apart; see `folding`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate

from ...model import limits
from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.sfm import ACTION, BRANCHING, ERROR, LEVELS, START, TERMINAL, ScenarioFlowModel, ScenarioStep, Transition
from ...words.cutting import beside
from ...words.turned import turned, turned_as
from .copied import COPIED
from .error_ways import as_after
from .folding import asked_by, governing, groups, leading
from .taken import TAKEN

ROUND_TEXT = 36  # characters of each of two texts that fit in a circle
_MARK = {
    Added: ("added", "+ "),
    Removed: ("removed", "- "),
    Changed: ("changed", "~ "),
    Moved: ("moved", "~ "),
    Kept: ("", ""),
}


def merge(diff: FlowDiff) -> ScenarioFlowModel:
    """Transitions carry kind `added` or `removed` where only one side has them. Valid but for several ways out of a
    step."""
    diff = facing(diff)
    name_before, name_after, steps = _steps(diff.edits, _places(diff))
    ways: dict[str, dict[tuple[str, str], str]] = {step.step_id: {} for step in steps}
    for kind, sfm, names in (("removed", diff.before, name_before), ("added", diff.after, name_after)):
        for step in sfm.steps if sfm else ():
            for t in step.transitions:
                key = (names[t.target], t.label)
                mine = ways[names[step.step_id]]
                mine[key] = t.kind if key in mine else kind
    drawn = [
        s._replace(transitions=tuple(Transition(t, label, kind) for (t, label), kind in ways[s.step_id].items()))
        for s in steps
    ]
    base = diff.after or diff.before
    if base is None:
        raise ValueError("a diff of nothing")
    return _model(base, _folded(drawn))


def _places(diff: FlowDiff) -> dict[str, int]:
    return {step.step_id: at for at, step in enumerate(diff.before.steps if diff.before else ())}


def facing(diff: FlowDiff) -> FlowDiff:
    """Questions of the before side that ask the same the other way round, or another thing so, asked as the after side asks them."""
    diff = as_after(diff)
    if diff.before is None:
        return diff
    there = {each.before.step_id: each.after.step_id for each in diff.edits if not isinstance(each, Added | Removed)}
    turned_round = {
        edit.before.step_id: word
        for edit in diff.edits
        if isinstance(edit, Changed) and (word := _faced(edit.before, edit.after, there)) is not None
    }
    if not turned_round:
        return diff
    edits = [
        _reworded(edit, turned_round[edit.before.step_id])
        if isinstance(edit, Changed) and edit.before.step_id in turned_round
        else edit
        for edit in diff.edits
    ]
    steps = [turned_round.get(step.step_id, step) for step in diff.before.steps]
    return diff._replace(edits=tuple(edits), before=diff.before._replace(steps=tuple(steps)))


def _faced(old: ScenarioStep, new: ScenarioStep, there: Mapping[str, str]) -> ScenarioStep | None:
    """None where nothing is to be turned: another question is where more of its ways then lead to what they lead to now, which code that
    asks on without a `not` on both sides gives. there: what steps before are called after."""
    if not _yes_or_no(old):
        return None
    if turned(old.label, new.label):
        return _turned_round(old, new.label)
    word = turned_as(old.label, new.label) if _yes_or_no(new) else ""
    found = _turned_round(old, word) if word else None
    return found if found and _alike(found, new, there) > _alike(old, new, there) else None


def _alike(old: ScenarioStep, new: ScenarioStep, there: Mapping[str, str]) -> int:
    now = {(way.label, way.target) for way in new.transitions}
    return sum((way.label, there.get(way.target, "")) in now for way in old.transitions)


def _reworded(edit: Changed, word: ScenarioStep) -> Edit:
    return Kept(word, edit.after) if word.label == edit.after.label else Changed(word, edit.after)


def _yes_or_no(step: ScenarioStep) -> bool:
    return sorted(way.label for way in step.transitions) == ["no", "yes"]


def turned_to(old: ScenarioStep, new: ScenarioStep, there: Mapping[str, str]) -> ScenarioStep | None:
    """A step before in the words that it has after; None where its ways are told otherwise and no turning round explains it. Where the words
    do not tell which way round they ask, the ways do. there: what steps before are called after."""
    if _yes_or_no(old):
        found = _turned_round(old, new.label)
        if turned(old.label, new.label) or _alike(found, new, there) > _alike(old, new, there):
            return found
    same = sorted(way.label for way in old.transitions) == sorted(way.label for way in new.transitions)
    return old._replace(label=new.label, description=new.description, words=new.words) if same else None


def _turned_round(step: ScenarioStep, label: str) -> ScenarioStep:
    ways = [way._replace(label="no" if way.label == "yes" else "yes") for way in step.transitions]
    return step._replace(label=label, transitions=tuple(ways))


def _passed(edits: Iterable[Edit], order: Mapping[str, int]) -> set[str]:
    """Steps that moved and stand before now what stood before them, or the other way round. Of the others the arrows tell: they
    run under another question. order: of the before side's steps."""
    found: set[str] = set()
    stayed = [order[edit.before.step_id] for edit in edits if isinstance(edit, Kept)]
    above = list(accumulate(stayed, max, initial=-1))
    below = list(accumulate(reversed(stayed), min, initial=len(order)))[::-1]
    met = 0
    for edit in edits:
        met += isinstance(edit, Kept)
        if isinstance(edit, Moved) and not above[met] < order[edit.before.step_id] < below[met]:
            found.add(edit.after.step_id)
    return found


def _steps(
    edits: Iterable[Edit], order: Mapping[str, int]
) -> tuple[dict[str, str], dict[str, str], list[ScenarioStep]]:
    """Merged steps with ids of their own: the after side's, and a fresh one for what was removed."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    steps: list[ScenarioStep] = []
    edits = list(edits)
    passed = _passed(edits, order)
    for edit in edits:
        step = edit.step if isinstance(edit, Added | Removed) else edit.after
        unmarked = step.has(COPIED) or (isinstance(edit, Moved) and step.step_id not in passed)
        flag, sign = _MARK[Kept if unmarked else type(edit)]
        merged_id = (
            "S" + sha256(f"removed {step.step_id}".encode()).hexdigest()[:6]
            if isinstance(edit, Removed)
            else step.step_id
        )
        if isinstance(edit, Removed):
            before[step.step_id] = merged_id
        else:
            after[step.step_id] = merged_id
            if not isinstance(edit, Added):
                before[edit.before.step_id] = merged_id
        label = sign + step.label
        if isinstance(edit, Changed) and edit.before.label != edit.after.label:
            most = ROUND_TEXT if step.step_type == ERROR else limits.LABEL_TEXT
            both = [each.whole if "\n" in each.label else each.label for each in (edit.after, edit.before)]
            now, was = beside(both[0], both[1], most)
            cut = (
                step.step_type in BRANCHING and now == both[0] and was != both[1]
            )  # a question tells in full what it asked
            label = f"{sign}{now}" if cut else f"{sign}{now} (was: {was})"
        flags = " ".join(sorted({*step.flags.split(), *([flag] if flag else [])}))
        steps.append(step._replace(step_id=merged_id, label=label, flags=flags, detail_levels=LEVELS))
    return before, after, steps


def _folded(steps: list[ScenarioStep]) -> list[ScenarioStep]:
    edited = {s.step_id for s in steps if _edited(s)}
    near = set(edited)
    for step in steps:
        for t in step.transitions:
            if step.step_id in edited or t.target in edited or t.kind in ("added", "removed"):
                near |= {step.step_id, t.target}
    near |= governing(steps, edited)
    free = {s.step_id for s in steps if s.step_id not in near and s.step_type != START}
    taken = {s.step_id for s in steps if s.has(TAKEN) and s.has("removed")}
    return _contract(steps, groups(steps, free) | groups(steps, taken))


def _edited(step: ScenarioStep) -> bool:
    return any(step.has(flag) for flag in ("added", "removed", "changed", "moved"))


def _contract(steps: list[ScenarioStep], group: dict[str, str]) -> list[ScenarioStep]:
    sizes: dict[str, list[str]] = {}
    ends: Counter[str] = Counter(
        group[step.step_id] for step in steps if step.step_id in group and step.step_type in TERMINAL
    )
    leaving: dict[str, dict[tuple[str, str], Transition]] = {}
    asked = _asked(steps, group)
    for step in steps:
        fold = group.get(step.step_id)
        if fold:
            sizes.setdefault(fold, []).append(step.step_id)
        out = leaving.setdefault(fold or step.step_id, {})
        for t in step.transitions:
            target = group.get(t.target, t.target)
            if target != fold:
                label = asked.get((fold, target), "") if fold else t.label
                out.setdefault((target, label), t._replace(target=target, label=label))
    result, done = [], set()
    for step in steps:
        fold = group.get(step.step_id)
        if fold is None:
            result.append(step._replace(transitions=tuple(leaving[step.step_id].values())))
        elif fold not in done:
            done.add(fold)
            label = _counted(len(sizes[fold]), step.has(TAKEN)) + _ending(ends[fold])
            result.append(
                ScenarioStep(
                    fold,
                    ACTION,
                    label,
                    label,
                    LEVELS,
                    tuple(leaving[fold].values()),
                    tuple(sizes[fold]),
                    flags="removed" if step.has(TAKEN) else "folded",
                )
            )
    return result


def _asked(steps: Sequence[ScenarioStep], group: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """By a fold and a step that is shown the question in it on whose answer alone that is run, with the answer."""
    found: dict[tuple[str, str], list[str]] = {}
    led, within = leading(steps), dict[str, set[str]]()
    for step_id, fold in group.items():
        within.setdefault(fold, set()).add(step_id)
    for step in steps:
        fold = group.get(step.step_id, "")
        for way in step.transitions if fold else ():
            if (there := group.get(way.target, way.target)) != fold:
                found.setdefault((fold, there), []).append(asked_by(step, way.label, led, within[fold]))
    return {key: told[0] for key, told in found.items() if len(told) == 1 and told[0]}


def _counted(many: int, taken: bool) -> str:
    return f"{_MARK[Removed][1]}⋯ {many} steps that were taken out" if taken else f"⋯ {many} unchanged steps"


def _ending(many: int) -> str:
    """A way out that a fold hides is counted: where the fold leads on, not all of it does."""
    return f", {many} exit{'s' if many > 1 else ''}" if many else ""


def _model(base: ScenarioFlowModel, steps: list[ScenarioStep]) -> ScenarioFlowModel:
    ends = tuple(s.step_id for s in steps if s.step_type in TERMINAL)
    return base._replace(steps=tuple(steps), end_steps=ends, level="diff")
