"""A file that is not understood as a whole: where it stops parsing, and where that is a macro and no mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.account import DECLARATION, Answer, Side
from ...pipeline import Project


def is_damaged(before: Project, after: Project, a: str, b: str) -> bool:
    """Whether one of its sides is not understood as a whole."""
    return bool(a and b) and any(
        "syntax" in note.text for project, path in ((before, a), (after, b)) for note in project.files[path].notes
    )


def damaged(before: Project, after: Project, a: str, b: str) -> Iterator[Answer]:
    """At the last line that was understood before, or was another one."""
    was, now = (
        [note for note in project.files[path].notes if "syntax" in note.text]
        for project, path in ((before, a), (after, b))
    )
    if len(now) > len(was):
        old, new = (project.sources(path).split(b"\n") for project, path in ((before, a), (after, b)))
        known = {_line(old, note.line) for note in was}
        last = [note for note in now if _line(new, note.line) not in known] or now
        yield _unparsed(after, b, max(1, last[-1].line), last[-1].text)


def _line(lines: Sequence[bytes], number: int) -> bytes:
    return lines[number - 1].strip() if 0 < number <= len(lines) else b""


def understood(found: Sequence[Answer], told: Sequence[Answer]) -> Iterator[Answer]:
    """Without the remark on a line of which something is told: it is a macro, and no mistake."""
    known = {one.after.line for one in (*found, *told) if one.rule != "syntax" and one.sentence}
    yield from (one for one in found if one.rule != "syntax" or one.after.line not in known or one.rank == 0)


def _unparsed(after: Project, path: str, line: int, why: str) -> Answer:
    """A macro of C or C++ can be what the grammar does not know, and no mistake."""
    if after.files[path].language == "python":
        return Answer(
            DECLARATION, "syntax", "", Side(), Side(path, line, line), f"No longer parses as a whole: {why}.", 0
        )
    return Answer(
        DECLARATION,
        "syntax",
        "",
        Side(),
        Side(path, line, line),
        "A part here is not understood: a macro, or a mistake of syntax.",
        6,
    )
