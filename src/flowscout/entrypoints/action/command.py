"""A comment -> an answer in its thread. eyes when it is taken, rocket when it is answered, confused when it cannot be."""

from __future__ import annotations

from ...bot.command import SPEND, Command, Wrong, arguments
from ...bot.parse import Asked, Mistake, near, parse
from ...errors import UserError
from ...forge import ForgeError
from ...model import limits
from ...model.event import Comment, EventContext
from ...model.publication import Document
from ...redact import redact
from ...tasks.document import Mark, fitted, mark
from ...tasks.markdown import escape
from .inputs import RIGHTS
from .job import Job
from .question import Answers, commands

BOTS = ("Bot", "Mannequin")


def run(job: Job) -> int:
    context, comment = job.context, job.context.comment
    if comment is None or job.forge is None:
        return _ignored(job, "there is no comment to answer, or no token to answer with")
    if comment.author_type in BOTS or context.actor_is_bot:
        return _ignored(job, "bots are not answered")
    if context.actor != comment.author:
        return _ignored(job, "the comment is not by whoever caused this run")
    asked = parse(comment.body)
    if asked is None:
        return _ignored(job, "the comment is no command")
    known = commands()
    if isinstance(asked, Asked) and asked.name not in known:
        meant = near(asked.name, tuple(known))
        if not meant:
            return _ignored(job, "the command is not one of ours")
        asked = Mistake(f"There is no /{asked.name[:40]}. Did you mean /{meant}?")
    return _answered(job, comment, asked, known)


def _answered(job: Job, comment: Comment, asked: Asked | Mistake, known: object) -> int:
    assert job.forge is not None
    command = commands()[asked.name] if isinstance(asked, Asked) else None
    if command is not None and not _may(job, comment, command):
        job.forge.react(comment.kind, comment.id, "confused")
        return _ignored(job, f"{comment.author} has no right to /{command.name}")
    marker = mark(Mark(f"{job.key('answer')}-{comment.kind}-{comment.id}", "", 0, 0))
    if _answered_before(job, comment, marker):
        return _ignored(job, "the comment has been answered already")
    job.forge.react(comment.kind, comment.id, "eyes")
    made, fault = _made(job, asked, command)
    if made is not None:
        text, _ = fitted(made, limits.COMMENT, marker, _run(job), job.secrets)
    else:
        text = f"{marker}\n{escape(redact(fault, job.secrets))} {_run(job)}\n"
    try:
        job.forge.reply(comment.kind, job.context.number, comment.id, text, marker)
        job.forge.react(comment.kind, comment.id, "rocket" if made is not None else "confused")
    except ForgeError as error:
        job.runner.say(text)
        job.runner.append_summary(text)
        job.runner.command("warning", str(error), title="flowscout")
        return 4
    job.runner.output("conclusion", "success" if made is not None else "neutral")
    return 0


def _made(job: Job, asked: Asked | Mistake, command: Command | None) -> tuple[Document | None, str]:
    """(the answer, "") or (None, what is wrong in one line)."""
    if isinstance(asked, Mistake) or command is None:
        return None, asked.message if isinstance(asked, Mistake) else ""
    try:
        given = arguments(command, asked)
        context = _pinned(job, command)
        return command.answer(Answers(job, context), given), ""
    except Wrong as wrong:
        return None, str(wrong)
    except (UserError, ForgeError) as error:
        return None, " ".join(f"{error} {error.hint}".split())


def _pinned(job: Job, command: Command) -> EventContext:
    """The pull request as it was when the comment was made. A push after the comment might be what it was made to run on."""
    assert job.forge is not None
    context, comment = job.context, job.context.comment
    assert comment is not None
    if not context.is_pull_request:
        if command.pull:
            raise Wrong(f"/{command.name} works on a pull request, and this is an issue.")
        return context
    pull = job.forge.pull(context.number)
    return context._replace(
        head_sha=pull.head_sha, head_ref=pull.head_ref, head_repository=pull.head_repository, base_sha=pull.base_sha,
        base_ref=pull.base_ref, fork=pull.head_repository != context.repository)


def _may(job: Job, comment: Comment, command: Command) -> bool:
    assert job.forge is not None
    needed = job.chosen.allow if command.right == SPEND else command.right
    try:
        has = job.forge.permission(comment.author)
    except ForgeError as error:
        job.runner.command("warning", str(error), title="flowscout")
        return False
    return has in RIGHTS and RIGHTS.index(has) >= RIGHTS.index(needed)


def _answered_before(job: Job, comment: Comment, marker: str) -> bool:
    """A delivery may come twice."""
    assert job.forge is not None
    ours = job.forge.logins()
    return any(c.author in ours and c.body.startswith(marker) for c in job.forge.comments(job.context.number))


def _run(job: Job) -> str:
    return f"[the run]({job.context.run_url})" if job.context.run_url else ""


def _ignored(job: Job, reason: str) -> int:
    job.runner.say(f"nothing to do: {reason}")
    job.runner.output("conclusion", "success")
    return 0
