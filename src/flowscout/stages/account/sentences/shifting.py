"""An enum counts on from the member before: one that comes, goes or stands elsewhere gives those behind it other values.

`FAILED` is new in `status`, so `TOO_MANY` is 2 now, was 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ....model.pattern import regex
from ..pairing.changes import Change, Trees
from ..pieces.called import name_of
from ..pieces.children import under
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..reading.saying import Said, q

NAMED: Final = 2
RANK: Final = 4
_AUTO: Final = ("auto()", "enum.auto()")
_OWN: Final = "_generate_next_value_"
_COUNTS_ON: Final = frozenset((b"Enum", b"IntEnum"))
_NUMBER: Final = regex(r"\A(-?)(0[xX][0-9a-fA-F]{1,16}|0[0-7]{1,20}|[1-9]\d{0,18}|0)[uUlL]{0,3}\Z")
_Value: TypeAlias = tuple[str, int]  # counted on from what is written there, "" for a number


def with_values(both: Trees, change: Change, said: Said | None, told: set[int]) -> Said | None:
    """With what members are other numbers by it. told: enums, by their place, of which that was said."""
    piece = both.new[change.b] if change.b >= 0 else both.old[change.a]
    if said is None or piece.kind not in ("Item", "Assign") or piece.parent < 0 or not said.sentence.endswith("."):
        return said
    b = piece.parent if change.b >= 0 else both.pairs.get(piece.parent, -1)
    a = both.back.get(b, -1)
    if min(a, b) < 0 or b in told:
        return said
    told.add(b)
    shifted = _shifted(_values(both.old, a), _values(both.new, b))
    return (
        said._replace(sentence=f"{said.sentence[:-1]}, so {shifted}.", rank=min(said.rank, RANK)) if shifted else said
    )


def _shifted(was: Mapping[str, tuple[str, _Value]], now: Mapping[str, tuple[str, _Value]]) -> str:
    shifted = [
        (name, was[name][1], value)
        for name, (written, value) in now.items()
        if name in was and was[name][0] == written and was[name][1] != value and was[name][1][0] == value[0]
    ]
    shown = shifted if len(shifted) <= NAMED + 1 else shifted[:NAMED]
    said = [_is(name, before, after, bool(at)) for at, (name, before, after) in enumerate(shown)]
    left = len(shifted) - len(shown)
    said += [f"{left} more are other numbers too"] if left else []
    return f"{', '.join(said[:-1])}, and {said[-1]}" if len(said) > 1 else "".join(said)


def _is(name: str, before: _Value, after: _Value, more: bool) -> str:
    """more: whether it follows on another one of which that is said."""
    verb, then = ("", "") if more else (" is", " now")
    by = after[1] - before[1]
    if before[0]:
        return f"{q(name)}{verb} {abs(by)} {'more' if by > 0 else 'less'} than before"
    return f"{q(name)}{verb} {after[1]}{then}, was {before[1]}"


def _values(pieces: Sequence[Piece], top: int) -> dict[str, tuple[str, _Value]]:
    """By name what is written, and the value, up to what some builds alone have, and to what is not known."""
    python = pieces[top].kind == "Class"
    parts = under(pieces, top)
    if python and (not _COUNTS_ON & {*pieces[top].words} or any(name_of(pieces[at]) == _OWN for at in parts)):
        return {}
    found: dict[str, tuple[str, _Value]] = {}
    last: _Value = ("", 0 if python else -1)
    for piece in [
        pieces[at] for at in parts if not python or pieces[at].kind not in (FUNCTION, "Docstring", "Decorator")
    ]:
        name, written = _apart(piece) if piece.kind == ("Assign" if python else "Item") else ("", "")
        counts_on = written.replace(" ", "") in _AUTO if python else not written
        last = (last[0], last[1] + 1) if counts_on else _read(written, found)
        if not name or (python and last[0]):
            return found
        found[name] = written, last
    return found


def _apart(piece: Piece) -> tuple[str, str]:
    """The name, and what it is given; no name of what may be more than one member."""
    words = [word for word in piece.words if word != b","]
    plain = (
        words[:1] and words[0].replace(b"_", b"a").isalnum() and words[1:2] in ([], [b"="]) and words.count(b"=") < 2
    )
    return (words[0].decode("utf-8", "replace"), joined(words[2:])) if plain else ("", "")


def _read(written: str, found: Mapping[str, tuple[str, _Value]]) -> _Value:
    if number := _NUMBER.match(written.replace("- ", "-")):
        digits = number[2]
        base = 16 if digits[1:2] in ("x", "X") else 8 if digits[0] == "0" else 10
        return "", int(digits, base) * (-1 if number[1] else 1)
    return found[written][1] if written in found else (written, 0)
