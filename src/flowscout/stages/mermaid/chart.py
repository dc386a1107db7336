"""One Scenario Flow Model as one flowchart: shapes, colours and classes of its steps, arrows, subgraphs.

Which steps there are is not decided here: what the model holds is drawn, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model import limits
from ...model.sfm import (
    ACTION,
    DECISION,
    END,
    ERROR,
    LISTED,
    LOOP,
    START,
    STATE_CHANGE,
    VALIDATION,
    Phase,
    ScenarioFlowModel,
    ScenarioStep,
)
from ...words.cutting import BULLET
from .look import Look
from .text import hanging, quoted, wrapped

_ASKED: Final = "asked"  # a question that is no diamond
_SHAPES: Final = {
    START: ("([", "])"),
    END: ("([", "])"),
    DECISION: ("{", "}"),
    VALIDATION: ("{", "}"),
    LOOP: ("{{", "}}"),
    ACTION: ("[", "]"),
    STATE_CHANGE: ("[", "]"),
    ERROR: ("((", "))"),
    LISTED: ("[[", "]]"),
    _ASKED: ("{{", "}}"),
}
_LETTER: Final = 8.0  # width of a letter, as text is wide on the whole
_LINE: Final = 24.0
_ABOVE: Final = 6.0  # of a line, above its letters
_WIDEST: Final = 18  # letters of a circle: one as wide as a longer name dwarfs the chart
_AROUND: Final = 4.0  # around the text of a circle, of which Mermaid leaves a little more
_CHAIN: Final = 5  # steps that still fit side by side

# Fill always with stroke and text colour, so that both of GitHub's themes read well.
_CLASSES: Final = {
    "error": "fill:#ffebe9,stroke:#cf222e,color:#82071e",
    "irreversible": "fill:#fff8c5,stroke:#9a6700,color:#4d2d00",
    "opaque": "fill:#f6f8fa,stroke:#6e7781,color:#24292f,stroke-dasharray:4 3",
    "added": "fill:#dafbe1,stroke:#1a7f37,color:#116329",
    "removed": "fill:#ffebe9,stroke:#cf222e,color:#82071e,stroke-dasharray:5 4",
    "changed": "fill:#fff8c5,stroke:#9a6700,color:#4d2d00",
    "folded": "fill:#f6f8fa,stroke:#d0d7de,color:#57606a",
}
_LISTING: Final = "Listing"
_LEFT: Final = "text-align:left"
_STYLES: Final = {
    _LISTING.lower(): _LEFT,
    **{
        name: style
        for kind, look in _CLASSES.items()
        for name, style in ((kind, look), (kind + _LISTING, f"{look},{_LEFT}"))
    },
}
_ARROWS: Final = {"added": ("==", "==>"), "removed": ("-.", ".->")}  # of a merged drawing of two flows


def node_ids(sfm: ScenarioFlowModel) -> dict[str, str]:
    """`n` and the digits of the step's id: an inserted step renumbers nothing."""
    return {step.step_id: "n" + step.step_id[1:] for step in sfm.steps}


def _class(step: ScenarioStep, diff: bool) -> str:
    """In a merged drawing of two flows colour tells what changed, and nothing else."""
    if diff:
        return next(
            (flag for flag in ("added", "removed", "changed", "folded") if step.has(flag)),
            "changed" if step.has("moved") else "",
        )
    if step.step_type == ERROR:
        return "error"
    return next((flag for flag in ("irreversible", "opaque") if step.has(flag)), "")


def _look(step: ScenarioStep, diff: bool) -> str:
    """What a step is, and whether it lists things: those begin below each other."""
    kind, listing = _class(step, diff), f"\n{BULLET}" in f"\n{step.label}"
    return f"{kind}{_LISTING if kind else _LISTING.lower()}" if listing else kind


def direction(sfm: ScenarioFlowModel) -> str:
    """Side by side where nothing has to be cut for it."""
    chain = len(sfm.steps) <= _CHAIN and all(len(step.transitions) < 2 for step in sfm.steps)
    return "LR" if chain and all(len(step.whole) <= limits.LABEL_TEXT for step in sfm.steps) else "TD"


def shape_of(step: ScenarioStep, look: Look) -> str:
    if step.has(LISTED):
        return LISTED
    if look.flat and step.step_type in (DECISION, VALIDATION):
        return _ASKED
    return (
        END
        if step.step_type == ERROR and (look.compact or not _round(_wrapped(step.label, ERROR, look)))
        else step.step_type
    )


def alike(sfm: ScenarioFlowModel, look: Look) -> Look:
    """One meaning, one shape: errors are circles where each fits in one, else none is."""
    errors = [step for step in sfm.steps if step.step_type == ERROR and not step.has(LISTED)]
    return look if all(shape_of(step, look) == ERROR for step in errors) else look._replace(compact=True)


def _round(text: str) -> bool:
    """Whether a circle of no great size holds it: Mermaid makes one as wide as the widest line, however many lines there are."""
    lines = text.split("\n")
    if max(map(len, lines)) > _WIDEST:
        return False
    radius = max(map(len, lines)) * _LETTER / 2 + _AROUND
    high = [(abs(2 * at - len(lines) + 1) + 1) * _LINE / 2 - _ABOVE for at in range(len(lines))]
    return all((len(line) * _LETTER / 2) ** 2 + up**2 <= radius**2 for line, up in zip(lines, high, strict=True))


def _wrapped(label: str, shape: str, look: Look) -> str:
    """A diamond or circle around one long line dwarfs the chart; a box does not."""
    if "\n" in label:
        wide = (
            max(limits.WIDE_LINE, look.line)
            if shape != LISTED
            else limits.LADDER_LINE
            if look.line >= limits.LABEL_LINE
            else limits.BOX_LINE
        )
        return "\n".join(hanging(line, wide) for line in label.split("\n"))
    line = look.circle if shape == ERROR else look.line
    if shape in (ERROR, DECISION, VALIDATION):
        return label if len(label) <= line else wrapped(label, line)
    wide = max(limits.WIDE_LINE, line) if len(label) > limits.LABEL_TEXT and line >= limits.LABEL_LINE else line
    return label if len(label) <= look.box else wrapped(label, wide)


def node_label(step: ScenarioStep, look: Look) -> str:
    """As it breaks into lines."""
    return _wrapped(step.label, shape_of(step, look), look)


def edge_label(label: str, look: Look) -> str:
    return wrapped(label, look.line) if label else ""


def _node(step: ScenarioStep, name: str, look: Look, diff: bool) -> str:
    left, right = _SHAPES[shape_of(step, look)]
    label = quoted(node_label(step, look))
    kind = _look(step, diff)
    return f"  {name}{left}{label}{right}{':::' + kind if kind else ''}"


def _edge(source: str, target: str, label: str, kind: str, look: Look) -> str:
    tail, head = _ARROWS.get(kind, ("--", "-->"))
    if not label:
        return f"  {source} {'-.->' if kind == 'removed' else head} {target}"
    return f"  {source} {tail} {quoted(edge_label(label, look))} {head} {target}"


def _nodes(sfm: ScenarioFlowModel, look: Look, boxed: Sequence[Phase]) -> Iterator[str]:
    """In drawing order; a phase stands where its first step does."""
    names, diff = node_ids(sfm), sfm.level == "diff"
    within = {member: phase for phase in boxed for member in phase.members}
    known = sfm.by_id()
    done: set[str] = set()
    for step in sfm.steps:
        phase = within.get(step.step_id)
        if phase is None:
            yield _node(step, names[step.step_id], look, diff)
        elif phase.phase_id not in done:
            done.add(phase.phase_id)
            yield f"  subgraph p{phase.phase_id[1:]} [{quoted(phase.title)}]"
            yield from ("  " + _node(known[member], names[member], look, diff) for member in phase.members)
            yield "  end"


def chart(sfm: ScenarioFlowModel, look: Look, boxed: Sequence[Phase] = ()) -> str:
    """Nodes in drawing order, edges by their source in drawing order, then the classes in use. boxed: phases drawn
    around their steps."""
    names = node_ids(sfm)
    look = alike(sfm, look)
    lines = [f"flowchart {direction(sfm)}", *_nodes(sfm, look, boxed)]
    diff = sfm.level == "diff"
    lines += [
        _edge(names[s.step_id], names[t.target], t.label, t.kind if diff else "", look)
        for s in sfm.steps
        for t in s.transitions
    ]
    used = {_look(step, diff) for step in sfm.steps}
    lines += [f"  classDef {kind} {style}" for kind, style in _STYLES.items() if kind in used]
    return "\n".join(lines) + "\n"
