"""From worded drafts to the model: what is not drawn goes, the rest gets its order, height, groups and ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from ...engine.contract import contract
from ...model.record import NamedTuple
from ...model.sfm import ACTION, CONTRACT, DEEP, LOOP, STATE_CHANGE, TERMINAL, ScenarioStep
from .deciding import OperandGroup
from .draft import NOTHING, Draft, Way
from .levels import contracts, in_order, levels
from .naming import named
from .phases import ShownDraft
from .runs import Run, runs
from .steps import Maker, told_apart


def contracted(drafts: Sequence[Draft], beside: Sequence[Draft]) -> None:
    """Ways lead past what is not drawn, those of `beside` too. A loop over items that does nothing with them is not
    drawn either."""
    while True:
        going = [draft for draft in drafts if draft.kind == NOTHING or draft.value]
        on = contract(drafts, lambda draft: [way.target for way in draft.ways], going)
        for draft in (*drafts, *beside):
            draft.ways = [
                way._replace(target=to) for way in draft.ways if (to := on.get(way.target, way.target)) is not None
            ]
        for draft in going:
            if draft not in on:
                raised = all(way.kind in ("raise", "cleanup") for way in draft.ways)  # behind a `finally`
                draft.value = draft.each = False
                draft.kind = draft.kind or (ACTION if raised else LOOP)
                draft.words = draft.words or ("Pass the error on" if raised else "Repeat")
        idle = [
            draft
            for draft in drafts
            if draft.each and draft.kind != NOTHING and draft.ways[0].target is draft and "acts" not in draft.flags
        ]
        if not idle:
            return
        for draft in idle:
            draft.kind = NOTHING


class Picture(NamedTuple):
    """The drafts below deep: operands of one condition are one. ways: of each, within this picture."""

    order: list[Draft]
    ways: list[list[Way]]


def _below_deep(order: Sequence[Draft], stands_for: Mapping[int, Draft]) -> Picture:
    shown = list({id(one): one for draft in order for one in [stands_for.get(id(draft), draft)]}.values())
    ways = [[way._replace(target=stands_for.get(id(way.target), way.target)) for way in draft.ways] for draft in shown]
    reached, waiting = {id(shown[0])}, [0]
    place = {id(draft): at for at, draft in enumerate(shown)}
    while waiting:
        for way in ways[waiting.pop()]:
            if id(way.target) not in reached:
                reached.add(id(way.target))
                waiting.append(place[id(way.target)])
    kept = [at for at, draft in enumerate(shown) if id(draft) in reached]
    return Picture([shown[at] for at in kept], [ways[at] for at in kept])


class Parts(NamedTuple):
    """shown: what stands below deep."""

    steps: tuple[ScenarioStep, ...]
    groups: tuple[ScenarioStep, ...]
    shown: list[ShownDraft]


def _mark(picture: Picture, groups: Sequence[OperandGroup]) -> None:
    """Assertions, so that who compares finds them although they stand at deep."""
    held = contracts(*picture)
    for draft in picture.order:
        draft.flags |= {CONTRACT} if id(draft) in held else set()
    for group in groups:
        for operand in group.operands:
            operand.flags |= group.stands_for.flags & {CONTRACT}


def _same(levels_of: Mapping[int, tuple[str, ...]], one: Draft, other: Draft) -> bool:
    mergeable = one.kind == other.kind and one.kind in (ACTION, STATE_CHANGE) and one.flags == other.flags
    caught = [[id(handler) for handler in each.raises] for each in (one, other)]
    return (
        mergeable
        and levels_of[id(one)] == levels_of[id(other)]
        and not other.flags & {"opaque"}
        and (caught[0] == caught[1] or not other.words.startswith("Import "))
    )


def assembled(start: Draft, groups: Sequence[OperandGroup], maker: Maker, given: Set[str]) -> Parts:
    """given: parameters that hold what the function was given."""
    order = in_order(start)
    stands_for = {id(draft): group.stands_for for group in groups for draft in group.operands}
    picture = _below_deep(order, stands_for)
    _mark(picture, groups)
    heights = {id(draft): level for draft, level in zip(picture.order, levels(*picture), strict=True)}
    told = runs(order, lambda one, other: _same(heights, one, other), given) if len(order) > 1 else []
    named(order, [(group.stands_for, group.operands[0]) for group in groups], maker.names, maker.text)
    folded = [_group(group, heights, maker) for group in groups if id(group.stands_for) in heights]
    folded += [_run(run, heights, maker) for run in told]
    made = told_apart([*(maker.step(draft, heights.get(id(draft), (DEEP,))) for draft in order), *folded])
    steps, folded = {step.step_id: step for step in made[: len(order)]}, made[len(order) :]
    shown = [_shown(draft, steps, folded) for draft in picture.order]
    return Parts(tuple(steps.values()), tuple(folded), shown)


def _shown(draft: Draft, steps: Mapping[str, ScenarioStep], folded: Sequence[ScenarioStep]) -> ShownDraft:
    step = steps.get(draft.step_id) or next(group for group in folded if group.step_id == draft.step_id)
    return ShownDraft(draft, step, step.members or (step.step_id,))


def _group(group: OperandGroup, heights: Mapping[int, tuple[str, ...]], maker: Maker) -> ScenarioStep:
    step = maker.step(group.stands_for, heights[id(group.stands_for)])
    return step._replace(members=tuple(draft.step_id for draft in group.operands))


def _run(run: Run, heights: Mapping[int, tuple[str, ...]], maker: Maker) -> ScenarioStep:
    first, last = run.members[0], run.members[-1]
    whole = Draft(None, first.start)
    whole.kind, whole.words, whole.flags, whole.ways = first.kind, run.words, first.flags, last.ways
    whole.step_id = maker.names.name(first.kind, f"from {maker.text(first)}")  # the same when a member more comes later
    members = tuple(draft.step_id for draft in run.members)
    step = maker.step(whole, heights[id(first)])
    words = "; ".join(draft.words for draft in run.members)
    label = run.words if "\n" in run.words else step.label
    return step._replace(
        label=label,
        members=members,
        description=maker.titled(first, words),
        words=words,
        evidence=maker.evidence(first.start, last.end),
    )


def ending(drafts: list[Draft]) -> None:
    """What ends the function leads nowhere; all else leads somewhere."""
    for draft in list(drafts):
        if draft.kind in TERMINAL:
            draft.ways = []
        elif not draft.ways:
            end = Draft(None, draft.end, "end")
            end.kind, end.words = "END", "Done"
            draft.ways = [Way(end)]
            drafts.append(end)
