"""Of a parameter whether a function does nothing but read it, so that it holds there what it was given; and a function's text with what its
literals hold kept apart from what stands around them. A function is read once, however many parameters are asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from re import DOTALL
from typing import Final

from ...model.codec import decode_body
from ...model.identity import path_of
from ...model.pattern import regex
from ...model.syntax import Body, If, walk
from ...pipeline import Project
from ...stages.account.pieces.plain_names import ANY_NAME

_MEMBER: Final = frozenset({b".", b"->", b"::"})
_COUNTS: Final = frozenset({b"++", b"--"})
_SETS: Final = _COUNTS | {b"=", b":=", b"<<=", b">>=", b"+=", b"-=", b"*=", b"/=", b"%=", b"|=", b"&=", b"^="}
_BINDS: Final = frozenset({b"for", b"lambda", b"def", b"case", b"class"})  # Python: up to `in` or `:`
_NAMES: Final = frozenset({b"as", b"del", b"global", b"nonlocal", b"import"})
_REFERS: Final = frozenset({b"&", b"&&"})
_BEFORE_SET: Final = _COUNTS | _REFERS | {b">>"}
_BEGINS: Final = frozenset({b"=", b"(", b"{"})
_BY_HAND: Final = frozenset({b"asm", b"__asm__", b"__asm"})
_OPENING: Final = frozenset({b"(", b"[", b"{"})
_CLOSING: Final = frozenset({b")", b"]", b"}"})
_LOOKED_UP: Final = regex(rb"__(?:kw)?defaults__|(?<!\w)(?:globals|eval|exec)\(|(?<!\w)(?:vars|locals)\(\)")
_HIDDEN: Final = bytes.maketrans(b"\n \t#\r", b"\x00\x01\x02\x03\x04")


def text_of(project: Project, id_: str) -> bytes:
    facts = project.functions[id_].facts
    return project.sources(path_of(id_))[facts.start : facts.end]


class FunctionText:
    def __init__(self, project: Project, id_: str) -> None:
        self._facts, self._text = project.functions[id_].facts, text_of(project, id_)
        self.language = project.files[path_of(id_)].language
        self._pattern = regex(project.functions[id_].language.reading.tokens, DOTALL)
        self._named = {each.name for each in self._facts.bindings if each.how != "param"}

    @cached_property
    def _tokens(self) -> list[tuple[int, int]]:
        return [each.span(1) for each in self._pattern.finditer(self._text) if each.start(1) < each.end(1)]

    @cached_property
    def masked(self) -> bytes:
        """The text, as long as it is, where no line ends within a literal, and no blank and no `#` stands in one."""
        found, at = list[bytes](), 0
        for first, last in self._tokens:
            if last - first > 1:
                found += [self._text[at:first], self._text[first:last].translate(_HIDDEN)]
                at = last
        return b"".join([*found, self._text[at:]])

    @cached_property
    def body(self) -> Body:
        return decode_body(self._facts.body).statements

    @cached_property
    def choices(self) -> list[If]:
        """All in the body, as they stand."""
        return [stmt for stmt in walk(self.body) if isinstance(stmt, If) and not stmt.init]

    def only_reads(self, name: str) -> bool:
        """Whether the parameter holds all the way what the function was given."""
        written = self._written if name.isidentifier() and name not in self._named else None
        return written is not None and name.encode() not in written

    @cached_property
    def _written(self) -> set[bytes] | None:
        """The words that may be given another value; None where any name may."""
        words = [self._text[first:last] for first, last in self._tokens]
        if self.language == "python":
            return set[bytes]().union(*_bound(words[1:])) if ANY_NAME.isdisjoint(words) else None
        if not _BY_HAND.isdisjoint(words):
            return None
        cpp = self.language == "cpp"
        given = [  # a macro may set what it is given, and so may what takes a reference
            self._text[first:last].strip()
            for call in self._facts.calls
            if cpp or call.kind == "macro" or call.name.isupper()
            for first, last in call.args
        ]
        return {*_set(words), *given}.union(*_referred(words) if cpp else ())


def looked_up(project: Project, id_: str) -> bool:
    """Python: whether its file asks for functions by a text, or sets what they are given by default."""
    python = project.files[path_of(id_)].language == "python"
    return python and bool(_LOOKED_UP.search(project.sources(path_of(id_))))


def _set(words: Sequence[bytes]) -> Iterator[bytes]:
    """C and C++: what is set, or may be through its address or a member of it."""
    for at, word in enumerate(words):
        before, behind = words[max(at - 1, 0)], words[at + 1 : at + 2]
        if before not in _MEMBER and (
            (at and before in _BEFORE_SET) or (behind and (behind[0] in _SETS or behind[0] in (b".", b">>=")))
        ):
            yield word


def _bound(words: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Python: words among which a name may be given another value, those of the function's own head aside."""
    for at, word in enumerate(words):
        if word in _BINDS:
            yield words[at : _head_ends(words, at)]
        elif word in _NAMES:
            yield words[at : at + 2]
    yield [name for name, sign in pairwise(words) if sign == b":="]


def _head_ends(words: Sequence[bytes], at: int) -> int:
    """Where what begins here comes to its `:`, or to the `in` of a loop."""
    depth = 0
    for end in range(at, len(words)):
        depth += (words[end] in _OPENING) - (words[end] in _CLOSING)
        if depth <= 0 and (words[end] == b":" or (words[end] == b"in" and words[at] == b"for")):
            return end
    return len(words)


def _referred(words: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """C++: what a reference may be bound to, and all where a lambda takes everything by reference."""
    for at, word in enumerate(words):
        if word in _REFERS and words[at - 1 : at] == [b"["]:
            yield words
        if word in _REFERS and words[at + 2 : at + 3] and words[at + 2] in _BEGINS:
            yield words[at + 3 : words.index(b";", at) if b";" in words[at:] else len(words)]
