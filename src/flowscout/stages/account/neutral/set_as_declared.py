"""C: fields that are set one by one behind the declaration of their struct, or with names where it is declared.

struct row row = {0};
row.size = size;                 struct row row = {.size = size};
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.saying import ORDER, Said, q

WITHIN: Final = "fields set where their struct is declared"
_NAUGHT: Final = frozenset(((b"{", b"}"), (b"{", b"0", b"}"), (b"{", b"NULL", b"}")))
_MOST: Final = 400  # tokens of a declaration
Words = tuple[bytes, ...]


def set_as_declared(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the step, and by the declaration where that is all it says: the rule alone, or where the field is set now."""
    alone = {kind: [each for each in found if each.kind == kind] for kind in (REMOVED, ADDED)}
    told: dict[Change, Said] = {}
    for change in found if any(alone.values()) else ():
        if change.kind != CHANGED or not (_declares(both.old[change.a]) and _declares(both.new[change.b])):
            continue
        was, now = both.renamed_words(change.a), both.new[change.b].words
        for kind, given, left, pieces, at in (
            (REMOVED, _given(now), was, both.old, change.a),
            (ADDED, _given(was), now, both.new, change.b),
        ):
            if given is None:
                continue
            fields = {each: field for each in alone[kind] if (field := _field(both, each, given[0]))}
            steps = {each: field for each, field in fields.items() if given[1].get(field[0]) == field[1]}
            if steps:
                told |= dict(_told(both, change, steps, pieces, at, _value(left) in _NAUGHT, len(given[1])))
    return told


def _told(
    both: Trees,
    declared: Change,
    steps: dict[Change, tuple[bytes, Words]],
    pieces: Sequence[Piece],
    at: int,
    naught: bool,
    fields: int,
) -> Iterator[tuple[Change, Said]]:
    own = {each.a if each.kind == REMOVED else each.b: each for each in steps}
    beside = [each for each in range(at + 1, max(own) + 1) if pieces[each].parent == pieces[at].parent]
    straight = all(pieces[each].parent == pieces[at].parent for each in own)
    calls = sum(b"(" in value for _, value in steps.values())
    quiet = all(each in own or (_declares(pieces[each]) and b"(" not in pieces[each].words) for each in beside)
    if straight and quiet and calls < 2:
        yield from ((each, Said(WITHIN, "", 9)) for each in own.values())
        if naught and fields == len(own):
            yield declared, Said(WITHIN, "", 9)
        return
    for each, (field, value) in steps.items():
        name = pieces[each.a if each.kind == REMOVED else each.b].words[0].decode("utf-8", "replace")
        own_field = f"{name}.{field.decode('utf-8', 'replace')}"
        set_ = f"{q(own_field)} is set to {q(joined(value))}"
        where = (
            f"where {q(name)} is declared now, no longer behind that"
            if each.kind == REMOVED
            else f"behind the declaration of {q(name)} now, no longer there"
        )
        yield each, Said(ORDER, f"{set_} {where}.", 4)


def _declares(piece: Piece) -> bool:
    return piece.kind == "Simple" and isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"


def _value(words: Words) -> Words:
    words = words[:-1] if words[-1:] == (b";",) else words
    return words[words.index(b"=") + 1 :] if b"=" in words else ()


def _given(words: Words) -> tuple[bytes, dict[bytes, Words]] | None:
    """(name, value by field) of a declaration that gives nothing but fields by their names."""
    value = _value(words)
    at = words.index(b"=") if value else 0
    if at < 2 or value[:1] != (b"{",) or value[-1:] != (b"}",) or len(words) > _MOST:
        return None
    fields: dict[bytes, Words] = {}
    for part in _parts(value[1:-1]):
        if part[:1] != (b".",) or part[2:3] != (b"=",):
            return None
        fields[part[1]] = part[3:]
    return (words[at - 1], fields) if fields else None


def _parts(words: Words) -> Iterator[Words]:
    depth, start = 0, 0
    for at, word in enumerate((*words, b",")):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            if at > start:
                yield words[start:at]
            start = at + 1


def _field(both: Trees, change: Change, name: bytes) -> tuple[bytes, Words] | None:
    """(field, value) of `name.field = value`."""
    piece = both.old[change.a] if change.kind == REMOVED else both.new[change.b]
    words = both.renamed_words(change.a) if change.kind == REMOVED else piece.words
    words = words[:-1] if words[-1:] == (b";",) else words
    sets = piece.kind == "Simple" and words[:2] == (name, b".") and words[3:4] == (b"=",)
    return (words[2], words[4:]) if sets and len(words) > 4 else None
