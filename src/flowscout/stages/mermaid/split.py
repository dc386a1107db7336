"""Keeping a drawing within the budget: split it, else lower its detail, else leave it to the outline.

A part is what one step dominates: it is entered at one place, so it can be cut out and leave a single step behind
(`⋯ 23 steps: For each node`), and be a chart of its own whose ways out end in `Go on with: …`. The heaviest part that
fits is cut first: a branch or a loop's body where there is one, else the tail of the chain.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import ACTION, BRANCHING, END, START, TERMINAL, ScenarioFlowModel, ScenarioStep, Transition
from .chart import chart
from .region import Regions, inside, regions

_SMALLEST: Final = 6  # steps worth a chart of their own
_LARGEST: Final = limits.MERMAID_NODES - 6  # leaves room for the part's own START and for its ways out


class Drawing(NamedTuple):
    """charts: (title, Mermaid text); the first title is "", none at all when only the outline fits. model: what was
    drawn (perhaps of a lower level than asked for). note: what was done to fit, "" nothing."""

    charts: tuple[tuple[str, str], ...]
    model: ScenarioFlowModel
    note: str


def fits(sfm: ScenarioFlowModel, text: str) -> bool:
    edges = sum(len(step.transitions) for step in sfm.steps)
    return len(sfm.steps) <= limits.MERMAID_NODES and edges <= limits.MERMAID_EDGES and len(text) <= limits.MERMAID_TEXT


def _cut(sfm: ScenarioFlowModel, tree: Regions) -> int:
    """Where to cut: position of the step whose part leaves the main chart; -1 where nothing can be gained."""
    inner = {target for at, step in enumerate(sfm.steps) if step.step_type in BRANCHING for target in tree.successors[at]}
    sizes = [(at, tree.size[at]) for at in range(len(sfm.steps)) if sfm.steps[at].step_type != START]
    small = [(at, size) for at, size in sizes if _SMALLEST <= size <= _LARGEST]
    branches = [(size, -at) for at, size in small if at in inner]
    chains = [(size, -at) for at, size in small]
    heaviest = max(branches, default=(0, 0))
    if heaviest[0] * 4 < limits.MERMAID_NODES:
        heaviest = max(chains, default=(0, 0))
    return -heaviest[1] if heaviest[0] else -1


def _part(sfm: ScenarioFlowModel, part: set[int], root: ScenarioStep, title: str) -> ScenarioFlowModel:
    """The part as a model of its own: a START named after it, and an END per step outside that it leads to."""
    own = {sfm.steps[at].step_id for at in part}
    start = ScenarioStep(f"S{root.step_id[1:]}0", START, title, title, root.detail_levels, (Transition(root.step_id),))
    steps, exits = [start], {}
    known = sfm.by_id()
    for at in sorted(part):
        step = sfm.steps[at]
        turned = []
        for transition in step.transitions:
            if transition.target not in own:
                exits[transition.target] = f"{transition.target}1"
            turned.append(transition._replace(target=exits.get(transition.target, transition.target)))
        steps.append(step._replace(transitions=tuple(turned)))
    for target, name in exits.items():
        label = f"Go on with: {known[target].label}"
        steps.append(ScenarioStep(name, END, label, label, known[target].detail_levels, ()))
    ends = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return sfm._replace(steps=tuple(steps), start_step=start.step_id, end_steps=ends)


def _rest(sfm: ScenarioFlowModel, part: set[int], root: int, title: str) -> ScenarioFlowModel:
    """The model with one step in the part's place."""
    own = {sfm.steps[at].step_id for at in part}
    outside = {t.target: t for at in sorted(part) for t in sfm.steps[at].transitions if t.target not in own}
    ways = tuple(transition._replace(label="") for transition in outside.values())
    stub = sfm.steps[root]._replace(
        step_type=ACTION if ways else END, label=title, description=title, transitions=ways, flags="",
        members=tuple(sorted(own)),
    )
    steps = tuple(stub if at == root else step for at, step in enumerate(sfm.steps) if at == root or at not in part)
    ends = tuple(step.step_id for step in steps if step.step_type in TERMINAL)
    return sfm._replace(steps=steps, end_steps=ends)


def _split(sfm: ScenarioFlowModel, style: str) -> tuple[tuple[str, str], ...]:
    """The main chart and its parts; empty when that does not fit either."""
    parts: list[tuple[str, str]] = []
    while not fits(sfm, text := chart(sfm, style)):
        tree = regions(sfm)
        root = _cut(sfm, tree)
        if root < 0 or len(parts) + 1 >= limits.CHART_PARTS:
            return ()
        title = f"Part {len(parts) + 2}: {sfm.steps[root].label}"
        part = inside(tree, root)
        model = _part(sfm, part, sfm.steps[root], title)
        drawn = chart(model, style)
        if not fits(model, drawn):
            return ()
        parts.append((title, drawn))
        sfm = _rest(sfm, part, root, f"⋯ {len(part)} steps. {title}")
    return (("", text), *parts)


def draw(models: Iterable[ScenarioFlowModel], style: str = "default") -> Drawing:
    """`models`: the level asked for first, then the lower ones; only as many are asked for as are needed."""
    asked = drawn = None
    for drawn in models:
        asked = asked or drawn
        lower = "" if drawn is asked else f"too large at {asked.level} detail, drawn at {drawn.level}"
        if fits(drawn, text := chart(drawn, style)):
            return Drawing((("", text),), drawn, lower)
        if charts := _split(drawn, style):
            return Drawing(charts, drawn, "; ".join(filter(None, (lower, f"split into {len(charts)} charts"))))
    assert asked is not None, "draw needs a model"
    return Drawing((), asked, f"{len(asked.steps)} steps are too many to draw: outline only")
