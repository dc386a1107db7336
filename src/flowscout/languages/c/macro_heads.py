"""`TEST(open, twice) { … }`: a function whose head is a macro's invocation.

What it defines is named by the macro and its arguments, as the author tells such functions apart. The grammar gets to
see a head without arguments (bytes do not move); of `UNUSED(static int f(int a)) { … }`, where the argument itself is
the head, it gets to see that.
"""

from __future__ import annotations

import re
from typing import Any, Final

from flowscout.model.facts import Param
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

from . import macro_runs
from .braces import among_declarations
from .text import NESTED, blank

_HEAD = regex(
    rb"\n([ \t]*+)(?:(?:static|inline|extern|constexpr|const)\s++){0,4}+"
    rb"(?!(?:if|for|while|switch|catch|return|else|do|sizeof|defined|operator|asm|requires|typeof|decltype)\b)"
    rb"([A-Za-z_]\w*+)[ \t]*+(" + NESTED + rb")\s*+\{"
)
_WRAPPED = regex(
    rb"\(\s*+(?:static|extern|inline|const|unsigned|signed|struct|union|enum|[A-Za-z_][\w:]*+)\s*+(?:[\w:]++[\s*&]++|[*&]\s*+){0,8}"
    rb"[A-Za-z_]\w*+\s*+" + NESTED + rb"\s*+\)"
)
_VALUE = regex(rb"[(,]\s*+[\"'\d{]")
_STRANGE = regex(r"[^\w ]+")
_TOP: Final = regex(r"[()\[\]{},]|(?<!\\)\"(?:[^\"\\]++|\\.)*+\"")
_OF_CAPITALS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
_SHORTEST: Final = 3
_FAR: Final = 4096
_LONGEST: Final = 60
_LEAST, _LEAST_WHOLE = len("T f"), len("T f()")


def hide(text: bytearray, mask: bytes, cplusplus: bool) -> None:
    """Makes such heads readable. C++'s grammar knows heads without a result, and reads all but values among the
    arguments."""
    lines = b"\n" + mask
    found = [match for match in _HEAD.finditer(lines) if _begins(lines, match) and _unread(lines, match, cplusplus)]
    if not found:
        return
    for match, free in zip(found, among_declarations(lines, [match.start() for match in found]), strict=True):
        if free:
            _hide_run(text, lines, match)
            _show(text, match, _WRAPPED.fullmatch(lines, *match.span(3)) is not None, cplusplus)


def _unread(lines: bytes, match: re.Match[bytes], cplusplus: bool) -> bool:
    """Whether the grammar would not see a function there."""
    start, end = match.span(3)
    return (
        not cplusplus
        or _VALUE.search(lines, start, end) is not None
        or _WRAPPED.fullmatch(lines, start, end) is not None
    )


def _show(text: bytearray, match: re.Match[bytes], wrapped: bool, cplusplus: bool) -> None:
    start, first, end = match.start(2) - 1, match.start(3) - 1, match.end(3) - 1
    if wrapped:
        _blank(text, start, first + 1)
        _blank(text, end - 1, end)
        return
    size = match.end(2) - match.start(2)
    if cplusplus or size >= _LEAST:
        _blank(text, first + 1, end - 1)
        text[start : start + size] = text[start : start + size] if cplusplus else b"T " + b"f" * (size - 2)
    elif end - start >= _LEAST_WHOLE:  # `XS(name)`: what the grammar is shown reaches into the brackets
        text[start:end] = b"T f(" + b" " * (end - start - len("T f()")) + b")"


def _begins(lines: bytes, match: re.Match[bytes]) -> bool:
    """Behind a whole declaration, or a run of macros without semicolons."""
    start = match.start()
    ahead = lines[max(0, start - _FAR) : start].rstrip()
    last = ahead[-1:] or b";"
    return last in b";{}" or (last == b")" and _run(lines, match) is not None) or _ended(ahead, match[2])


def _ended(ahead: bytes, name: bytes) -> bool:
    """`END_TEST` on a line of its own, above `START_TEST(name) {`: it ends the one before, and is no type of what follows."""
    before = ahead.rstrip(_OF_CAPITALS)
    alone = before.rstrip(b" \t").endswith(b"\n") and before.rstrip()[-1:] in (b"}", b";")
    return alone and len(ahead) - len(before) >= _SHORTEST and name == name.upper()


def _run(lines: bytes, match: re.Match[bytes]) -> re.Match[bytes] | None:
    return macro_runs.above(lines, match.start() + 1 + len(match[1]))


def _hide_run(text: bytearray, lines: bytes, match: re.Match[bytes]) -> None:
    if run := _run(lines, match):
        _blank(text, run.start(1) - 1, run.end() - 1)


def _blank(text: bytearray, start: int, end: int) -> None:
    text[start:end] = blank(bytes(text[start:end]))


def arguments(listed: Any, file: FileDraft) -> tuple[Param, ...]:
    """Of a parameter list that the grammar was not shown: what the file says there."""
    if listed is None or listed.named_child_count:
        return ()
    start = file.data.rfind(b"(", 0, listed.start_byte + 1)
    text = file.data[start + 1 : listed.end_byte - 1].decode("utf-8", "replace")
    return tuple([Param("", told) for part in split(text) if (told := _plain(part))]) if text.strip() else ()


def split(text: str) -> list[str]:
    """At its commas outside brackets."""
    parts, depth, first = [], 0, 0
    for token in _TOP.finditer(text):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if token[0] == "," and depth == 0:
            parts.append(text[first : token.start()])
            first = token.end()
    return [*parts, text[first:]]


def _plain(part: str) -> str:
    """An argument without what would be odd in a name."""
    return " ".join(_STRANGE.sub(" ", part).split())[:_LONGEST].rstrip()


def name(node: Any, file: FileDraft) -> str:
    """The macro's, where the grammar was shown a shorter one (C wants a result before it); else nothing."""
    start, data = node.start_byte, file.data
    while start and (data[start - 1 : start].isalnum() or data[start - 1] == 0x5F):
        start -= 1
    return file.text(start, node.end_byte).partition("(")[0].rstrip() if start < node.start_byte else ""
