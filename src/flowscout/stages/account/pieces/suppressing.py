"""Python: `with suppress(OSError):` read as the `try` that stands on the other side and does nothing about that error.

    try:                             with suppress(OSError):
        os.makedirs(folder)              os.makedirs(folder)
    except OSError:
        pass

Both sides have the same pieces then, and only an error that is caught now, or no longer, differs. So it is with a value that is chosen
where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.syntax import Handler, Simple, Try, With
from . import fallbacks
from .outside import CLOSING, OPENING
from .pieces import Piece

_NAMES: Final = ((b"contextlib", b".", b"suppress"), (b"suppress",))
Pieces = tuple[Piece, ...]
Written = tuple[bool, tuple[int, int], tuple[int, int]]


def alike(old: Pieces, new: Pieces) -> tuple[Pieces, Pieces, tuple[Written, ...]]:
    """Both sides in one form, and of each block, or choice, whether it stands on the new side, where the other form of it stands and where it
    stands itself, from byte to byte."""
    new, came = _read(old, new, True)
    old, went = _read(new, old, False)
    old, new, filled = fallbacks.alike(old, new)
    return old, new, (*came, *went, *filled)


def _read(others: Pieces, pieces: Pieces, is_new: bool) -> tuple[Pieces, list[Written]]:
    tries = {at: _held(others, at) for at in range(len(others)) if _passes(others, at)}
    written = list[Written]()
    for at in reversed(range(len(pieces))):
        errors = _suppressed(pieces[at])
        held = _held(pieces, at) if errors else frozenset()
        same = next((each for each, theirs in tries.items() if theirs & held), -1)
        if same >= 0:
            del tries[same]
            spans = [(others[same].start, others[same].last), (pieces[at].start, pieces[at].last)]
            written.append((is_new, spans[0], spans[1]))
            pieces = tuple(_as_try(pieces, at, errors))
    return pieces, written


def _suppressed(piece: Piece) -> tuple[tuple[bytes, ...], ...]:
    """The errors, each in its words; () of another block."""
    words = piece.words[1:]
    name = next((each for each in _NAMES if words[: len(each) + 1] == (*each, b"(")), None)
    if not isinstance(piece.stmt, With) or name is None or words[-1:] != (b")",):
        return ()
    return tuple(_split(words[len(name) + 1 : -1]))


def _split(words: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    depth, begun = 0, 0
    for at, word in enumerate((*words, b",")):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            if at > begun:
                yield tuple(words[begun:at])
            begun = at + 1


def _passes(pieces: Pieces, at: int) -> bool:
    """Whether it is a `try` with one handler, which does nothing, and no more."""
    stmt = pieces[at].stmt
    handlers = stmt.handlers if isinstance(stmt, Try) and not (stmt.orelse or stmt.final or stmt.star) else ()
    body = handlers[0].body if len(handlers) == 1 else ()
    return len(body) == 1 and isinstance(body[0], Simple) and body[0].role == "pass"


def _held(pieces: Pieces, at: int) -> frozenset[tuple[bytes, ...]]:
    return frozenset(each.words for each in pieces if each.parent == at and each.role == "body" and each.words)


def _as_try(pieces: Pieces, at: int, errors: Sequence[tuple[bytes, ...]]) -> Iterator[Piece]:
    """With the handler behind what the block holds."""
    block = pieces[at]
    last = max((each for each in range(at, len(pieces)) if _is_within(pieces, each, at)), default=at)
    names = tuple([b"".join(each).decode("utf-8", "replace") for each in errors])
    nothing = Simple(block.stmt.start, block.stmt.end, "pass")
    handler = Handler(block.stmt.start, block.stmt.end, names, (nothing,))
    caught = [word for error in errors for word in (b",", *error)][1:]
    words = (b"except", *(caught if len(errors) == 1 else (b"(", *caught, b")")))
    first = next((each.said for each in pieces if each.parent == at and isinstance(each.stmt, Simple)), "")
    for n, piece in enumerate(pieces):
        above = piece.parent + 2 * (piece.parent > last)
        if n == at:
            tries = Try(block.stmt.start, block.stmt.end, block.stmt.body, (handler,))
            yield piece._replace(kind="Try", words=(), said=first and f"try: {first}", stmt=tries)
        else:
            yield piece._replace(parent=above)
        if n == last:
            yield block._replace(
                kind="Handler", role="handler", parent=at, words=words, said=", ".join(names), stmt=handler
            )
            yield block._replace(
                kind="Simple", role="body", parent=last + 1, words=(b"pass",), said="pass", stmt=nothing
            )


def _is_within(pieces: Pieces, at: int, above: int) -> bool:
    while at > above:
        at = pieces[at].parent
    return at == above
