"""What a class is derived from on one side alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pieces.called import name_of
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from .saying import joined, q


def bases(one: Piece, other: Piece) -> str:
    if b"requires" in (*one.words, *other.words):
        return ""
    before, after = _listed(one.words), _listed(other.words)
    name = name_of(other)
    if name != name_of(one) or before == after:
        return ""
    gone, came = [each for each in before if each not in after], [each for each in after if each not in before]
    if len(gone) == len(came) and all(
        one.partition("[")[0] == two.partition("[")[0] and "[" in one + two for one, two in zip(gone, came, strict=True)
    ):
        return f"{q(name)} has its base {', '.join(map(q, gone))} as {', '.join(map(q, came))} now."
    told = [f"{verb} {each}" for verb, side in (("no longer has", gone), ("now has", came)) for each in _had(side)]
    return f"{q(name)} {', '.join(told) or 'has its bases in another order'}."


def _had(bases: Sequence[str]) -> list[str]:
    """ "the bases `A` and `B`", then the others one by one."""
    plain = [each for each in bases if _kept(each) == f"base {q(each)}"]
    rest = [f"the {_kept(each)}" for each in bases if each not in plain]
    many = f"the base{'s' * (len(plain) > 1)} {' and '.join(filter(None, (', '.join(map(q, plain[:-1])), *map(q, plain[-1:]))))}"
    return [many, *rest] if plain else rest


def _kept(base: str) -> str:
    """A base, or what the class is given by name."""
    name, given, value = base.partition("=")
    plain = given and name.isidentifier()
    return (
        f"metaclass {q(value)}"
        if plain and name == "metaclass"
        else f"argument {q(base)}"
        if plain
        else f"base {q(base)}"
    )


def _outermost(words: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """What stands in no brackets, with those that open."""
    depth = 0
    for at, word in enumerate(words):
        if not depth:
            yield at, word
        depth += (word in OPENING or word == b"<") - (word in CLOSING or word == b">") - 2 * (word == b">>")


def _listed(words: Sequence[bytes]) -> list[str]:
    """`A`, `b.B` of `class C(A, b.B):` and of `class C : public A, b::B`."""
    begin = next((at + 1 for at, word in _outermost(words) if word in (b"(", b":")), len(words))
    found: list[list[bytes]] = [[]]
    depth = 0
    for word in words[begin:]:
        if not depth and word in (b")", b"{"):
            break
        depth += (word in OPENING or word == b"<") - (word in CLOSING or word == b">")
        if not depth and word == b",":
            found.append([])
        else:
            found[-1].append(word)
    return [joined(each) for each in found if each]
