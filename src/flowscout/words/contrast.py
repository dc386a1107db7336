"""Two long texts, each cut so that what differs is seen."""

from __future__ import annotations

from itertools import takewhile

from .closing import closed, squeezed
from .cutting import at_word, cut

_LEAST = 8  # characters of a beginning, and before the difference
_CONTEXT = 24  # characters before the difference that are kept


def contrast(one: str, other: str, limit: int) -> tuple[str, str]:
    """Each at most `limit` characters, and what closes what was cut: `Set names to ["a", "b", …` and `… "k", "l", "m"]`, where the first difference is at "l"."""
    one, other = squeezed(one), squeezed(other)
    was, now = _cut(one, other, limit)
    return (closed(was), closed(now)) if closed(was) != closed(now) else (was, now)


def _cut(one: str, other: str, limit: int) -> tuple[str, str]:
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if max(len(one), len(other)) <= limit or same < limit // 2:
        shown = cut(one, limit), cut(other, limit)
        if one == other or (shown[0] != shown[1] and _tells(one, other, same, shown, limit)):
            return shown
    one, other = _ended(one, other, same)
    differing = _differing(one, other, same)
    head = _whole_words(one, at_word(one[:same], limit // 3).removesuffix("…").rstrip())
    head = head if len(head) <= limit // 2 else ""  # one long word
    begin = max(len(head), one.rfind(" ", 0, max(same - _CONTEXT, 0)) + 1)
    if begin <= len(head) + 1 and same > limit * 2 // 3:  # one long word, with the difference behind it
        begin = max(one.rfind(" ", 0, same) + 1, same - _CONTEXT)
    elif begin <= len(head) + 1:  # nothing worth a gap stands between
        return _within(one, limit), _within(other, limit)
    rest = limit - len(head) - 2
    if differing < rest:  # all that differs is to be seen
        begin = max(begin, same - max(rest - differing - len("not  "), 0))
    begin = max(begin, same - rest * 2 // 3)  # a word that is longer than there is room for is entered where it differs
    begin = next((at for at in range(begin, min(begin + _LEAST * 2, same)) if not _inside_a_word(one, at)), begin)
    begin += one[begin : begin + 1] == " "
    begin -= next((len(word) for word in ("not ", "!") if one[:begin].endswith(word)), 0)
    return tuple(f"{head}… {_within(text[begin:], rest)}" for text in (one, other))  # type: ignore[return-value]


def _differing(one: str, other: str, same: int) -> int:
    """How long the longer of what differs is."""
    least = min(len(one), len(other)) - same
    tail = next((at for at in range(least) if one[-1 - at] != other[-1 - at]), least)
    return max(len(one), len(other)) - same - tail


def _whole_words(text: str, head: str) -> str:
    """Without the part of a name that it would end with."""
    end = next((at for at in range(len(head), _LEAST, -1) if not _inside_a_word(text, at)), len(head))
    return head[:end].rstrip()


def _inside_a_word(text: str, at: int) -> bool:
    return all(sign.isalnum() or sign == "_" for sign in (text[at - 1 : at], text[at : at + 1]))


def _ended(one: str, other: str, same: int) -> tuple[str, str]:
    """Without what both end with, but for a bit behind the difference."""
    least = min(len(one), len(other)) - same
    tail = sum(1 for _ in takewhile(lambda at: one[-1 - at] == other[-1 - at], range(least)))
    left = tail - _CONTEXT // 2
    if left <= _CONTEXT:
        return one, other
    cut_at = next((at for at in range(left, 0, -1) if one[len(one) - at] == " "), 0)
    return (f"{one[:-cut_at]}…", f"{other[:-cut_at]}…") if cut_at > _CONTEXT else (one, other)


def _tells(one: str, other: str, same: int, shown: tuple[str, str], limit: int) -> bool:
    """Whether a cut leaves what differs, where that is short enough to be left."""
    tail = sum(
        1
        for _ in takewhile(
            lambda pair: pair[0] == pair[1], zip(reversed(one[same:]), reversed(other[same:]), strict=False)
        )
    )
    parts = [text[same : len(text) - tail].strip() for text in (one, other)]
    return any(len(part) > limit * 2 // 3 for part in parts) or all(
        part in text for part, text in zip(parts, shown, strict=True)
    )


def _within(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
