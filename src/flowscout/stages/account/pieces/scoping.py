"""Python: which names are bound in which scope of a file, and which are read that nothing binds.

What is bound is taken too widely rather than too narrowly: all of a function counts for its inner functions, and what a class body
binds for what it stands in. So a name that is left over is bound nowhere. Where a file can bind names that it does not write nothing is left over; who asks
widely is told all the same what is left over beside `exec` and `globals()`, but never beside `from x import *`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from keyword import kwlist
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....resolvers.python.objects import BUILTINS
from .lexing import QUOTES, LexedSource, Token
from .nesting import Holders
from .outside import CLOSING, OPENING
from .targets import SETS

MODULE: Final = -1
_KEYWORDS: Final = frozenset(word.encode() for word in kwlist)
_COMPOUND: Final = frozenset(
    (b"if", b"elif", b"else", b"for", b"while", b"try", b"finally", b"except", b"with", b"def", b"class", b"case")
)
_ELSEWHERE: Final = frozenset(
    (
        b"exec",
        b"execfile",
        b"globals",
        b"locals",
        b"vars",
        b"builtins",
        b"__builtin__",
        b"__builtins__",
        b"modules",
        b"NameError",
    )
)  # by which names are bound that are not written, or done without
_OTHER_PYTHONS: Final = frozenset(
    b"apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange "
    b"WindowsError aiter anext BaseExceptionGroup EncodingWarning ExceptionGroup PythonFinalizationError reveal_type".split()
)  # built into another version than that which runs this
_KNOWN: Final = frozenset(each.encode() for each in BUILTINS) | _OTHER_PYTHONS
_WITHIN_TEXT: Final = regex(rb"\(\s{0,20}(\w{1,80})\s{0,20}:=")  # f"{(n := len(v))}"
Span = tuple[int, int]


class NameUse(NamedTuple):
    """scope: position of the innermost function, MODULE for none."""

    name: bytes
    start: int
    scope: int


class Scopes(NamedTuple):
    """bound: by scope. known: whether the file writes every name that it binds. starred: whether it takes all of another module's. imports: whether it
    imports anything."""

    spans: tuple[Span, ...]
    bound: Mapping[int, frozenset[bytes]]
    reads: tuple[NameUse, ...]
    known: bool
    starred: bool
    imports: bool

    def unbound(self, widely: bool = False) -> Iterator[NameUse]:
        """widely: although some may be bound that are not written."""
        holders = Holders(self.spans)
        for one in self.reads if self.known or (widely and not self.starred) else ():
            if one.name in _KNOWN or one.name.startswith(b"__"):
                continue
            if not any(one.name in self.bound.get(at, ()) for at in (*holders.around(one.start), MODULE)):
                yield one

    def binds(self, name: bytes) -> bool:
        return any(name in own for own in self.bound.values())


def scopes(source: LexedSource, spans: Sequence[Span]) -> Scopes:
    """spans: of the functions of the file."""
    ordered = tuple(sorted(spans))
    holders = Holders(ordered)
    bound: dict[int, set[bytes]] = {}
    reads: list[NameUse] = []
    known, starred, imports = True, False, False
    for words in statements(source):
        inside = holders.around(words[0].start)
        scope = inside[-1] if inside else MODULE
        texts = [token.text for token in words]
        if texts[0] == b"async" and len(texts) > 1:
            words, texts = words[1:], texts[1:]
        starts = texts[0] in (b"import", b"from")
        starred, imports = starred or (starts and texts[-1] == b"*"), imports or starts
        known = known and not starred and _ELSEWHERE.isdisjoint(texts)
        if texts[0] == b"def":
            bound.setdefault(inside[-2] if len(inside) > 1 else MODULE, set()).update(texts[1:2])
        own = {*_bound(words)}
        bound.setdefault(MODULE if texts[0] in (b"global", b"nonlocal") else scope, set()).update(own)
        if texts[0] in (b"global", b"nonlocal"):
            bound.setdefault(scope, set()).update(own)
        if texts[0] not in (b"def", b"global", b"nonlocal", b"del", b"import", b"from", b"case"):
            reads += [NameUse(token.text, token.start, scope) for token in _read(words, own)]
    return Scopes(ordered, {at: frozenset(each) for at, each in bound.items()}, tuple(reads), known, starred, imports)


def statements(source: LexedSource) -> Iterator[Sequence[Token]]:
    """The head of what holds others is one of its own."""
    found: list[Token] = []
    depth = 0
    for token in source.tokens:
        last = found[-1] if found else None
        between = source.data[last.end : token.start] if last else b""
        new_line = bool(last) and depth <= 0 and b"\n" in between and not between.rstrip(b"\r\n \t").endswith(b"\\")
        head = last is not None and depth <= 0 and last.text == b":" and _is_compound(found)
        if found and (new_line or head or (token.text == b";" and depth <= 0)):
            yield found
            found, depth = [], 0
        if token.text == b";" and depth <= 0:
            continue
        depth += (token.text in OPENING) - (token.text in CLOSING)
        found.append(token)
    if found:
        yield found


def _is_compound(words: Sequence[Token]) -> bool:
    first = words[1].text if words[0].text == b"async" and len(words) > 1 else words[0].text
    lambdas = sum(words[at].text == b"lambda" for at in _outermost(words))
    return first in _COMPOUND and sum(words[at].text == b":" for at in _outermost(words)) > lambdas


def _outermost(words: Sequence[Token]) -> Iterator[int]:
    depth = 0
    for at, token in enumerate(words):
        depth -= token.text in CLOSING
        if not depth:
            yield at
        depth += token.text in OPENING


def _is_name(token: Token) -> bool:
    return (
        token.text[:1].isalpha() or token.text[:1] == b"_" or token.text[:1] > b"\x7f"
    ) and token.text not in _KEYWORDS


def _bound(words: Sequence[Token]) -> Iterator[bytes]:
    texts = [token.text for token in words]
    if texts[0] in (b"import", b"from", b"global", b"nonlocal", b"del", b"case", b"def"):
        yield from (token.text for token in words if _is_name(token))
        return
    if texts[0] == b"class":
        yield from texts[1:2]
        yield from _until(words, 3, (b"]",)) if texts[2:3] == [b"["] else ()  # of its types
    sets = [at for at in _outermost(words) if texts[at] in SETS]
    if texts[0] not in _COMPOUND and not sets:
        sets = [at for at in _outermost(words) if texts[at] == b":"][:1]  # `x: int`
    for at in range(max(sets, default=0)):
        if _is_name(words[at]) and not _goes_on(texts, at):
            yield texts[at]
    yield from _bound_within(words)


def names_bound(words: Sequence[Token]) -> Iterator[bytes]:
    """What a statement binds, and nothing that its annotations or the values of its parameters name."""
    words = words[1:] if words[0].text == b"async" and len(words) > 1 else words
    texts, typed = [token.text for token in words], _typed(words)
    if texts[0] == b"def":
        heads = (b"(", b",", b"*", b"**")
        depth = 0
        for at, text in enumerate(texts):
            if at == 1 or (depth == 1 and texts[at - 1] in heads):
                yield text
            depth += (text in OPENING) - (text in CLOSING)
        yield from _bound_within(words)
    elif typed:
        yield texts[0]
        yield from _bound_within(words)
    else:
        yield from _bound(words)


def _bound_within(words: Sequence[Token]) -> Iterator[bytes]:
    texts = [token.text for token in words]
    for at, text in enumerate(texts):
        if text[-1:] in QUOTES:
            yield from (each[1] for each in _WITHIN_TEXT.finditer(text))
        if text == b":=" and at:
            yield texts[at - 1]
        elif text in (b"for", b"lambda", b"as"):
            yield from _until(words, at + 1, {b"for": (b"in",), b"lambda": (b":",), b"as": (b":", b",")}[text])
        elif text == b"," and texts[0] == b"except":  # of Python 2
            yield from texts[at + 1 : at + 2]


def _until(words: Sequence[Token], begin: int, ends: Sequence[bytes]) -> Iterator[bytes]:
    depth = 0
    for token in words[begin:]:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if depth < 0 or (not depth and token.text in ends):
            return
        if _is_name(token):
            yield token.text


def _goes_on(texts: Sequence[bytes], at: int) -> bool:
    """`a` of `a.b`, `a[i]` and `a(b)`, and `b` of `a.b`."""
    return texts[at + 1 : at + 2] in ([b"."], [b"["], [b"("]) or (at > 0 and texts[at - 1] == b".")


def _read(words: Sequence[Token], bound: Iterable[bytes]) -> Iterator[Token]:
    """Not the name of an argument, the letter before a text, or what a declaration says of a type."""
    own = {*bound}
    typed = _typed(words)
    soft = words[0].text in (b"match", b"type", b"print", b"exec")
    for at, (token, behind) in enumerate(pairwise((*words, Token(b"", 0, 0)))):
        if not _is_name(token) or token.text in own or at in typed or (soft and not at):
            continue
        before = words[at - 1].text if at else b""
        named = behind.text == b"=" and before in (b"(", b",")
        letter = behind.text[:1] in (b'"', b"'") and behind.start == token.end
        if before != b"." and not named and not letter and not (before == b"class" and at == 1):
            yield token


def _typed(words: Sequence[Token]) -> range:
    if words[0].text in _COMPOUND:
        return range(0)
    outer = [*_outermost(words)]
    colon = next((at for at in outer if words[at].text == b":"), -1)
    return (
        range(colon, next((at for at in outer if words[at].text == b"=" and at > colon), len(words)))
        if colon > 0
        else range(0)
    )
