"""FileAnalysisReport of each file, from its facts: the syntax scout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..model.facts import FileFacts, FunctionFacts
from ..model.report import FAILED_FILE_NOT_FOUND, SKIPPED_UNSUPPORTED, FileAnalysisReport, PointOfInterest
from ..ports import Memo, Progress, Snapshot, Workers
from .facts import Frontend, facts_of, readable

FUNCTIONS: Final[Mapping[str, str]] = {
    "function": "FunctionDefinition", "method": "MethodDefinition", "constructor": "ConstructorDefinition",
    "destructor": "DestructorDefinition", "operator": "OperatorDefinition", "conversion": "OperatorDefinition",
    "lambda": "LambdaDefinition",
}  # fmt: skip
TYPES: Final[Mapping[str, str]] = {
    "class": "ClassDefinition", "struct": "StructDefinition", "union": "UnionDefinition", "enum": "EnumDefinition",
}  # fmt: skip


def reports_of(
    snapshot: Snapshot,
    frontend: Frontend,
    wanted: Callable[[str], bool],
    pool: Workers | None,
    memo: Memo | None,
    progress: Progress,
) -> dict[str, FileAnalysisReport]:
    """Of every wanted file that some language reads."""
    read, _ = facts_of(snapshot, readable(snapshot, frontend, wanted), frontend, pool, memo, progress, heads=True)
    return {path: report(path, facts) for path, facts in read.items()}


def report(path: str, facts: FileFacts) -> FileAnalysisReport:
    """Points of interest by line, outermost first."""
    functions = [_function(f) for f in facts.functions if f.kind in FUNCTIONS]
    types = [
        PointOfInterest(t.name, TYPES[t.kind], t.line, t.end_line, t.confidence) for t in facts.types if t.kind in TYPES
    ]
    macros = [
        PointOfInterest(m.name, "MacroDefinition", m.line, m.line + m.text.count("\n"), 1.0)
        for m in facts.macros if m.params is not None
    ]  # fmt: skip
    pois = sorted((*functions, *types, *macros), key=lambda poi: (poi.startLine, -poi.endLine, poi.type, poi.name))
    return FileAnalysisReport(path, facts.checksum, facts.language, tuple(pois), facts.status, facts.error or None)


def _function(facts: FunctionFacts) -> PointOfInterest:
    return PointOfInterest(".".join((*facts.scope, facts.name)) if facts.kind == "lambda" else facts.name,
                           FUNCTIONS[facts.kind], facts.line, facts.end_line, facts.confidence)  # fmt: skip


def not_found(path: str) -> FileAnalysisReport:
    return FileAnalysisReport(path, "", "", (), FAILED_FILE_NOT_FOUND, "the file could not be read")


def unsupported(path: str, checksum: str) -> FileAnalysisReport:
    return FileAnalysisReport(path, checksum, "", (), SKIPPED_UNSUPPORTED, "no plug-in reads this kind of file")
