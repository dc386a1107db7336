"""A call that stood alone and stands in a question now, or the other way round; of several in a row, all in one sentence.

`f(c); g(c);` that became `if (!f(c) || !g(c)) return 0;` calls both as before, up to the first that fails."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees, checked_in_a_row
from ..pieces.brackets import holds
from ..pieces.pieces import Piece
from ..pieces.tenses import past_of
from ..reading.doing import doing
from ..reading.saying import CHECK, Said, leaves, q

_BARE = 3  # words around a condition: `if (` and `)`
_SLIGHT = 8  # what comes of it is passed over as before
_OPEN = "; those behind the first are called only where the ones before leave that open"
_CALLED = "; those behind the first were called only where the ones before left that open"

Row = Sequence[tuple[int, int]]


def now_checked(both: Trees, a: int, b: int) -> Said:
    again = [each._replace(words=both.renamed_words(at)) for at, each in enumerate(both.old)]
    row = checked_in_a_row(again, a, both.new[b].words, both.pairs)
    out = leaves(both.new, both.new_below, b)
    inner = [each for each in both.new_below[b] if both.new[each].role == "then"]
    does = doing(both.new, both.new_below, inner) if out is not None or inner else ""
    if not does and not both.new_below[b]:
        return Said(CHECK, f"{_results(both.old, row)} asked for now, and nothing hangs on what comes of it.", _SLIGHT)
    one_fails = _one_fails([again[at] for at, _ in _as_asked(row)], both.new[b].words)
    tail = f": when {'one fails' if one_fails else q(both.new[b].said)}, {does}" if does else ""
    behind = "" if len(row) == 1 or (one_fails and out is not None) else _OPEN
    return Said(CHECK, f"{_results(both.old, row)} now checked{tail}{behind}{_turned(both.old, row, 'now')}.", 2)


def no_longer_checked(both: Trees, a: int, b: int) -> Said:
    asking = both.renamed_words(a)
    row = checked_in_a_row(both.new, b, asking, both.back)
    inner = [each for each in both.old_below[a] if both.old[each].role == "then"]
    if not both.old_below[a]:
        return Said(CHECK, f"{_results(both.new, row)} no longer asked for; nothing hung on what came of it.", _SLIGHT)
    asked = "one failed" if _one_fails([both.new[at] for at, _ in _as_asked(row)], asking) else q(both.old[a].said)
    tail = f": it {past_of(doing(both.old, both.old_below, inner))} when {asked}" if inner else ""
    behind = _CALLED if len(row) > 1 else ""
    return Said(CHECK, f"{_results(both.new, row)} no longer checked{tail}{behind}{_turned(both.new, row, 'was')}.", 0)


def _results(pieces: Sequence[Piece], row: Row) -> str:
    calls = [q(pieces[at].said) for at, _ in row]
    if len(calls) == 1:
        return f"The result of {calls[0]} is"
    return f"The results of {', '.join(calls[:-1])} and {calls[-1]} are"


def _turned(pieces: Sequence[Piece], row: Row, word: str) -> str:
    """Where the question asks in another order than they stood in."""
    turned = next(((one, other) for one, other in zip(_as_asked(row), row, strict=True) if one != other), None)
    if turned is None:
        return ""
    first, other = [q(pieces[at].said) for at, _ in turned]
    return f"; {first} is called before {other} now" if word == "now" else f"; {first} was called before {other}"


def _as_asked(row: Row) -> list[tuple[int, int]]:
    return sorted(row, key=lambda each: each[1])


def _one_fails(row: Sequence[Piece], asking: Sequence[bytes]) -> bool:
    """Whether a question asks of nothing but whether one of several did not hold: `!f() || !g()`."""
    for no, either in ((b"!", b"||"), (b"not", b"or")):
        every = [word for each in row for word in (either, no, *each.words)][1:]
        if len(row) > 1 and holds([*asking], every) and len(asking) <= len(every) + _BARE:
            return True
    return False
