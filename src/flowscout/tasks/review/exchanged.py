"""What stands in an edit for what stood there: names, or what differs from the first place to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from .forms import closed

NAME: Final = regex(r"[A-Za-z_]\w\w")
_BRACKETS: Final = 4  # signs behind what differs among which one may close it
_WORD: Final = regex(r"\w++|\s++|.")
_TEXT: Final = regex(r'"[^"\n]{0,400}"')


def in_texts(was: str, now: str) -> bool:
    """Whether nothing differs but what stands in quotes."""
    return was != now and _TEXT.sub("", was) == _TEXT.sub("", now)


def exchanged(one: str, other: str) -> list[tuple[str, str]]:
    """The names that stand for others where only names differ, or else what differs from the first place to the last."""
    was, now = _WORD.findall(one), _WORD.findall(other)
    apart = {pair for pair in zip(was, now, strict=True) if pair[0] != pair[1]} if len(was) == len(now) else set()
    alike = apart and (len(apart) == 1 or len({begin(*pair) for pair in apart} - {("", "")}) == 1)
    return sorted(apart) if alike else [_apart(was, now)]


def begin(was: str, now: str) -> tuple[str, str]:
    """`HD` of `HDfree` that is `free` now; `("", "ascii_")` the other way round."""
    names = was.isidentifier() and now.isidentifier() and NAME.search(was) and NAME.search(now)
    lost, got = was.removesuffix(now), now.removesuffix(was)
    if names and len(lost) > 1 and lost != was:
        return lost, ""
    return ("", got) if names and len(got) > 1 and got != now else ("", "")


def _apart(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    parts = [["".join(side[begin : len(side) - less]).strip() for side in (one, other)] for less in range(end, -1, -1)]
    return next(
        ((was, now) for was, now in parts[:_BRACKETS] if closed(was) and closed(now)), (parts[0][0], parts[0][1])
    )
