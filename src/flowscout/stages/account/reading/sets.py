"""Python: which values are sets, of which neither may hold the other: `{a, b}`, `set(…)`, `d.keys()`, a name that was given one."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from ....model.facts import FunctionFacts
from ....model.pattern import regex
from ..pieces.outside import CLOSING, OPENING

_MAKES: Final = frozenset((b"set", b"frozenset", b"Counter"))
_GIVES: Final = frozenset(
    (b"keys", b"items", b"union", b"intersection", b"difference", b"symmetric_difference")
)  # of a table, or of another set
_JOINS: Final = frozenset((b"|", b"&", b"-", b"^"))
_TYPE: Final = regex(r"(?<!\w)(?:set|frozenset|Set|FrozenSet|AbstractSet|MutableSet|KeysView|Counter)(?!\w)")
_WORD: Final = regex(r"\w+|[^\w\s]")


def named(facts: FunctionFacts) -> frozenset[bytes]:
    """Parameters and locals that are, or may be, a set."""
    typed = [(each.name, each.type) for each in facts.params] + [(each.name, each.type) for each in facts.bindings]
    found = {name.encode() for name, type_ in typed if name[:1] != "*" and _TYPE.search(type_.partition("[")[0])}
    for each in facts.bindings:
        words = tuple(word.encode() for word in _WORD.findall(each.value))
        if is_set(words, found):
            found.add(each.name.encode())
    return frozenset(found)


def is_set(words: Sequence[bytes], known: Container[bytes]) -> bool:
    parts = _parts(words)
    return any(_is_one(part, known) for part in parts)


def _is_one(words: Sequence[bytes], known: Container[bytes]) -> bool:
    if len(words) == 1:
        return words[0] in known
    if words[:1] == (b"(",) and words[-1:] == (b")",) and _closes(words, 0) == len(words) - 1:
        return is_set(words[1:-1], known)
    if words[:1] == (b"{",) and words[-1:] == (b"}",) and _closes(words, 0) == len(words) - 1:
        inner = words[1:-1]
        return bool(inner) and not _at_the_top(inner, b":") and inner[:2] != (b"*", b"*")
    opened = next((at for at, word in enumerate(words) if word == b"(" and _closes(words, at) == len(words) - 1), 0)
    called = words[opened - 1] if opened else b""
    return called in _MAKES if opened < 2 or words[opened - 2] != b"." else called in _GIVES or called in _MAKES


def _parts(words: Sequence[bytes]) -> list[tuple[bytes, ...]]:
    """`a` and `b` of `a | b`."""
    found, depth, begin = [], 0, 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word in _JOINS:
            found.append(tuple(words[begin:at]))
            begin = at + 1
    return [*found, tuple(words[begin:])]


def _closes(words: Sequence[bytes], opened: int) -> int:
    depth = 0
    for at in range(opened, len(words)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if not depth:
            return at
    return -1


def _at_the_top(words: Sequence[bytes], sign: bytes) -> bool:
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word == sign:
            return True
    return False
