"""One name that stands for another in many statements of a function, which are the same but for that: one sentence for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .changes import CHANGED, Change, Trees
from .saying import VALUE, Said, q

_LINKS: Final = frozenset((b".", b"->", b"::"))
_LINK: Final = 2  # tokens of a link and its name
OFTEN: Final = 3  # statements from which it is told once


def exchanged(both: Trees, found: Sequence[Change]) -> Mapping[Change, Said]:
    groups: dict[tuple[bytes, bytes], list[Change]] = {}
    for change in found:
        names = _names(both, change) or _link(both, change)
        if names is not None:
            groups.setdefault(names, []).append(change)
    return {
        change: _said(both, was, now, same)
        for (was, now), same in groups.items()
        if len(same) >= OFTEN
        for change in same
    }


def _said(both: Trees, was: bytes, now: bytes, same: Sequence[Change]) -> Said:
    one, other = (q(name.decode("utf-8", "replace")) for name in (was, now))
    if not was or not now:
        told = f"{other} comes in between" if now else f"{one} is left out"
        return Said(VALUE, f"{told} in {len(same)} statements, as in {q(both.new[same[0].b].said)}.", 4)
    return Said(
        VALUE, f"{other} is in the place of {one} in {len(same)} statements, as in {q(both.new[same[0].b].said)}.", 4
    )


def _names(both: Trees, change: Change) -> tuple[bytes, bytes] | None:
    """(was, now) of a statement in which nothing else differs."""
    if change.kind != CHANGED or both.old[change.a].kind != "Simple" or both.new[change.b].kind != "Simple":
        return None
    one, other = both.old[change.a].words, both.new[change.b].words
    if len(one) != len(other):
        return None
    apart = {(was, now) for was, now in zip(one, other, strict=True) if was != now}
    return next(iter(apart)) if len(apart) == 1 and all(_is_name(word) for pair in apart for word in pair) else None


def _link(both: Trees, change: Change) -> tuple[bytes, bytes] | None:
    """(`.data`, nothing) of a statement in which a name on the way to a field is left out, or (nothing, `.data`) where it came."""
    if change.kind != CHANGED or both.old[change.a].kind != "Simple" or both.new[change.b].kind != "Simple":
        return None
    one, other = both.old[change.a].words, both.new[change.b].words
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    at = next((n for n, (x, y) in enumerate(zip(longer, shorter, strict=False)) if x != y), len(shorter))
    for begin in (at, at - 1):
        part = longer[begin : begin + _LINK]
        if begin > 0 and part[:1] and part[0] in _LINKS and (*longer[:begin], *longer[begin + _LINK :]) == shorter:
            return (b"".join(part), b"") if longer is one else (b"", b"".join(part))
    return None


def _is_name(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit()
