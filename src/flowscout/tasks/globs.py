"""Patterns as git's ignore files write them, on repository paths.

A pattern comes from the repository, so it may be written to be slow: it is not handed to a backtracking engine but walked
through as the set of places one can be at (K. Thompson, Regular expression search algorithm, 1968). The usual short ones,
which cannot be slow, are regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from ..model.record import NamedTuple


class GlobPiece(NamedTuple):
    """kind: one (matches `text`), set (`text` is a character class), any (`?`), star (`*`), deep (`**`), folders (`**/`)."""

    kind: str
    text: str = ""


_SPELLED = {"any": "[^/]", "star": "[^/]*", "deep": ".*", "folders": "(?:.*/)?"}
_WIDE = frozenset({"star", "deep", "folders"})
LONGEST = 4096  # characters of a pattern: no path is longer
FEW = 2  # wildcards that a regular expression may hold


@cache
def pieces(pattern: str) -> tuple[GlobPiece, ...]:
    """`*` stops at a slash, `**` does not; a pattern without an inner slash stands at any depth."""
    body = pattern.strip("/") if pattern != "/" else ""
    found = [] if "/" in pattern.rstrip("/") else [GlobPiece("folders")]
    at = 0
    while at < len(body):
        here = body[at]
        if body.startswith("**/", at) and (at == 0 or body[at - 1] == "/"):
            piece, at = GlobPiece("folders"), at + 3
        elif body[at:] == "**" and (at == 0 or body[at - 1] == "/"):
            piece, at = GlobPiece("deep"), at + 2
        elif here == "*":
            piece, at = GlobPiece("star"), at + 1
        elif here == "?":
            piece, at = GlobPiece("any"), at + 1
        elif here == "[" and (end := body.find("]", at + 2)) > 0:
            inner = body[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            piece, at = GlobPiece("set", "[" + ("^" + inner[1:] if inner[0] in "!^" else inner) + "]"), end + 1
        else:
            at += here == "\\" and at + 1 < len(body)
            piece, at = GlobPiece("one", body[at]), at + 1
        if not (found and piece == found[-1] and piece.kind in _WIDE):
            found.append(piece)
    return tuple(found)


@cache
def tester(pattern: str) -> Callable[[str], bool]:
    """Whether a whole path is matched."""
    if len(pattern) > LONGEST:
        return lambda _: False
    parts = pieces(pattern)
    spelled = "".join(re.escape(p.text) if p.kind == "one" else p.text or _SPELLED[p.kind] for p in parts)
    try:
        compiled = re.compile(spelled + r"\Z", re.DOTALL)
    except re.error:
        return pattern.__eq__
    if sum(piece.kind in _WIDE for piece in parts) <= FEW:
        return lambda path: compiled.match(path) is not None
    return lambda path: _walked(parts, path)


def _walked(parts: tuple[GlobPiece, ...], path: str) -> bool:
    """Places: an index is before that piece; `~index` is inside a `**/`, waiting for its slash."""
    places = _skipping(parts, {0})
    for character in path:
        there: set[int] = set()
        for place in places:
            index = place if place >= 0 else ~place
            if index == len(parts):
                continue
            kind, text = parts[index]
            if kind == "folders":
                there.update({~index, index + 1} if character == "/" else {~index})
            elif kind == "deep" or (kind == "star" and character != "/"):
                there.add(index)
            elif _fits(kind, text, character):
                there.add(index + 1)
        places = _skipping(parts, there)
        if not places:
            return False
    return len(parts) in places


def _fits(kind: str, text: str, character: str) -> bool:
    if kind == "set":
        return re.match(text, character) is not None
    return character == text if kind == "one" else kind == "any" and character != "/"


def _skipping(parts: tuple[GlobPiece, ...], places: set[int]) -> set[int]:
    """With the places behind wildcards that match nothing."""
    found = set(places)
    for place in places:
        while 0 <= place < len(parts) and parts[place].kind in _WIDE:
            place += 1
            found.add(place)
    return found


def matches(pattern: str, path: str, *, folders: bool = True) -> bool:
    """Whether a pattern names a path or, with `folders`, a folder above it."""
    test = tester(pattern)
    if not pattern.endswith("/") and test(path):
        return True
    if not folders:
        return False
    parts = path.split("/")
    return any(test("/".join(parts[:depth])) for depth in range(1, len(parts)))


def lines(text: bytes) -> tuple[str, ...]:
    """The patterns of an ignore file."""
    read = (line.rstrip() for line in text.decode("utf-8", "surrogateescape").splitlines())
    return tuple(line for line in read if line and not line.startswith("#"))


def ignored(patterns: Iterable[str], path: str) -> bool:
    """As an ignore file decides: the last pattern that matches, `!` taking back."""
    verdict = False
    for pattern in patterns:
        taken_back = pattern.startswith("!")
        if taken_back == verdict and matches(pattern.removeprefix("!"), path):
            verdict = not taken_back
    return verdict
