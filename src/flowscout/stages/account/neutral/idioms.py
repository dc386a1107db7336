"""Python says some things in two ways that are one: `super()`, `[]` for `list()`, `{a}` for `set([a])`, `a not in b` for `not a in b`,
`range(n)` for `range(0, n)`, `a and b` for `b and a` of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.brackets import closing
from ..pieces.lexing import LexedSource
from ..pieces.named_only import in_any_order
from ..pieces.outside import CLOSING, OPENING
from . import python2
from .builtin_names import rest_on_others
from .chained_tests import chained
from .grouping import bared
from .spelling import plain
from .value_names import named_arguments, without_names

RULE: Final = "the same said otherwise"
_EMPTY: Final = {b"list": (b"[", b"]"), b"dict": (b"{", b"}"), b"tuple": (b"(", b")")}
_OF_TYPES: Final = (b"isinstance", b"issubclass")
_NUMBERS: Final = {b"!=": False, b">": False, b"==": True}  # whether it asks the opposite of the value itself
_JOINS: Final = frozenset((b"and", b"or", b"not", b"if", b"==", b"!=", b"<", b">", b"<=", b">=", b"in", b"is", b","))
Words = list[bytes]
Form = Callable[[Words, int, bytes], Words | None]


def same(both: Trees, change: Change, holder: str, files: tuple[LexedSource, LexedSource]) -> bool:
    """holder: the class that the function is a member of."""
    if change.kind != CHANGED:
        return False
    one, other = both.old[change.a], both.new[change.b]
    asks = one.kind == other.kind == "If" or (one.kind == other.kind == "Loop" and b"in" not in one.words)
    was, now = list(plain(one.words, True)), list(plain(other.words, True))
    if was == now:
        return False
    given = named_arguments(files) if b"lambda" in was and b"lambda" in now else frozenset()
    was, now = without_names(was, given), without_names(now, given)
    forms = _of_version(files[1])
    was, now = _plainly(was, holder.encode(), asks, forms), _plainly(now, holder.encode(), asks, forms)
    if b"and" in was or b"and" in now:
        both_bared = bared(was, True), bared(now, True)
        rows = chained(both_bared[0]), chained(both_bared[1])
        was, now = rows if rows != both_bared else (was, now)
    if was != now and not (asks and one.kind == "If" and in_any_order(was[1:], now[1:])):
        return False
    return not rest_on_others((*one.words, *other.words), files)


def _of_version(file: LexedSource) -> tuple[Form, ...]:
    """Python 2 has classes without `object`, which are of another kind, and texts that are bytes where no `u` stands before them."""
    apart: dict[Form, bool] = {_object: python2.runs(file), _text: python2.bytes_alone(file)}
    return tuple([each for each in _FORMS if not apart.get(each)])


def _plainly(words: Words, holder: bytes, asks: bool, forms: Sequence[Form]) -> Words:
    at = 0
    while at < len(words):
        for each in forms:
            if not (at and words[at - 1] in (b".", b"def")) and (found := each(words, at, holder)) is not None:
                words = found
                break
        at += 1
    head = words[:1] if words[:1] in ([b"if"], [b"elif"], [b"while"]) else []
    return [*head, *_number(words[len(head) :])] if asks else words


def _super(words: Words, at: int, holder: bytes) -> Words | None:
    own = words[at : at + 3] == [b"super", b"(", holder] and words[at + 3 : at + 6] in (
        [b",", b"self", b")"],
        [b",", b"cls", b")"],
    )
    return [*words[: at + 2], *words[at + 5 :]] if own else None


def _object(words: Words, at: int, _: bytes) -> Words | None:
    """`class A:` of `class A(object):`."""
    alone = words[at] == b"class" and words[at + 2 : at + 5] == [b"(", b"object", b")"]
    return [*words[: at + 2], *words[at + 5 :]] if alone else None


def _text(words: Words, at: int, _: bytes) -> Words | None:
    return (
        [*words[:at], *words[at + 1 :]]
        if words[at] in (b"u", b"U") and words[at + 1 : at + 2] and words[at + 1][:1] == b'"'
        else None
    )


def _empty(words: Words, at: int, _: bytes) -> Words | None:
    made = _EMPTY.get(words[at]) if words[at + 1 : at + 3] == [b"(", b")"] else None
    return [*words[:at], *made, *words[at + 3 :]] if made else None


def _table(words: Words, at: int, _: bytes) -> Words | None:
    """`{"a": 1}` of `dict(a=1)`."""
    if words[at : at + 2] != [b"dict", b"("] or words[at + 3 : at + 4] != [b"="]:
        return None
    end, found, begins = closing(words, at + 1), [b"{"], True
    if end < 0:
        return None
    for n in range(at + 2, end):
        deep = _depth(words[at + 2 : n])
        if begins and words[n + 1 : n + 2] != [b"="]:
            return None
        found.append(
            b'"%b"' % words[n]
            if begins
            else b":"
            if not deep and words[n] == b"=" and words[n - 2] in (b"(", b",")
            else words[n]
        )
        begins = not deep and words[n] == b","
    return [*words[:at], *found, b"}", *words[end + 1 :]]


def _set(words: Words, at: int, _: bytes) -> Words | None:
    """`{a, b}` of `set((a, b))` and `set([a, b])`, not of what is gone through: `set((a))`, `set([a for a in b])`."""
    if words[at : at + 2] != [b"set", b"("] or words[at + 2 : at + 3] not in ([b"("], [b"["]):
        return None
    end = closing(words, at + 2)
    inner = words[at + 3 : max(0, end)]
    above = set[bytes]()
    depth = 0
    for word in inner:
        above |= set() if depth else {word}
        depth += (word in OPENING) - (word in CLOSING)
    if not inner or words[end + 1 : end + 2] != [b")"] or above & {b"for", b":="}:
        return None
    if words[at + 2] == b"(" and b"," not in above:
        return None
    return [*words[:at], b"{", *(inner[:-1] if inner[-1] == b"," else inner), b"}", *words[end + 2 :]]


def _range(words: Words, at: int, _: bytes) -> Words | None:
    if words[at : at + 4] != [b"range", b"(", b"0", b","]:
        return None
    end = closing(words, at + 1)
    inner = words[at + 4 : max(0, end)]
    alone = not any(word == b"," and not _depth(inner[:n]) for n, word in enumerate(inner))
    return [*words[: at + 2], *words[at + 4 :]] if alone and end >= 0 else None


def _of_one_type(words: Words, at: int, _: bytes) -> Words | None:
    """`isinstance(s, str)` of `isinstance(s, (str,))`."""
    end = max(0, closing(words, at + 1)) if words[at] in _OF_TYPES and words[at + 1 : at + 2] == [b"("] else 0
    begin = max((n for n in range(at + 2, end) if words[n] == b"("), default=0)
    alone = (
        end
        and begin
        and words[end - 2 : end] == [b",", b")"]
        and words[begin - 1] == b","
        and b"," not in words[begin : end - 2]
    )
    return [*words[:begin], *words[begin + 1 : end - 2], *words[end:]] if alone else None


def _not(words: Words, at: int, _: bytes) -> Words | None:
    """`a not in b` of `not a in b`."""
    if words[at] != b"not":
        return None
    end = at + 1
    while end < len(words) and (words[end] not in _JOINS or _depth(words[at + 1 : end])):
        end += 1
    if end == at + 1 or words[end : end + 1] not in ([b"in"], [b"is"]) or words[end + 1 : end + 2] == [b"not"]:
        return None
    denied = [b"not", b"in"] if words[end] == b"in" else [b"is", b"not"]
    return [*words[:at], *words[at + 1 : end], *denied, *words[end + 1 :]]


def _number(words: Words) -> Words:
    """`n % 2` of `n % 2 != 0`, as a whole question; what is no number for sure is left."""
    sign = words[-2:-1]
    bare = words[:-2]
    counted = bare[:2] == [b"len", b"("] and closing(bare, 1) == len(bare) - 1
    left = b"%" in bare and not _JOINS & {*bare} and not any(word[:1] == b'"' for word in bare)
    if words[-1:] != [b"0"] or not sign or sign[0] not in _NUMBERS or not (counted or (left and sign != [b">"])):
        return words
    return [b"not", *bare] if _NUMBERS[sign[0]] else bare


def _depth(words: Sequence[bytes]) -> int:
    return sum((word in OPENING) - (word in CLOSING) for word in words)


_FORMS: Final[tuple[Form, ...]] = (
    _super,
    _object,
    _text,
    _empty,
    _table,
    _set,
    _range,
    _of_one_type,
    _not,
)
