"""Parameters of Python that are given by name alone, or by place alone: what a bare `*` or `/` between them changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from ....words.series import series
from ..pieces.outside import CLOSING, OPENING
from ..pieces.quoting import q

RECEIVERS: Final = (b"self", b"cls")


def given_otherwise(one: Sequence[bytes], other: Sequence[bytes]) -> Iterator[str]:
    """one, other: the words of the head before and after. Only of parameters that both have."""
    was, now = _items(one), _items(other)
    both = {item[0] for item in was if item} & {item[0] for item in now if item}
    order = [item[0] for item in now if item and item[0] not in RECEIVERS]
    for mark, how in ((b"*", "by name"), (b"/", "by place")):
        before, after = _under(was, mark) & both, _under(now, mark) & both
        for names, word in ((after - before, "only"), (before - after, "no longer only")):
            told = [q(name.decode("utf-8", "replace")) for name in order if name in names]
            if told:
                named = series(told)
                yield f"takes {named} {word} {how}{' now' * (word == 'only')}"


def _items(words: Sequence[bytes]) -> list[list[bytes]]:
    """What stands between the commas of the parameters."""
    begin = words.index(b"(") if b"(" in words else len(words)
    found: list[list[bytes]] = [[]]
    depth = 0
    for word in words[begin:]:
        depth += (word in OPENING) - (word in CLOSING)
        if not depth:
            break
        if word == b"," and depth == 1:
            found.append([])
        elif word != b"(" or depth > 1 or found[-1]:
            found[-1].append(word)
    return found


def _under(items: Sequence[Sequence[bytes]], mark: bytes) -> set[bytes]:
    """The names behind a bare `*` or `*args`, or before a `/`."""
    if mark == b"/":
        before = [*takewhile(lambda item: list(item) != [mark], items)]
        return {item[0] for item in before if item} if len(before) < len(items) else set()
    at = next((at for at, item in enumerate(items) if item[:1] == [mark]), len(items))
    return {item[0] for item in items[at + 1 :] if item and item[0] != b"**"}
