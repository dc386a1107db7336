"""What every activity of the Action works with, and how it publishes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from ... import __version__
from ...adapters.git.basis import Fetch
from ...adapters.github.runner import AnnotationsSurface, ArtifactSurface, Runner, StdoutSurface, SummarySurface
from ...forge import Forge
from ...model.event import RCA, EventContext
from ...model.publication import ANNOTATIONS, ARTIFACT, CHECK, COMMENT, SUMMARY, Document, Published, Section
from ...model.record import NamedTuple
from ...redact import secrets_of
from ...tasks.document import Marker
from ...tasks.publish import Surface, nowhere, publish
from ...tasks.review.sentence import Link
from ...tasks.stamp import RULES
from ...tasks.surfaces import CheckSurface, CommentSurface
from ...wiring import Root
from .inputs import ActionInputs


class ActionJob(NamedTuple):
    runner: Runner
    chosen: ActionInputs
    context: EventContext
    forge: Forge | None
    where: Root
    environment: Mapping[str, str]

    @property
    def secrets(self) -> tuple[str, ...]:
        return (*secrets_of(self.environment), *([self.chosen.token] if self.chosen.token else []))

    @property
    def fetch(self) -> Fetch:
        address = f"{self.context.server_url}/{self.context.repository}.git"
        return Fetch(
            self.where.git("the Action"), self.environment.get("FLOWSCOUT_REMOTE") or address, self.chosen.token
        )

    def key(self, kind: str) -> str:
        return f"{self.chosen.project or 'default'}/{kind}"

    def mark(self, kind: str, sha: str) -> Marker:
        """An explanation is of the run that failed: each workflow of a pull request has its own, which a later attempt
        replaces."""
        run = self.context.run
        if kind == RCA and run is not None:
            return Marker(self.key(f"{kind}/{_plain(run.name)}"), sha, run.id, run.attempt)
        return Marker(self.key(kind), sha, self.context.run_id, self.context.run_attempt)

    @property
    def unseen(self) -> bool:
        """Whether nobody reads this job's output and files: a delivery that `listen` works on."""
        return bool(self.environment.get("FLOWSCOUT_LISTEN_FOLDER"))

    @property
    def folder(self) -> str:
        """Where the whole result is written for later steps."""
        chosen, workspace = self.chosen.artifact, self.environment.get("GITHUB_WORKSPACE") or "."
        return (
            os.path.join(workspace, chosen)
            if chosen
            else os.path.join(self.environment.get("RUNNER_TEMP") or ".", "flowscout")
        )

    def link(self, commit: str, before: str = "") -> Link:
        return Permalink(
            f"{self.context.server_url}/{self.context.repository}/blob",
            commit,
            before,
            self.where.git("the Action").prefix,
        ).to


def _plain(name: str) -> str:
    """As a key may hold it; what is lost makes a digest."""
    plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII)[:60]
    return plain if plain == name else f"{plain}-{sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"


class Permalink(NamedTuple):
    """Addresses of lines at a commit; before and after: commits, "" for no address."""

    base: str
    after: str
    before: str
    prefix: str

    def to(self, path: str, line: int, end_line: int, old: bool) -> str:
        commit = self.before if old else self.after
        if not commit:
            return ""
        lines = f"#L{line}" + (f"-L{end_line}" if end_line > line else "")
        return f"{self.base}/{commit}/{quote(os.fsencode(self.prefix + path), safe='/')}{lines}"


def provenance(before: str, after: str, mode: str, extra: str = "") -> Section:
    said = f"flowscout {__version__} · rules {RULES} · {before[:12] or 'nothing'} → {after[:12]} ({mode})"
    return Section(f"<sub>{said}{' · ' + extra if extra else ''}</sub>")


def published(job: ActionJob, document: Document, number: int, head_sha: str) -> tuple[Published, ...]:
    """On every surface that is wanted and can be; a fork's run cannot write, which is known without trying."""
    chosen, runner, secrets = job.chosen, job.runner, job.secrets
    surfaces: list[Surface] = []
    if job.forge is not None and not job.context.read_only:
        if number and chosen.comment != "off":
            surfaces.append(
                CommentSurface(job.forge, number, job.mark(document.kind, head_sha), chosen.comment, secrets)
            )
        if chosen.check_run and head_sha:
            name = "flowscout" + (f" ({chosen.project})" if chosen.project else "")
            surfaces.append(CheckSurface(job.forge, name, head_sha, secrets))
    if not (surfaces and job.unseen):
        surfaces += [
            AnnotationsSurface(runner, secrets),
            SummarySurface(runner, secrets),
            ArtifactSurface(job.folder, secrets, chosen.project),
            StdoutSurface(runner, secrets),
        ]
    wanted = {
        COMMENT,
        CHECK,
        *([ANNOTATIONS] if chosen.annotations else []),
        *([SUMMARY] if chosen.summary and not document.silent else []),
        ARTIFACT,
    }
    done = publish(document, surfaces, frozenset(wanted))
    for one in done:
        if one.reason:
            runner.command("notice", f"{one.surface}: {one.reason}", title="flowscout")
    return done


def ended(job: ActionJob, done: Sequence[Published], *, failed: bool = False, silent: bool = False) -> int:
    """The exit code. failed: what `fail-on` names has come true. silent: there was nothing that had to be told."""
    if nowhere(done) and not silent:
        return 4
    return 1 if failed or (job.chosen.fail_on == "error" and any(one.reason for one in done)) else 0


def outputs(job: ActionJob, done: tuple[Published, ...], **more: str) -> None:
    comment = next((one for one in done if one.surface == COMMENT and not one.reason), None)
    path = next((one.url for one in done if one.surface == ARTIFACT and not one.reason), "")
    findings = path[: -len(".md")] + ".sarif" if path else ""
    values = {
        "comment-id": str(comment.id or "") if comment else "", "comment-url": comment.url if comment else "",
        "report-path": str(Path(path).resolve()) if path else "",
        "sarif-path": str(Path(findings).resolve()) if findings and Path(findings).is_file() else "",
        "published-to": " ".join(one.surface for one in done if not one.reason and one.whole), **more,
    }  # fmt: skip
    for name, value in sorted(values.items()):
        job.runner.output(name.replace("_", "-"), value)
