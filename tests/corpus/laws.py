"""Laws that ride on every case. A law takes a case and one of its languages and asserts; a new law is one more row of `LAWS`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Final

from flowscout.frontends.treesitter import parse, scout
from flowscout.model.facts import FunctionFacts
from flowscout.model.flow import FunctionCFG
from flowscout.model.sfm import CONTRACT, HIGH, LEVELS, MEDIUM, TERMINAL, ScenarioFlowModel, problems
from flowscout.pipeline import Project
from flowscout.stages.compare import compare
from flowscout.tasks.reports import report

from . import elsewhere, notation
from .driver import Case
from .lies import lies

EVERY = os.environ.get("FLOWSCOUT_LAWS") == "all"  # as `make soak` asks
SHARE = 3  # usually, a law that reads or draws many a project for each case does so for one case of so many
PAUSES = 4  # and of these each fourth is left to `make soak`
PREFIXES = 24 if EVERY else 18  # of each source
DEEP_PREFIXES = 4 if EVERY else 3  # of these, drawn as well
_EXITS = "return|raise|throw|co_return"


def _project(case: Case, language: str) -> Project:
    return notation.project(case.variant(language), case.semantics)


def everything(built: Project) -> Iterator[str]:
    for function in built.functions:
        for level in LEVELS:
            yield built.mermaid(function, level)
        yield notation.OUTPUTS["cfg"](built, function, "")
        yield notation.OUTPUTS["actions"](built, function, "")
        yield notation.OUTPUTS["summary"](built, function, "")
    yield notation.OUTPUTS["calls"](built, "", "")
    yield notation.OUTPUTS["report"](built, "", "")


def _drawn(case: Case, law: int) -> bool:
    """Most cases have one of these laws, as their names say."""
    turn, which = divmod(sum(case.name.encode()), SHARE)
    return EVERY or (which == law and turn % PAUSES > 0)


def no_prefix_crashes(case: Case, language: str) -> None:
    """Cut anywhere, a source is still read: every prefix parses, a sample of them is drawn. Scouting alone finds the same points
    of interest. Usually of a share of the cases."""
    if not _drawn(case, 0):
        return
    sources = case.variant(language)
    for at, source in enumerate(sources):
        cuts = [*range(0, len(source.data), max(1, len(source.data) // PREFIXES)), len(source.data)]
        for nth, cut in enumerate(cuts):
            facts = parse(source.data[:cut], source.language)
            assert facts.status
            assert report(source.path, scout(source.data[:cut], source.language)) == report(source.path, facts)
            if nth % (PREFIXES // DEEP_PREFIXES) == 0 and cut < len(
                source.data
            ):  # the whole is drawn by every other law
                shortened = (*sources[:at], source._replace(data=source.data[:cut]), *sources[at + 1 :])
                for _ in everything(notation.project(shortened, case.semantics)):
                    pass


def same_input_same_bytes(case: Case, language: str) -> None:
    """Nothing is remembered between two runs, and neither the order of the files nor the seed of the hashes matters: another
    process draws the same. Usually of a share of the cases."""
    if not _drawn(case, 1):
        return
    assert sorted(everything(_project(case, language))) == elsewhere.everything(case.name, language)


def charts_are_valid(case: Case, language: str) -> None:
    built = _project(case, language)
    for function in built.functions:
        for level in LEVELS:
            assert problems(built.chart(function, level)) == [], f"{function} at {level}"


def graphs_are_valid(case: Case, language: str) -> None:
    built = _project(case, language)
    for function in built.functions:
        assert graph_problems(built.cfg(function)) == [], function


def graph_problems(graph: FunctionCFG) -> list[str]:
    """One entry; every block is reachable or marked dead; every path ends at an exit, a raise or a call that never returns."""
    found = []
    leads: dict[int, list[int]] = {block.id: [] for block in graph.blocks}
    for edge in graph.edges:
        leads[edge.source].append(edge.target)
    seen, stack = {0}, [0]
    while stack:
        fresh = [t for t in leads[stack.pop()] if t not in seen]
        seen.update(fresh)
        stack += fresh
    ends = {*graph.returns, *graph.raises, *graph.noreturn}
    for position, block in enumerate(graph.blocks):
        if block.id != position:
            found.append(f"block {block.id} stands at {position}")
        if block.dead == (block.id in seen):
            found.append(f"block {block.id} is {'reachable but dead' if block.dead else 'unreachable but not dead'}")
        if not leads[block.id] and block.id not in ends:
            found.append(f"block {block.id} leads nowhere")
    return found


def detail_is_monotone(case: Case, language: str) -> None:
    """What high shows medium shows, what medium shows deep shows; a merged step shows its members."""
    built = _project(case, language)
    for function in built.functions:
        shown = [_shown(built.chart(function, level)) for level in LEVELS]
        assert shown[0] <= shown[1] <= shown[2], function


def _shown(model: ScenarioFlowModel) -> set[str]:
    return {member for step in model.steps for member in (step.members or (step.step_id,))}


def every_outcome_is_in_every_level(case: Case, language: str) -> None:
    """An outcome of the function stands in a level by itself, or by its words in the step that lists it. An assertion is a
    contract: that it fails is no outcome."""
    built = _project(case, language)
    for function in built.functions:
        wanted = {
            step.whole
            for step in built.steps(function, MEDIUM).steps
            if step.step_type in TERMINAL and not step.has(CONTRACT)
        }
        for level in LEVELS:
            told = [step.whole for step in built.chart(function, level).steps if step.step_type in TERMINAL]
            assert [words for words in sorted(wanted) if not any(words in each for each in told)] == [], (
                f"{function} at {level}"
            )


def high_is_a_story(case: Case, language: str) -> None:
    """Five to twelve steps from four decisions up, where medium has as many; never more than twelve."""
    built = _project(case, language)
    for function in built.functions:
        steps, whole = len(built.chart(function, HIGH).steps), len(built.chart(function, MEDIUM).steps)
        assert steps <= 12, function
        assert steps >= min(whole, 5 if built.functions[function].facts.decisions >= 4 else 2), function


def high_keeps_what_cannot_be_undone(case: Case, language: str) -> None:
    built = _project(case, language)
    for function in built.functions:
        shown = {
            m for s in built.chart(function, HIGH).steps if s.has("irreversible") for m in (s.members or (s.step_id,))
        }
        wanted = {
            m for s in built.chart(function, MEDIUM).steps if s.has("irreversible") for m in (s.members or (s.step_id,))
        }
        assert wanted <= shown, function


def phases_nest(case: Case, language: str) -> None:
    """Each holds steps of the model, and two of them are one inside the other or apart."""
    built = _project(case, language)
    for function in built.functions:
        model = built.scenario(function)
        known, sets = set(model.by_id()), [set(phase.members) for phase in model.phases]
        assert all(one and one <= known for one in sets), function
        assert all(one <= other or other <= one or one.isdisjoint(other) for one in sets for other in sets), function
        assert len({phase.phase_id for phase in model.phases}) == len(sets), function


def nothing_changed_is_no_change(case: Case, language: str) -> None:
    built = _project(case, language)
    for function in built.functions:
        for level in LEVELS:
            model = built.chart(function, level)
            assert compare(model, model).same, f"{function} at {level}"


def renaming_a_local_changes_no_shape(case: Case, language: str) -> None:
    """Usually of a share of the cases."""
    if not _drawn(case, 2):
        return
    sources = case.variant(language)
    built = _project(case, language)
    for at, source in enumerate(sources):
        names = {name for f in built.functions.values() if f.path == source.path for name in _locals(f.facts)}
        text = source.data.decode("latin-1")
        for name in sorted(names):
            if _only_a_local(name, text, source.language):
                other = re.sub(rf"\b{re.escape(name)}\b", f"{name}9", text).encode("latin-1")
                renamed = notation.project(
                    (*sources[:at], source._replace(data=other), *sources[at + 1 :]), case.semantics
                )
                assert _shapes(renamed) == _shapes(built), f"{name} renamed to {name}9"


def _shapes(built: Project) -> list[object]:
    return [notation.shape(built.chart(function, level)) for function in sorted(built.functions) for level in LEVELS]


_MEANINGFUL = re.compile(r"err|fail|ok$|exc|status|^(self|cls|this|rc|ret|e)$", re.IGNORECASE)


def _locals(facts: FunctionFacts) -> Iterator[str]:
    for binding in facts.bindings:
        if binding.how in ("param", "declare", "assign", "each", "with") and binding.name.isidentifier():
            yield binding.name


def _only_a_local(name: str, text: str, language: str) -> bool:
    """No attribute, call, macro, keyword argument or string of that name, and none whose name carries meaning."""
    spelled = re.escape(name)
    elsewhere = rf"(?:\.|->|::|#\s*define.*|[\"'][^\"'\n]*)\b{spelled}\b|\b{spelled}\s*(?:\(|::)|\b(?:global|nonlocal|extern)\b.*\b{spelled}\b"
    keyword = rf"[(,]\s*{spelled}\s*=(?!=)" if language == "python" else r"(?!)"
    return not (_MEANINGFUL.search(name) or re.search(elsewhere, text) or re.search(keyword, text))


def labels_do_not_lie(case: Case, language: str) -> None:
    built = _project(case, language)
    assert [lie for function in built.functions for lie in lies(built, function)] == []


Law = Callable[[Case, str], None]
LAWS: Final[tuple[Law, ...]] = (
    no_prefix_crashes,
    same_input_same_bytes,
    charts_are_valid,
    graphs_are_valid,
    detail_is_monotone,
    every_outcome_is_in_every_level,
    high_is_a_story,
    high_keeps_what_cannot_be_undone,
    phases_nest,
    nothing_changed_is_no_change,
    renaming_a_local_changes_no_shape,
    labels_do_not_lie,
)
