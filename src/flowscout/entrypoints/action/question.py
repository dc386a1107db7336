"""What a command may ask, answered from git objects: the head as it was when the comment was written, the merge base."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from ... import shelf
from ...adapters.git.basis import Basis, basis
from ...bot.command import Command, WrongCommand
from ...model.event import EventContext
from ...model.publication import Document
from ...model.review import Review
from ...model.settings import Settings
from ...pipeline import Project
from ...redact import redact
from ...tasks.answering import Answered, AnswerReply, by_model
from ...tasks.worded import summaries
from ...tools.desk import Desk, StateStamp, diagnosed_by
from ...wiring import Workspace, project, session
from ..reviewing import reviewed, scene_at
from .inputs import RIGHTS
from .job import ActionJob

if TYPE_CHECKING:
    from ...llm.session import Session

SHELF = "flowscout.bot.commands"


def commands(job: ActionJob) -> Mapping[str, Command]:
    """Ours, and those that an installed package offers and FLOWSCOUT_PLUGINS names; in runs of Actions that strangers
    can cause and that may write, ours alone."""
    known: dict[str, Command] = {name: shelf.load(SHELF, name) for name in shelf.names(SHELF)}
    if job.context.privileged and not job.unseen:
        return known
    for name in job.environment.get("FLOWSCOUT_PLUGINS", "").replace(" ", "").split(","):
        with suppress(KeyError):  # a name of another shelf
            known = {name: shelf.offered("commands", name), **known}
    return known


class Answers:
    """A Question about one event of one repository."""

    def __init__(self, job: ActionJob, context: EventContext) -> None:
        self._job, self._context = job, context
        self._projects: dict[str, Project] = {}

    @property
    def context(self) -> EventContext:
        return self._context

    @cached_property
    def _policy(self) -> Workspace:
        return scene_at(self._job.where, self._job.context.sha or "HEAD")

    @property
    def settings(self) -> Settings:
        return self._policy.settings

    @cached_property
    def _basis(self) -> Basis:
        if not self._context.number or not self._context.is_pull_request:
            commit = self._job.context.sha or "HEAD"
            return Basis(commit, commit, "given")
        found = basis(self._job.where.git("the bot"), self._context, self._job.forge, self._job.fetch)
        if not found.before:
            raise WrongCommand("I found no commit to compare this pull request with.")
        return found

    def project(self, rev: str, /) -> Project:
        commit = self._basis.before if rev == "base" else self._basis.after
        if commit not in self._projects:
            self._projects[commit] = project(scene_at(self._job.where, commit, self._policy), whole=True)
        return self._projects[commit]

    def desk(self) -> Desk:
        """Neither logs nor what is remembered of other runs lie on it."""
        commit, clean = self._basis.after, partial(redact, secrets=self._job.secrets)
        snapshot = scene_at(self._job.where, commit, self._policy).snapshot
        return Desk(
            self.project("head"),
            snapshot,
            StateStamp(commit, commit),
            clean,
            None,
            lambda path: None,
            diagnosed_by(clean),
        )

    def review(self) -> Review:
        found = self._basis
        return reviewed(self._job.where, found.before, found.after, policy=self._policy, only=found.only, passing=True)[
            0
        ]

    def link(self, path: str, line: int, end_line: int, before: bool, /) -> str:
        return self._job.link(self._basis.after, self._basis.before)(path, line, end_line, before)

    def commands(self) -> Mapping[str, Command]:
        return commands(self._job)

    def diagnosis(self, job: str, /) -> Document:
        from .rca import explained

        assert self._job.forge is not None
        number = _run_of(job, self._context)
        runs = [(number, 0)] if number else self._job.forge.failed_runs(self._context.head_sha)
        if not runs:
            raise WrongCommand("No run of this pull request's head has failed.")
        run, attempt = runs[0]
        return explained(self._job, self._context, run, attempt, "" if number else job)

    def worded(self, project: Project, id_: str, /) -> tuple[Mapping[str, Any], str] | None:
        with self._line() as line:
            return summaries(project, [id_], line).get(id_) if line else None

    def asked(self, project: Project, question: str, reply: AnswerReply, /) -> Answered | None:
        with self._line() as line:
            return by_model(project, question, reply, line) if line else None

    @contextmanager
    def _line(self) -> Iterator[Session | None]:
        """The line to a model, where one is set up and who asks may spend."""
        comment, forge = self._context.comment, self._job.forge
        with session(self._job.where) as line:
            has = forge.permission(comment.author) if line and comment and forge else ""
            yield line if has in RIGHTS and RIGHTS.index(has) >= RIGHTS.index(self._job.chosen.allow) else None


def _run_of(address: str, context: EventContext) -> int:
    """The number in the address of a run of this repository; the address itself is never fetched."""
    if "://" not in address:
        return 0
    found = re.fullmatch(
        re.escape(f"{context.server_url}/{context.repository}/actions/runs/") + r"(\d{1,18})(?:/[\w/]*)?",
        address,
        re.ASCII,
    )
    if not found:
        raise WrongCommand("That is no run of this repository.")
    return int(found[1])
