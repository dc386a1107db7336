"""Code as it stands in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ....model.pattern import regex
from ....words.closing import cut_off
from ....words.contrast import contrast
from ....words.equal_terms import kept_apart
from ....words.folding import beside_texts, calls, strings
from ....words.gapped import gapped
from ....words.narrowing import narrowed
from ....words.spotted import text_apart
from ....words.ticks import inside
from .lexing import QUOTES, in_a_line
from .outside import OPENING

MOST: Final = 72  # characters of code in a sentence
LOOKED_AT: Final = 600  # characters of code that is too long
ALONE: Final = 120  # of code that a sentence is about
ROOM: Final = 16  # more, where the end of a condition would go
LEAST: Final = 8  # that a cut saves
WIDER: Final = 28  # more, where both sides of a difference are seen whole then


_DEFINED: Final = regex(r"#if (!?)defined ([A-Za-z_]\w{0,100})")
_ASKED: Final = regex(r"\bdefined ?\( ?([A-Za-z_]\w{0,100}) ?\)")
_LAST_COMMA: Final = regex(r", ?[)\]}]")
_EXPONENT: Final = regex(rb"(?:[0-9][0-9_.]{0,40}|\.[0-9]{1,40})[eE]")  # of `1e-5`
_BETWEEN: Final = frozenset((b"and", b"or", b"not", b"in", b"is", b"if", b"else", b"for"))
_SPACED: Final = frozenset((b"?", b"&&", b"||", b"==", b"!=", b"<=", b">="))
_SIGNS: Final = frozenset((b"+", b"-", b"/", b"%"))
_JOINS: Final = _BETWEEN - {b"if", b"for"}  # of which C writes none before a bracket
_OF: Final = ([b"."], [b"->"], [b"::"], (b".",), (b"->",), (b"::",))  # before a member of that name
_SIDES: Final = ContextVar[tuple[str, ...]]("sides", default=())  # what sentences are about, as it was and is
_ENDS: Final = frozenset((b")", b"]", b"}", b'"', b"'"))


@contextmanager
def about(was: str, now: str) -> Iterator[None]:
    """What is quoted there is cut around what stands on one side alone."""
    token = _SIDES.set((_bare(was), _bare(now)))
    try:
        yield
    finally:
        _SIDES.reset(token)


def _differs(item: str) -> bool:
    return any(_bare(item) not in side for side in _SIDES.get())


def _bare(code: str) -> str:
    return "".join(code.split()).replace("'", '"')


def q(code: str, most: int = MOST) -> str:
    text = without_last_commas(inside(code))
    if text.startswith(("#if", "#elif")) and len(text) >= most + LEAST:
        text, most = _ASKED.sub(r"defined \1", text), most + WIDER  # which name is asked for is what it says
    short = text if len(text) < most + LEAST else _folded(text[:LOOKED_AT], most)
    short = text if len(text) - len(short) < LEAST and len(text) <= most + ROOM else short
    return f"`{short if len(short) <= most + ROOM else cut_off(text, most - 1)}`"


def alone(code: str) -> str:
    """Code that is all that a sentence is about: what stands in its brackets may be what it is there for, and a text is kept longest."""
    text = without_last_commas(inside(code))
    if len(text) > ALONE:
        text = beside_texts(text, ALONE) if len(text) <= LOOKED_AT else text
    return f"`{text}`" if len(text) <= ALONE else q(code)


def _folded(text: str, most: int) -> str:
    """With what calls are given, where that is short; without it too where it is not enough."""
    short = strings(text, most)
    spared = calls(short, most, LEAST, _differs)
    return kept_apart(text, spared if len(spared) <= most + ROOM else calls(short, most, keep=_differs), most + ROOM)


def without_last_commas(text: str) -> str:
    """`f(a, b,)` as `f(a, b)`; a tuple of one value keeps its comma."""
    if not _LAST_COMMA.search(text):
        return text
    found: list[str] = []
    open_: list[list[int]] = []  # of each open bracket whether it is a tuple's, and its commas
    quoted = ""
    for at, sign in enumerate(text):
        if quoted or sign in "\"'":
            quoted = "" if quoted == sign and text[at - 1] != "\\" else quoted or sign
        elif sign in "([{":
            open_.append([sign == "(" and not (text[at - 1 : at].isalnum() or text[at - 1 : at] in ("_", ")", "]")), 0])
        elif open_ and sign == ",":
            open_[-1][1] += 1
        elif open_ and sign in ")]}":
            tuple_, commas = open_.pop()
            if "".join(found[-2:]).rstrip().endswith(",") and not (tuple_ and commas == 1):
                found = list("".join(found).rstrip(" ").removesuffix(","))
        found.append(sign)
    return "".join(found)


def built(role: str) -> str:
    """The arm of an `#if` by which something is built, as it is written: `#ifdef A`; the `#else` of `#ifndef B`."""
    line = role.removeprefix("#else of ")
    found = _DEFINED.fullmatch(line)
    told = q(f"#if{'n' if found[1] else ''}def {found[2]}" if found else line)
    return f"the `#else` of {told}" if line != role else told


def both_quoted(one: str, other: str, most: int = MOST) -> tuple[str, str]:
    bare = without_last_commas(one), without_last_commas(other)
    one, other = bare if bare[0] != bare[1] else (one, other)
    if max(len(one), len(other)) <= most + WIDER:
        most += WIDER
    else:
        one = _in_the_quotes_of(other, one)
    one, other = inside(one), inside(other)
    whole = max(len(one), len(other)) <= most
    was, now = (not whole and _apart(one, other, most)) or contrast(one, other, most)
    return f"`{was}`", f"`{now}`"


def _apart(one: str, other: str, most: int) -> tuple[str, str] | None:
    """With all that differs, where that is short enough."""
    if (spots := text_apart(one, other)) and max(map(len, spots)) <= most + WIDER:
        return spots
    return narrowed(one, other, most + WIDER + ROOM) or gapped(one, other, most + 2 * WIDER + ROOM)


def _in_the_quotes_of(other: str, one: str) -> str:
    """Of a long text that is quoted otherwise now: so that what differs besides is seen."""
    was, now = ("'", '"') if "'" in one else ('"', "'")
    return one.replace(was, now) if now not in one and was not in other and now in other else one


def joined(words: Sequence[bytes]) -> str:
    """Tokens as one writes them: `n + 1`, `-n`, `a ? b : c`, `timeout=3`."""
    out, asked = bytearray(), 0
    for at, word in enumerate(words):
        last = bytes(out[-1:])
        if word in _SIGNS and at and _EXPONENT.fullmatch(words[at - 1]):
            out += word
            continue
        if word in _SPACED or (word in _SIGNS and at and _is_value(words[at - 1])) or (word == b":" and asked):
            asked += (word == b"?") - (word == b":")
            out += b" " + word + b" "
            continue
        apart = (
            (_is_of_a_name(last) and _is_of_a_name(word[:1]))
            or (word in _BETWEEN and last in _ENDS)
            or (at and words[at - 1] in _BETWEEN and word[:1] in QUOTES)
            or (at and words[at - 1] in _JOINS and word in OPENING and words[at - 2 : at - 1] not in _OF)
        )
        after = (last == b"," and word not in _ENDS) or (
            bool(out) and word[:1] == b"#" and word[1:] not in (b"#", b"@")
        )
        out += (b" " if (apart or after) and last != b" " else b"") + in_a_line(word, words[at - 1] if at else b"")
    return out.decode("utf-8", "replace")


def _is_of_a_name(letter: bytes) -> bool:
    """Or of a number; letters beyond ASCII stand in names alone."""
    return letter.isalnum() or letter == b"_" or letter >= b"\x80"


def _is_value(word: bytes) -> bool:
    """Whether a sign behind it stands between two values."""
    return word not in _BETWEEN and word != b"return" and (word[-1:].isalnum() or word[-1:] in (b"_", *_ENDS))


def seen_whole(one: str, other: str, most: int = MOST) -> bool:
    """Whether both are quoted with all that differs."""
    return max(len(one), len(other)) <= most + WIDER or _apart(one, other, most) is not None
