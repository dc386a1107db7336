"""Two scouts of one file, and how sure both together are.

A point that both saw gains a fifth of what was missing to certainty; one that only the model saw keeps half; where both
saw the name but not the same lines or type, the grammar's stands and the model's is dropped. What only the grammar saw
stands as it is: a model's silence is no evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..model.report import COMPLETED_SUCCESS, FileAnalysisReport, PointOfInterest

AGREEING: Final = 0.2
DISAGREEING: Final = 0.5


class Comparison(NamedTuple):
    """How many points: agreed, of the grammar alone, of the model alone, seen differently."""

    agreed: int
    syntax_only: int
    model_only: int
    conflicts: int

    def said(self) -> str:
        return (
            f"{self.agreed} points seen by both, {self.syntax_only} by the grammar alone, {self.model_only} by the model alone, "
            f"{self.conflicts} seen differently"
        )


def triangulate(syntax: FileAnalysisReport, model: FileAnalysisReport) -> tuple[FileAnalysisReport, Comparison]:
    """`syntax` with the model's evidence; a model that failed changes nothing but attempts and error."""
    tried = syntax._replace(analysisAttempts=model.analysisAttempts)
    if model.status != COMPLETED_SUCCESS:
        return tried._replace(error=syntax.error or model.error), Comparison(0, len(syntax.pois), 0, 0)
    left = list(model.pois)
    kept, agreed, conflicts = [], 0, 0
    for poi in syntax.pois:
        same = next((other for other in left if _same(poi, other)), None)
        if same:
            left.remove(same)
            kept.append(poi._replace(confidence=round(poi.confidence + (1 - poi.confidence) * AGREEING, 4)))
            agreed += 1
        else:
            kept.append(poi)
    known = {_last(poi.name) for poi in syntax.pois}
    conflicts = sum(_last(poi.name) in known for poi in left)
    alone = [p._replace(confidence=round(p.confidence * DISAGREEING, 4)) for p in left if _last(p.name) not in known]
    pois = sorted((*kept, *alone), key=lambda p: (p.startLine, -p.endLine, p.type, p.name))
    made = tried._replace(pois=tuple(pois), scout="compared", origin=model.origin)
    return made, Comparison(agreed, len(syntax.pois) - agreed, len(alone), conflicts)


def _same(one: PointOfInterest, other: PointOfInterest) -> bool:
    """The same name, the same kind of thing, more than half of the lines in common."""
    if _last(one.name) != _last(other.name) or _kind(one.type) != _kind(other.type):
        return False
    common = min(one.endLine, other.endLine) - max(one.startLine, other.startLine) + 1
    return 2 * common > max(one.endLine - one.startLine, other.endLine - other.startLine) + 1


def _last(name: str) -> str:
    return name.replace("::", ".").rsplit(".", 1)[-1].split("(")[0].strip()


_FUNCTIONS: Final[Sequence[str]] = (
    "FunctionDefinition", "MethodDefinition", "ConstructorDefinition", "DestructorDefinition", "OperatorDefinition", "LambdaDefinition",
)  # fmt: skip
_TYPES: Final[Sequence[str]] = ("ClassDefinition", "StructDefinition", "UnionDefinition")


def _kind(type_: str) -> str:
    return "function" if type_ in _FUNCTIONS else "type" if type_ in _TYPES else type_
