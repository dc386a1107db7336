"""That something is too long or too short, held against a comparison of it: `the hash is too short` is so where `strlen(hash) < 40` is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...llm.english import GLUE
from ...llm.stems import stem, stems
from ...model.pattern import regex
from ..conditions import AskedCondition

_UNIT: Final = (
    r"(?:(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|weeks?|(?:kilo|mega|giga)?bytes?|[kmg]i?b|m?secs?|[mun]s)"
)
_TOO: Final = tuple(
    regex(rf"(?i)^(?:if |when )?{form}$")
    for form in (
        r"(?P<what>\S.{0,80}?) (?:is|are|was|were|gets|has) too (?P<how>short|small|few|little|low|long|large|big|many|high)",
        r"(?:there (?:is|are|were) )?(?:already )?too (?P<how>few|little|many|much) (?P<what>\S.{0,80}?)(?: (?:is|are|were) \w{3,20})?",
        (
            r"(?P<what>\S.{0,80}?) (?:is|are|was|were|lasts|takes) (?P<how>over|above|beyond|under|below|(?:more|larger|longer|greater|higher|less|shorter|smaller|fewer|lower)(?= than)) ?(?:than )?"
            rf"(?:(?:an?|one|\d{{1,12}}(?:\.\d{{1,6}})?) ?)?{_UNIT}"
        ),  # the code may have the number in another
    )
)
_SMALL: Final = frozenset(["short", "small", "few", "little", "low", "under", "below", "less", "shorter", "smaller", "fewer", "lower"])  # fmt: skip
_ORDER: Final = regex(r"(?P<left>[^<>=!]{1,120}?) ?(?P<how><=?|>=?) ?(?P<right>[^<>=!]{1,120})$")
_SAME: Final = regex(r"(?P<left>[^<>=!]{1,120}?) ?(?P<how>==) ?(?P<right>[^<>=!]{1,120})$")
_WORD: Final = regex(r"[A-Za-z]{2,40}")
_ROOM: Final = frozenset(map(stem, ["size", "capacity", "limit", "maximum", "max"]))


def sized(clause: str, conditions: Sequence[AskedCondition]) -> tuple[bool, ...]:
    """For each condition that compares it, the last first, whether it says so; of what is not too short it is not told whether it is too long."""
    return tuple(_sized(clause, conditions))


_CALLED: Final = regex(r"\w\(")


def asks_size(clause: str) -> bool:
    return any(form.match(clause.strip()) for form in _TOO)


def decided(said: tuple[bool, ...]) -> bool | None:
    return said[0] if len(set(said)) == 1 else None


def _sized(clause: str, conditions: Sequence[AskedCondition]) -> Iterator[bool]:
    asked = next((found for form in _TOO if (found := form.match(clause.strip()))), None)
    if asked is None:
        return
    wanted = {stem(word.lower()) for word in _WORD.findall(asked["what"]) if word.lower() not in GLUE}
    bounded = [one for one in conditions if stems(one.said) & _ROOM and wanted & stems(one.said)] if wanted else []
    for one in reversed(bounded or conditions) if wanted else ():  # a bound that is asked before any other comparison
        plain = (one.said if _CALLED.search(one.said) else one.said.strip("() ")).replace("->", ".")
        found = _ORDER.match(plain) or _SAME.match(plain)
        if found is None or one.loop:
            continue
        sides = [stems(found[side]) for side in ("left", "right")]
        left, right = (wanted <= side for side in sides)
        bound = (
            next((side for side, named in zip(sides, (left, right), strict=True) if named), frozenset[str]()) & _ROOM
        )
        if (left and right) or (left is not right and bound and not wanted & _ROOM):
            left, right = (
                not side & _ROOM for side in sides
            )  # `n_items == SIZE(items)`: how many there may be stands there
        if found["how"] == "==":
            filled = left is not right and bool(sides[left] & _ROOM) and asked["how"].lower() not in _SMALL
            yield from (one.holds,) if filled else ()
            continue
        if left is right:
            continue
        less = found["how"].startswith("<") is left
        same = less is (asked["how"].lower() in _SMALL)
        if same or one.holds:
            yield one.holds if same else False
        else:
            yield from (True, False)  # neither
