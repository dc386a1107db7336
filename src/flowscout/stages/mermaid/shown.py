"""A model as its drawing shows it: circles that do not dwarf the chart, room between steps, phases as boxes.

An error's circle holds the outcome's name alone (`InvalidArgument`, `-1`); its message stands on the edge that leads to
it where there is one such edge and it fits, else what tells it below the name; what no circle holds is in a stadium,
and `compact` draws the whole in one. The outline has it in any case.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...model import limits
from ...model.sfm import BRANCHING, ERROR, LISTED, Phase, ScenarioFlowModel, ScenarioStep
from ...words.cutting import BULLET, INNER, apart, at_word
from ...words.dataflow import read
from ...words.folding import DOTS
from ...words.outcomes import parted
from .chart import chart
from .look import Look, looks
from .size import extent, fitting, look_of
from .telling_rows import fewer

_MESSAGE: Final = 48  # letters of an error's message below its name
_LINES: Final = 4  # of a list of values where there is no room
_ROWS: Final = (20, 14, 9)  # of such a list before that, the most first
_AMOUNTS: Final = (
    (limits.DEED_TEXT, limits.DEED_TEXT),
    (180, 180),
    (110, limits.STEP_TEXT),
    (80, 110),
    (limits.LABEL_TEXT, 110),
)  # letters of a label and of a question's, the most first
_WIDER: Final = 1.1  # by how much a chart may be wider for its words
INIT: Final = (
    '%%{init: {"flowchart": {"nodeSpacing": 30, "rankSpacing": 30, "wrappingWidth": 440}}}%%\n'  # our lines stay whole
)
_BOXED: Final = INIT.replace(
    "}}}", ', "subGraphTitleMargin": {"top": 4, "bottom": 14}}}}'
)  # else the first step covers the title
_LARGE: Final = 16  # steps of a chart whose phases are boxes


def shortened(sfm: ScenarioFlowModel, style: str) -> ScenarioFlowModel:
    """Errors by their names, their messages on the edges."""
    if style == "compact":
        return sfm
    names = {
        step.step_id: parted(step.label)
        for step in sfm.steps
        if step.step_type == ERROR and (": " not in step.label or step.whole == step.label or not step.members)
    }
    ways = Counter(t.target for step in sfm.steps for t in step.transitions)
    edges = [
        t for step in sfm.steps for t in step.transitions if ways[t.target] == 1 and names.get(t.target, ("", ""))[1]
    ]
    told = {t.target: f"{t.label}: {names[t.target][1]}".removeprefix(": ") for t in edges}
    told = {target: label for target, label in told.items() if len(label) <= limits.EDGE_TEXT}
    silent = [name for name, (_, message) in names.items() if message and name not in told]
    below = dict(zip(silent, _below([names[name][1] for name in silent]), strict=True))

    def shown(step: ScenarioStep) -> ScenarioStep:
        ways_on = tuple([t._replace(label=told[t.target]) if t.target in told else t for t in step.transitions])
        name = names[step.step_id][0] if step.step_id in names else step.label
        return step._replace(
            label=f"{name}: {below[step.step_id]}" if step.step_id in below else name, transitions=ways_on
        )

    return sfm._replace(steps=tuple(shown(step) for step in sfm.steps))


def _below(messages: list[str]) -> list[str]:
    """How messages begin; of those that begin alike, what tells them apart."""
    short = [at_word(message, _MESSAGE) for message in messages]
    return short if len(set(short)) == len(set(messages)) else apart(messages, _MESSAGE)


def boxes(sfm: ScenarioFlowModel) -> tuple[Phase, ...]:
    """The phases that are drawn around their steps: those that an author's title names whole, outermost first, where
    the chart is large; and always the callees of deep. No two of them share a step."""
    where = {member: step.step_id for step in sfm.steps for member in (step.members or (step.step_id,))}
    taken: set[str] = set()
    found = []
    for phase in sorted(sfm.phases, key=lambda each: (not each.title.startswith("In "), each.depth)):
        inside = {where[member] for member in phase.members if member in where}
        worth = (
            phase.named
            and not phase.title.endswith(DOTS)
            and (len(sfm.steps) >= _LARGE or phase.title.startswith("In "))
        )
        if worth and 1 < len(inside) < len(sfm.steps) - 2 and not inside & taken:
            taken |= inside
            found.append(phase._replace(members=tuple(step.step_id for step in sfm.steps if step.step_id in inside)))
    return tuple(found)


def rationed(sfm: ScenarioFlowModel, most: int, asked: int = 0, rows: int = _LINES) -> ScenarioFlowModel:
    """Labels of at most so many letters, those of questions of `asked`; where that is little, of lists the rows that tell most. Lists
    of decisions stay."""
    if all(len(step.label) <= most or step.has(LISTED) for step in sfm.steps):
        return sfm
    plain = [step for step in sfm.steps if "\n" not in step.label]
    asking = [step.label for step in plain if step.step_type in BRANCHING]
    doing = iter(apart([step.label for step in plain if step.step_type not in BRANCHING], most))
    questions = iter(apart(asking, asked or most))

    def shown(step: ScenarioStep) -> ScenarioStep:
        if "\n" in step.label:
            long = most <= limits.LABEL_TEXT and not step.has(LISTED)
            return step._replace(label=fewer(step.label, rows, _read_beside(step, sfm))) if long else step
        label = next(questions if step.step_type in BRANCHING else doing)
        return step if step.has(LISTED) else step._replace(label=label)

    return sfm._replace(steps=tuple(map(shown, sfm.steps)))


def _read_beside(step: ScenarioStep, sfm: ScenarioFlowModel) -> frozenset[str]:
    """The names that other steps read."""
    beside = [line for other in sfm.steps if other is not step for line in other.label.split("\n")]
    return frozenset().union(*(read(line.lstrip(BULLET + INNER)) for line in beside))


def least(sfm: ScenarioFlowModel, style: str) -> ScenarioFlowModel:
    """As it is drawn where there is no room."""
    return shortened(rationed(sfm, limits.LABEL_TEXT), style)


def roomy(sfm: ScenarioFlowModel, style: str) -> tuple[ScenarioFlowModel, Look]:
    """As it is drawn, and how: with words as long as there is room for, so that letters hardly become smaller for it.
    Words are worth more than diamonds."""
    short = least(sfm, style)
    own = look_of(short, style) or looks(style)[-1]
    wider = [
        amounts
        for amounts in _AMOUNTS
        if any(len(step.label) > limits.LABEL_TEXT and not step.has(LISTED) for step in sfm.steps)
    ]
    longer = [rows for rows in _ROWS if wider and any(step.label.count("\n") > rows for step in sfm.steps)]
    room = _WIDER * max(limits.COLUMN, extent(short, own).width) if wider else 0.0
    able = looks(style)
    amounts = [
        (*each, rows) for each in wider for rows in ((*longer, _LINES) if each[0] <= limits.LABEL_TEXT else (_LINES,))
    ]
    for most, asked, rows in amounts:
        shown = shortened(rationed(sfm, most, asked, rows), style)
        for look in able[able.index(own) :]:
            if (size := fitting(shown, look)) and size.width <= room:
                return shown, look
    return short, own


def document(sfm: ScenarioFlowModel, look: Look, boxed: tuple[Phase, ...] = ()) -> str:
    """A Mermaid document of its own."""
    return (_BOXED if boxed else INIT) + chart(sfm, look, boxed)
