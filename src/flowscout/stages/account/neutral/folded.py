"""Numbers worked out that stand in an expression: `base + 2 * 4` is `base + 8`, and `x / 2 * 4` is not `x / 8`.

A product or a sum is worked out where nothing beside it binds as strongly, of numbers that an `int` of C holds. What is in brackets that group
nothing stands without them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from ....model.pattern import regex
from ..pieces.outside import CLOSING
from .grouping import bared
from .spelling import plain

_NUMBER: Final = regex(rb"\A(?:0|[1-9]\d{0,8})\Z")
_MOST: Final = 2**31
_LONGEST: Final = 400  # words
_LOOSE: Final = frozenset(
    b"( [ { , = : return yield == != < > <= >= in is and or not if elif else while && || ! << >> & | ^ ? ; lambda".split()
)  # before what is a value of its own
_BEFORE_A_PRODUCT: Final = _LOOSE | {b"+", b"-"}
_BEHIND: Final = frozenset(
    b") ] } , = : == != < > <= >= in is and or not if else for && || << >> & | ^ ? ; + -".split()
)
_BEHIND_A_PRODUCT: Final = _BEHIND | {b"*"}
_CALLED: Final = frozenset((b"sizeof", b"alignof", b"typeof", b"decltype"))


def folded(words: Sequence[bytes], python: bool) -> list[bytes]:
    found = list(plain(words, python))
    while len(found) <= _LONGEST:
        before = found
        found = bared(_alone(_worked_out(_worked_out(found, b"*"), b"+")), python)
        if found == before:
            break
    return found


def _worked_out(words: Sequence[bytes], sign: bytes) -> list[bytes]:
    """With each product, or sum, of numbers as the number that it is."""
    before, behind = (_BEFORE_A_PRODUCT, _BEHIND_A_PRODUCT) if sign == b"*" else (_LOOSE, _BEHIND)
    found, at = list[bytes](), 0
    while at < len(words):
        end = at + 1
        while _NUMBER.match(words[at]) and words[end : end + 1] == [sign] and _numbers(words[end + 1 : end + 2]):
            end += 2
        if end > at + 1 and words[end : end + 1] and words[end] not in behind:
            end -= 2  # it binds to what stands behind
        values = [int(each) for each in words[at:end:2]] if end > at + 1 else []
        value = prod(values) if sign == b"*" else sum(values)
        known = bool(values) and (not found or found[-1] in before) and value < _MOST
        found += [b"%d" % value] if known else words[at:end]
        at = end
    return found


def _numbers(words: Sequence[bytes]) -> bool:
    return bool(words) and _NUMBER.match(words[0]) is not None


def _alone(words: Sequence[bytes]) -> list[bytes]:
    """Without brackets around a number, where no call stands before them."""
    found, at = list[bytes](), 0
    while at < len(words):
        group = words[at : at + 3]
        left = found[-1] if found else b""
        called = left in CLOSING or left in _CALLED or (left.replace(b"_", b"a").isalnum() and left not in _LOOSE)
        alone = group[:1] == [b"("] and group[2:] == [b")"] and _numbers(group[1:2]) and not called
        if alone and words[at + 3 : at + 4] != [b"."]:
            found.append(group[1])
            at += 3
        else:
            found.append(words[at])
            at += 1
    return found
