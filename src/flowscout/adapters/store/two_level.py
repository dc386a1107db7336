"""The store of this machine, and behind it the memo of an organisation for what any machine would find.

Facts, offers and a header's language follow from a file's bytes alone. They are looked for here, then there, and what
came from there is kept here. Views, charts and verdicts stay on their machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ...ports import Memo
from .database import Store

SHARED: Final = ("facts:", "offers:", "language:")


class LayeredStore(Store):
    def __init__(self, path: str | None, shared: Memo) -> None:
        super().__init__(path)
        self._shared = shared

    @property
    def lasting(self) -> bool:
        return True

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        wanted = list(keys)
        found = super().get(wanted)
        unknown = [key for key in wanted if key not in found and key.startswith(SHARED)]
        if unknown:
            fetched = dict(self._shared.get(unknown))
            super().put(fetched)
            found.update(fetched)
        return found

    def put(self, rows: Mapping[str, bytes]) -> None:
        super().put(rows)
        self._shared.put({key: value for key, value in rows.items() if key.startswith(SHARED)})
