"""Sentences about one function, put together: what they stand under is said once, and what they begin with.

No longer calls `a`, when `x` is set.  No longer calls `b`, when `x` is set.     When `x` is set: No longer calls `a` and `b`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from ..model.account import Answer
from ..model.pattern import regex
from ..words.series import series

ALIKE: Final = 3  # sentences under the same
IN_A_ROW: Final = 4
PLACES: Final = regex(r", in \d{1,6} places(?:: [^\n]{1,400})?\.$")
LONG_PLACE: Final = 16  # characters from which it is said once
NAMED: Final = 24  # of what is done alike
_DEED: Final = regex(r"^((?:Now|No longer) [a-z]{2,16}) (`[^`]{1,400}`)\.$")


class HasSentence(Protocol):
    """What says a change, whole and without what it stands under."""

    @property
    def sentence(self) -> str: ...

    @property
    def core(self) -> str: ...


def conditions_once(told: Sequence[Answer]) -> Iterator[str]:
    """Sentences of one function; what three or more of them stand under is said before them, once."""
    places = [where(one) for one in told]
    many = Counter(place for place in places if len(place) >= LONG_PLACE)
    done: set[str] = set()
    under = {one.sentence for one, place in zip(told, places, strict=True) if many[place] >= ALIKE}
    for one, place in zip(told, places, strict=True):
        if one.sentence in under and not place:
            continue  # it is told of several edits, and with the first of them
        if many[place] < ALIKE:
            yield one.sentence
        elif place not in done:
            done.add(place)
            cores = collapsed(each.core for each, other in zip(told, places, strict=True) if other == place)
            for at in range(0, len(cores), IN_A_ROW):
                yield f"{opened(place)}: {' '.join(cores[at : at + IN_A_ROW])}"


def where(one: HasSentence) -> str:
    """What a sentence says beside its core; "" where that is cut out of a row of conditions."""
    if not one.core or len(one.core) >= len(one.sentence):
        return ""
    at = next((at for at, (a, b) in enumerate(zip(one.sentence, one.core, strict=False)) if a != b), len(one.core))
    more = one.sentence[at : at + len(one.sentence) - len(one.core)]
    cut = one.sentence[:at].count("`") % 2 or more.rstrip(", ").endswith((" and", " or"))
    return "" if cut else more.strip(", ")


def opened(place: str) -> str:
    """As a sentence begins."""
    return place[:1].upper() + place[1:]


def collapsed(told: Iterable[str]) -> list[str]:
    """What is done to several things is one sentence: "No longer calls `a`, `b` and `c`."."""
    groups: dict[str, list[str]] = {}
    for each in dict.fromkeys(told):
        groups.setdefault(deed(each) or each, []).append(each)
    return [same[0] if len(same) == 1 else f"{start} {listing(map(_what, same))}." for start, same in groups.items()]


def deed(said: str) -> str:
    """ "No longer calls" of "No longer calls `a`."; "" of what says more, or less."""
    found = _DEED.match(said)
    return found[1] if found else ""


def _what(said: str) -> str:
    found = _DEED.match(said)
    return found[2] if found else said


def listing(names: Iterable[str], most: int = NAMED) -> str:
    told = list(names)
    told = [*told[:most], f"{len(told) - most} more"] if len(told) > most + 1 else told
    return series(told)


def of_whom(told: Iterable[tuple[str, Sequence[str]]], most: int = NAMED) -> str:
    """Each thing with the functions that it is said of, where that are not the same ones for all: `f(a)` in `load` and `f(b)` in `save`."""
    found: dict[str, dict[str, None]] = {}
    for what, names in told:
        found.setdefault(what, {}).update(dict.fromkeys(f"`{each}`" for each in names))
    alike = len({tuple(sorted(names)) for names in found.values()}) == 1
    return listing(
        (what if alike or not names else f"{what} in {listing(names)}" for what, names in found.items()), most
    )
