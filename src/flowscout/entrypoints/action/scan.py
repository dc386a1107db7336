"""A push, the clock, a hand: are the committed charts of every configured root those of the commit?"""

from __future__ import annotations

from ...adapters.git.plumbing import within
from ...model.publication import Annotation, Document, Section
from ...model.record import NamedTuple
from ...tasks.markdown import code
from ...wiring import Root, project, snapshot, workspace
from ..hook import roots
from ..upkeep import upkeep
from .job import ActionJob, ended, outputs, published

SHOWN = 50


class _Judged(NamedTuple):
    """stale: paths below the repository's top."""

    stale: tuple[str, ...]
    other_rules: bool


def run(job: ActionJob) -> int:
    commit = job.context.sha or "HEAD"
    judged = [one for where in _places(job, commit) if (one := _one(where, commit)) is not None]
    if not judged:
        job.runner.say("no flowscout.toml: nothing is charted here; `flowscout init --for pages` begins")
        _read_ahead(job, commit)
        outputs(job, (), stale="0", head_sha=commit, conclusion="success")
        return 0
    stale, other_rules = sorted(path for one in judged for path in one.stale), any(one.other_rules for one in judged)
    silent = not stale and not other_rules
    made = Document("scan", "Flowcharts", _said(len(stale), other_rules), (Section(_listed(stale)),) if stale else (), tuple(
        Annotation(path, 1, 1, "warning", "Stale chart", "flowscout refresh brings it up to date") for path in stale[:SHOWN]),
        silent=silent, conclusion="success" if silent else "failure")  # fmt: skip
    done = published(job, made, 0, job.context.head_sha)
    outputs(job, done, stale=str(len(stale)), head_sha=commit, conclusion=made.conclusion)
    return ended(job, done, failed=job.chosen.fail_on in ("stale", "changed") and not silent, silent=silent)


def _places(job: ActionJob, commit: str) -> list[Root]:
    if job.chosen.root:
        return [job.where]
    repository = job.where.git("scan")
    top = Root(repository.top, within(repository, repository.top))
    whole = snapshot(top, commit)
    try:
        return roots(top, whole)
    finally:
        whole.close()


def _one(where: Root, commit: str) -> _Judged | None:
    """None where nothing is charted."""
    seen = workspace(where, commit)
    if not seen.configured:
        return None
    verdict = upkeep(seen, write=False).verdict
    return _Judged(tuple(where.git("scan").prefix + path for path in verdict.changed), bool(verdict.other_rules))


def _read_ahead(job: ActionJob, commit: str) -> None:
    """What is read of the default branch now, no pull request has to read again: the store is kept with the cache."""
    if job.chosen.cache == "read-write":
        project(workspace(job.where, commit), whole=True)


def _said(count: int, other_rules: bool) -> str:
    if other_rules:
        return "The charts were drawn by other rules; `flowscout refresh --upgrade` draws them anew."
    if not count:
        return "Every chart is up to date."
    return f"**{count} chart{'s are' if count != 1 else ' is'} out of date.** `flowscout refresh` mends that."


def _listed(stale: list[str]) -> str:
    return "\n".join(
        [
            *(f"- {code(path)}" for path in stale[:SHOWN]),
            *([f"- … and {len(stale) - SHOWN} more"] if len(stale) > SHOWN else []),
        ]
    )
