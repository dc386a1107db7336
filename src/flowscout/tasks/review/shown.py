"""A review -> what is shown of it (`model.shown`): sentences, places and drawings, in the order in which they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial

from ...border import within
from ...model import limits
from ...model.account import COUNTED, DECLARATION, NEUTRAL, Answer
from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.identity import path_of
from ...model.product import is_aside
from ...model.review import FunctionChange, Review
from ...model.sfm import BRANCHING, DECISION, END, ERROR, LOOP, START, VALIDATION, ScenarioFlowModel, ScenarioStep
from ...model.shown import (
    ADDED,
    CHANGED,
    REMOVED,
    ShownCount,
    ShownEdit,
    ShownEntry,
    ShownFunction,
    ShownReview,
    ShownStep,
    ShownTest,
)
from ...stages.compare import COPIED, facing, leading_alike, merge
from ...stages.mermaid import mermaid, outline, rows
from ...words.contrast import contrast
from ...words.english import cut
from ..account.told import LOGGED, SAYING, told_with_its_file
from ..entrypoints import is_test
from ..outline_diff import outline_diff
from ..sentences import PLACES
from .weight import ordered
from .words import by_rule, counts, first_ways, kind, name, parted, scope, shared_effects, titles, ways_to

SHAPING = frozenset((DECISION, VALIDATION, LOOP, END, ERROR))
FEWEST_NEW, DRAWN_NEW = 4, 4  # steps of what is new for which it does, and functions that are new of which one is drawn
FEWEST = 2  # steps that differ for which a drawing says more than a sentence
SHOWN_WORDS = 120  # characters of a sentence in a table
SHOWN_MEANINGS = 40
SHOWN_NAMES = 40
SHOWN_WAYS = 3
NEW = "Is new."  # which stands beside its name
AT_FIRST = "Is new: "
OUTLINE_AROUND = 2  # lines
SHOWN_EDITS = 400
SHOWN_CODE = 120  # characters of code, before and after
_SIGN = {Added: ADDED, Removed: REMOVED, Changed: CHANGED, Moved: CHANGED}


def shown(review: Review, style: str = "default") -> ShownReview:
    """style: what the drawings will be drawn in, which decides whether they are too large."""
    ours, tests = parted(review)
    called = titles(review)
    told = [
        ShownEntry(names[:SHOWN_NAMES], len(names), said, slight)
        for names, said, slight in shared_effects(review.entries)
    ]
    told.sort(key=lambda one: one.slight)
    drawn_new = _most_deciding(ours)
    return ShownReview(
        review.before,
        review.after,
        tuple(told[:SHOWN_MEANINGS]),
        len(told),
        len(review.entries),
        tuple(
            within(
                change.after or change.before,
                partial(_function, change, style, called, change in drawn_new),
                partial(_defect, change, called),
            )
            for change in ours
        ),
        len(ours),
        tuple(_tests(tests)),
        len(tests),
        review.unchanged_flow,
        len(review.renamed),
        review.files,
        review.notes,
        *_account(review, called),
    )


def _account(
    review: Review, called: Mapping[str, str]
) -> tuple[
    tuple[ShownEdit, ...], tuple[int, ...], tuple[ShownCount, ...], tuple[ShownCount, ...], str, tuple[ShownCount, ...]
]:
    told = [one for one in review.account if one.how != NEUTRAL and not told_with_its_file(one)]
    lines = [one for one in review.account if one.how == NEUTRAL and one.sentence]
    read = {(path, line): said for path, line, said in review.readers}
    edits = tuple(
        [
            _edit(one, called, review.tests, review.named_only, read)
            for one in (*ordered(told, called, review.tests), *lines)
        ][:SHOWN_EDITS]
    )
    rules, along = by_rule(review.account)
    count = counts(review.account)
    return (
        edits,
        tuple(count[how] for how in COUNTED),
        tuple(rules),
        tuple(ShownCount(*row) for row in review.others),
        scope(review.account, review.tests, review.named_only),
        tuple(along),
    )


def _edit(
    one: Answer,
    called: Mapping[str, str],
    tests: Container[str],
    named_only: Container[str],
    read: Mapping[tuple[str, int], str],
) -> ShownEdit:
    was, now = contrast(one.before.code, one.after.code, SHOWN_CODE)
    place = one.place
    return ShownEdit(
        one.how,
        called.get(one.unit, one.unit),
        place.path,
        place.line,
        max(place.end_line, place.line),
        not one.after.line,
        one.sentence,
        was,
        now,
        (is_test(place.path) and place.path not in named_only) or one.unit in tests,
        one.core,
        one.after.line or one.near,
        one.rule,
        one.rank == LOGGED and one.rule in SAYING,
        read.get((place.path, place.line), "") if one.how == DECLARATION else "",
    )


def _most_deciding(ours: Sequence[FunctionChange]) -> list[FunctionChange]:
    """Of functions that are new those that decide most; a drawing of each of many would hide what changed."""
    fresh = [each for each in ours if each.how == "added" and not is_aside(path_of(each.after)) and each.diff.after]
    return sorted(fresh, key=lambda each: -_decisions(each.diff.after))[:DRAWN_NEW]


def _decisions(model: ScenarioFlowModel | None) -> int:
    return sum(step.step_type in BRANCHING for step in model.steps) if model else 0


def _function(change: FunctionChange, style: str, called: Mapping[str, str], fresh: bool) -> ShownFunction:
    id_, above = change.after or change.before, ways_to(change)
    short = ways_to(change, short=True)
    return ShownFunction(
        called[id_], path_of(id_), kind(change), change.sentences, tuple(first_ways(above, SHOWN_WAYS)), short[0] if short else "", len(above),
        _drawing(change.diff, style) if fresh or change.how != "added" else None,
        tuple(_steps(change)), _outline(change.diff))  # fmt: skip


def _outline(diff: FlowDiff) -> str:
    """Where both sides are told in lines, those that differ with what stands next to them."""
    if diff.before is None or diff.after is None:
        return ""
    diff = facing(diff)
    sides = [each for each in (diff.before, diff.after) if each is not None]
    after = {each.before.step_id: each.after.step_id for each in diff.edits if not isinstance(each, Added | Removed)}
    called = after, {each: each for each in after.values()}
    ids = [
        {row.number: known[row.step.step_id] for row in rows(side) if row.step.step_id in known}
        for side, known in zip(sides, called, strict=True)
    ]
    moved = {each.after.step_id for each in diff.edits if isinstance(each, Moved)}
    return outline_diff(
        outline(sides[0]), outline(sides[1]), OUTLINE_AROUND, (ids[0], ids[1]), moved, leading_alike(diff)
    )


def _defect(change: FunctionChange, called: Mapping[str, str]) -> ShownFunction:
    id_ = change.after or change.before
    return ShownFunction(called[id_], path_of(id_), kind(change), change.sentences, defect=True)


def _tests(changes: Sequence[FunctionChange]) -> Iterator[ShownTest]:
    """What each asserts first. In how many places something is done alike by several of them is no count of one."""
    many = Counter(said for change in changes for said in {*change.sentences})
    for change in changes:
        id_ = change.after or change.before
        own = [PLACES.sub(".", said) if many[said] > 1 else said for said in change.sentences if said != NEW]
        own = [said.removeprefix(AT_FIRST) for said in own] if change.how == "added" else own
        own.sort(key=lambda said: "assert" not in said.lower())
        yield ShownTest(name(id_), path_of(id_), change.how, tuple(own))


def _drawing(diff: FlowDiff, style: str) -> ScenarioFlowModel | None:
    """Where the shape of a flow changed, and of one that is new where it decides something, as it is; one that is gone is told."""
    if diff.after is None or not (_reshaped(diff) if diff.before else _decides(diff.after)):
        return None
    drawn = merge(diff) if diff.before else diff.after
    return drawn if drawable(drawn, style) else None


def _decides(model: ScenarioFlowModel) -> bool:
    return len(model.steps) > FEWEST_NEW and _decisions(model) > 0


def _reshaped(diff: FlowDiff) -> bool:
    """Whether ways differ, or an order: other steps in the place of steps are told by their sentences."""
    edits = [edit for edit in diff.edits if not isinstance(edit, Kept)]
    return len(edits) >= FEWEST and any(
        isinstance(edit, Moved) or (isinstance(edit, Added | Removed) and _shapes(edit.step)) for edit in edits
    )


def _shapes(step: ScenarioStep) -> bool:
    """Whether a way begins or ends there, or what is done cannot be taken back."""
    return step.step_type in SHAPING or step.has("irreversible")


def drawable(merged: ScenarioFlowModel, style: str) -> bool:
    """Whether GitHub shows it."""
    ways_out = sum(len(step.transitions) for step in merged.steps)
    return ways_out <= limits.MERMAID_EDGES and len(mermaid(merged, style)) <= limits.MERMAID_TEXT


def _steps(change: FunctionChange) -> Iterator[ShownStep]:
    for edit in change.diff.edits if change.how != "added" else ():
        yield from _step(change, edit)


def _step(change: FunctionChange, edit: Edit) -> Iterator[ShownStep]:
    if isinstance(edit, Kept):
        return
    step = edit.step if isinstance(edit, Added | Removed) else edit.after
    gone = isinstance(edit, Removed)
    if step.evidence is None or step.step_type == START or step.has(COPIED):
        return
    path = path_of((change.before if gone else change.after) or change.before)
    yield ShownStep(
        _SIGN[type(edit)], cut(step.whole, SHOWN_WORDS), path, step.evidence.line, step.evidence.end_line, gone
    )
