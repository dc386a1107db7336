"""Of a variable that is declared within a block where one of its name stands outside, that it is another one.

int len = 4;
for (…) {
  int len = i * 2;      Set len to i × 2 [another len than outside]
}
return len;             what is returned is still 4
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.bound import BoundFunction
from ...model.hidden_names import hidden_names
from .draft import NOTHING, Draft

_NEXT: Final = ", then set "  # behind the value of one of several that are declared at once


def hiding(bound: BoundFunction, drafts: Sequence[Draft]) -> None:
    """Said where it is first given a value."""
    for each in hidden_names(bound):
        name, begin = each.declared.name, each.declared.start
        sets = [
            draft
            for draft in drafts
            if draft.kind != NOTHING
            and draft.end > begin
            and draft.start < each.end
            and draft.words.startswith((f"Set {name} to ", f"{name} = "))
        ]
        if sets:
            first = min(sets, key=lambda draft: draft.start)
            value, sign, rest = first.words.partition(_NEXT)
            first.words = f"{value} [another {name} than outside]{sign}{rest}"
