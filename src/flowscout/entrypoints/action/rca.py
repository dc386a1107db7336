"""A run failed: read the logs of its failed jobs, and say on its pull request which line is the cause and what it points at.

Logs and code are read, never run. A job's last green log on the default branch is the baseline: what it says too is no
cause. One comment for each head commit; a later attempt edits it.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from ...adapters import gitpython
from ...adapters.basis import FULL, Basis, basis
from ...forge import Forge, ForgeError
from ...model.event import EventContext
from ...model.event import Job as FailedJob
from ...model.finding import RootCause
from ...model.publication import Annotation, Document, Section
from ...pipeline import Project
from ...rca.diagnosis import diagnosed
from ...rca.formats import extractor
from ...rca.report.words import percent, quick_summary, title
from ...rca.source import of_file
from ...redact import redact
from ...tasks.diagnose import diagnose, located
from ...tasks.diagnose.markdown import markdown
from ...tasks.diagnose.pictures import failing_flow
from ...tasks.markdown import escape
from ...tasks.publish import nowhere
from ...wiring import project
from ..reviewing import scene_at
from .job import Job, outputs, provenance, published
from .review import policy, with_pull

MOST_JOBS: Final = 3
MOST_BYTES: Final = 400_000_000
FAILED: Final = frozenset({"failure", "timed_out", "startup_failure"})


def run(job: Job) -> int:
    context, forge = with_pull(job), job.forge
    if forge is None:
        return _quiet(job, "logs are read through the API, and there is no token")
    run_id, attempt = (context.run.id, context.run.attempt) if context.run else (context.run_id, context.run_attempt)
    try:
        failed = [one for one in forge.jobs(run_id, attempt) if one.conclusion in FAILED]
    except ForgeError as error:
        return _quiet(job, str(error))
    found = basis(job.where.git("rca"), context, forge, job.fetch, job.chosen.base)
    code = _Code(job, found)
    told = [(one, *code.seen(root)) for one in failed[:MOST_JOBS] if (root := _read(job, forge, run_id, one)) is not None]
    if not told:
        return _quiet(job, "the run failed, but no log of a failed job can be read")
    made = _document(job, told, found, len(failed))
    done = published(job, made, context.number, _head(context, found))
    first = told[0][1]
    outputs(
        job, done, head_sha=_head(context, found), conclusion=made.conclusion, suspects=str(len(first.suspects)),
        confidence=str(first.findings[0].confidence if first.findings else 0.0))  # fmt: skip
    return 4 if nowhere(done) else 0


def _head(context: EventContext, found: Basis) -> str:
    return (context.run.head_sha if context.run else "") or context.head_sha or found.after


def _quiet(job: Job, why: str) -> int:
    job.runner.say(f"flowscout: {why}")
    outputs(job, (), conclusion="neutral")
    return 0


def _read(job: Job, forge: Forge, run_id: int, failed: FailedJob) -> RootCause | None:
    clean = partial(redact, secrets=job.secrets)
    with tempfile.TemporaryDirectory() as folder:
        log, green = Path(folder) / "job.log", Path(folder) / "green.log"
        try:
            whole = forge.job_log(failed.id, log, most=MOST_BYTES)
        except ForgeError as error:
            job.runner.say(f"note: {failed.name}: {error}")
            return None
        baseline = of_file(str(green)) if _baseline(job, forge, run_id, failed, green) else None
        found = diagnosed(of_file(str(log)), extractor(), clean, conclusion=failed.conclusion, green=baseline)
    return found if whole else found._replace(notes=(*found.notes, "The middle of the log was left out: it is too long."))


def _baseline(job: Job, forge: Forge, run_id: int, failed: FailedJob, into: Path) -> bool:
    try:
        green = forge.last_success(run_id, failed.name)
        return bool(green) and forge.job_log(green, into, most=MOST_BYTES)
    except ForgeError as error:
        job.runner.say(f"note: no baseline for {failed.name}: {error}")
        return False


class _Code:
    """The code before and after the change; read only when a finding points into it."""

    def __init__(self, job: Job, found: Basis) -> None:
        self._job, self._found = job, found
        self._made: tuple[Project, Project | None, dict[str, str], tuple[str, ...]] | None = None

    def seen(self, root: RootCause) -> tuple[RootCause, str]:
        """(the root cause with its place and suspects, Markdown of it)."""
        link = self._job.link(self._found.after)

        def linked(path: str, line: int) -> str:
            return f"[{escape(f'{path}:{line}' if line else path)}]({link(path, max(line, 1), max(line, 1), False)})"

        if not root.findings:
            return root, markdown(root, linked, heading="###")
        after, before, renames, paths = self._read()
        told = diagnose(located(root, paths), after, before, renames).root
        drawing = failing_flow(after, told.place) if told.place else None
        return told, markdown(told, linked, drawing=drawing, heading="###")

    def _read(self) -> tuple[Project, Project | None, dict[str, str], tuple[str, ...]]:
        if self._made is None:
            where, found = self._job.where, self._found
            new = scene_at(where, found.after, policy(self._job))
            before, renames = None, {}
            if found.mode != FULL:
                old = scene_at(where, found.before, policy(self._job))._replace(settings=new.settings)
                before = project(old)
                renames = dict(gitpython.renames(where.git("rca"), found.before, found.after))
            paths = tuple(entry.path for entry in new.snapshot.entries())
            self._made = (project(new), before, renames, paths)
        return self._made


def _document(job: Job, told: list[tuple[FailedJob, RootCause, str]], found: Basis, failed: int) -> Document:
    sections = []
    for rank, (one, root, report) in enumerate(told):
        name = f"## {escape(one.name)}\n\n" if failed > 1 else ""
        short = f"{name}{escape(quick_summary(root))}"
        sections.append(Section(name + report, rank, short))
    if failed > len(told):
        sections.append(Section(f"{failed - len(told)} more jobs failed.", len(told)))
    first = told[0][1]
    summary = escape(quick_summary(first)) if first.findings else escape(first.cause)
    notes = tuple(annotation for _, root, _ in told for annotation in _annotated(root))
    return Document("rca", "Root cause", summary, (*sections, provenance(found)), notes)


def _annotated(root: RootCause) -> list[Annotation]:
    return [
        Annotation(
            one.file, one.file_line, one.file_line, "warning" if one.severity == "warning" else "failure",
            f"{title(one.type)} ({percent(one.confidence)})", one.message)
        for one in root.findings if one.file and one.file_line
    ]  # fmt: skip
