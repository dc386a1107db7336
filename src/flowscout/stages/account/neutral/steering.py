"""Comments that steer a tool, and those that say of themselves that something is to be mended: what of them came and went, by their own words.

`# pragma: no cover`, `# noqa: F401`, `// NOLINT(x)`, `/* fallthrough */`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ....words.series import series
from ..pieces.quoting import q

_STEERS: Final = regex(
    rb"(?:#|//|/\*)[ \t]{0,8}(?:noqa|nosec|type: ?ignore|pragma:|(?:pylint|mypy|pyright|ruff|flake8|isort|fmt|yapf|coverage|codespell):"
    rb"|NOLINT|NOSONAR|clang-format|cppcheck-suppress|IWYU pragma|(?:LCOV|GCOVR?)_EXCL_"
    rb"|(?:(?:[Ff]all|FALL)[ -]?(?:through|THROUGH|thru|THRU)[ \t.]{0,4}(?:\*/|$))|(?:FIX(?:ME)|X{3})(?!\w))[^\n]{0,400}+"
)
_SHOWN: Final = 3
Steering = tuple[str, str]  # such a comment, and what it stands behind


def steering(rows: Sequence[bytes]) -> Counter[Steering]:
    """Of each of them, with the code before it, how many there are."""
    found = [(row, _STEERS.search(row)) for row in rows if b"#" in row or b"/" in row]
    return Counter([(_text(each[0]), _text(row[: each.start()])) for row, each in found if each])


def _text(row: bytes) -> str:
    return " ".join(row.decode("utf-8", "replace").split())


def told(gone: Counter[Steering], came: Counter[Steering]) -> str:
    """ "`# noqa: F401` is new"; "" where nothing differs."""
    gone, came = gone - came, came - gone
    was, now = dict(gone.keys()), dict(came.keys())
    moved = {text for text in was if was[text] and now.get(text)}
    parts = [f"{q(text)} stands behind {q(now[text])}, no longer behind {q(was[text])}" for text in sorted(moved)]
    for each, how in ((now, "new"), (was, "gone")):
        if names := [q(text) for text in each if text not in moved]:
            parts.append(f"{_listed(names)} {'are' if len(names) > 1 else 'is'} {how}")
    return "; ".join(parts)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN
    return series([*names[:_SHOWN], *([f"{more} more"] if more > 0 else [])])
