"""A function that is gone and whose body another one has, but for parameters that stand there for values: copies that became one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ....model.identity import qualified_of
from ..pieces.lexing import LINKS
from ..pieces.pieces import Piece
from ..pieces.plain_names import begins_as_name
from ..pieces.quoting import q
from .file import State
from .run_there import locals_of

_FEWEST: Final = 12  # words of a body that is no accident, whatever it is called
_OF_OBJECTS: Final = frozenset(("method", "operator", "conversion"))
_OBJECT: Final = frozenset((b"self", b"cls", b"this"))
_NO_MEMBERS: Final = frozenset((
    b"return", b"if", b"else", b"true", b"false", b"nullptr", b"NULL", b"const", b"auto", b"int", b"bool", b"std"))  # fmt: skip
_MOST: Final = 3  # values that are told
Known = dict[bytes, bytes]


def merged(one: State, id_: str, others: Sequence[tuple[State, str]], above: str = "") -> tuple[str, str]:
    """(id of the function that does the same now, under which values of its parameters); "" for none, or for several. above: the method of a
    base that objects of its class have now."""
    body = _body(one, id_)
    if sum(len(piece.words) for piece in body) < _FEWEST:
        others = [(other, each) for other, each in others if other.functions[each].name == one.functions[id_].name]
    own = _params(one, id_)
    found = []
    for other, candidate in others:
        inherited = above and f".{_dotted(candidate)}".endswith(f".{above}")
        if not inherited and _of_other_objects(one, id_, other, candidate):
            continue
        theirs = _params(other, candidate)
        known = _unified(body, _body(other, candidate), own, theirs)
        if known is not None:
            found.append((candidate, ", ".join(_said(known, theirs, own))))
    return found[0] if len(found) == 1 else ("", "")


def _of_other_objects(one: State, id_: str, other: State, candidate: str) -> bool:
    """Whether they stand in classes of other names, and may speak of what their own objects have: `return size;`, `return self.size`."""
    facts, theirs = one.functions[id_], other.functions[candidate]
    if facts.scope[-1:] == theirs.scope[-1:] or not {facts.kind, theirs.kind} <= _OF_OBJECTS:
        return False
    own = {param.name.lstrip("*&").encode() for param in facts.params}
    known = (own | locals_of(facts).keys()) - _OBJECT
    words = [b"", *[word for piece in one.pieces(id_)[1:] for word in piece.words]]
    bare = {word for before, word in pairwise(words) if begins_as_name(word) and before not in LINKS}
    return bool(_OBJECT & {*words}) or (one.language.resolver != "python" and bool(bare - known - _NO_MEMBERS))


def _dotted(id_: str) -> str:
    return qualified_of(id_).partition("(")[0].replace("::", ".")


def _said(known: Known, theirs: Sequence[bytes], own: Sequence[bytes]) -> Iterator[str]:
    values = [(name, known[name]) for name in theirs if name in known and known[name] not in own]
    for name, value in values[:_MOST]:
        yield f"{q(name.decode('utf-8', 'replace'))} is {q(value.decode('utf-8', 'replace'))}"


def _body(one: State, id_: str) -> list[Piece]:
    pieces = one.pieces(id_)[1:]
    return [each for each in pieces if not (len(each.words) == 1 and each.words[0][-1:] in (b'"', b"'"))]


def _params(one: State, id_: str) -> tuple[bytes, ...]:
    return tuple([param.name.lstrip("*&").encode() for param in one.functions[id_].params])


def _unified(
    one: Sequence[Piece], other: Sequence[Piece], own: Sequence[bytes], theirs: Sequence[bytes]
) -> Known | None:
    """What each parameter of the other is in the one; None where more differs."""
    if [(a.kind, a.role, a.parent >= 0, len(a.words)) for a in one] != [
        (b.kind, b.role, b.parent >= 0, len(b.words)) for b in other
    ]:
        return None
    known: Known = {}
    for a, b in zip(one, other, strict=True):
        for at, (x, y) in enumerate(zip(a.words, b.words, strict=True)):
            link = at > 0 and b.words[at - 1] in LINKS
            if y in theirs and not link:
                if known.setdefault(y, x) != x or not (x in own or x[-1:].isalnum() or x[-1:] in (b'"', b"'", b"_")):
                    return None
            elif x != y or (x in own and not link):
                return None
    return known
