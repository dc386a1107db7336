"""A file that is too large to be understood is told by its lines."""

from __future__ import annotations

from typing import Final

import pytest

from flowscout import shelf
from flowscout.model.account import LISTED, NEUTRAL
from flowscout.stages.account.neutral import lines_alone as room
from flowscout.stages.account.neutral.lines_alone import line_by_line

C: Final = shelf.load("flowscout.languages", "c")
BEFORE = b"int f(int n) {\n    return n;\n}\n\nint g(int n) {\n    use(n); /* twice */\n    return n;\n}\n"
AFTER = b"int f(int n) {\n    if (n < 0)\n    {\n        return 0;\n    }\n    return n;\n}\n\nint g(int n) {\n    use(n); /* once */\n    return n + 1;\n}\n"


def _told(before: bytes, after: bytes) -> list[tuple[str, int, str, str]]:
    found = line_by_line(("a.c", before), ("a.c", after), C)
    return [(one.how, one.place.line, one.before.code, one.sentence or one.after.code) for one in found]


def test_each_line_of_code_that_differs() -> None:
    assert _told(BEFORE, AFTER) == [
        (LISTED, 2, "", "if (n < 0)"),
        (LISTED, 4, "", "return 0;"),
        (LISTED, 11, "return n;", "return n + 1;"),
    ]


def test_a_comment_and_a_brace_alone() -> None:
    assert _told(BEFORE, BEFORE.replace(b"twice", b"once")) == [
        (NEUTRAL, 6, "use(n);", "use(n);"),
    ]
    assert _told(BEFORE, BEFORE + b"}\n") == [(LISTED, 9, "", "}")]


def test_of_very_many_lines_the_rest_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST", 2)
    many = b"".join(b"int v%d = 1;\n" % n for n in range(9))
    told = _told(many, many.replace(b"= 1", b"= 2"))
    assert len(told) == 3
    assert told[-1] == (LISTED, 3, "int v2 = 1;", "7 more lines of this file differ.")


@pytest.mark.parametrize(("before", "after"), [(b"\0", b"int a;"), (b"x" * 20, b"y")])
def test_no_text_or_far_too_large(before: bytes, after: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LARGEST", 10)
    assert _told(before, after) == []


def test_python_that_is_indented_otherwise_is_no_layout() -> None:
    before = b"with lock:\n    use()\n    send()\n"
    python = shelf.load("flowscout.languages", "python")
    found = line_by_line(("a.py", before), ("a.py", before.replace(b"    send", b"send")), python)
    assert [(one.how, one.place.line, one.sentence) for one in found] == [(LISTED, 3, room.INDENTED)]
