"""Macros with what they are given right before a name, and what is given above a name: `node *ATTR_NONNULL(1) find(list *l) {`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.pattern import regex
from .text import NESTED

CAPITALS: Final = rb"[A-Z_][A-Z0-9_]{2,}\b"


def _led(blank: bytes, found: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """What stands behind a blank, or right behind a star. Each begins with what is seen fast: most of a text is neither."""
    return regex(blank + found), regex(rb"\*" + found)


def _each_led(patterns: tuple[re.Pattern[bytes], re.Pattern[bytes]], mask: bytes) -> Iterator[re.Match[bytes]]:
    """As if they were one: from left to right, and none within another; a star may end the one before."""
    found = [pattern.search(mask) for pattern in patterns]
    while heads := [(match.start() + at, at, match) for at, match in enumerate(found) if match]:
        yield (first := min(heads, key=lambda head: head[0])[2])
        end = first.end()
        for start, at, _ in heads:
            if start < end:
                found[at] = patterns[at].search(mask, end - at)


_ABOVE = _led(  # `int takes(init_f)` above `begin(void *p) {`: what stands at the beginning of a line is the name
    rb"[ \t](?<=[\w*][ \t])(?<!\belse[ \t])(?<!\breturn[ \t])(?<!\bdo[ \t])[ \t]*+",
    rb"((?!(?:if|for|while|switch|catch|sizeof|defined|operator|typeof|decltype|noexcept|requires|alignas)\b)[A-Za-z_]\w*+[ \t]*+"
    + NESTED
    + rb")[ \t]*+\r?\n(?!(?:if|for|while|switch|catch|noexcept|requires|[A-Z][A-Z\d_]*+)\b)[A-Za-z_]\w*+[ \t]*+"
    + NESTED
    + rb"\s*+\{",
)
_BEFORE_NAME = _led(  # `node *ATTR_NONNULL(1) find(list *l) {`, `void ATTR_FORMAT(1, 2) ATTR_NORETURN die(char *how) {`
    rb"\s(?<=[\w*]\s)(?<!\belse\s)(?<!\breturn\s)(?<!\bdo\s)\s*+",
    rb"(?<!\bstatic )(?<!\bextern )(?<!\binline )(?<!\bconst )("  # `static STACK_OF(X) *all(void) {`: a type
    + CAPITALS
    + rb"[ \t]*+"
    + NESTED
    + rb"(?:\s++"
    + CAPITALS
    + rb"(?:[ \t]*+"
    + NESTED
    + rb")?+){0,3})\s++(?:\*\s*+)*+(?!"
    + CAPITALS
    + rb")(?!(?:if|for|while|switch|catch|noexcept|requires|throw|const|override|final)\b)[A-Za-z_]\w*+[ \t]*+"
    + NESTED
    + rb"\s*+\{",
)


def found(mask: bytes) -> Iterator[re.Match[bytes]]:
    """Where they stand, as the first group."""
    for patterns in (_ABOVE, _BEFORE_NAME):
        yield from _each_led(patterns, mask)
