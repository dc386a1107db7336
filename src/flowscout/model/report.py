"""FileAnalysisReport: what a scout says of one file, whichever scout it was (syntax, model, outline)."""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

# The closed list of POI types, the same for every scout.
POI_TYPES: Final = (
    "FunctionDefinition",
    "ClassDefinition",
    "MethodDefinition",
    "ConstructorDefinition",
    "DestructorDefinition",
    "OperatorDefinition",
    "LambdaDefinition",
    "StructDefinition",
    "UnionDefinition",
    "EnumDefinition",
    "MacroDefinition",
    "SectionHeading",
    "ConfigurationBlock",
)

COMPLETED_SUCCESS: Final = "COMPLETED_SUCCESS"
SKIPPED_FILE_TOO_LARGE: Final = "SKIPPED_FILE_TOO_LARGE"
SKIPPED_BINARY: Final = "SKIPPED_BINARY"
SKIPPED_UNSUPPORTED: Final = "SKIPPED_UNSUPPORTED"
FAILED_FILE_NOT_FOUND: Final = "FAILED_FILE_NOT_FOUND"
FAILED_LLM_API_ERROR: Final = "FAILED_LLM_API_ERROR"
FAILED_VALIDATION_ERROR: Final = "FAILED_VALIDATION_ERROR"
FAILED_DEFECT: Final = "FAILED_DEFECT"  # of ours


class PointOfInterest(NamedTuple):
    name: str
    type: str
    startLine: int  # noqa: N815 - the published field names
    endLine: int  # noqa: N815
    confidence: float


class FileAnalysisReport(NamedTuple):
    """scout: syntax | model | outline | compared (syntax and model). origin: of a model's points, `provider:model
    digest`."""

    filePath: str  # noqa: N815
    fileChecksum: str  # noqa: N815
    language: str
    pois: tuple[PointOfInterest, ...]
    status: str
    error: str | None
    analysisAttempts: int = 0  # noqa: N815
    scout: str = "syntax"
    origin: str = "rule"
