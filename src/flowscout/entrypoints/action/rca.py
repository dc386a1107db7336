"""A failed run -> why it failed: on its pull request, else in the job's summary."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from ...adapters import gitpython
from ...adapters.basis import Basis, basis
from ...adapters.plumbing import GitFailed
from ...forge import ForgeError
from ...model.event import EventContext
from ...model.event import Job as CiJob
from ...model.finding import RootCause
from ...model.publication import Annotation, Document, Section
from ...rca.diagnosis import diagnosed
from ...rca.formats import extractor
from ...rca.report.words import quick_summary
from ...rca.source import of_file
from ...redact import redact
from ...tasks.diagnose import diagnose, located
from ...tasks.diagnose.markdown import markdown
from ...tasks.diagnose.pictures import failing_flow
from ...tasks.markdown import code, escape
from ...tasks.publish import nowhere
from ...wiring import project
from ..reviewing import scene_at
from .job import Job, outputs, published
from .review import policy, with_pull

MOST_JOBS: Final = 3
MOST_LOG: Final = 300_000_000  # bytes of one log that are fetched


def run(job: Job) -> int:
    context = job.context
    if job.forge is None or context.run is None:
        job.runner.say("nothing to do: there is no run to explain, or no token to read its log with")
        outputs(job, (), conclusion="neutral")
        return 0
    context = with_pull(job)
    made = explained(job, context, context.run.id if context.run else 0, context.run.attempt if context.run else 1)
    done = published(job, made, context.number, context.head_sha)
    outputs(job, done, head_sha=context.head_sha, conclusion=made.conclusion)
    return 4 if nowhere(done) else 0


def explained(job: Job, context: EventContext, run: int, attempt: int, wanted: str = "") -> Document:
    """The failed jobs of a run's attempt, explained one by one. Raises ForgeError when GitHub does not tell of them."""
    assert job.forge is not None
    failed = [one for one in job.forge.jobs(run, attempt) if one.conclusion in ("failure", "timed_out") and wanted in ("", one.name, str(one.id))]
    if not failed:
        return Document("rca", "Root cause", "No job of this run failed.", (), silent=True, conclusion="success")
    found = _basis(job, context)
    sections, notes, lines = [], list[Annotation](), list[str]()
    for rank, one in enumerate(failed[:MOST_JOBS]):
        root, text = _one(job, context, found, run, one)
        lines.append(f"- {code(one.name)}: {escape(quick_summary(root))}")
        sections.append(Section(f"<details><summary>{code_html(one.name)}</summary>\n\n{text}\n\n</details>", rank))
        notes += _annotations(root)
    if len(failed) > MOST_JOBS:
        lines.append(f"- … and {len(failed) - MOST_JOBS} more failed jobs")
    return Document("rca", "Root cause", "\n".join(lines), tuple(sections), tuple(notes), conclusion="failure")


def code_html(text: str) -> str:
    return f"<code>{text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</code>"


def _basis(job: Job, context: EventContext) -> Basis | None:
    """What is compared to find suspects; None where the run was of no pull request, or nothing can be fetched."""
    if not context.number:
        return None
    try:
        found = basis(job.where.git("rca"), context, job.forge, job.fetch)
    except (GitFailed, ForgeError):
        return None
    return found if found.before else None


def _one(job: Job, context: EventContext, found: Basis | None, run: int, one: CiJob) -> tuple[RootCause, str]:
    assert job.forge is not None
    clean = partial(redact, secrets=job.secrets)
    with tempfile.TemporaryDirectory() as folder:
        log, green = Path(folder) / "log", Path(folder) / "green"
        try:
            whole = job.forge.job_log(one.id, log, most=MOST_LOG)
        except ForgeError as error:
            return RootCause("failed", (), f"The log cannot be read: {error}", ()), escape(f"The log cannot be read: {error}.")
        baseline = of_file(str(green)) if _fetched_green(job, run, one, green) else None
        root = diagnosed(of_file(str(log)), extractor(), clean, conclusion="failure", green=baseline)
    if not whole:
        root = root._replace(notes=(*root.notes, "The log was too long: its middle was not read."))
    return _in_code(job, context, found, root)


def _fetched_green(job: Job, run: int, one: CiJob, into: Path) -> bool:
    """The log of the same job when it last passed: what that says too is no cause."""
    assert job.forge is not None
    try:
        last = job.forge.last_success(run, one.name)
        return bool(last) and job.forge.job_log(last, into, most=MOST_LOG)
    except ForgeError:
        return False


def _in_code(job: Job, context: EventContext, found: Basis | None, root: RootCause) -> tuple[RootCause, str]:
    commit = found.after if found else context.head_sha
    try:
        now = scene_at(job.where, commit, policy(job))
        root = located(root, [entry.path for entry in now.snapshot.entries()])
    except GitFailed:
        return root, markdown(root, heading="###")
    if not root.findings:
        return root, markdown(root, heading="###")
    after = project(now)
    before = project(scene_at(job.where, found.before, now.settings)) if found else None
    renames = gitpython.renames(job.where.git("rca"), found.before, found.after) if found else {}
    told = diagnose(root, after, before, renames).root
    drawing = failing_flow(after, told.place) if told.place else None
    link = job.link(commit)
    return told, markdown(told, lambda path, line: f"[{escape(f'{path}:{line}' if line else path)}]({link(path, max(1, line), line, False)})", drawing=drawing, heading="###")


def _annotations(root: RootCause) -> list[Annotation]:
    return [
        Annotation(one.file, one.file_line, one.file_line, "failure" if one.severity == "error" else "warning", one.type, one.message)
        for one in root.findings if one.file and one.file_line and root.place and one.file == root.place.path]  # fmt: skip
