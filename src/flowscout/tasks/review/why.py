"""What the commits of a range say of it beside what the code says, and where the two disagree.

Only two claims can be held against the code without guessing: that nothing is done otherwise (a refactoring, a typo, a comment), and
that something is (a fix). A range of which only some commits claim the first is not judged by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ...model.account import LISTED, NEUTRAL, Answer
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.review import Review
from ...words.english import cut
from ..entrypoints import is_test
from ..markdown import prose
from ..markdown import said as harmless

SHOWN: Final = 20  # commits
TITLE, BODY = 120, 300  # characters
OUTCOMES: Final = 3  # the lightest rank of a sentence that tells of another outcome
NAMED: Final = 3
_QUIET: Final = (
    (
        "a refactoring",
        regex(
            r"(?i)^(?:refactor\w*|clean[- ]?ups?|tidy|simplif\w+|renam\w+|extract\w*|inline|move|split|reorgani[sz]e)\b|\b(?:no functional changes?|nfc|refactor(?:ing)?)\b"
        ),
    ),
    (
        "a matter of layout",
        regex(r"(?i)^(?:style|format\w*|reformat\w*|whitespace|indent\w*|run (?:black|clang-format|isort))\b"),
    ),
    (
        "a matter of comments or documents",
        regex(r"(?i)^(?:docs?|comments?|typos?|fix(?:ed|es)? (?:an? )?(?:typos?|comments?|spelling))\b"),
    ),
)
_FIX: Final = regex(r"(?i)^(?:bug)?fix(?:e[sd])?\b")


class Commit(NamedTuple):
    title: str
    body: str


def disagreements(commits: Sequence[Commit], review: Review) -> Iterator[str]:
    claims = [_claimed(each.title) for each in commits]
    counts = [one for one in review.account if one.how != NEUTRAL and not one.twin and not is_test(one.place.path)]
    if commits and all(claims):
        differ = [one for one in counts if one.how != LISTED and one.rank <= OUTCOMES]
        if differ:
            yield f"Declared {claims[0]}; {_many(len(differ))}: {_first(differ)}"
    elif commits and not counts and any(_FIX.search(each.title) for each in commits) and not review.others:
        yield "Declared a fix; no edit of the program does anything."


def _claimed(title: str) -> str:
    return next((what for what, pattern in _QUIET if pattern.search(title[:TITLE])), "")


def _many(count: int) -> str:
    return f"{count} outcomes differ" if count != 1 else "an outcome differs"


def _first(differ: Sequence[Answer]) -> str:
    told = list(dict.fromkeys(one.sentence for one in sorted(differ, key=lambda one: one.rank)))
    return " ".join(told[:NAMED]) + (" …" if len(told) > NAMED else "")


def why_text(commits: Sequence[Commit], review: Review) -> str:
    lines = [
        f"  {cut(each.title, TITLE)}" + (f" | {_paragraph(each)}" if _paragraph(each) else "")
        for each in commits[:SHOWN]
    ]
    return (
        "\n".join(["", "why:", *lines, *_more(commits), *[f"  ! {said}" for said in disagreements(commits, review)]])
        + "\n"
    )


def why_markdown(commits: Sequence[Commit], review: Review) -> str:
    lines = [
        f"- {harmless(cut(each.title, TITLE))}" + (f": {harmless(_paragraph(each))}" if _paragraph(each) else "")
        for each in commits[:SHOWN]
    ]
    against = [f"**{prose(each)}**" for each in disagreements(commits, review)]
    return "\n".join(["", "## Why", "", *lines, *_more(commits), "", *against]).rstrip("\n") + "\n"


def why_record(commits: Sequence[Commit], review: Review) -> dict[str, Any]:
    return {"commits": [each._asdict() for each in commits], "disagreements": list(disagreements(commits, review))}


def _paragraph(one: Commit) -> str:
    return cut(" ".join(one.body.strip().split("\n\n")[0].split()), BODY)


def _more(commits: Sequence[Commit]) -> list[str]:
    return [f"- … and {len(commits) - SHOWN} more commits"] if len(commits) > SHOWN else []
