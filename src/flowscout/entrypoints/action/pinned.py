"""Which commit a comment is about: the head that it saw, not one that was pushed while the run waited for its turn.

GitHub tells of a comment on a line which head that was. Of one in the conversation it is the head now where nothing of
the pull request has changed since, else what the branch stood at by the times at which GitHub saw it move. A commit's
own times are whatever its author wrote.
"""

from __future__ import annotations

from typing import Final

from ...bot.command import Command, WrongCommand
from ...forge import Forge, ForgeError
from ...model.event import Comment, EventContext, Pull
from ...tasks.markdown import code
from .job import ActionJob

MOST_PUSHES: Final = 100  # as many as GitHub lists at once


def pinned(job: ActionJob, command: Command) -> tuple[EventContext, str]:
    """(the pull request as it was when the comment was made, what is to be said of it in Markdown). Raises Wrong,
    ForgeError."""
    context, comment, forge = job.context, job.context.comment, job.forge
    assert forge is not None
    assert comment is not None
    if not context.is_pull_request:
        if command.pull:
            raise WrongCommand(f"/{command.name} works on a pull request, and this is an issue.")
        return context, ""
    pull = forge.pull(context.number)
    seen = context.head_sha if comment.kind == "review" else _seen(forge, pull, comment)
    now = context._replace(
        head_sha=seen or pull.head_sha,
        head_ref=pull.head_ref,
        head_repository=pull.head_repository,
        base_sha=pull.base_sha,
        base_ref=pull.base_ref,
        fork=pull.head_repository != context.repository,
    )
    return now, _said(seen, pull)


def _said(seen: str, pull: Pull) -> str:
    head = code(pull.head_sha[:12])
    if not seen:
        return f"_This is of {head}, the head now. It may be newer than the comment: GitHub did not say when it was pushed._"
    if seen != pull.head_sha:
        return f"_This is of {code(seen[:12])}, which the comment saw. The pull request has moved on to {head}._"
    return ""


def _seen(forge: Forge, pull: Pull, comment: Comment) -> str:
    """The head at that time, "" when it is not known."""
    if pull.updated_at and pull.updated_at <= comment.created_at:
        return pull.head_sha
    try:
        moves = forge.pushes(pull.head_repository, pull.head_ref) if pull.head_repository else []
    except ForgeError:
        return ""
    moves = sorted(moves, key=lambda move: move.at, reverse=True)
    if not moves or moves[0].after != pull.head_sha:
        return ""
    earlier = [move.after for move in moves if move.at < comment.created_at]
    first = moves[-1].before.strip("0") and moves[-1].before if len(moves) < MOST_PUSHES else ""
    return earlier[0] if earlier else first
