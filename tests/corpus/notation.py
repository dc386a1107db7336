"""Values of the stages as text a person can read and, where a known wrong needs it, write. `OUTPUTS` names the fences; how
much work an edit made is `work`'s."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from flowscout.frontends.treesitter import parse
from flowscout.model.calls import Resolved
from flowscout.model.facts import Call
from flowscout.model.identity import path_of, qualified_of
from flowscout.model.settings import Semantics, Settings
from flowscout.model.sfm import ScenarioFlowModel
from flowscout.pipeline import Project, assemble
from flowscout.stages.detail import divided
from flowscout.tasks.closures import untold
from flowscout.tasks.entrypoints import entry_points
from flowscout.tasks.pages import pages
from flowscout.tasks.records import described
from flowscout.tasks.reports import report as report_of
from flowscout.tasks.selection import selected

from .driver import Case, Source
from .work import work_of


@lru_cache(maxsize=16)
def _project(sources: tuple[Source, ...], semantics: tuple[tuple[str, tuple[str, ...]], ...]) -> Project:
    data = {source.path: source.data for source in sources}
    files = {source.path: parse(source.data, source.language) for source in sources}
    return assemble(files, data.__getitem__, Settings(semantics=Semantics(**dict(semantics))))


def project(sources: tuple[Source, ...], semantics: dict[str, tuple[str, ...]] | None = None) -> Project:
    return _project(sources, tuple(sorted((semantics or {}).items())))


def made(sources: tuple[Source, ...], semantics: dict[str, tuple[str, ...]]) -> Project:
    """As `project`, of which nothing is remembered."""
    return _project.__wrapped__(sources, tuple(sorted(semantics.items())))


def drawn(built: Project, first: str, name: str) -> str:
    """The id of the function that `draw` names by the end of its qualified name, else the first one of the first source."""
    located = sorted(built.functions.values(), key=lambda f: (f.path != first, f.path, f.facts.start))
    if name:
        ids = [f.id for f in located if _ends(f.id, name)]
    else:
        ids = [f.id for f in located if f.facts.kind not in ("module", "lambda")] or [f.id for f in located]
    if not ids:
        raise LookupError(f"no function {name!r} among {[f.id for f in located]}")
    return ids[0]


def _ends(function: str, name: str) -> bool:
    full = function.split("::", 1)[1]
    stem = qualified_of(function)
    return name in (full, stem) or stem.endswith((f".{name}", f"::{name}"))


def sfm(model: ScenarioFlowModel) -> str:
    """`2 VALIDATION p is not null? -> yes 3, no 4`: steps numbered in drawing order, so no id has to be known."""
    number = {step.step_id: str(n) for n, step in enumerate(model.steps, 1)}
    rows = []
    for step in model.steps:
        leads = ", ".join(" ".join(filter(None, (t.label, number.get(t.target, t.target)))) for t in step.transitions)
        flags = f" [{step.flags}]" if step.flags else ""
        rows.append(f"{number[step.step_id]} {step.step_type} {step.label}{flags}" + (f" -> {leads}" if leads else ""))
    rows += [f"note: {note}" for note in model.notes]
    return "\n".join(rows)


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _sfm(built: Project, function: str, level: str) -> str:
    return sfm(built.chart(function, level))


def _mermaid(built: Project, function: str, level: str) -> str:
    return str(built.mermaid(function, level)).rstrip("\n")


def _divided(built: Project, function: str, level: str) -> str:
    """Each drawing of a flow of which one holds nine steps: its title and lines, then its steps as `sfm` has them."""
    rows = []
    for part in divided(built.chart(function, level), lambda model: len(model.steps) <= FITTING):
        lines = f" (lines {part.line}-{part.end_line})" if part.line else ""
        rows.append(f"== {part.title or 'the first drawing'}{lines}\n{sfm(part.model).rstrip()}")
    return "\n".join(rows)


def _made(built: Project, function: str, level: str) -> str:
    """Each function that is drawn below the one that makes it."""
    rows = [f"== {name}\n{sfm(model).rstrip()}" for name, model in _inner(built, function, level)]
    return "\n".join(rows) or "nothing is drawn below"


def _inner(built: Project, function: str, level: str) -> Iterator[tuple[str, ScenarioFlowModel]]:
    for inner in untold(built, function, built.chart(function, level)):
        yield qualified_of(inner), built.chart(inner, level)
        yield from _inner(built, inner, level)


def _cfg(built: Project, function: str, level: str) -> str:
    """`2: test a > 0 -> true 3, false 5`: one block a line, ops joined by `;`; then the number of decisions."""
    bound, graph = built.bound(function), built.cfg(function)
    leads: dict[int, list[str]] = {}
    for edge in graph.edges:
        leads.setdefault(edge.source, []).append(" ".join(filter(None, (edge.kind, edge.label, str(edge.target)))))
    rows = []
    for block in graph.blocks:
        ops = "; ".join(_flat(f"{op.kind} {bound.read(op.start, op.end)}") for op in block.ops)
        ends = {
            "dead": block.dead,
            "returns": block.id in graph.returns,
            "raises": block.id in graph.raises,
            "never returns": block.id in graph.noreturn,
        }
        said = [word for word, holds in ends.items() if holds]
        after = ", ".join([*leads.get(block.id, []), *said])
        rows.append(f"{block.id}: {ops}".rstrip(" :") + (f" -> {after}" if after else ""))
    rows.append(f"decisions: {graph.decisions}")
    return "\n".join([*rows, *(f"note: {note}" for note in graph.notes)])


def _actions(built: Project, function: str, level: str) -> str:
    rows = []
    for action in built.actions(function):
        said = [word for word, holds in (("error", action.error), ("outlives", action.outlives)) if holds]
        rows.append(f"{action.type}: {action.effect}" + (f" [{' '.join(said)}]" if said else ""))
    return "\n".join(rows)


def _summary(built: Project, function: str, level: str) -> str:
    summary = built.summary(function)
    rows = [summary.sentence]
    for title in ("preconditions", "postconditions", "side_effects", "control_flow", "error_conditions"):
        rows += [f"{title.replace('_', ' ')}: {text}" for text in getattr(summary, title)]
    return "\n".join(rows)


def _names(built: Project) -> dict[str, str]:
    """id -> the shortest name that is clear in this project: qualified, with parameters, with the path."""
    bare = Counter(qualified_of(i) for i in built.functions)
    full = Counter(i.split("::", 1)[1] for i in built.functions)
    names = {}
    for function in built.functions:
        with_parameters = function.split("::", 1)[1]
        clear = qualified_of(function) if bare[qualified_of(function)] == 1 else with_parameters
        names[function] = clear if full[with_parameters] == 1 else f"{path_of(function)}::{with_parameters}"
    return names


def _calls(built: Project, function: str, level: str) -> str:
    """`f -> g` exact, `f -> a.g | b.g` candidates, `f ~> g` possible, `f -> g (external)`, `f -> ? g` unresolved, `f -> many g`."""
    names = _names(built)
    rows: list[str] = []
    for located in sorted(built.functions.values(), key=lambda f: (f.path, f.facts.start)):
        answers: dict[int, list[str]] = {}
        for answer in built.resolved(located.id):
            answers.setdefault(answer.site, []).append(_answered(answer, located.facts.calls[answer.site], names))
        for site, call in enumerate(located.facts.calls):
            said = answers.get(site, [f"-> ? {call.name}"] if call.kind == "call" else [])
            rows += [f"{names[located.id]} {one}" for one in said]
    return "\n".join(dict.fromkeys(rows))


def _answered(answer: Resolved, call: Call, names: dict[str, str]) -> str:
    targets = " | ".join(sorted(names.get(t, t) for t in answer.targets))
    match answer.how:
        case "exact" | "candidates":
            return f"-> {targets}"
        case "possible":
            return f"~> {targets}"
        case "external":
            return f"-> {answer.external} (external)"
    return f"-> {'many' if answer.how == 'many' else '?'} {call.name}"


def _functions(built: Project, function: str, level: str) -> str:
    """`12-20 method Volume.Open`: every function found, with its lines, kind and flags."""
    rows = []
    for located in sorted(built.functions.values(), key=lambda f: (f.path, f.facts.start)):
        facts = located.facts
        said = f" [{facts.flags}]" if facts.flags else ""
        rows.append(f"{facts.line}-{facts.end_line} {facts.kind} {located.id.split('::', 1)[1]}{said}")
    return "\n".join(rows)


def _report(built: Project, function: str, level: str) -> str:
    rows = []
    for path, facts in built.files.items():
        report = report_of(path, facts)
        rows.append(f"{path}: {report.status}" + (f": {report.error}" if report.error else ""))
        rows += [f"  {p.startLine}-{p.endLine} {p.type} {p.name} {p.confidence:g}" for p in report.pois]
    return "\n".join(rows)


def _charted(built: Project, _: str, __: str) -> str:
    """What the docs show by default, the most wanted first, and where each is entered."""
    doors = {entry.id: entry.evidence for entry in entry_points(built)}
    return "\n".join(f"{id_}  {doors.get(id_, '')}".rstrip() for id_ in selected(built).chosen)


def _index(built: Project, _: str, __: str) -> str:
    """The index of the pages, without the line that says whose it is."""
    return pages(built, selected(built))[f"{built.settings.docs}/README.md"].text.split("\n", 1)[1]


Render = Callable[[Project, str, str], str]


def _descriptions(built: Project, function: str, level: str) -> str:
    """Each step's label and what its description says besides."""
    steps = described(built, built.chart(function, level or "medium")).steps[1:]
    return "\n".join(
        [step.label if step.description == step.label else f"{step.label} | {step.description}" for step in steps]
    )


FITTING: Final = 9
OUTPUTS: Final[dict[str, Render]] = {
    "mermaid": _mermaid,
    "sfm": _sfm,
    "divided": _divided,
    "made": _made,
    "cfg": _cfg,
    "actions": _actions,
    "summary": _summary,
    "calls": _calls,
    "functions": _functions,
    "report": _report,
    "charted": _charted,
    "index": _index,
    "descriptions": _descriptions,
}
WITHOUT_FUNCTION: Final = frozenset({"calls", "functions", "report", "charted", "index"})


def render(case: Case, language: str, kind: str, draw: str, level: str) -> str:
    if kind == "work":
        return work_of(case)
    if kind in ("review", "screen", "marked", "outline"):
        from . import reviews  # which builds projects as this does

        render = {
            "review": reviews.reviewed,
            "screen": reviews.screened,
            "marked": reviews.marked,
            "outline": reviews.outlined,
        }[kind]
        return render(case).rstrip("\n")
    sources = case.variant(language)
    built = project(sources, case.semantics)
    name = draw or case.options.get("draw", "")
    function = "" if kind in WITHOUT_FUNCTION else drawn(built, sources[0].path, name)
    return OUTPUTS[kind](built, function, level).rstrip("\n")


def shape(model: ScenarioFlowModel) -> tuple[Any, ...]:
    """A chart without its words: step types in drawing order and where each leads, by which kind of transition."""
    number = {step.step_id: n for n, step in enumerate(model.steps)}
    return tuple((s.step_type, tuple((number.get(t.target), t.kind) for t in s.transitions)) for s in model.steps)
