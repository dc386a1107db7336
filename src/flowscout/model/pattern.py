"""Regular expressions that are compiled when they are first used.

Of some 190 that the modules of a run define it uses a third; to compile the others takes longer than to parse a file.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Pattern:
    def __init__(self, text: Any, flags: int) -> None:
        self._written = text, flags

    def __getattr__(self, name: str) -> Any:
        """Met once for each method: from then on it is the compiled pattern's own."""
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = getattr(re.compile(*self._written), name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """In place of `re.compile`, for a module's own patterns that only their methods are asked of."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))
