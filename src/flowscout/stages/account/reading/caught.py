"""Python: whether what a handler names is surely a class, and one that another handler names as well, by itself or by what it is derived from."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Sequence, Set
from functools import lru_cache

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ..pieces.pieces import Piece
from ..pieces.targets import target

_ALL = b"*"
_ERRORS = (b"Error", b"Exception", b"Warning")


class BoundNames(NamedTuple):
    """set_to: names that are given a value. brought: those that are imported, or of a class; `*` where an import may bring any."""

    set_to: Set[bytes]
    brought: Set[bytes]


def bound_by(*parts: Sequence[Piece]) -> BoundNames:
    found = [_bound_by(Same(pieces)) for pieces in parts]
    return BoundNames(
        set[bytes]().union(*[each.set_to for each in found]), set[bytes]().union(*[each.brought for each in found])
    )


@lru_cache(maxsize=KEPT)
def _bound_by(pieces: Same[Sequence[Piece]]) -> BoundNames:
    set_to, brought = set[bytes](), set[bytes]()
    for piece in pieces.value:
        words = piece.words
        if words[:1] in ((b"from",), (b"import",)) or words[:1] == (b"class",):
            brought |= {*words[: 2 if words[0] == b"class" else None]}
        elif b"=" in words:
            set_to |= {*(target(piece) or words[: words.index(b"=")])}
    return BoundNames(set_to, brought)


def is_class(kind: bytes, bound: BoundNames) -> bool:
    """Whether it is no tuple of classes that has a name: an exception of Python's own, or called as errors are, and set nowhere here."""
    last = kind.rpartition(b".")[2]
    named_so = last[:1].isupper() and not last.isupper() and last.isalnum() and last.endswith(_ERRORS)
    return _known(kind, bound) is not None or (named_so and kind not in bound.set_to)


def is_caught_by(kind: bytes, those: Collection[bytes], bound: BoundNames) -> bool:
    own = _known(kind, bound)
    others = [known for each in those if (known := _known(each, bound)) is not None]
    return kind in those or (own is not None and any(issubclass(own, each) for each in others))


def _known(kind: bytes, bound: BoundNames) -> type[BaseException] | None:
    found = (
        None
        if kind in bound.set_to | bound.brought or _ALL in bound.brought
        else getattr(builtins, kind.decode("utf-8", "replace"), None)
    )
    return found if isinstance(found, type) and issubclass(found, BaseException) else None
