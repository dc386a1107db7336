"""Python: attributes that are called otherwise now: `self.count` is `self.size`, in every line that spoke of it.

The old name stands nowhere in the files that differ, the new one stood nowhere, and most lines are the same but for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import NEUTRAL, Answer
from ....model.identity import qualified_of
from ..neutral.rules import FOLLOWS
from ..pieces.lexing import LexedSource

_OWNERS: Final = frozenset((b"self", b"cls"))
_MOST: Final = 12  # names that are gone, beyond which none is taken for another
_FEWEST: Final = 2  # lines
_WAYS: Final = (b"(", b".", b"[")
_SETS: Final = ((b"=",), (b":",))
Line = tuple[bytes, ...]


def attributes(old: Sequence[LexedSource], new: Sequence[LexedSource]) -> dict[bytes, bytes]:
    was, now = ({token.text for source in side for token in source.tokens} for side in (old, new))
    gone, came = sorted({*_set(old)} - now), sorted({*_set(new)} - was)
    if not gone or not came or max(len(gone), len(came)) > _MOST:
        return {}
    lines = Counter(line for source in new for line in _lines(source))
    spoken = {x: [line for source in old for line in _lines(source) if x in line] for x in gone}
    found = [(x, y) for x in gone for y in came if _again(spoken[x], x, y, lines)]
    found = [(x, y) for x, y in found if not any(_another(x, y, was, now) for was in old for now in new)]
    left, right = Counter(x for x, _ in found), Counter(y for _, y in found)
    return {x: y for x, y in found if left[x] == right[y] == 1}


def _again(spoken: Sequence[Line], x: bytes, y: bytes, lines: Counter[Line]) -> bool:
    same = sum(lines[tuple([y if word == x else word for word in line])] > 0 for line in spoken)
    return same >= _FEWEST and 2 * same > len(spoken)


def _another(x: bytes, y: bytes, old: LexedSource, new: LexedSource) -> bool:
    """Whether it holds another thing now in a file where nothing but what sets it is there just so, and it is used in another way (called
    itself before, asked for a member now)."""
    uses = _uses(y, [new]) if old.path == new.path else set[bytes]()
    if not uses or uses & _uses(x, [old]):
        return False
    lines = {*_lines(new)}
    return not any(
        tuple([y if word == x else word for word in line]) in lines for line in _lines(old) if _reads(line, x)
    )


def _reads(line: Line, x: bytes) -> bool:
    return any(
        word == x and at > 1 and line[at - 1] == b"." and line[at + 1 : at + 2] not in _SETS
        for at, word in enumerate(line)
    )


def _uses(x: bytes, sources: Sequence[LexedSource]) -> set[bytes]:
    """What is done with `self.x`: it is called, a member of it is asked for, an item of it is taken."""
    found = set[bytes]()
    for source in sources:
        words = [token.text for token in source.tokens]
        owned = [
            at for at in range(2, len(words)) if words[at] == x and words[at - 1] == b"." and words[at - 2] in _OWNERS
        ]
        found |= {*_WAYS} & {word for at in owned for word in words[at + 1 : at + 2]}
    return found


def _set(sources: Sequence[LexedSource]) -> Iterator[bytes]:
    """What `self.x = …` sets."""
    for source in sources:
        words = [token.text for token in source.tokens]
        for at in range(2, len(words) - 1):
            if words[at - 1] == b"." and words[at - 2] in _OWNERS and words[at + 1] in (b"=", b":"):
                yield words[at]


def _lines(source: LexedSource) -> Iterator[Line]:
    own: list[bytes] = []
    last = 0
    for token in source.tokens:
        line = source.line(token.start)
        if line != last and own:
            yield tuple(own)
            own = []
        own.append(token.text)
        last = line
    if own:
        yield tuple(own)


def called_so(told: Sequence[Answer], names: dict[bytes, bytes]) -> Iterator[Answer]:
    """With one line for each name, at the first place that follows it."""
    waiting = {x.decode("utf-8", "replace"): y.decode("utf-8", "replace") for x, y in names.items()}
    for one in told:
        follows = one.how == NEUTRAL and one.rule == FOLLOWS and not one.sentence
        x = next((x for x in waiting if f"self.{x}" in one.before.code), "") if follows else ""
        holder = qualified_of(one.unit).rpartition(".")[0] if x and "::" in one.unit else ""
        if not x or not holder:
            yield one
            continue
        said = f"`{holder}.{x}` is now called `{holder}.{waiting.pop(x)}`."
        yield one._replace(rule="renamed", sentence=said)
