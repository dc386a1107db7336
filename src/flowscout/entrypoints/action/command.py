"""A comment -> an answer in its thread. eyes when it is taken, rocket when it is answered, confused when it cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from ...border import within
from ...bot.command import SPEND, Command, Wrong, arguments
from ...bot.parse import Asked, Mistake, near, parse
from ...errors import UserError
from ...forge import BROKEN, LIMITED, ForgeError
from ...model import limits
from ...model.event import Comment, EventContext
from ...model.publication import COMMENT, SUMMARY, Document
from ...redact import redact, without_addresses
from ...tasks.document import Mark, fitted, mark
from ...tasks.markdown import escape
from .inputs import RIGHTS
from .job import Job
from .question import Answers, commands
from .remember import votes

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
    known = commands(job)
    if isinstance(asked, Asked) and asked.name not in known:
        meant = near(asked.name, tuple(known))
        if not meant:
            return _ignored(job, "the command is not one of ours")
        asked = Mistake(f"There is no /{asked.name[:40]}. Did you mean /{meant}?")
    return _answered(job, comment, asked, known)


def _answered(job: Job, comment: Comment, asked: Asked | Mistake, known: Mapping[str, Command]) -> int:
    assert job.forge is not None
    command = known[asked.name] if isinstance(asked, Asked) else None
    if command is not None and not _may(job, comment, command):
        _react(job, comment, "confused")
        return _ignored(job, f"{comment.author} has no right to /{command.name}")
    marker = mark(Mark(f"{job.key('answer')}-{comment.kind}-{comment.id}", "", 0, 0))
    try:
        if _answered_before(job, comment, marker):
            return _ignored(job, "the comment has been answered already")
        unread = ""
    except ForgeError as error:
        unread = f"the thread cannot be read, so it is not known whether this was answered: {error}"
    _react(job, comment, "eyes")
    made, fault = _made(job, asked, command)
    if made is not None:
        text, _ = fitted(made, limits.COMMENT, marker, _run(job), job.secrets, strangers=True)
    else:
        text = f"{marker}\n{escape(without_addresses(redact(fault, job.secrets)))} {_run(job)}\n"
    job.runner.output("conclusion", "success" if made is not None else "neutral")
    reason = unread or _replied(job, comment, text, marker)
    if reason:
        return _told_elsewhere(job, text, reason)
    _react(job, comment, "rocket" if made is not None else "confused")
    votes(job, job.context.number)
    return 0


def _replied(job: Job, comment: Comment, text: str, marker: str) -> str:
    """"" when it stands in the thread, else why not."""
    assert job.forge is not None
    try:
        posted = job.forge.reply(comment.kind, job.context.number, comment.id, text, marker)
    except ForgeError as error:
        return error.told
    job.runner.output("comment-id", str(posted.id))
    job.runner.output("comment-url", posted.url)
    job.runner.output("published-to", COMMENT)
    return ""


def _told_elsewhere(job: Job, text: str, reason: str) -> int:
    """An answer that GitHub does not take for the thread is whole in the job's summary."""
    job.runner.command("warning", redact(reason, job.secrets), title="flowscout")
    job.runner.say(text)
    if job.runner.append_summary(text):
        return 4
    job.runner.output("published-to", SUMMARY)
    return 0


def _react(job: Job, comment: Comment, content: str) -> None:
    """A reaction that GitHub does not take keeps no answer back."""
    assert job.forge is not None
    try:
        job.forge.react(comment.kind, comment.id, content)
    except ForgeError as error:
        job.runner.say(f"note: {error}")


def _made(job: Job, asked: Asked | Mistake, command: Command | None) -> tuple[Document | None, str]:
    """(the answer, "") or (None, what is wrong in one line)."""
    if isinstance(asked, Mistake) or command is None:
        return None, asked.message if isinstance(asked, Mistake) else ""
    try:
        given = arguments(command, asked)
        answers = Answers(job, _pinned(job, command))
        made = within(f"/{command.name}", lambda: command.answer(answers, given), lambda: None)
        return made, "" if made else "This could not be answered: a defect of flowscout, whose report is in the log of this run."
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
    """Raises ForgeError when it is not known now."""
    assert job.forge is not None
    needed = job.chosen.allow if command.right == SPEND else command.right
    try:
        has = job.forge.permission(comment.author)
    except ForgeError as error:
        if error.kind in (BROKEN, LIMITED):
            raise
        job.runner.command("warning", error.told, title="flowscout")
        return False
    return has in RIGHTS and RIGHTS.index(has) >= RIGHTS.index(needed)


def _answered_before(job: Job, comment: Comment, marker: str) -> bool:
    """A delivery may come twice."""
    assert job.forge is not None
    ours = job.forge.logins()
    return any(c.author in ours and c.body.startswith(marker) for c in job.forge.comments(job.context.number, comment.kind))


def _run(job: Job) -> str:
    return f"[the run]({job.context.run_url})" if job.context.run_url else ""


def _ignored(job: Job, reason: str) -> int:
    job.runner.say(f"nothing to do: {reason}")
    job.runner.output("conclusion", "success")
    return 0
