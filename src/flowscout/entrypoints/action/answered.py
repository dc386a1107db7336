"""What was answered already, as the thread itself shows: nothing is kept elsewhere.

An answer's marker names the comment that it answers and who wrote that, so neither a delivery that comes twice nor a
comment that is deleted afterwards makes us forget.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from ...forge import ForgeError
from ...model import limits
from ...model.event import Comment
from ...model.publication import Posted
from ...tasks.document import Marker, read_mark
from .job import ActionJob

ANSWER: Final = "answer"
LIMIT: Final = "limit"  # the one answer that says that there will be no more for now


def answer_mark(job: ActionJob, comment: Comment, kind: str = ANSWER) -> Marker:
    author = re.sub(r"[^\w-]", "-", comment.author, flags=re.ASCII)
    return Marker(f"{job.key(kind)}-{comment.kind}-{comment.id}-{author}", "")


def answered_before(job: ActionJob, comment: Comment) -> bool:
    """A delivery may come twice. Raises ForgeError."""
    assert job.forge is not None
    keys = {answer_mark(job, comment, kind).key for kind in (ANSWER, LIMIT)}
    ours = job.forge.logins()
    return any(c.author in ours and _key(c) in keys for c in job.forge.comments(job.context.number, comment.kind))


def limited(job: ActionJob, comment: Comment) -> tuple[bool, bool]:
    """(whether this person has had as many answers as a reader gets in an hour, in all threads; whether they were told
    so)."""
    assert job.forge is not None
    try:
        since = (datetime.fromisoformat(comment.created_at) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        ours, there = (
            job.forge.logins(),
            [c for kind in ("issue", "review") for c in job.forge.comments_since(since, kind)],
        )
    except (ValueError, ForgeError) as error:
        job.runner.say(f"note: how much was answered in the last hour is not known: {error}")
        return False, False
    keys = [_key(c) for c in there if c.author in ours and c.at >= since]
    by = answer_mark(job, comment).key.rsplit(f"-{comment.kind}-{comment.id}", 1)[1]
    counts = {
        kind: sum(bool(re.search(rf"/{kind}-(?:issue|review)-\d+{by}$", key)) for key in keys)
        for kind in (ANSWER, LIMIT)
    }
    return counts[ANSWER] >= limits.ANSWERS, counts[LIMIT] > 0


def _key(posted: Posted) -> str:
    found = read_mark(posted.body)
    return found.key if found else ""
