"""A number or a text in the place of a constant that stands for it, or the other way: what runs has the same value.

What a name stands for is read on its own side, of what the files that differ declare: `#define N 64`, `const int N = 64`, `N = 64` of an enum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

from ....model.facts import FunctionFacts
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.brackets import closing
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.outside import Outside
from ..pieces.pieces import Piece
from . import equal_values
from .folded import folded

RULE: Final = "constants and what they stand for"
_FIXED: Final = frozenset((b"const", b"constexpr", b"Final"))
_SETS: Final = frozenset(
    (b"=", b":=", b"+=", b"-=", b"*=", b"/=", b"//=", b"%=", b"**=", b"|=", b"&=", b"^=", b"<<=", b">>=")
)
_BINDS: Final = frozenset((b"for", b"as", b"import", b"del", b"def", b"class"))
_LISTS: Final = frozenset((b"global", b"nonlocal"))
_DECLARED: Final = frozenset(("Define", "Item", "Assign"))
_HOW: Final = frozenset((b"const", b"constexpr", b"static", b"inline", b"auto", b"extern"))
_INT, _UNSIGNED, _LONG = (frozenset(each) for each in ((b"int",), (b"unsigned", b"int"), (b"long", b"int")))
_FLOAT, _DOUBLE = frozenset((b"float",)), frozenset((b"double",))
_TEXTS: Final = frozenset((b"char", b"*", b"[", b"]"))
_ASKING: Final = frozenset((b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"case", b"else"))
NONE: Final[Mapping[bytes, bool]] = MappingProxyType({})
Words: TypeAlias = tuple[bytes, ...]
Values: TypeAlias = Mapping[bytes, Words | None]


def values(around: Outside, source: LexedSource | None) -> Iterator[tuple[bytes, Words | None]]:
    """Each name that stands for one number, character or text, with it; None where Python sets it again. source: of Python."""
    again = _set_again([token.text for token in source.tokens]) if source else frozenset[bytes]()
    for piece in around.pieces:
        name, value = name_of(piece).encode(), _value(piece)
        if name.replace(b"_", b"a").isalnum() and value:
            yield name, None if name in again else value


def _set_again(words: Sequence[bytes]) -> frozenset[bytes]:
    """Names that a file may set more than once, by whatever means."""
    set_ = Counter(name for name, sign in pairwise(words) if sign in _SETS)
    bound = {name for before, name in pairwise(words) if before in _BINDS}
    others = {name for at, word in enumerate(words) if word in _LISTS for name in _listed(words, at + 1)}
    added = {name for name, sign in pairwise(words) if sign in _SETS and sign != b"="}
    return frozenset({*bound, *others, *added, *[name for name, often in set_.items() if often > 1]})


def _listed(words: Sequence[bytes], at: int) -> Iterator[bytes]:
    """`a`, `b` of `global a, b`."""
    yield from words[at : at + 1]
    while words[at + 1 : at + 2] == [b","]:
        at += 2
        yield from words[at : at + 1]


def same(
    both: Trees, change: Change, known: tuple[Values, Values], python: bool, functions: Mapping[bytes, bool] = NONE
) -> bool:
    """Whether a piece differs in such names alone, in what they are multiplied with, in how a number is spelt and in brackets. known: of each side; None for a name that
    stands for several. functions: those of the file by name, and False for its macros: of C what one that may be a macro is given is written
    out in it as it stands."""
    if change.kind != CHANGED or not any(known) or both.old[change.a].kind != both.new[change.b].kind:
        return False
    one, other = both.renamed_words(change.a), both.new[change.b].words
    declared = {name_of(both.new[change.b]).encode()} if both.new[change.b].kind in _DECLARED else frozenset[bytes]()
    if one == other:
        return False
    was, now = (tuple(_put(words, of, declared)) for words, of in zip((one, other), known, strict=True))
    if was == now:
        return python or _given(one, functions, False) == _given(other, functions, False)
    if (was, now) == (one, other) or not (python or _given(one, functions, True) == _given(other, functions, True)):
        return False
    return folded(was, python) == folded(now, python) or equal_values.same(was, now, python)


def as_given(rule: str, both: Trees, change: Change, python: bool, functions: Mapping[bytes, bool] = NONE) -> str:
    """The rule, "" where a number is spelt otherwise in what C or C++ gives something that may be a macro: it may make a text of it."""
    if python or rule != equal_values.RULE or change.kind != CHANGED:
        return rule
    one, other = (_given(words, functions, True) for words in (both.renamed_words(change.a), both.new[change.b].words))
    return rule if one == other else ""


def _given(words: Words, functions: Mapping[bytes, bool], unknown: bool) -> tuple[Words, ...]:
    """What each macro is given. unknown: also each that is not known for a function of the file."""
    return tuple(
        [
            words[at : closing(words, at) + 1]
            for at, word in enumerate(words)
            if word == b"(" and at and words[at - 1].replace(b"_", b"a").isalnum()
            if functions.get(words[at - 1], not unknown) is False and words[at - 1] not in _ASKING
        ]
    )


def known_in(known: Values, facts: FunctionFacts) -> Values:
    """Without the names that a function has for its own."""
    own = {each.name.encode() for each in facts.params} | {each.name.encode() for each in facts.bindings}
    return {name: value for name, value in known.items() if name not in own} if own & {*known} else known


def _put(words: Words, known: Values, declared: frozenset[bytes] | set[bytes]) -> Iterator[bytes]:
    for at, word in enumerate(words):
        member = at > 0 and words[at - 1] in (b".", b"->", b"::")
        value = None if member or word in declared else known.get(word)
        yield from value or (word,)


def _value(piece: Piece) -> Words:
    words = tuple(piece.words)
    if piece.kind == "Define":
        return _literal(words[3:])
    if piece.kind == "Item" or (piece.kind == "Assign" and (_FIXED & {*words} or _shouts(words))):
        cut = words.index(b"=") + 1 if b"=" in words else len(words)
        value = _literal([word for word in words[cut:] if word not in (b",", b";")])
        return value if piece.kind == "Item" or _as_typed(words[: cut - 1], name_of(piece).encode(), value) else ()
    return ()


def _as_typed(head: Words, name: bytes, value: Words) -> bool:
    """Whether what is declared has the type that its value has alone: `const double N = 4` divides otherwise than `4`."""
    types = {*head} - _HOW - {name}
    if b"Final" in head or not types or not value:
        return bool(value)
    if value[-1][:1] in (b"'", b'"'):
        return types <= ({b"char"} if value[-1][:1] == b"'" else _TEXTS)
    end = value[-1][-1:].lower()
    wanted = {b"u": _UNSIGNED, b"l": _LONG, b"f": _FLOAT}.get(end, _DOUBLE if b"." in value[-1] else _INT)
    return types <= wanted and not (types == {b"int"} and wanted is not _INT)


def _shouts(words: Words) -> bool:
    """`NAME = …` of Python."""
    return words[1:2] == (b"=",) and words[0].isupper()


def _literal(words: Sequence[bytes]) -> Words:
    while words[:1] and words[0] == b"(" and words[-1] == b")":
        words = words[1:-1]
    signed = words[1:] if words[:1] and words[0] in (b"-", b"+") else words
    plain = len(signed) == 1 and (signed[0][:1].isdigit() or signed[0][:1] in (b"'", b'"'))
    return tuple(words) if plain else ()
