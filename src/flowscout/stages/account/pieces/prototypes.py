"""C and C++: the declaration of a function that stands without its body, where it differs: by its name, and what it takes and gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .brackets import closing
from .called import within_types
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import both_quoted, joined, q

_LONG: Final = 60  # characters from which it is not quoted whole
_ANGLES: Final = {b"<": 1, b">": -1, b">>": -2}
Words = Sequence[bytes]
NAMES: Final = "names of parameters where a function is only declared"
_TYPES: Final = frozenset((
    b"int", b"char", b"short", b"long", b"float", b"double", b"void", b"bool", b"unsigned", b"signed", b"auto", b"const", b"volatile"))  # fmt: skip
_BEFORE_TYPES: Final = frozenset(
    (b"struct", b"union", b"enum", b"class", b"typename", b"const", b"volatile", b"::", b"<", b",")
)


def named(pieces: Sequence[Piece], at: int) -> tuple[str, ...]:
    """The function that a piece declares, with the types around it; () where that is not plain."""
    return within_types(pieces, at, declares(pieces[at].words))


def declares(words: Words) -> str:
    depth = 0
    for n, word in enumerate(words):
        if word == b"(" and not depth:
            behind = words[n + 1] if n + 1 < len(words) else b"*"  # a text that is cut there
            plain = n > 1 and behind != b"*" and words[n - 1] not in _TYPES and not {b"=", b"{"} & {*words[:n]}
            typed = plain and words[n - 2] not in (b"::", b"operator", b".")
            return words[n - 1].decode("utf-8", "replace") if typed else ""
        depth += _ANGLES.get(word, 0)
    return ""


def of_a_function(one: Piece) -> bool:
    """Outside of types: that it comes or goes leaves the function what it was."""
    return one.kind == "Declared" and bool(declares(one.words))


def differing(one: Piece, other: Piece) -> str:
    """ "`f` takes `long x`, no longer `int x`"; "" where it is short, or something else differs too."""
    was, now = _parted(one.words), _parted(other.words)
    if max(len(one.said), len(other.said)) <= _LONG or not was or not now or was[0] != now[0]:
        return ""
    (name, head, given, tail), (_, before, took, behind) = now, was
    told = list(_takes(took, given))
    if head != before:
        told.append(_head(before, head))
    if tail != behind:
        told.append(_behind(behind, tail))
    return f"{q(name)} {', '.join(told)}" if told else ""


def names_alone(one: Piece, other: Piece) -> bool:
    """Whether what a declaration says differs by nothing but what it calls its parameters."""
    if (
        one.kind != other.kind
        or one.kind not in ("Declared", "Declaration", "Field")
        or len(one.words) != len(other.words)
    ):
        return False
    cut = one.words.index(b"(") if b"(" in one.words else 0
    if cut and one.words[cut + 1 : cut + 2] == (b"*",):  # `(*name)(int size)`
        cut = next((at for at in range(cut + 1, len(one.words)) if one.words[at] == b"("), 0)
    apart = [at for at, (a, b) in enumerate(zip(one.words, other.words, strict=True)) if a != b]
    return bool(apart) and cut > 0 and apart[0] > cut and all(_is_name(one.words, other.words, at) for at in apart)


def _is_name(one: Words, other: Words, at: int) -> bool:
    """Whether a word stands behind a type, and ends its parameter."""
    plain = all(words[at].replace(b"_", b"a").isalnum() and not words[at][:1].isdigit() for words in (one, other))
    before = one[at - 1]
    typed = before in (b"*", b"&", b"&&") or (before[-1:].isalnum() and before not in _BEFORE_TYPES) or before == b">"
    ends = one[at + 1 : at + 2] in ((b",",), (b")",), (b"[",))
    return plain and typed and ends and _TYPES.isdisjoint((one[at], other[at]))


def _head(was: Words, now: Words) -> str:
    """A macro or a specifier that came or went before a type, or another type."""
    begin, end = common(was, now)
    gone, came = was[begin : len(was) - end], now[begin : len(now) - end]
    if gone and came:
        old, new = both_quoted(joined(was), joined(now))
        return f"is declared {new}, no longer {old}"
    return f"{'now' if came else 'no longer'} has {q(joined(came or gone))} in its head"


def common(one: Words, other: Words) -> tuple[int, int]:
    """How many words are the same at the beginning, and behind that at the end."""
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    return begin, next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)


def _behind(was: Words, now: Words) -> str:
    if was and now:
        old, new = both_quoted(joined(was), joined(now))
        return f"has {new} behind it, no longer {old}"
    return f"{'now' if now else 'no longer'} has {q(joined(now or was))} behind it"


def _takes(was: list[str], now: list[str]) -> Iterator[str]:
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    if len(gone) == len(came) and len(was) == len(now):
        for one, other in zip(gone, came, strict=True):
            old, new = both_quoted(one, other)
            yield f"takes {new}, no longer {old}"
        if not gone and was != now:
            yield "takes its parameters in another order"
        return
    yield from [f"no longer takes {', '.join(map(q, gone))}"] if gone else []
    yield from [f"now takes {', '.join(map(q, came))}"] if came else []


def _parted(words: Words) -> tuple[str, Words, list[str], Words] | None:
    """(name, what stands before it, what it takes, what stands behind)."""
    cut = next((at for at, word in enumerate(words) if at and word == b"("), 0)
    if cut and words[cut + 1 : cut + 2] == (b"*",):
        return _pointed(words, cut)
    if cut < 2 or not words[cut - 1].replace(b"_", b"a").isalnum() or {b"=", b"{"} & {*words[:cut]}:
        return None
    end = closing(words, cut) % len(words)
    behind = words[end + 1 : len(words) - (words[-1:] == (b";",))]
    return words[cut - 1].decode("utf-8", "replace"), words[: cut - 1], list(_each(words[cut + 1 : end])), behind


def _pointed(words: Words, cut: int) -> tuple[str, Words, list[str], Words] | None:
    """Of `int (*name)(int size)`, which is a pointer to what takes that."""
    name, opens = words[cut + 2 : cut + 3], words[cut + 3 : cut + 5]
    if tuple(opens) != (b")", b"(") or not name[0].replace(b"_", b"a").isalnum():
        return None
    end = closing(words, cut + 4) % len(words)
    behind = words[end + 1 : len(words) - (words[-1:] == (b";",))]
    return name[0].decode("utf-8", "replace"), words[:cut], list(_each(words[cut + 5 : end])), behind


def _each(words: Words) -> Iterator[str]:
    own: list[bytes] = []
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING) + _ANGLES.get(word, 0)
        if word == b"," and depth <= 0:
            yield _written(own)
            own = []
        else:
            own.append(word)
    yield from [_written(own)] if own else []


def _written(words: Words) -> str:
    """With a blank before what points: `char *name`."""
    signs = (b"*", b"&", b"&&")
    return " ".join(joined(part) for part in _before(words, signs))


def _before(words: Words, signs: Sequence[bytes]) -> Iterator[Words]:
    first = next((at for at in range(1, len(words)) if words[at] in signs and words[at - 1] not in signs), len(words))
    yield from [part for part in (words[:first], words[first:]) if part]
