"""A push, the clock, a hand: are the committed charts those of the commit?"""

from __future__ import annotations

from ...model.publication import Annotation, Document, Section
from ...tasks.markdown import code
from ...wiring import scene
from ..upkeep import upkeep
from .job import Job, ended, outputs, published

SHOWN = 50


def run(job: Job) -> int:
    commit = job.context.sha or "HEAD"
    seen = scene(job.where, commit)
    if not seen.configured:
        job.runner.say("no flowscout.toml: nothing is charted here; `flowscout init` begins")
        outputs(job, (), stale="0", head_sha=commit, conclusion="success")
        return 0
    verdict = upkeep(seen, write=False).verdict
    stale = sorted(verdict.changed)
    silent = not stale and not verdict.other_rules
    made = Document("scan", "Flowcharts", _said(len(stale), verdict.other_rules), (Section(_listed(stale)),) if stale else (), tuple(
        Annotation(path, 1, 1, "warning", "Stale chart", "flowscout refresh brings it up to date") for path in stale[:SHOWN]),
        silent=silent, conclusion="success" if silent else "failure")  # fmt: skip
    done = published(job, made, 0, job.context.head_sha)
    outputs(job, done, stale=str(len(stale)), head_sha=commit, conclusion=made.conclusion)
    return ended(job, done, failed=job.chosen.fail_on in ("stale", "changed") and not silent, silent=silent)


def _said(count: int, other_rules: object) -> str:
    if other_rules:
        return "The charts were drawn by other rules; `flowscout refresh --upgrade` draws them anew."
    if not count:
        return "Every chart is up to date."
    return f"**{count} chart{'s are' if count != 1 else ' is'} out of date.** `flowscout refresh` mends that."


def _listed(stale: list[str]) -> str:
    return "\n".join([*(f"- {code(path)}" for path in stale[:SHOWN]), *([f"- … and {len(stale) - SHOWN} more"] if len(stale) > SHOWN else [])])
