"""What is made of a unit is made once, and a defect of ours costs that unit its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from ..border import within

Made = TypeVar("Made")
Recall: TypeAlias = Callable[[str, Sequence[str], Callable[[str], Any], Callable[[object], Any]], Mapping[str, Any]]
"""Of what kind and form, of which keys; what makes a result, and what reads one from its JSON."""


def anew(
    what: str, keys: Sequence[str], make: Callable[[str], Made], decode: Callable[[object], Made]
) -> Mapping[str, Made]:
    """The `Recall` that remembers nothing."""
    return {key: make(key) for key in keys}


class Units:
    """Results by kind and key. broken: keys for which something stands in."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Any] = {}
        self.broken: set[str] = set()

    def once(self, kind: str, key: str, make: Callable[[str], Made]) -> Made:
        place = (kind, key)
        if place not in self._made:
            self._made[place] = make(key)
        made: Made = self._made[place]
        return made

    def unit(self, kind: str, key: str, make: Callable[[str], Made], instead: Callable[[str], Made]) -> Made:
        """Whoever asks for a unit that meets a defect gets what stands in for it."""

        def broken() -> Made:
            self.broken.add(key)
            return instead(key)

        return self.once(kind, key, lambda k: within(k, lambda: make(k), broken))

    def forget(self, key: str = "", kinds: Iterable[str] = ()) -> None:
        """Of one key these kinds, or everything: runs over every unit must stay small."""
        if not key:
            self._made.clear()
        for kind in kinds:
            self._made.pop((kind, key), None)
