"""By which constant or text places are told apart in which the same is done otherwise: `set(PREF_DIR, …)`, `set(PREF_LOG, …)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MOST: Final = 8  # places that are named
_SHORT, _LONG = 3, 40  # characters of a name


def told_by(places: Sequence[Sequence[str]]) -> list[str]:
    """places: the words of each. A constant or text of each that not all hold, another one in each; [] where one has none."""
    if not 1 < len(places) <= MOST:
        return []
    common = set(places[0]).intersection(*places[1:])
    found = [next((word for word in words if word not in common and _names(word)), "") for words in places]
    return found if all(found) and len({*found}) == len(found) else []


def _names(word: str) -> bool:
    constant = word.isupper() and word.replace("_", "a").isalnum() and not word[0].isdigit()
    text = word[0] in "\"'" and len(word) > _SHORT + 1 and word[1].isalpha()
    return _SHORT <= len(word) <= _LONG and (constant or text)
