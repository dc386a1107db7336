"""A comment -> an answer in its thread. eyes when it is taken, rocket when it is answered, confused when it cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from ...border import within
from ...bot.command import LOOK, SPEND, Command, WrongCommand, arguments
from ...bot.parse import CommandLine, Mistake, near, parse
from ...errors import UserError
from ...forge import BROKEN, LIMITED, ForgeError
from ...model import limits
from ...model.event import Comment
from ...model.publication import COMMENT, SUMMARY, Document, Section
from ...redact import redact, without_addresses
from ...tasks.document import fitted, marked
from ...tasks.markdown import said
from .answered import LIMIT, answer_mark, answered_before, limited
from .inputs import RIGHTS
from .job import ActionJob
from .pinned import pinned
from .question import Answers, commands
from .remember import votes

BOTS = ("Bot", "Mannequin")


def run(job: ActionJob) -> int:
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
    if isinstance(asked, CommandLine) and asked.name not in known:
        meant = near(asked.name, tuple(known))
        if not meant:
            return _ignored(job, "the command is not one of ours")
        asked = Mistake(f"There is no /{asked.name[:40]}. Did you mean /{meant}?")
    return _answered(job, comment, asked, known)


def _answered(job: ActionJob, comment: Comment, asked: CommandLine | Mistake, known: Mapping[str, Command]) -> int:
    command = known[asked.name] if isinstance(asked, CommandLine) else None
    has = _right(job, comment)
    if not _enough(has, _needed(job, command)):
        _react(job, comment, "confused")
        return _ignored(job, f"{comment.author} has no right to {f'/{command.name}' if command else 'look'}")
    try:
        if answered_before(job, comment):
            return _ignored(job, "the comment has been answered already")
        unread = ""
    except ForgeError as error:
        unread = f"the thread cannot be read, so it is not known whether this was answered: {error}"
    over, told = (False, False) if _enough(has, "write") else limited(job, comment)
    if over:
        _react(job, comment, "confused")
        return (
            _ignored(job, f"{comment.author} has had {limits.ANSWERS} answers in an hour")
            if told
            else _told_the_limit(job, comment)
        )
    _react(job, comment, "eyes")
    made, fault = _made(job, asked, command)
    if made is not None:
        text, _ = fitted(made, limits.COMMENT, answer_mark(job, comment), _run(job), job.secrets, strangers=True)
    else:
        sentence = said(without_addresses(redact(fault, job.secrets)))
        text = marked(answer_mark(job, comment), f"{sentence} {_run(job)}\n")
    job.runner.output("conclusion", "success" if made is not None else "neutral")
    reason = unread or _replied(job, comment, text)
    if reason:
        return _told_elsewhere(job, text, reason)
    _react(job, comment, "rocket" if made is not None else "confused")
    votes(job, job.context.number)
    return 0


def _told_the_limit(job: ActionJob, comment: Comment) -> int:
    sentence = f"That were {limits.ANSWERS} answers in an hour, which is as many as I give to one person who may only read. Later ones are not answered."
    job.runner.output("conclusion", "neutral")
    reason = _replied(job, comment, marked(answer_mark(job, comment, LIMIT), f"{said(sentence)}\n"))
    return _told_elsewhere(job, sentence, reason) if reason else 0


def _replied(job: ActionJob, comment: Comment, text: str) -> str:
    """ "" when it stands in the thread, else why not."""
    assert job.forge is not None
    try:
        posted = job.forge.reply(comment.kind, job.context.number, comment.id, text, text.partition("\n")[0])
    except ForgeError as error:
        return error.told
    job.runner.output("comment-id", str(posted.id))
    job.runner.output("comment-url", posted.url)
    job.runner.output("published-to", COMMENT)
    return ""


def _told_elsewhere(job: ActionJob, text: str, reason: str) -> int:
    """An answer that GitHub does not take for the thread is whole in the job's summary."""
    job.runner.command("warning", redact(reason, job.secrets), title="flowscout")
    job.runner.say(text)
    if job.runner.append_summary(text):
        return 4
    job.runner.output("published-to", SUMMARY)
    return 0


def _react(job: ActionJob, comment: Comment, content: str) -> None:
    """A reaction that GitHub does not take keeps no answer back."""
    assert job.forge is not None
    try:
        job.forge.react(comment.kind, comment.id, content)
    except ForgeError as error:
        job.runner.say(f"note: {error}")


def _made(job: ActionJob, asked: CommandLine | Mistake, command: Command | None) -> tuple[Document | None, str]:
    """(the answer, "") or (None, what is wrong in one line)."""
    if isinstance(asked, Mistake) or command is None:
        return None, asked.message if isinstance(asked, Mistake) else ""
    try:
        given = arguments(command, asked)
        context, note = pinned(job, command)
        answers = Answers(job, context)
        made = within(f"/{command.name}", lambda: command.answer(answers, given), lambda: None)
        if made is None:
            return None, "This could not be answered: a defect of flowscout, whose report is in the log of this run."
        return made._replace(sections=(*made.sections, *([Section(note)] if note else []))), ""
    except WrongCommand as wrong:
        return None, str(wrong)
    except (UserError, ForgeError) as error:
        return None, " ".join(f"{error} {error.hint}".split())


def _right(job: ActionJob, comment: Comment) -> str:
    """Raises ForgeError when it is not known now."""
    assert job.forge is not None
    try:
        return job.forge.permission(comment.author)
    except ForgeError as error:
        if error.kind in (BROKEN, LIMITED):
            raise
        job.runner.command("warning", error.told, title="flowscout")
        return ""


def _needed(job: ActionJob, command: Command | None) -> str:
    right = command.right if command else LOOK
    return job.chosen.allow if right == SPEND else right


def _enough(has: str, needed: str) -> bool:
    return has in RIGHTS and RIGHTS.index(has) >= RIGHTS.index(needed)


def _run(job: ActionJob) -> str:
    return f"[the run]({job.context.run_url})" if job.context.run_url else ""


def _ignored(job: ActionJob, reason: str) -> int:
    job.runner.say(f"nothing to do: {reason}")
    job.runner.output("conclusion", "success")
    return 0
