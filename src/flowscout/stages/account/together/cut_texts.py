"""Python: a list of texts that was cut out of one text before, or is now: `K = "a b".split()` and `K = ["a", "b"]`.

What stood there is not new, however it is written: one sentence tells which of the texts are, and which are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ....model.account import DECLARATION, Answer, Side
from ....words.series import series
from ..pairing.changes import ADDED, CHANGED, REMOVED, REORDERED, Change, Trees
from ..pieces.called import name_of
from ..pieces.lexing import QUOTES, LexedSource
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q

_CUTS: Final = {b"splitlines": "lines", b"split": "words"}
_THREE: Final = (b'"""', b"'''")
_FEWEST: Final = 2
_NAMED: Final = 6  # texts that are told by name
Words = tuple[bytes, ...]
Texts = tuple[str, ...]


def listed(both: Trees, found: Sequence[Change]) -> dict[Change, int]:
    """Each change that such a sentence tells -> the place, after the change, of what holds the texts."""
    tables = [(a, b) for a, b in both.pairs.items() if both.new[b].kind == "Assign" and _sides(both, a, b) is not None]
    old = {each: b for a, b in tables for each in (a, *both.old_below[a])}
    new = {each: b for _, b in tables for each in (b, *both.new_below[b])}
    return {
        change: at
        for change in found
        if change.kind in (ADDED, REMOVED, CHANGED, REORDERED)
        and (at := new.get(change.b, -1) if change.b >= 0 else old.get(change.a, -1)) >= 0
    }


def told(both: Trees, places: Sequence[int], old: LexedSource, new: LexedSource) -> Iterator[Answer]:
    for b in places:
        a = both.back[b]
        was, now, how = _sides(both, a, b) or ((), (), "")
        is_list = not _cut(both.new[b].words)
        expression = q(_around(both.old[a] if is_list else both.new[b]))
        many = len(now if is_list else was)
        list_ = f"a list of {many} texts"
        change = f"{list_}, no longer {expression}" if is_list else f"{expression}, no longer {list_}"
        above = both.new[both.new[b].parent]
        where = f" in {q(name_of(above))}" if both.new[b].parent >= 0 and above.kind == "Class" else ""
        said = f"{q(name_of(both.new[b]))}{where} is {change}{_compared(was, now, how, is_list)}."
        yield Answer(
            DECLARATION,
            "value",
            "",
            _side(both.old, both.old_below, a, old),
            _side(both.new, both.new_below, b, new),
            said,
            4,
        )


def _compared(was: Texts, now: Texts, how: str, is_list: bool) -> str:
    gone, came = Counter(was) - Counter(now), Counter(now) - Counter(was)
    stood = f"stood as {how} in that text" if is_list else f"stand as {how} in that text"
    kept = sum((Counter(was) & Counter(now)).values())
    many = "all of them" if kept == len(now if is_list else was) else f"{kept} of them"
    order = "in this order" if [*_kept(was, now)] == [*_kept(now, was)] else "in another order"
    parts = [f"{many} {stood}, {order}"]
    parts += [f"{_named(came)} {'are' if came.total() > 1 else 'is'} new"] if came else []
    parts += [f"{_named(gone)} {'are' if gone.total() > 1 else 'is'} gone"] if gone else []
    return f": {series(parts) if len(parts) < 2 else '; '.join(parts)}"


def _kept(side: Texts, other: Texts) -> Iterator[str]:
    left = Counter(other)
    for each in side:
        if left[each]:
            left[each] -= 1
            yield each


def _named(texts: Counter[str]) -> str:
    every = [q(repr(each)) for each in texts.elements()]
    return series([*every[:_NAMED], *([f"{len(every) - _NAMED} more"] if len(every) > _NAMED else [])])


def _sides(both: Trees, a: int, b: int) -> tuple[Texts, Texts, str] | None:
    """What both hold, and as what it stands in the one that is cut; None where they are no such two, or have nothing in common."""
    one, other = both.old[a], both.new[b]
    cuts = _cut(one.words), _cut(other.words)
    if name_of(one) != name_of(other) or bool(cuts[0]) == bool(cuts[1]):
        return None
    listed_ = _texts(both.new, both.new_below[b], b) if cuts[0] else _texts(both.old, both.old_below[a], a)
    held, how = cuts[0] or cuts[1] or ((), "")
    if len(listed_) < _FEWEST or not {*listed_} & {*held}:
        return None
    return (held, listed_, how) if cuts[0] else (listed_, held, how)


def _cut(words: Words) -> tuple[Texts, str] | None:
    """The lines or the words of the one text of a statement that cuts it."""
    texts = [at for at, word in enumerate(words) if word[:1] in QUOTES]
    at = texts[0] if len(texts) == 1 else 0
    if not at or words[at + 1 : at + 2] != (b".",) or words[at - 1].lower() in (b"b", b"f", b"rb", b"br", b"fr", b"rf"):
        return None
    how = _CUTS.get(words[at + 2] if at + 2 < len(words) else b"", "")
    if not how or words[at + 3 : at + 5] != (b"(", b")"):
        return None
    text = _inner(words[at])
    if "\\" in text:
        return None
    parts = (
        text.split() if how == "words" else [line.strip() if b"strip" in words else line for line in text.split("\n")]
    )
    return tuple(filter(None, parts)), how


def _inner(word: bytes) -> str:
    three = word[:3] in _THREE
    return (
        word[3:-3].replace(b"\\\n", b"").decode("utf-8", "replace") if three else word[1:-1].decode("utf-8", "replace")
    )


def _texts(pieces: Sequence[Piece], below: Sequence[int], at: int) -> Texts:
    """Those of a list that holds nothing else."""
    words = pieces[at].words
    cut = words.index(b"=") + 1 if b"=" in words else len(words)
    rows = [pieces[each].words for each in below]
    inner = [word for row in rows for word in (*row, b",")] if rows else [*words[cut + 1 : -1]]
    whole = words[cut : cut + 1] == (b"[",) and words[-1:] == (b"]",) and (not rows or len(words) == cut + 2)
    singles = [word for word in inner if word != b","]
    plain = whole and all(word[:1] in QUOTES for word in singles)
    plain = plain and not any(b"\\" in word for word in singles)
    apart = plain and not any(one[:1] in QUOTES and two[:1] in QUOTES for one, two in pairwise(inner))
    return tuple([_inner(word) for word in singles]) if apart else ()


def _around(piece: Piece) -> str:
    """The value, with its text left out."""
    words = piece.words[piece.words.index(b"=") + 1 :]
    return joined([word[:3] + "…".encode() + word[:3] if word[:3] in _THREE else word for word in words])


def _side(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, source: LexedSource) -> Side:
    start, end = pieces[at].start, max(pieces[each].end for each in (at, *below[at]))
    return Side(source.path, source.line(start), source.line(end - 1), source.text(start, end))
