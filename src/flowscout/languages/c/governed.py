"""A group of `#if` that an `if` or an `else` without braces governs, a statement in each arm.

    if (s->free == 0)
    #ifdef SOLO
        return -2;
    #else
        s->free = zfree;
    #endif

A grammar takes the first arm for all of it. The braces that would make it plain are put where the text has room for them: in the
directive, `{#if   SOLO`, or in its indent, and in that of the line behind the `#endif`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.pattern import regex
from .text import Directive

_SHORTER = {b"#ifdef": b"{#if  ", b"#ifndef": b"{#if ! ", b"#if defined(": b"{#ifdef     "}
_HEAD = regex(rb"#(?:ifn?def(?=[ \t])|if defined\((?=\w{1,80}\)[ \t\r\\]*+\n))")
ASKED = regex(rb"#if(n?)def[ \t]++(\w++)")  # as written, a place before where the group begins now
_RULES = regex(rb"\s*+(if|for|while|switch)\s*+\(")
_IF = regex(rb"\s*+(?:if|for|while|switch)\b")
_OTHERWISE = regex(rb"\s*+else\b")
_BLOCK = regex(rb"\s*+\{")
_PLAIN = regex(rb"\s*+[^;{}]++;")
_AFTER = regex(rb"[^\n]*+\n\s*?(?=[ \t])")


def braced(text: bytearray, mask: bytearray, arms: Sequence[tuple[Directive, int, int]], end: Directive) -> bool:
    """Whether braces stand around the group now. arms: each with its directive, from where to where it goes."""
    start, last = arms[0][0].start, arms[-1][0]
    if len(arms) < 2 or last.keyword != b"else" or not all(_single(bytes(mask[a:b])) for _, a, b in arms):
        return False
    head, after = _HEAD.match(text, start), _AFTER.match(mask, end.start)
    if _OTHERWISE.match(mask, end.end) and any(_asks(bytes(mask[a:b])) for _, a, b in arms):
        return False  # that `else` is of the arm's own question in one build
    indented = start > 0 and text[start - 1] in b" \t"
    if after is None or not (indented or head) or mask[end.end : after.end()].strip():
        return False
    if indented:
        start -= 1
        text[start] = 0x7B
    elif head:
        word, stop = bytes(head[0]), arms[0][0].end
        text[start : head.end()] = _SHORTER[word]
        text[head.end() : stop] = text[head.end() : stop].replace(b")", b" ", word.count(b"("))
    mask[start] = 0x7B
    text[after.end()] = mask[after.end()] = 0x7D
    return True


def _single(arm: bytes) -> bool:
    """One statement: `f();`, `{ f(); g(); }`, `if (a) f(); else g();`, `while (a) { … }`."""
    arm = arm.strip()
    head, brace, body = arm.partition(b"{")
    if not brace and head.endswith(b";") and head.count(b";") == 1:
        return True
    return (bool(brace) and b";" not in head and _closes_last(body)) or _chained(arm)


def _asks(arm: bytes) -> bool:
    """An `else` behind it would be of a question in it."""
    return bool(_IF.match(arm)) and _left_open(arm) != 0


def _chained(arm: bytes) -> bool:
    """Heads with a statement behind them, and behind that an `else` with another one, at most one for each `if`."""
    return _left_open(arm) >= 0


def _left_open(arm: bytes) -> int:
    """How many `if` of such an arm have no `else`; below 0 where it is none."""
    at = asked = 0
    while True:
        while head := _RULES.match(arm, at):
            asked += head[1] == b"if"
            at = _closed(arm, head.end(), b"()")
        at = _ended(arm, at)
        other = _OTHERWISE.match(arm, at) if asked else None
        if other is None:
            return asked if not arm[at:].strip() else -1
        asked, at = asked - 1, other.end()


def _ended(arm: bytes, at: int) -> int:
    """Where the statement that begins there ends; past the end where that is not seen."""
    if block := _BLOCK.match(arm, at):
        return _closed(arm, block.end(), b"{}")
    plain = _PLAIN.match(arm, at)
    return plain.end() if plain else len(arm) + 1


def _closed(arm: bytes, at: int, pair: bytes) -> int:
    """Behind the bracket that closes the one before at."""
    depth = 1
    while depth and at < len(arm):
        depth += (arm[at] == pair[0]) - (arm[at] == pair[1])
        at += 1
    return at if not depth else len(arm) + 1


def _closes_last(body: bytes) -> bool:
    """body: behind an opening brace."""
    depth = 1
    for at, sign in enumerate(body):
        depth += (sign == 0x7B) - (sign == 0x7D)
        if depth == 0:
            return at == len(body) - 1
    return False
