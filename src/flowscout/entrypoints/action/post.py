"""The trusted half of a fork's review: the data that an untrusted run left as an artifact, verified, drawn up and
posted.

Nothing in the artifact is believed: the pull request is looked up by the commit that GitHub says the run was of, the
number must be among those found, links lead to commits that GitHub says are of this repository, and the Markdown is
made here.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from ...adapters.files.archive import Spoilt, member
from ...forge import Forge, ForgeError
from ...model.event import Pull, WorkflowRun
from ...tasks.handover import MOST_BYTES, Handed, Unfit, unpacked
from .job import ActionJob, ended, outputs, published
from .review import HANDOVER, drawn_up

MOST_ARCHIVE = 4_000_000


def run(job: ActionJob) -> int:
    context = job.context
    if job.forge is None or context.run is None:
        return _quiet(job, "there is no run whose artifact could be posted")
    name = "flowscout-review" + (f"-{job.chosen.project}" if job.chosen.project else "")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "artifact.zip"
        try:
            if not job.forge.artifact(context.run.id, name, archive, most=MOST_ARCHIVE):
                return _quiet(job, f"the run left no artifact {name} of at most {MOST_ARCHIVE // 1_000_000} MB")
            handed = unpacked(member(archive, HANDOVER, MOST_BYTES + 1))
            pull = _verified(job, context.run, handed)
        except Unfit as reason:
            return _quiet(job, f"{HANDOVER} in the artifact is not posted: {reason}")
        except (Spoilt, ForgeError) as reason:
            return _quiet(job, str(reason))
    made = drawn_up(
        job, handed._replace(before=_known_before(job.forge, handed, pull), after=_known_after(handed, pull))
    )
    done = published(job, made, pull.number, pull.head_sha)
    outputs(job, done, head_sha=context.run.head_sha, conclusion="neutral")
    return ended(job, done, silent=made.silent)


def _verified(job: ActionJob, run: WorkflowRun, handed: Handed) -> Pull:
    """The pull request, if GitHub says of its own that the run was of it as it is now."""
    assert job.forge is not None
    numbers = run.numbers or job.forge.pulls_of(run.head_sha, run.head_repository, run.head_branch)
    if handed.number not in numbers:
        raise Unfit("it names a pull request that the run was not of")
    if handed.head_sha != run.head_sha:
        raise Unfit("it names another commit than the run was of")
    if handed.project != job.chosen.project:
        raise Unfit("it is of another project")
    pull = job.forge.pull(handed.number)
    if pull.head_sha != run.head_sha:
        raise Unfit("the pull request has moved on")
    return pull


def _known_after(handed: Handed, pull: Pull) -> str:
    """ "" for a commit that is neither the head nor GitHub's own merge of it: any fork's commit can be shown under our
    address."""
    return handed.after if handed.after in (pull.head_sha, pull.merge_sha) else ""


def _known_before(forge: Forge, handed: Handed, pull: Pull) -> str:
    """ "" for a commit that the branch to be merged into does not hold."""
    if not re.fullmatch(r"[0-9a-f]{40,64}", handed.before):
        return ""
    try:
        return handed.before if forge.merge_base(handed.before, pull.base_ref) == handed.before else ""
    except ForgeError:
        return ""


def _quiet(job: ActionJob, reason: str) -> int:
    job.runner.command("notice", reason, title="flowscout")
    outputs(job, (), conclusion="neutral")
    return 0
