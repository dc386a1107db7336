"""Of a long text that is another one now the lines within that differ: a query, a page, what a command says of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.alignment import opcodes
from ..pieces.called import name_of
from ..pieces.pieces import Piece
from ..pieces.quoting import MOST, both_quoted, q
from ..pieces.texts import is_text, runs
from ..reading.saying import assigned, callee

LINES: Final = 3  # of a text that is long
LONG: Final = 24  # characters of a text of which a part is quoted, and of a part at most
AROUND: Final = 6  # characters beside what differs
_AROUND: Final = "{} "
SHOWN: Final = 12  # places that are quoted
Words = Sequence[bytes]


def within(one: Piece, other: Piece, where: str = "") -> str:
    """ "The text of `QUERY` has `limit 20`, no longer `limit 10`"; "" of another difference. where: what it stands in."""
    text = _apart(one.words, other.words)
    whose = _whose(one, other) if text else ""
    told = _otherwise(_lines(text[0]), _lines(text[1]), all(map(_several, text))) if text and whose else ""
    return f"{whose}{where} {told}" if told else ""


def spot(one: Piece, other: Piece) -> str:
    """ "the text has `…NO:P:Q:R…`, no longer `…NO:PQ:R…`": of a long one without blanks, as options are, in which one place differs."""
    text = _apart(one.words, other.words)
    was, now = ("".join(_lines(side)) for side in text) if text else ("", "")
    if min(len(was), len(now)) < LONG or " " in was + now:
        return ""
    ahead = _alike(was, now)
    behind = _alike(was[ahead:][::-1], now[ahead:][::-1])
    if max(len(was), len(now)) - ahead - behind > LONG:
        return ""
    parts = [
        f"{'…' * (ahead > AROUND)}{each[max(ahead - AROUND, 0) : len(each) - behind + AROUND]}{'…' * (behind > AROUND)}"
        for each in (now, was)
    ]
    return f"the text has {q(parts[0])}, no longer {q(parts[1])}"


def _alike(one: str, other: str) -> int:
    """How many signs are the same before the first that differs."""
    least = min(len(one), len(other))
    return next((at for at in range(least) if one[at] != other[at]), least)


def _whose(one: Piece, other: Piece) -> str:
    name = callee(other)
    if name and name == callee(one):
        return f"The text that {q(name)} is given"
    if one.kind == other.kind == "Return":
        return "The returned text"
    left, right = assigned(one), assigned(other)
    if not left or not right or left[0] != right[0]:
        return ""
    own = right[0].rpartition("[")[0] if right[0].endswith("]") and " " in right[0] else right[0]
    plain = own.split()[-1].lstrip("*&")
    named = all(part.isidentifier() for part in plain.split("."))
    return f"The text of {q(plain if named else name_of(other) or own)}"


def _apart(one: Words, other: Words) -> tuple[Words, Words] | None:
    """The one text of each in which they differ, where nothing else does."""
    sides = [list(runs(one)), list(runs(other))]
    if len(sides[0]) != len(sides[1]) or not sides[0]:
        return None
    ends = [(0, 0), *sides[0]], [(0, 0), *sides[1]]
    pairs = [(one[a:b], other[c:d]) for (a, b), (c, d) in zip(*sides, strict=True) if one[a:b] != other[c:d]]
    between = [
        (one[a:c], other[b:d])
        for (_, a), (c, _), (_, b), (d, _) in zip(
            ends[0], [*sides[0], (len(one), 0)], ends[1], [*sides[1], (len(other), 0)], strict=True
        )
    ]
    return pairs[0] if len(pairs) == 1 and all(a == b for a, b in between) else None


def _lines(words: Words) -> list[str]:
    """As they are read: of a text in triple quotes, and of texts that stand side by side."""
    found: list[str] = []
    for word in filter(is_text, words):
        triple = word[:3] in (b'"""', b"'''")
        inside = (word[3:-3] if triple else word[1:-1]).decode("utf-8", "replace")
        found += inside.split("\n") if triple else inside.removesuffix("\\n").split("\\n")
    return [text for text in (" ".join(line.split()) for line in found) if text]


def _several(words: Words) -> bool:
    """Whether it is written over several lines."""
    return any(b"\n" in word for word in words)


def _otherwise(was: list[str], now: list[str], several: bool) -> str:
    if min(len(was), len(now)) < LINES or (not several and min(len("".join(each)) for each in (was, now)) <= MOST):
        return ""
    apart = [(was[i:j], now[m:n]) for kind, i, j, m, n in opcodes(was, now) if kind != "equal"]
    if (
        not apart
        or 2 * sum(len(came) for _, came in apart) > len(now)
        or 2 * sum(len(gone) for gone, _ in apart) > len(was)
    ):
        return ""
    rows = [told for gone, came in apart if (told := _turned(gone, came))]
    apart = [(gone, came) for gone, came in apart if not _turned(gone, came)]
    rows += _placed([row for gone, came in apart for row in _rows(gone, came)], was, now)
    more = len(rows) - SHOWN
    told = "; ".join(rows[:SHOWN])
    return f"{told}{f'; {more} more line' + 's' * (more > 1) + (' differ' if more > 1 else ' differs') if more > 0 else ''}"


def _turned(gone: list[str], came: list[str]) -> str:
    """Two lines that stand the other way round, whichever of them opens what is around both: `{ a;` and `b;` as `{ b;` and `a;`."""
    was, now = ([line.strip(_AROUND) for line in side] for side in (gone, came))
    turned = len(was) == 2 and was == now[::-1] and was[0] != was[1] and all(was)
    turned = turned and all(b == a.replace(x, y, 1) for a, b, x, y in zip(gone, came, was, now, strict=True))
    return f"has {q(now[0])} before {q(now[1])}, no longer behind it" if turned else ""


def _placed(rows: Sequence[tuple[str, str]], before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """A line that the other side has too went to another place, or stands there more or less often."""
    told = set[str]()
    was, now = Counter(before), Counter(after)
    for one, other in rows:
        line = one or other
        if (one and other) or not (was[line] and now[line]):
            yield _row(one, other)
        elif line not in told:
            told.add(line)
            often = now[line] - was[line]
            how = f"{abs(often)} times {'more' if often > 0 else 'less'}" if often else _past(line, before, after)
            yield f"has {q(line)} {how.replace('1 times', 'once')}"


def _past(line: str, before: Sequence[str], after: Sequence[str]) -> str:
    """Beside what it stands now that it has passed."""
    for by, word, other in ((1, "before", "behind"), (-1, "behind", "before")):
        beside = after.index(line) + by
        next_to = after[beside] if 0 <= beside < len(after) else ""
        once = before.count(line) == after.count(next_to) == before.count(next_to) == 1 and next_to != line
        if once and (before.index(next_to) < before.index(line)) == (by > 0):
            return f"{word} {q(next_to)}, no longer {other} it"
    return "in another place"


def _rows(gone: list[str], came: list[str]) -> list[tuple[str, str]]:
    """Lines in the place of others, in pairs; where they are not as many, those that differ in their signs and spaces alone: of the others
    nothing says which stands for which."""
    if len(gone) == len(came):
        return list(zip(gone, came, strict=True))
    was, now = [*map(_letters, gone)], [*map(_letters, came)]
    rows = list[tuple[str, str]]()
    for kind, i, j, m, n in opcodes(was, now):
        if kind == "equal":
            rows += [row for row in zip(gone[i:j], came[m:n], strict=True) if row[0] != row[1]]
        else:
            rows += [*((one, "") for one in gone[i:j]), *(("", one) for one in came[m:n])]
    return rows


def _letters(line: str) -> str:
    """What is left of a line without signs and spaces; of one that has nothing else all of it."""
    return "".join(filter(str.isalnum, line)) or line


def _row(was: str, now: str) -> str:
    if was and now:
        old, new = both_quoted(was, now)
        return f"has {new}, no longer {old}"
    return f"now also has {q(now)}" if now else f"no longer has {q(was)}"
