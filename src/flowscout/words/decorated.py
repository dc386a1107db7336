"""What a function's decorators are called: what happens may be more, or less, than its own statements say."""

from __future__ import annotations

from typing import Final

from ..model import limits
from .cutting import whole

_MOST: Final = 3
_KIND: Final = frozenset(
    (
        *("abstractmethod", "abstractproperty", "classmethod", "deleter", "final", "getter", "no_type_check"),
        *("overload", "override", "property", "setter", "staticmethod", "wraps"),
    )
)  # what says only which kind of member it is, or for whom it stands


def decorated(name: str, decorators: tuple[str, ...]) -> str:
    """A function's name, with its decorators behind it."""
    told = [each for each in decorators if each.partition("(")[0].rpartition(".")[2].strip() not in _KIND]
    shown = told if len(told) <= _MOST else told[: _MOST - 1]
    more = f" and {len(told) - len(shown)} more" if len(told) > len(shown) else ""
    written = ", ".join(f"@{whole(' '.join(each.split()), limits.LABEL_TEXT)}" for each in shown)
    return f"{name}, decorated by {written}{more}" if told else name
