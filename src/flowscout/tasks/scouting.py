"""Points of interest of files that no grammar reads: by a model where one is configured, else by habits of text."""

from __future__ import annotations

from ..agents.outline import language_of, outline
from ..agents.scout import EntityScout, checksum, decoded, is_binary
from ..model import report
from ..model.report import FileAnalysisReport
from .reports import not_found, unsupported


def by_habits(path: str, data: bytes | None, most: int) -> FileAnalysisReport:
    """The outline scout's report. `most`: bytes of a file that is read."""
    if data is None:
        return not_found(path)
    found = unsupported(path, checksum(data))._replace(scout="outline", language=language_of(path))
    if len(data) > most:
        return found._replace(
            status=report.SKIPPED_FILE_TOO_LARGE, error=f"{len(data):,} bytes; at most {most:,} are read"
        )
    if is_binary(data):
        return found._replace(status=report.SKIPPED_BINARY, error="holds NUL bytes")
    points = outline(path, decoded(data))
    return found._replace(pois=points, status=report.COMPLETED_SUCCESS, error=None) if points else found


def any_text(path: str, data: bytes | None, scout: EntityScout | None, most: int) -> FileAnalysisReport:
    """The model's report; where there is no model, or it failed, the habits' one, which then says why."""
    if scout is None:
        return by_habits(path, data, most)
    asked = scout.run(path, data)
    if asked.status not in (report.FAILED_LLM_API_ERROR, report.FAILED_VALIDATION_ERROR):
        return asked
    return by_habits(path, data, most)._replace(error=asked.error, analysisAttempts=asked.analysisAttempts)
