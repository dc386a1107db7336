"""What others take from here: what the `__init__.py` of a package imports from its own modules, and types and macros that are gone.

from .a import A, B     →   from .a import A     No longer offers `B`, of `.a`.

Whoever takes what is gone fails, so it weighs more than a value that changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from ....resolvers.cfamily.scope import is_header
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..reading.imports import BroughtName, apart, brought
from ..reading.saying import Said, q

_PACKAGE: Final = "__init__.py"
_LOST: Final = 1  # the rank of what is gone: whoever takes it fails
_TYPES: Final = frozenset(("Class", "Enum"))
_HEADED: Final = frozenset(("Class", "Enum", "Typedef", "Define"))
_OPEN: Final = frozenset(("Namespace", "Directive"))  # what stands in these is offered as it is outside
_PYTHON: Final = (".py", ".pyi")
_CAME: Final = 5
_NAMED: Final = 12


def offered(both: Trees, change: Change, sources: tuple[LexedSource, LexedSource], said: Said | None) -> Said | None:
    """In place of what is said of an import, where all that differs is offered, or was; with its weight, what is said of a type."""
    path = sources[1].path
    if said is not None and change.kind == REMOVED and _is_taken(both.old, change.a, path):
        return said._replace(rank=min(said.rank, _LOST))
    if said is None or said.rule != "import" or path.rpartition("/")[2] != _PACKAGE:
        return said
    if change.kind not in (ADDED, REMOVED, CHANGED) or _is_within(both, change):
        return said
    gone, came = apart(both, change)
    still = [{name for piece in side for name in _bound(piece)} for side in (both.old, both.new)]
    stars = [
        {one.source for piece in side for one in brought(piece) if one.name == "*"} for side in (both.old, both.new)
    ]
    if any(one.source in stars[side] for one, side in (*((one, 1) for one in gone), *((one, 0) for one in came))):
        return said
    lists = [_listed(side) for side in (both.old, both.new)]
    if not all(_offers(one, lists[0], path) and _name(one) not in still[1] for one in gone):
        return said
    if not all(_offers(one, lists[1], path) and _name(one) not in still[0] for one in came):
        return said
    if any(_is_for_itself(one, sources[side]) for side, those in ((0, gone), (1, came)) for one in those):
        return said
    parts = [
        f"{verb} {told}" for verb, those in (("now offers", came), ("no longer offers", gone)) for told in _of(those)
    ]
    text = "; ".join(parts)
    return Said(said.rule, f"{text[:1].upper()}{text[1:]}.", _LOST if gone else _CAME) if parts else said


def _is_taken(pieces: Sequence[Piece], at: int, path: str) -> bool:
    """Whether others can name it: what a header has, a type of Python by a name that is no private one."""
    kind, name, above = pieces[at].kind, name_of(pieces[at]), pieces[at].parent
    while above >= 0 and pieces[above].kind in _OPEN:
        above = pieces[above].parent
    if above >= 0 or not name or b"undef" in pieces[at].words[:2]:
        return False
    in_python = path.endswith(_PYTHON) and name[:1] != "_"
    return (in_python and kind in _TYPES) or (is_header(path) and kind in _HEADED)


def _is_within(both: Trees, change: Change) -> bool:
    """Whether it stands under something: an `if`, a `try`."""
    return (change.a >= 0 and both.old[change.a].parent >= 0) or (change.b >= 0 and both.new[change.b].parent >= 0)


def _offers(one: BroughtName, listed: frozenset[str] | None, path: str) -> bool:
    """By a name that is no private one, and that `__all__` has where there is one."""
    name = _name(one)
    if not one.source or name == "*" or name.startswith("_"):
        return False
    return name in listed if listed is not None else _is_own(one.source, path)


def _is_own(source: str, path: str) -> bool:
    """A module of the package that it is imported into, named from here or from the outermost package."""
    first = source.partition(".")[0]
    return not first or (first in path.split("/")[:-1] and first not in sys.stdlib_module_names)


def _is_for_itself(one: BroughtName, source: LexedSource) -> bool:
    """Whether the file uses a name that is of a module outside of its own package, and lists it nowhere: `from ..util import made`."""
    beneath = one.source.replace(".", "/").lstrip("/")
    home = source.path.rpartition("/")[0]
    depth = len(one.source) - len(one.source.lstrip("."))
    if depth == 1 or (not depth and _leads_into(beneath.split("/"), home.split("/"))):
        return False
    name = _name(one).encode()
    texts = (b'"%s"' % name, b"'%s'" % name)
    words = [token.text for token in source.tokens]
    return words.count(name) > 1 and not any(word in texts for word in words)


def _leads_into(source: Sequence[str], home: Sequence[str]) -> bool:
    """`shop.cart.box` into `src/shop/cart`."""
    return any(home[at:] == source[: len(home) - at] for at in range(len(home)))


def _name(one: BroughtName) -> str:
    return one.name.rpartition(" ")[2]


def _bound(piece: Piece) -> list[str]:
    """The names that it gives something to."""
    key = piece.words[0].decode("utf-8", "replace") if piece.kind == FUNCTION and piece.words else ""
    return [key.replace(":", ".").rpartition(".")[2] or name_of(piece), *map(_name, brought(piece))]


def _listed(pieces: Sequence[Piece]) -> frozenset[str] | None:
    """What `__all__` has; None where there is none, or one that is put together."""
    own = [at for at, piece in enumerate(pieces) if piece.words[:1] == (b"__all__",)]
    words = [word for at, piece in enumerate(pieces) if at in own or piece.parent in own for word in piece.words]
    texts = frozenset(word.decode("utf-8", "replace").strip("\"'") for word in words if word[:1] in (b'"', b"'"))
    return texts or None


def _of(those: Sequence[BroughtName]) -> Iterator[str]:
    for source in dict.fromkeys(one.source for one in those):
        names = [q(_name(one)) for one in those if one.source == source]
        shown = [*names[:_NAMED], *([f"{len(names) - _NAMED} more"] if len(names) > _NAMED else [])]
        yield f"{' and '.join(filter(None, (', '.join(shown[:-1]), *shown[-1:])))}, of {q(source)}"
