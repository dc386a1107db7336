"""What was found is remembered, unless a limit or a circle has cut it short.

A value can hang on itself (`x = f(x)`): who asks for it again gets nothing, and what is found on the way is not the
whole. Such a part is remembered as long as all that cut it short is still under way, and would cut it short again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .values import NOTHING, Values

Key = tuple[object, ...]
LIMIT: Final[Key] = ("", "")
_NEVER: Final = frozenset({LIMIT})


class EvaluationMemo:
    """cut: what cut the values at hand short."""

    def __init__(self) -> None:
        self.known: dict[Key, Values] = {}
        self.cut: set[Key] = set()
        self._busy: set[Key] = set()
        self._partial: dict[Key, tuple[Values, frozenset[Key]]] = {}

    def begin(self) -> None:
        self.cut.clear()
        self._partial.clear()

    def once(self, key: Key, compute: Callable[[], Values]) -> Values:
        """Computed once; nothing where it is asked for on the way to itself."""
        found = self.known.get(key)
        if found is not None:
            return found
        if key in self._busy:
            self.cut.add(key)
            return NOTHING
        found = self._within_circle(key)
        if found is not None:
            return found
        self._busy.add(key)
        before, self.cut = self.cut, set()
        found = compute()
        self._busy.discard(key)
        self.cut.discard(key)
        self._keep(key, found)
        self.cut |= before
        return found

    def remembered(self, key: Key, compute: Callable[[], Values]) -> Values:
        """As `once`, of what may be asked for on the way to itself."""
        found = self.known.get(key)
        if found is None:
            found = self._within_circle(key)
        if found is None:
            before, self.cut = self.cut, set()
            found = compute()
            self._keep(key, found)
            self.cut |= before
        return found

    def _within_circle(self, key: Key) -> Values | None:
        found, cut = self._partial.get(key, (None, _NEVER))
        if not cut <= self._busy:
            return None
        self.cut |= cut
        return found

    def _keep(self, key: Key, found: Values) -> None:
        if not self.cut:
            self.known[key] = found
        elif LIMIT not in self.cut:
            self._partial[key] = found, frozenset(self.cut)
