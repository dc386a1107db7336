"""What stands in braces in a row's expression: a shape of `shapes.toml`, or of the row's own file.

`{place}` is a shape, `{file(py pyi)}` one with endings in place of its `…`; `{0,30}` is the regular expression's own. Shapes may be made of
shapes, of those that stand before them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

ENDINGS: Final = "…"
DEEPEST: Final = 8  # shapes in shapes
_BRACED: Final = re.compile(r"(?<!\\)\{([a-z_]{2,30})(?:\(([^(){}]{1,300})\))?\}")


class ShapeError(ValueError):
    pass


def expanded(expression: str, shapes: Mapping[str, str]) -> str:
    """Raises ShapeError for a shape that nobody knows, or one that is in itself."""
    for _ in range(DEEPEST):
        if not _BRACED.search(expression):
            return expression
        expression = _BRACED.sub(lambda found: _shape(found, shapes), expression)
    raise ShapeError("a shape is part of itself")


def _shape(found: re.Match[str], shapes: Mapping[str, str]) -> str:
    name, endings = found[1], found[2]
    text = shapes.get(f"{name}(…)" if endings else name)
    if text is None:
        raise ShapeError(f"{found[0]} is no shape: {', '.join(sorted(shapes))}")
    if not endings:
        return text
    each = "|".join(one.replace("+", r"\+") for one in endings.split())
    return text.replace(f"({ENDINGS})}}", f"({endings})}}").replace(ENDINGS, f"(?:{each})")
