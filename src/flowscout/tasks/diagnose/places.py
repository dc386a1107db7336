"""A finding's function and the step of its flow."""

from __future__ import annotations

from ...model.finding import Finding
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...pipeline import Project
from ..names import MODULE, candidates

_NAMED = ("function", "test", "testName", "className")
_WORD = regex(r"[A-Za-z_]\w*")


def where(project: Project, finding: Finding) -> str:
    """Id of the function that a finding points at: at its line, else by the name of the test; "" where there is none."""
    if finding.file in project.files and finding.file_line:
        found = candidates(project.functions, "", finding.file, finding.file_line)
        if found and found[0].facts.name != MODULE:
            return found[0].id
    for name, value in finding.error.metadata:
        if name in _NAMED and (id_ := _by_name(project, value, finding.file)):
            return id_
    return ""


def _by_name(project: Project, said: str, file: str) -> str:
    """The one function that a runner's name means: `tests/a.py::TestX::test_y[1]`, `TestX.test_y`, `test_y`."""
    words = _WORD.findall(said.split("[")[0].split("(")[0])
    if not words:
        return ""
    named = [id_ for id_ in project.functions if qualified_of(id_).replace("::", ".").split(".")[-1] == words[-1]]
    for narrower in (lambda id_: id_.startswith(f"{file}::"), lambda id_: len(words) > 1 and words[-2] in id_):
        closer = [id_ for id_ in named if narrower(id_)]
        named = closer or named
    return named[0] if len(named) == 1 else ""


def step_at(project: Project, function: str, line: int, level: str) -> str:
    """Id of the step whose code stands at a line, the narrowest; else of the last before it; "" without a line."""
    if not line:
        return ""
    steps = [step for step in project.steps(function, level).steps if step.evidence]
    around = [s for s in steps if s.evidence and s.evidence.line <= line <= s.evidence.end_line]
    if around:
        return min(around, key=lambda s: s.evidence.end_line - s.evidence.line if s.evidence else 0).step_id
    before = [s for s in steps if s.evidence and s.evidence.line <= line]
    return max(before, key=lambda s: s.evidence.line if s.evidence else 0).step_id if before else ""
