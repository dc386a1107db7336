"""A failed job's log, by whichever way GitHub still gives it: its own, the run's archive, else what its check run
notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from ...adapters.github import runlog
from ...forge import Forge, ForgeError
from ...model.event import Job as CiJob
from ...model.finding import Finding, RootCause
from ...model.publication import Annotation
from ...model.record import NamedTuple

MOST_LOG: Final = 300_000_000  # bytes of one log that are fetched
MOST_NOTES: Final = 100
_ANCHOR: Final = re.compile(r"Process completed with exit code \d+\.?")
_LEVELS: Final = {"failure": "error", "warning": "warning"}


class FetchedLog(NamedTuple):
    """notes: what the reader should know. annotations: of the job's check run, where they were asked for."""

    notes: tuple[str, ...] = ()
    annotations: tuple[Annotation, ...] = ()


def fetched(forge: Forge, run: int, attempt: int, job: CiJob, into: Path) -> FetchedLog:
    """Raises ForgeError when there is nothing to read at all."""
    gone: ForgeError | None = None
    try:
        if forge.job_log(job.id, into, most=MOST_LOG):
            return FetchedLog()
    except ForgeError as error:
        gone = error
    if _from_archive(forge, run, attempt, job, into):
        return FetchedLog(
            ("Read from the archive of the run's logs: the lines are those of the failed step's own log.",)
        )
    if gone is None:
        return FetchedLog(("The log was too long: its middle was not read.",))
    found = noted(forge, job.id)
    if not found:
        raise gone
    into.write_text("".join(f"##[{_LEVELS[one.level]}]{one.message}\n" for one in found), encoding="utf-8")
    return FetchedLog((f"The log cannot be read ({gone}): this is what the run noted of its failure.",), found)


def _from_archive(forge: Forge, run: int, attempt: int, job: CiJob, into: Path) -> bool:
    archive, part = into.with_name("archive.zip"), into.with_name("part")
    try:
        if not forge.run_log(run, attempt, archive, most=MOST_LOG):
            return False
    except ForgeError:
        return False
    if not runlog.of_job(archive, job.name, [number for number, _ in job.failed_steps], part, MOST_LOG):
        return False
    part.replace(into)
    return True


def noted(forge: Forge, job: int) -> tuple[Annotation, ...]:
    """Errors and warnings of a job's check run, but for the one that says only that it failed. () when GitHub does not
    tell."""
    try:
        rows = list(islice(forge.annotations(job), MOST_NOTES))
    except ForgeError:
        return ()
    return tuple(
        one
        for one in rows
        if one.level in _LEVELS and one.message.strip() and not _ANCHOR.fullmatch(one.message.strip())
    )


def placed(root: RootCause, notes: Sequence[Annotation]) -> RootCause:
    """The findings, with the place of the annotation that says the same, where the log names none."""
    return root._replace(findings=tuple(_placed(one, notes) for one in root.findings))


def _placed(one: Finding, notes: Sequence[Annotation]) -> Finding:
    if one.file or not one.message.strip():
        return one
    said = one.message.strip().split("\n", 1)[0]
    same = next((n for n in notes if n.line and not n.path.startswith(".github") and said in n.message), None)
    if same is None:
        return one
    return one._replace(
        file=same.path, file_line=same.line, error=one.error._replace(filePath=same.path, line=same.line)
    )
