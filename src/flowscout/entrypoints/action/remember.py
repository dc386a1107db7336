"""What earlier failures were found to be, and what people think of it: 👍 and 👎 on our comments weigh later cases.

Only where a memory is kept between runs (FLOWSCOUT_MEMORY, the cache of the default branch, or the cache folder of a
machine of one's own). A comment names its cases in its last line. A vote counts once for each person who may write to
the repository.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from ...adapters.memory.remembering import OpenMemory, opened
from ...adapters.memory.sqlite import memory_path
from ...errors import UserError
from ...forge import ForgeError
from ...model.event import EventContext
from ...model.finding import RootCause
from ...model.publication import Section
from ...rca.memory import Filters, document
from ...rca.memory.feedback import applied
from ...rca.memory.fixes import close
from ...tasks.document import read_mark
from .job import ActionJob

ALIKE: Final = 0.35  # similarity below which a past case says nothing
MOST_PAST: Final = 3
MOST_VOTERS: Final = 20
VOTERS: Final = ("triage", "write", "maintain", "admin")
VOTES: Final = {"+1": True, "-1": False}
_LAST: Final = re.compile(r"<sub>Case ([0-9a-f]{16}(?:, [0-9a-f]{16})*): .*</sub>")

_LEFT_OUT: Final = re.compile(r"_\d+ sections? (?:is|are) left out here.*_")


@contextmanager
def _opened(job: ActionJob, *, reads: bool = False) -> Iterator[OpenMemory | None]:
    """None where nothing is remembered. reads: nothing is written, which is all that may be done with a memory that is
    not kept after this run: nobody is asked for a vote that would be forgotten."""
    if not reads and job.environment.get("FLOWSCOUT_MEMORY_READ_ONLY") == "true":
        yield None
        return
    path = memory_path(job.environment)
    keeps = job.environment.get("FLOWSCOUT_MEMORY") or job.unseen or (path is not None and path.is_file())
    memory = opened(job.environment) if keeps and job.environment.get("FLOWSCOUT_MEMORY") != "off" else None
    try:
        yield memory
    finally:
        if memory is not None:
            memory.close()


def remembered(job: ActionJob, context: EventContext, found: Sequence[tuple[str, RootCause]]) -> tuple[str, ...]:
    """Stores what was found for each job; the ids of the cases. Remembering is a help: where it cannot be, it is left
    out."""
    try:
        with _opened(job) as memory:
            if memory is None:
                return ()
            made = [
                document(root, _now(), repository=context.repository, head_sha=context.head_sha, job=name)
                for name, root in found
            ]
            return tuple(memory.add(one) for one in made if one is not None)
    except (UserError, sqlite3.Error, UnicodeError, OSError):
        return ()


def recalled(job: ActionJob, context: EventContext, root: RootCause) -> RootCause:
    """With the past cases of this repository that are most alike; another repository's are nobody's business here."""
    if not root.findings:
        return root
    first = root.findings[0]
    try:
        with _opened(job, reads=True) as memory:
            alike = memory.similar(f"{first.type} {first.message}", Filters(limit=20)) if memory is not None else []
    except (UserError, sqlite3.Error, UnicodeError, OSError):
        return root
    past = [
        m
        for m in alike
        if m.similarity >= ALIKE
        and m.document.repository == context.repository
        and m.document.head_sha != context.head_sha
    ]
    return root._replace(similar=tuple((m.document.id, m.similarity, m.document.root_cause) for m in past[:MOST_PAST]))


def footer(cases: Sequence[str]) -> list[Section]:
    return (
        [Section(f"<sub>Case {', '.join(cases)}: 👍 or 👎 on this comment says whether it helped.</sub>")]
        if cases
        else []
    )


def votes(job: ActionJob, number: int) -> int:
    """Reads the reactions to our comments of a pull request; how many new votes there were."""
    if not number or job.forge is None:
        return 0
    try:
        with _opened(job) as memory:
            return _counted(job, number, memory) if memory is not None else 0
    except (UserError, sqlite3.Error, UnicodeError, OSError, ForgeError) as error:
        job.runner.say(f"note: reactions were not read: {type(error).__name__}")
        return 0


def _counted(job: ActionJob, number: int, memory: OpenMemory) -> int:
    assert job.forge is not None
    ours, given, asked = job.forge.logins(), 0, dict[str, bool]()
    for one in job.forge.comments(number):
        if one.author not in ours or read_mark(one.body) is None:
            continue
        cases = [
            case
            for id_ in cases_of(one.body)
            if (case := memory.get(id_)) is not None and case.repository == job.context.repository
        ]
        for login, content in job.forge.reactions(one.id) if cases else ():
            if content not in VOTES or login in ours or not login:
                continue
            if login not in asked and len(asked) < MOST_VOTERS:
                asked[login] = job.forge.permission(login) in VOTERS
            if asked.get(login):
                given += sum(_vote(memory, case.id, f"github:{login}", VOTES[content]) for case in cases)
    if given:
        job.runner.say(f"note: {given} new votes were counted")
    return given


def mended(job: ActionJob, context: EventContext, body: str, failed: str, passes: str) -> None:
    """A later commit passes: what it changed on the way to the suspects is kept with the cases that the comment names."""
    assert job.forge is not None
    try:
        with _opened(job) as memory:
            cases = [memory.get(id_) for id_ in cases_of(body)] if memory is not None else []
            known = [
                one for one in cases if one is not None and one.repository == context.repository and not one.fixed_in
            ]
            files = job.forge.changed_since(failed, passes) if known else ()
            for one in known:
                assert memory is not None
                close(memory, one, files, _now())
    except (UserError, sqlite3.Error, UnicodeError, OSError, ForgeError) as error:
        job.runner.say(f"note: what mended it was not kept: {type(error).__name__}")


def _vote(memory: OpenMemory, id_: str, voter: str, up: bool) -> bool:
    case = memory.get(id_)
    if case is None:
        return False
    told = applied(case, up, _now())
    if not memory.voted(voter, id_, up, told.new - told.previous):
        return False
    memory.add(told.document)
    return True


def cases_of(body: str) -> tuple[str, ...]:
    """Of the last line alone: whatever stands above may quote a log. In a folded comment it is the last before the fold
    ends."""
    lines = [
        line
        for line in body.rstrip().split("\n")
        if line.strip() and line != "</details>" and not _LEFT_OUT.fullmatch(line)
    ]
    found = _LAST.fullmatch(lines[-1]) if lines else None
    return tuple(found[1].split(", ")) if found else ()


def _now() -> int:
    return int(time.time() * 1000)
