"""A failed run -> why it failed: on its pull request, else in the job's summary. A run that passed takes that back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from ...adapters.git import ranges
from ...adapters.git.basis import Basis, basis
from ...adapters.git.plumbing import GitFailed
from ...border import within
from ...errors import ConfigError
from ...forge import ForgeError
from ...model.event import EventContext
from ...model.event import Job as CiJob
from ...model.finding import RootCause
from ...model.pattern import regex
from ...model.publication import Annotation, Document, Section
from ...rca.diagnosis import diagnosed
from ...rca.extract import Extractor
from ...rca.formats import extractor
from ...rca.report.words import percent, place, title
from ...rca.source import of_file
from ...redact import redact
from ...tasks.diagnose import diagnose, located
from ...tasks.diagnose.markdown import markdown, prose
from ...tasks.diagnose.pictures import failing_flow
from ...tasks.markdown import code, escape, visible
from ...wiring import project
from ...words.english import cut
from ..changed import texts
from ..own_formats import formats_of
from ..reviewing import scene_at
from .alike import AlikeReport, joined, notes, same, spread
from .job import ActionJob, ended, outputs, published
from .joblog import MOST_LOG, fetched, noted, placed
from .passed import passed, titled
from .remember import footer, recalled, remembered, votes
from .review import policy, with_pull

MOST_JOBS: Final = 6  # whose logs are read; the jobs of a matrix often fail alike
MOST_NAMES: Final = 4
SHOWN_MESSAGE: Final = 200  # characters of a message on the first screen
SHOWN_SUSPECTS: Final = 2
_STAMP: Final = regex(r"^\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z ?")


def run(job: ActionJob) -> int:
    context = job.context
    if job.forge is None or context.run is None:
        job.runner.say("nothing to do: there is no run to explain, or no token to read its log with")
        outputs(job, (), conclusion="neutral")
        return 0
    run = context.run
    context = with_pull(job)
    votes(job, context.number)
    if run.conclusion == "success":
        return passed(job, context, run)
    try:
        made = explained(job, context, run.id, run.attempt)
    except ForgeError as error:
        return _unread(job, context, error)
    made = made._replace(title=titled(run))
    done = published(job, made, context.number, context.head_sha)
    outputs(job, done, head_sha=context.head_sha, conclusion=made.conclusion)
    return ended(job, done, silent=made.silent)


def _unread(job: ActionJob, context: EventContext, error: ForgeError) -> int:
    """Not worth a comment, and not silence either."""
    job.runner.command("warning", error.told, title="flowscout")
    made = Document("rca", "Root cause", escape(f"The run's jobs cannot be read: {error.told}"), ())
    done = published(job, made, 0, "")
    outputs(job, done, head_sha=context.head_sha, conclusion=made.conclusion)
    return ended(job, done)


def explained(job: ActionJob, context: EventContext, run: int, attempt: int, wanted: str = "") -> Document:
    """The failed jobs of a run's attempt, those that failed alike together. Raises ForgeError when GitHub does not tell
    of them."""
    assert job.forge is not None
    failed = [
        one
        for one in job.forge.jobs(run, attempt)
        if one.conclusion in ("failure", "timed_out") and wanted in ("", one.name, str(one.id))
    ]
    if not failed:
        return Document("rca", "Root cause", "No job of this run failed.", (), silent=True, conclusion="success")
    found = _basis(job, context)
    extract = within("the repository's own log formats", partial(_formats, job, context, found), extractor)
    told = joined(
        [
            within(one.name, partial(_one, job, context, found, extract, run, attempt, one), partial(_unexplained, one))
            for one in spread(failed, MOST_JOBS)
        ]
    )
    lines = [line for one in told for line in _screen(one)]
    if len(failed) > MOST_JOBS:
        lines.append(f"- … and {len(failed) - MOST_JOBS} more failed jobs")
    sections = [
        Section(f"<details><summary>{_summary(one.names)}</summary>\n\n{one.text}\n\n</details>", rank)
        for rank, one in enumerate(told)
    ]
    sections += footer(remembered(job, context, [(", ".join(one.names), one.root) for one in told]))
    marks = list(dict.fromkeys(mark for one in told for mark in _annotations(one)))
    return Document("rca", "Root cause", "\n".join(lines), tuple(sections), tuple(marks), conclusion="failure")


def _screen(told: AlikeReport) -> Iterator[str]:
    """What is seen before anything is unfolded: what, where, what it says, and whom to suspect."""
    if not told.root.findings:
        yield f"- {_named(told.names)}: {escape(told.root.cause)}"
        return
    first = told.root.findings[0]
    yield f"- {_named(told.names)}: **{escape(title(first.type))}** in {told.where or escape(place(first))} ({percent(first.confidence)} sure)"
    yield f"  - {code(cut(first.message.strip().split(chr(10), 1)[0], SHOWN_MESSAGE))}"
    yield from (f"  - {prose(note)}" for note in notes(told))
    yield from (
        f"  - {prose(cut(suspect.reason, SHOWN_MESSAGE))}"
        for suspect in told.root.suspects[: 0 if told.standing else SHOWN_SUSPECTS]
    )
    if told.root.fix and not told.root.suspects:
        yield f"  - {prose(cut(told.root.fix[0].split(chr(10), 1)[0], SHOWN_MESSAGE))}"
    if told.reports:
        yield f"- {_named(told.reports)}: only what the other jobs came to"


def _named(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(code(name) for name in names[:MOST_NAMES]) + more


def _summary(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(f"<code>{_html(name)}</code>" for name in names[:MOST_NAMES]) + more


def _html(text: str) -> str:
    """A job's name is whatever its workflow says."""
    return visible(text[:200]).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _basis(job: ActionJob, context: EventContext) -> Basis | None:
    """What is compared to find suspects; None where the run was of no pull request, or nothing can be fetched."""
    if not context.number:
        return None
    try:
        found = basis(job.where.git("rca"), context, job.forge, job.fetch)
    except (GitFailed, ForgeError):
        return None
    return found if found.before else None


def _formats(job: ActionJob, context: EventContext, found: Basis | None) -> Extractor:
    """The shelf with the repository's own formats: of the default branch in a privileged run, of the base of a pull
    request, else of the commit that was pushed. Of a pull request whose base is not known: none."""
    commit = found.before if found else "" if context.number else context.head_sha or job.context.sha or "HEAD"
    try:
        seen = policy(job) or (scene_at(job.where, commit) if commit else None)
        return formats_of(seen) if seen else extractor()
    except (ConfigError, GitFailed) as error:
        job.runner.command("warning", f"the repository's own log formats are not read: {error}", title="flowscout")
        return extractor()


def _unexplained(one: CiJob) -> AlikeReport:
    said = "The log could not be explained: a defect of flowscout."
    return AlikeReport((one.name,), RootCause("failed", (), said, ()), escape(said), frozenset())


def _one(
    job: ActionJob, context: EventContext, found: Basis | None, extract: Extractor, run: int, attempt: int, one: CiJob
) -> AlikeReport:
    assert job.forge is not None
    clean = partial(redact, secrets=job.secrets)
    with tempfile.TemporaryDirectory() as folder:
        log, green = Path(folder) / "log", Path(folder) / "green"
        try:
            read = fetched(job.forge, run, attempt, one, log)
        except ForgeError as error:
            said = f"The log cannot be read: {error}"
            return AlikeReport((one.name,), RootCause("failed", (), said, ()), escape(said + "."), frozenset())
        baseline = of_file(str(green)) if _fetched_green(job, run, one, green) else None
        root = diagnosed(of_file(str(log)), extract, clean, conclusion="failure", green=baseline)
    if root.findings and not root.findings[0].file:
        root = placed(root, read.annotations or noted(job.forge, one.id))
    unstamped = tuple(one._replace(quote=tuple(_STAMP.sub("", line) for line in one.quote)) for one in root.findings)
    root = root._replace(findings=unstamped, notes=(*root.notes, *map(clean, read.notes)))
    told = within(
        f"the code of {one.name}",
        partial(_in_code, job, context, found, root, one.name),
        lambda: AlikeReport((one.name,), root, markdown(root, heading="###"), frozenset()),
    )
    return told._replace(standing=_standing(job, extract, run, one, root) if context.number else "")


def _standing(job: ActionJob, extract: Extractor, run: int, one: CiJob, root: RootCause) -> str:
    """The commit of the default branch where the job's latest run has the same cause; "" for none."""
    assert job.forge is not None
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        try:
            last, commit = job.forge.last_failure(run, one.name)
            if not last or not job.forge.job_log(last, log, most=MOST_LOG):
                return ""
        except ForgeError:
            return ""
        there = diagnosed(of_file(str(log)), extract, partial(redact, secrets=job.secrets), conclusion="failure")
    return commit if same(root, there) else ""


def _fetched_green(job: ActionJob, run: int, one: CiJob, into: Path) -> bool:
    """The log of the same job when it last passed: what that says too is no cause."""
    assert job.forge is not None
    try:
        last = job.forge.last_success(run, one.name)
        return bool(last) and job.forge.job_log(last, into, most=MOST_LOG)
    except ForgeError:
        return False


def _in_code(job: ActionJob, context: EventContext, found: Basis | None, root: RootCause, name: str) -> AlikeReport:
    commit = found.after if found else context.head_sha
    try:
        now = scene_at(job.where, commit, policy(job))
        paths = frozenset(now.snapshot.paths())
        root = located(root, sorted(paths))
    except GitFailed:
        return AlikeReport((name,), root, markdown(root, heading="###"), frozenset())
    if not root.findings:
        return AlikeReport((name,), root, markdown(root, heading="###"), paths)
    after = project(now)
    old = scene_at(job.where, found.before, now) if found else None
    before = project(old) if old else None
    git = job.where.git("rca")
    renames = ranges.renames(git, found.before, found.after) if found else {}
    others = texts(old, now, ranges.changed(git, found.before, found.after)) if found and old else {}
    told = recalled(job, context, diagnose(root, after, before, renames, others=others).root)
    drawing = failing_flow(after, told.place) if told.place else None
    link = job.link(commit)

    def linked(path: str, line: int) -> str:
        said = escape(f"{path}:{line}" if line else path)
        return f"[{said}]({link(path, max(1, line), line, False)})" if path in paths else said

    first = told.findings[0]
    return AlikeReport(
        (name,),
        told,
        markdown(told, linked, drawing=drawing, heading="###"),
        paths,
        linked(first.file, first.file_line) if first.file else "",
    )


def _annotations(told: AlikeReport) -> list[Annotation]:
    """Of the findings that point into the repository; elsewhere GitHub shows none."""
    return [
        Annotation(one.file, one.file_line, one.file_line, "failure" if one.severity == "error" else "warning", title(one.type), one.message, one.type)
        for one in told.root.findings if one.file in told.paths and one.file_line]  # fmt: skip
