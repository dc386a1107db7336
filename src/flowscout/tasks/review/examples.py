"""Docstrings of one file of which only examples are others: one line, with what each has now in a fold of it.

`jsonpatch.py`: Of docstrings' examples there are new ones in `apply_patch`, and `RemoveOperation` and `AddOperation` have lost some.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.shown import ShownEdit
from ...stages.account import DOCSTRING
from ..markdown import code, html
from ..sentences import listing
from .sentence import Link, places

FEW: Final = 3  # docstrings of a file from which they are told in one line
NAMED: Final = 6
_OPENS: Final = "Of the docstring's examples: "
_NEW, _GONE = "new ", "gone "


def key(same: Sequence[ShownEdit]) -> str:
    """The file; "" of what is no docstring's."""
    one = same[0]
    return one.path if one.rule == DOCSTRING and one.sentence and one.name else ""


def told(rows: Sequence[Sequence[ShownEdit]], link: Link) -> str:
    first = rows[0][0]
    every = [one for same in rows for one in same]
    parts = [each for each in (_said(every, how) for how in ("new", "gone", "others")) if each]
    inner = [
        f"<code>{html(one.name)}</code>: {_as_html(one.sentence.removeprefix(_OPENS).rstrip('.'))}" for one in every
    ]
    line = f"- {code(first.path)}: Examples of docstrings are {'; '.join(parts)}. {places(every, link, first.path)}"
    return f"{line}\n  <details><summary>{len(inner)} docstrings</summary>{'; '.join(inner)}</details>"


def _said(every: Sequence[ShownEdit], how: str) -> str:
    names = list(dict.fromkeys(one.name for one in every if _how(one) == how))
    where = listing(map(code, names), NAMED)
    return f"{how} in {where}" if names else ""


def _how(one: ShownEdit) -> str:
    said = one.sentence.removeprefix(_OPENS)
    if said == one.sentence or "; gone " in said:
        return "others"
    return "new" if said.startswith(_NEW) else "gone"


def _as_html(said: str) -> str:
    return "".join(f"<code>{html(part)}</code>" if at % 2 else html(part) for at, part in enumerate(said.split("`")))
