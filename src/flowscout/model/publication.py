"""What is published, before any surface is chosen: sections in order of importance, and where they arrived.

A *surface* is a place GitHub shows something: a comment, a check run, annotations, the job summary, an artifact,
standard output. Each holds so much; what does not fit is left out by whole sections and goes to the next surface.
"""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

COMMENT: Final = "comment"
CHECK: Final = "check"
ANNOTATIONS: Final = "annotations"
SUMMARY: Final = "summary"
ARTIFACT: Final = "artifact"
STDOUT: Final = "stdout"
SURFACES: Final = (COMMENT, CHECK, ANNOTATIONS, SUMMARY, ARTIFACT, STDOUT)


class Section(NamedTuple):
    """Markdown that stands or falls as a whole. rank: 0 is never left out; higher goes first. short: what stands in for
    it, "" nothing."""

    markdown: str
    rank: int = 0
    short: str = ""


class Annotation(NamedTuple):
    """level: notice | warning | failure. Lines from 1 at the head commit; path as in the repository. rule: what kind of
    finding it is, "" for the document's own kind."""

    path: str
    line: int
    end_line: int
    level: str
    title: str
    message: str
    rule: str = ""


class Document(NamedTuple):
    """kind: review | rca | answer. silent: nothing is worth a new comment; an older one shrinks to `summary`.
    summary: one line of Markdown, the meaning first. conclusion: success | neutral | failure of the check run."""

    kind: str
    title: str
    summary: str
    sections: tuple[Section, ...]
    annotations: tuple[Annotation, ...] = ()
    silent: bool = False
    conclusion: str = "neutral"


class Published(NamedTuple):
    """surface: of SURFACES. whole: nothing was left out. reason: why it was not posted there, "" when it was. url, id:
    of a comment or a check run."""

    surface: str
    whole: bool
    reason: str = ""
    url: str = ""
    id: int = 0


class Posted(NamedTuple):
    """A comment of a thread, oldest first where there are several. at: when it was made, as GitHub writes times."""

    id: int
    author: str
    body: str
    url: str = ""
    at: str = ""
