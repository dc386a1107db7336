"""One comment for a key: which one is ours, and what to do with it. Runs finish in any order, and strangers copy markers.

Ours is a comment whose *first line* is our marker with our key and of just that comment *and* whose author is us. Of several, which runs that
began at once leave behind, the oldest stays and the others go. A run gives way to what a newer one has posted: the one for the head the pull request has now, else the later run.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from ..model.pattern import regex
from ..model.publication import Posted
from ..model.record import NamedTuple
from .document import Marker, read_mark

CREATE: Final = "create"
UPDATE: Final = "update"
SHRINK: Final = "shrink"  # nothing to tell any more: one line instead of what stood there
RECREATE: Final = "recreate"  # delete, then create
HIDE: Final = "hide"  # minimise as outdated, then create
LEAVE: Final = "leave"

# What moves with every commit: provenance, ids of commits, lines, and how many edits do nothing or are told along.
_MOVING: Final = regex(
    r"(?m)^<sub>flowscout .*</sub>$|\b[0-9a-f]{12}(?:[0-9a-f]{28})?\b|\[\d+(?:–\d+)?\](?=\()|#L\d+(?:-L\d+)?"
    r"|^\*\*\d{1,9} edits?(?=:)|, \d{1,9} (?:told with (?:it|them)|that do(?:es)? nothing)(?=[,.])|^(?:Without effect|Told with what stands above): .*\n{0,9}"
)

MODES: Final = ("update", "recreate", "hide-and-recreate", "on-change", "off")


class CommentPlan(NamedTuple):
    """act: one of the words above. posted: the comment it is about, None when there is none. why: for the log.
    others: further ones of ours, which are in the way."""

    act: str
    posted: Posted | None
    why: str
    others: tuple[Posted, ...] = ()


def plan(
    comments: Iterable[Posted], ours: Set[str], mine: Marker, body: str, head_now: str, mode: str, silent: bool
) -> CommentPlan:
    """comments: all of the thread, oldest first. ours: logins that are us. head_now: the head of the pull request, "" unknown.
    mode: of MODES. silent: the document is worth no new comment."""
    if mode == "off":
        return CommentPlan(LEAVE, None, "comments are turned off")
    all_ours = [c for c in comments if c.author in ours and _key(c.body) == mine.key]
    if not all_ours:
        return CommentPlan(LEAVE, None, "nothing to tell") if silent else CommentPlan(CREATE, None, "no comment yet")
    found, rest = all_ours[0], tuple(all_ours[1:])
    for one in all_ours:
        theirs = read_mark(one.body)
        if theirs is not None and _newer(theirs, mine, head_now):
            return CommentPlan(LEAVE, one, "a newer run has commented already")
    if same(found.body, body):
        return CommentPlan(LEAVE, found, "the comment says so already", rest)
    if silent:
        return CommentPlan(SHRINK, found, "nothing to tell any more", rest)
    if alike(found.body, body):
        return CommentPlan(LEAVE if mode == "on-change" else UPDATE, found, "only commits and lines changed", rest)
    if mode in ("on-change", "update"):
        return CommentPlan(UPDATE, found, "the result changed", rest)
    return CommentPlan(RECREATE if mode == "recreate" else HIDE, found, "the result changed", rest)


def same(before: str, after: str) -> bool:
    """Whether a reader would see a difference: the marker's line is not seen."""
    return _seen(before) == _seen(after)


def alike(before: str, after: str) -> bool:
    """Whether they say the same of other commits: nobody is to be told again."""
    return _MOVING.sub("", _seen(before)) == _MOVING.sub("", _seen(after))


def _seen(body: str) -> str:
    return body.replace("\r\n", "\n").partition("\n")[2].strip()


def _key(body: str) -> str:
    found = read_mark(body)
    return found.key if found else ""


def _newer(theirs: Marker, mine: Marker, head_now: str) -> bool:
    if theirs.sha == mine.sha:
        return (theirs.run, theirs.attempt) > (mine.run, mine.attempt)
    if head_now in (theirs.sha, mine.sha):
        return head_now == theirs.sha
    return theirs.run > mine.run
