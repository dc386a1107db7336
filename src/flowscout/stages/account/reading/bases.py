"""What a class is derived from on one side alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.identity import qualified_of
from ....words.series import series
from ..pairing.changes import Change, Trees
from ..pieces.called import name_of
from ..pieces.outside import CLOSING, FUNCTION, OPENING
from ..pieces.pieces import Piece
from .saying import joined, q

_NAMED: Final = 3  # methods that are told


def bases(both: Trees, change: Change) -> str:
    one, other = both.old[change.a], both.new[change.b]
    if b"requires" in (*one.words, *other.words):
        return ""
    before, after = _listed(one.words), _listed(other.words)
    name = name_of(other)
    if name != name_of(one) or before == after:
        return ""
    gone, came = [each for each in before if each not in after], [each for each in after if each not in before]
    order = _order([each for each in before if each in after], [each for each in after if each in before])
    if order:
        order += _taken_first(both, change, before, after)
    if (
        not order
        and len(gone) == len(came)
        and all(
            one.partition("[")[0] == two.partition("[")[0] and "[" in one + two
            for one, two in zip(gone, came, strict=True)
        )
    ):
        return f"{q(name)} has its base {', '.join(map(q, gone))} as {', '.join(map(q, came))} now."
    told = [f"{verb} {each}" for verb, side in (("no longer has", gone), ("now has", came)) for each in _had(side)]
    return f"{q(name)} {' and '.join(filter(None, (', '.join(told), order))) or 'names its bases otherwise'}."


def _order(was: Sequence[str], now: Sequence[str]) -> str:
    """Of the bases that a class had and has: which of them comes before which."""
    was, now = ([each for each in side if _kept(each) == f"base {q(each)}"] for side in (was, now))
    if was == now:
        return ""
    if len(now) == 2:
        return f"inherits from {q(now[0])} before {q(now[1])} now"
    listed = [f"{', '.join(map(q, side[:-1]))} and {q(side[-1])}" for side in (now, was)]
    return f"inherits from {listed[0]} in this order now, no longer from {listed[1]}"


def _taken_first(both: Trees, change: Change, before: Sequence[str], after: Sequence[str]) -> str:
    """The methods that the first base has of its own now, and that the one that was first had."""
    sides = ((both.old, both.old_below, change.a, before[0]), (both.new, both.new_below, change.b, after[0]))
    (was, own), (now, owns) = (
        (_methods(*side[:2], _class_of(side[0], side[3])), _methods(*side[:3])) for side in sides
    )
    hidden = {*own, *owns, *(name_of(both.new[each]) for each in both.new_below[change.b])}
    shared = [f"{after[0]}.{name}" for name in now if name in was and name not in hidden]
    if before[0] == after[0] or not shared or b"(" not in both.new[change.b].words:
        return ""  # C++ asks for the class by name
    quoted = [*map(q, shared[:_NAMED]), *([f"{len(shared) - _NAMED} more"] if len(shared) > _NAMED else [])]
    listed = series(quoted)
    return f", so that {listed} {'are' if len(shared) > 1 else 'is'} taken first"


def _class_of(pieces: Sequence[Piece], name: str) -> int:
    found = [at for at, piece in enumerate(pieces) if piece.kind == "Class" and name_of(piece) == name]
    return found[0] if len(found) == 1 else -1


def _methods(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[str]:
    """Those that stand plainly in the body of a class."""
    inner = [pieces[each] for each in below[at]] if at >= 0 else []
    keys = [b"".join(piece.words).decode("utf-8", "replace") for piece in inner if piece.kind == FUNCTION]
    return [qualified_of(key).rpartition(".")[2] for key in keys if "::" in key]


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
