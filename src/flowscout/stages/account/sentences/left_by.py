"""What a way out raises or returns that is made otherwise: its text, or what the call is given."""

from __future__ import annotations

from ..neutral.values import differ_in_text, raised
from ..pairing.changes import Trees
from ..pieces import texts
from ..pieces.pieces import Piece
from ..reading.given import arguments, given_otherwise
from ..reading.saying import EXIT, Said, both_quoted, called_by_both, joined, q


def thrown(one: Piece, other: Piece, under: str) -> Said | None:
    """Of an exception that is made otherwise: its text, or what it is given."""
    calls = [each._replace(kind="Simple", words=each.words[1:], stmt=None) for each in (one, other)]
    name = called_by_both(*calls)
    if not name:
        return None
    if pair := texts.apart(calls[0].words, calls[1].words):
        return Said("text", f"{texts.said(f'The text of the raised {q(name)}', *pair)}{under}.", 8)
    given = given_otherwise(name, arguments(calls[0]), arguments(calls[1]), under)
    return Said(EXIT, f"The raised {given.sentence}", max(given.rank, 4)) if given else None


def returned_call(one: Piece, other: Piece, under: str) -> Said | None:
    """Of a call whose result is returned on both sides what it is given."""
    calls = [each._replace(kind="Simple", words=each.words[1:], stmt=None) for each in (one, other)]
    name = called_by_both(*calls)
    given = (
        given_otherwise(name, arguments(calls[0]), arguments(calls[1]), under)
        if name and one.kind == "Return"
        else None
    )
    return Said(EXIT, f"The returned {given.sentence}", 4) if given else None


def message(both: Trees, a: int, b: int, under: str) -> Said | None:
    """An exception whose text, and nothing else, is another one, wherever that stands."""
    (was, before), (now, after) = raised(both.old, a), raised(both.new, b)
    if max(before, after) < 0 or not differ_in_text(was, now):
        return None
    old, new = both_quoted(joined(was[2:-1]), joined(now[2:-1]), texts.SPOT)
    return Said(
        "text", f"Raises {q(now[0].decode('utf-8', 'replace'))} with {new} where it raised it with {old}{under}.", 8
    )
