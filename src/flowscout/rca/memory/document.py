"""One remembered root cause, under the published field names."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from ...model.finding import RootCause
from ...model.identity import path_of
from .fingerprint import fingerprint


class CauseDocument(NamedTuple):
    """fingerprint: of the error, equal for equal failures. head_sha, job: of the run. fixed_in: files whose change turned the
    job green. path_files: those on the way from the failing place to its suspects. created_at, updated_at: milliseconds since 1970."""

    id: str
    fingerprint: str
    error_message: str
    error_type: str
    language: str
    root_cause: str
    fix_guidelines: tuple[str, ...]
    confidence: float
    file_path: str
    line_number: int
    tool_calls_made: tuple[str, ...]
    iterations: int
    quality_score: float
    user_validated: bool = False
    validation_feedback: str = ""
    code_context: str = ""
    stack_trace: str = ""
    repository: str = ""
    head_sha: str = ""
    job: str = ""
    fixed_in: tuple[str, ...] = ()
    path_files: tuple[str, ...] = ()
    created_at: int = 0
    updated_at: int = 0


class Filters(NamedTuple):
    """The published search filters. repository: only cases of this project; None for all."""

    language: str = ""
    error_type: str = ""
    min_confidence: float = 0.0
    min_quality_score: float = 0.0
    limit: int = 5
    repository: str | None = None


class SimilarDocument(NamedTuple):
    """similarity: cosine, 0…1. score: what they are ordered by."""

    document: CauseDocument
    similarity: float
    score: float


def quality(confidence: float, validated: bool, has_code: bool) -> float:
    """0…1: 0.7 of the confidence, 0.2 where a person confirmed it, 0.1 where it holds the code."""
    return round(min(1.0, max(0.0, 0.7 * confidence + 0.2 * validated + 0.1 * has_code)), 3)


def document_id(error: str, repository: str, head_sha: str, job: str) -> str:
    return sha256("\0".join((error, repository, head_sha, job)).encode("utf-8", "replace")).hexdigest()[:16]


def document(
    found: RootCause, now: int, *, repository: str = "", head_sha: str = "", job: str = "", context: str = ""
) -> CauseDocument | None:
    """Of the first finding; None where there is none."""
    if not found.findings:
        return None
    first = found.findings[0]
    error = fingerprint(first.tool, first.type, first.message)
    made = CauseDocument(
        id=document_id(error, repository, head_sha, job),
        fingerprint=error,
        error_message=first.message,
        error_type=first.type,
        language=first.language,
        root_cause=found.cause,
        fix_guidelines=found.fix,
        confidence=first.confidence,
        file_path=first.file,
        line_number=first.file_line,
        tool_calls_made=found.tools,
        iterations=found.iterations,
        quality_score=0.0,
        code_context=context,
        stack_trace="\n".join(first.quote),
        repository=repository,
        head_sha=head_sha,
        job=job,
        path_files=tuple(
            sorted({path_of(id_) for suspect in found.suspects for id_ in (*suspect.path, suspect.id) if "::" in id_})
        ),
        created_at=now,
        updated_at=now,
    )
    return made._replace(quality_score=quality(made.confidence, made.user_validated, bool(made.code_context)))
