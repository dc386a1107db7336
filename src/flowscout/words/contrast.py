"""Two long texts, each cut so that what differs is seen."""

from __future__ import annotations

from itertools import takewhile

from .cutting import at_word, cut

_CONTEXT = 24  # characters before the difference that are kept


def contrast(one: str, other: str, limit: int) -> tuple[str, str]:
    """Each at most `limit` characters: `Set names to ["a", "b", …` and `… "k", "l", "m"]`, where the first difference is at "l"."""
    one, other = " ".join(one.split()), " ".join(other.split())
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if max(len(one), len(other)) <= limit or same < limit // 2:
        return cut(one, limit), cut(other, limit)
    head = at_word(one[:same], limit // 3).removesuffix("…").rstrip()
    begin = max(len(head), one.rfind(" ", 0, same - _CONTEXT) + 1)
    rest = limit - len(head) - 2
    begin = max(begin, same - rest * 2 // 3)  # a word that is longer than there is room for is entered where it differs
    return tuple(f"{head}… {_within(text[begin:], rest)}" for text in (one, other))  # type: ignore[return-value]


def _within(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
