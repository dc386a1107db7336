"""A run passed of which an earlier attempt failed: the comment that explained the failure shrinks to what is true now.

The same commit that first failed and then passed is flaky, and what failed is kept below a fold; another commit mended
it. Nothing is said where nothing was explained.
"""

from __future__ import annotations

from typing import Final

from ...forge import ForgeError
from ...model import limits
from ...model.event import EventContext, WorkflowRun
from ...model.publication import COMMENT, Document, Posted, Section
from ...tasks.document import Marker, fitted, read_mark
from ...tasks.markdown import code
from . import remember
from .job import ActionJob, outputs

FOLD: Final = "<details><summary>What failed</summary>"


def passed(job: ActionJob, context: EventContext, run: WorkflowRun) -> int:
    assert job.forge is not None
    found, why = None, ""
    try:
        if context.number and not context.read_only and job.chosen.comment != "off":
            found = _explained(job, context.number)
    except ForgeError as error:
        why = error.told
    if found is None:
        job.runner.say(f"nothing to do: {why or 'no explanation of a failure stands there'}")
        outputs(job, (), conclusion="success")
        return 0
    said = read_mark(found.body)
    text = _now(job, run, said, found.body) if said is not None else ""
    if not text:
        job.runner.say("nothing to do: the explanation is of a later run, or is told already")
        outputs(job, (), conclusion="success")
        return 0
    if said is not None and said.sha != run.head_sha:
        remember.mended(job, context, found.body, said.sha, run.head_sha)
    try:
        posted = job.forge.edit_comment(found.id, text)
    except ForgeError as error:
        job.runner.command("notice", f"{COMMENT}: {error.told}", title="flowscout")
        job.runner.append_summary(text)
        outputs(job, (), conclusion="success")
        return 0
    outputs(job, (), conclusion="success", comment_id=str(posted.id), comment_url=posted.url, published_to=COMMENT)
    return 0


def titled(run: WorkflowRun) -> str:
    return f"Root cause: {code(run.name[:100])}" if run.name else "Root cause"


def _explained(job: ActionJob, number: int) -> Posted | None:
    assert job.forge is not None
    ours, key = job.forge.logins(), job.mark("rca", "").key
    for one in job.forge.comments(number):
        said = read_mark(one.body) if one.author in ours else None
        if said is not None and said.key == key:
            return one
    return None


def _now(job: ActionJob, run: WorkflowRun, said: Marker, before: str) -> str:
    """ "" when there is nothing to change."""
    if (run.id, run.attempt) <= (said.run, said.attempt):
        return ""
    head = Marker(said.key, run.head_sha, run.id, run.attempt)
    link = f"[the run]({job.context.server_url}/{job.context.repository}/actions/runs/{run.id})"
    if said.sha != run.head_sha:
        return fitted(
            Document("rca", titled(run), f"Passes again at {code(run.head_sha[:12])}: {link}.", ()),
            limits.COMMENT,
            head,
            "",
            job.secrets,
            strangers=True,
        )[0]
    if FOLD in before:
        return ""
    told = f"**Passed on attempt {run.attempt}, flaky**: the same commit failed before. {link}"
    old = before.partition("\n")[2].strip("\n")
    made = Document("rca", titled(run), told, (Section(f"{FOLD}\n\n{old}\n\n</details>", 1),))
    return fitted(made, limits.COMMENT_LIMIT - 1_000, head, "", job.secrets, strangers=True)[0]
