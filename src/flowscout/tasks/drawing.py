"""One function's chart as it is shown anywhere: Mermaid within the budget, outline, sentence, place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..border import within
from ..model import limits
from ..model.record import NamedTuple
from ..model.sfm import ScenarioFlowModel
from ..model.undrawn import is_undrawn, undrawn
from ..pipeline import Located, Project
from ..stages.summarise import display, summarise
from .called import heard
from .closures import untold
from .markdown import code, escape, fence, prose

if TYPE_CHECKING:
    from ..model.worded import Words


TOLD: Final = 7  # lines under one heading
_INNER: Final = 8  # functions made on the way that are drawn


class Drawing(NamedTuple):
    """charts: (title, Mermaid document); the first title is "". model: what was drawn. note: what was done to fit, "" nothing."""

    charts: tuple[tuple[str, str], ...]
    model: ScenarioFlowModel
    note: str = ""


class Chart(NamedTuple):
    """origin: whose words the sentence and labels are. The outline keeps the code's own. told: lines of the summary under their headings."""

    function: Located
    drawing: Drawing
    outline: str
    sentence: str
    origin: str = "rule"
    told: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def undrawn(self) -> bool:
        """A defect of ours stands in the way: it is to be drawn anew, by whatever comes next."""
        return is_undrawn(self.drawing.model)


def chart(
    project: Project, function_id: str, level: str, style: str = "", words: Words | None = None, *, alone: bool = False
) -> Chart:
    """Drawn at `level`; in several drawings where one would be too large, and the drawing says so. alone: without the
    sentence and what is told below, for which every callee is read."""
    return within(
        function_id,
        lambda: _chart(project, function_id, level, style, words, alone),
        lambda: _undrawn(project.functions[function_id], level),
    )


def _undrawn(function: Located, level: str) -> Chart:
    from ..stages.mermaid import outline

    model = undrawn(function.id, function.facts.name, level)
    return Chart(function, draw(model), outline(model), "")


def _chart(project: Project, function_id: str, level: str, style: str, words: Words | None, alone: bool) -> Chart:
    from ..stages.mermaid import outline  # a project whose charts are known draws none

    own = project.chart(function_id, level)
    function = project.functions[function_id]
    style = style or project.settings.style
    drawing = draw(reworded(own, words) if words else own, style, function.facts.line)
    drawing = _with_inner(project, drawing, function, level, style)
    shown = Chart(function, drawing, outline(own), "", words.origin if words else "rule")
    if alone:
        return shown
    rule, told = project.sentence(function_id), _told(project, function_id)
    return shown._replace(sentence=(words.sentence if words else "") or rule, told=told)


def _with_inner(project: Project, drawing: Drawing, function: Located, level: str, style: str) -> Drawing:
    """What it makes on the way and a step cannot tell has a drawing of its own, below; and so has what that makes."""
    charts: list[tuple[str, str]] = []
    waiting = untold(project, function.id, drawing.model)
    drawn = 0
    while waiting and drawn < _INNER:
        inner = project.functions[waiting.pop(0)]
        model = project.chart(inner.id, level)
        waiting[:0] = untold(project, inner.id, model)
        name = inner.facts.name.strip("<>")
        title = _titled(f"{name}, run when called", inner.facts.line, inner.facts.end_line, function.facts.line)
        first, *parts = draw(model, style, function.facts.line).charts
        charts += [(title, first[1]), *((f"{name}: {part}", text) for part, text in parts)]
        drawn += 1
    notes = [drawing.note, _inner_note(drawn, len(waiting))]
    return drawing._replace(charts=(*drawing.charts, *charts), note="; ".join(filter(None, notes)))


def _inner_note(drawn: int, left: int) -> str:
    told = (
        "a function that it makes has a drawing of its own"
        if drawn == 1
        else f"{drawn} functions that it makes have drawings of their own"
    )
    return (f"{told}, {left} more are not drawn here" if left else told) if drawn else ""


def _told(project: Project, id_: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What callers must know, under headings; the least telling is cut, and that is said. Of the way of an effect only its first
    step is told: the rest may change without anybody here being asked."""
    near: dict[object, tuple[str, ...]] = {
        callee: (callee,) for callee in project.callees(id_) if project.effects(callee)
    }
    near |= {atom[:3]: (id_, callee) for callee in reversed(project.callees(id_)) for atom in project.effects(callee)}
    summary = summarise(
        project.bound(id_),
        project.cfg(id_),
        project.actions(id_),
        project.effects(id_),
        lambda atom: near.get(atom[:3], ()),
        project.sentence(id_),
    )
    calls = [f"`{display(callee)}`: {said}" for callee in heard(project, id_) if (said := project.sentence(callee))]
    titled = (
        ("Preconditions", [each.removeprefix("Validate ") for each in summary.preconditions]),
        ("Effects", summary.side_effects),
        ("Errors", summary.error_conditions),
        ("Calls", calls),
    )
    return tuple((title, _few(lines)) for title, lines in titled if lines)


def _few(lines: Sequence[str]) -> tuple[str, ...]:
    shown = tuple(lines[: TOLD if len(lines) > TOLD + 1 else len(lines)])
    return shown if len(shown) == len(lines) else (*shown, f"and {len(lines) - len(shown)} more")


def draw(model: ScenarioFlowModel, style: str = "default", line: int = 1) -> Drawing:
    """One drawing, or one of the whole and one of each part that is taken out of it. line: of the function, for lines of phases are told from its first one.
    `Project.mermaid` is the same flow whole, as one document whatever its size: for machines."""
    from ..stages.detail import divided
    from ..stages.mermaid import least, look_of

    parts = divided(
        model, lambda each: len(each.steps) <= limits.MERMAID_NODES and look_of(least(each, style), style) is not None
    )
    charts = tuple(
        (_titled(part.title, part.line, part.end_line, line), _document(part.model, style)) for part in parts
    )
    return Drawing(charts, model, _note(len(charts) - 1))


def _note(parts: int) -> str:
    told = (
        "a part of it has a drawing of its own"
        if parts == 1
        else f"{parts} parts of it have drawings of their own, in the order in which they run"
    )
    return f"too large for one drawing: {told}" if parts else ""


def _document(model: ScenarioFlowModel, style: str) -> str:
    """Phases are boxes where there is room for them."""
    from ..stages.mermaid import boxes, document, fits, roomy

    shown, look = roomy(model, style)
    boxed = boxes(shown)
    return document(shown, look, boxed if boxed and fits(shown, look, len(boxed)) else ())


def _titled(title: str, first: int, last: int, line: int) -> str:
    """Lines count from the function's first: a page says nothing of where a function stands in its file."""
    if not title or first < line:
        return title
    lines = f"line {first - line + 1}" if first == last else f"lines {first - line + 1}–{last - line + 1}"
    return f"{title} ({lines} of the function)"


def reworded(model: ScenarioFlowModel, words: Words) -> ScenarioFlowModel:
    """The same steps with other labels; nothing else of a model can be worded."""
    steps = (
        step._replace(label=text, origin=words.origin) if (text := words.labels.get(step.step_id)) else step
        for step in model.steps
    )
    return model._replace(steps=tuple(steps))


def body(shown: Chart) -> list[str]:
    """Markdown lines of a chart: the sentence, the drawings, what callers must know, the notes, the outline folded away."""
    lines = [prose(shown.sentence), ""] if shown.sentence else []
    for title, text in shown.drawing.charts:
        lines += [f"**{escape(title)}**", ""] if title else []
        lines += [*fence(text, "mermaid").split("\n"), ""]
    for title, told in shown.told:
        lines += [f"**{title}**", "", *(f"- {prose(line)}" for line in told), ""]
    notes = [note for note in (shown.drawing.note, *shown.drawing.model.notes) if note]
    lines += [f"_{escape('; '.join(notes))}_", ""] if notes else []
    lines += (
        [f"_Words by {code(shown.origin)}; structure and outline are the code's._", ""]
        if shown.origin != "rule"
        else []
    )
    folded = fence(shown.outline, "text").split("\n")
    return [*lines, "<details><summary>Outline</summary>", "", *folded, "", "</details>"]


def sentence_of(lines: list[str]) -> str:
    """Of a chart's `body`, escaped; "" where it has none."""
    return "" if not lines or lines[0][:1] in ("`", "*", "_", "<", "") else lines[0]


def documents(shown: Chart) -> tuple[str, ...]:
    """Mermaid documents, one for each drawing: several in one text are an error to Mermaid."""
    return tuple(f"%% {' '.join(title.split())}\n{text}" if title else text for title, text in shown.drawing.charts)


def mermaid(shown: Chart) -> str:
    """The one document, or the overview."""
    return documents(shown)[0]


def section(shown: Chart, heading: str, name: str) -> list[str]:
    return [f"{heading} {code(name)}", "", *body(shown)]
