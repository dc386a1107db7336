"""How steps are drawn: as reads best, and tighter where a drawing would be too large.

Mermaid draws a diamond as high and as wide as its text is wide and high together: a question of two lines is four times
as high as a box that holds it. So where diamonds would make a drawing too large, questions are hexagons, as the heads
of loops are (they end in a question mark, and loops do not); where that is not enough, lines are longer, which is less
high, or shorter, which is less wide.
"""

from __future__ import annotations

from typing import Final

from ...model import limits
from ...model.record import NamedTuple

_LONG: Final = 34  # letters of a line
_SHORT: Final = 18


class Look(NamedTuple):
    """compact: errors are stadiums that hold their messages. flat: questions are hexagons. line, box: letters of a
    line, and of a box's only line."""

    compact: bool = False
    flat: bool = False
    line: int = limits.LABEL_LINE
    box: int = limits.BOX_LINE
    screens: float = limits.SCREENS

    @property
    def circle(self) -> int:
        return min(self.line, limits.CIRCLE_LINE)


def looks(style: str) -> tuple[Look, ...]:
    """From the one that reads best to the tightest. Diamonds are given up sooner than the budget is spent: what is long
    reads badly."""
    plain = Look(style == "compact", screens=limits.SCREENS_OF_DIAMONDS)
    flat = plain._replace(flat=True, screens=limits.SCREENS)
    return plain, flat, flat._replace(line=_LONG, box=_LONG + 6), flat._replace(line=_SHORT, box=_SHORT + 4)
