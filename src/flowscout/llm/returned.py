"""What a function returns by a name that holds one value for sure: `int ret = -1; if (done) return ret;` returns -1 there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .deeds import Deed

_PLAIN: Final = regex(r"return \(?([A-Za-z_]\w*)\)?;?")
_SET: Final = regex(r"\s*(?:[A-Za-z_][\w:]*[\s*&]+){0,4}([A-Za-z_]\w*)\s*=(?!=)\s*(.+?);?\s*")
_CONSTANT: Final = regex(r"-?\d{1,18}|NULL|nullptr|None|True|False|true|false|\"\"|''|-?[A-Z][A-Z0-9_]{2,60}")


def returned_values(deeds: Sequence[Deed]) -> list[Deed]:
    return [_nothing(_valued(deed, deeds), deeds) for deed in deeds]


def _nothing(deed: Deed, deeds: Sequence[Deed]) -> Deed:
    """`return p` where `p` was just found to be nothing: `if (!(p = make())) return p;`."""
    found = _PLAIN.fullmatch(deed.code.strip())
    if not found or not deed.said.startswith("Return") or not deed.under:
        return deed
    name = re.escape(found[1])
    for under in deed.under:
        asked = re.fullmatch(
            rf"(?:(?P<no>! ?|not )\(?)?{name}(?: = [^=].*\))?(?: (?P<sign>==|!=|is|is not) (?P<value>NULL|nullptr|None))?",
            under.code.strip().removeprefix("(").replace(") == ", " == "),
        )
        if not asked or (value := asked["value"] or _pointer(found[1], deeds)) == "":
            continue
        if (bool(asked["no"]) + (asked["sign"] in ("==", "is"))) % 2 == under.holds and not any(
            d.place < deed.place and under in d.under and _may_set(d.code, found[1]) for d in deeds
        ):
            return deed._replace(said=f"Return {value}", code=f"return {value}")
    return deed


def _pointer(name: str, deeds: Sequence[Deed]) -> str:
    """What a pointer is that leads nowhere; "" of what is not declared as one."""
    declared = re.compile(rf"\s*(?:[\w:<>]+\s+)*[\w:<>]+\s*\*+\s*{re.escape(name)}\s*(?:[;=,]|$)")
    return "NULL" if any(declared.match(d.code) for d in deeds) else ""


def _valued(deed: Deed, deeds: Sequence[Deed]) -> Deed:
    """A return of a name with the one constant that it can hold: nothing but its first setting stands before it, outside of any loop."""
    found = _PLAIN.fullmatch(deed.code.strip())
    if not found or not deed.said.startswith("Return") or any(u.loop for u in deed.under):
        return deed
    name = found[1]
    named = re.compile(rf"(?<![\w.>]){re.escape(name)}(?!\w)")
    before = [d for d in deeds if d.place < deed.place and named.search(d.code)]
    first = _SET.fullmatch(before[0].code) if before else None
    if (
        first is None
        or first[1] != name
        or before[0].under
        or not _CONSTANT.fullmatch(first[2])
        or any(_may_set(d.code, name) for d in before[1:])
        or any(_may_set(u.code, name) for d in deeds for u in d.under)
    ):
        return deed
    return deed._replace(
        said=f"Return {first[2]}", code=f"return {first[2]};" if deed.code.endswith(";") else f"return {first[2]}"
    )


def _may_set(written: str, name: str) -> bool:
    """Whether a step or a condition may give a name another value."""
    code = re.sub(r"[\"'][^\"']*[\"']", "", written)
    own = re.escape(name)
    return bool(
        re.search(
            rf"(?<![\w.>]){own}\s*(?:[-+*/%|&^:]|<<|>>)?=(?!=)|&\s*{own}(?!\w)|(?:\+\+|--)\s*{own}(?!\w)|(?<!\w){own}\s*(?:\+\+|--)",
            code,
        )
        or re.search(rf"\([^()]*(?<![\w.>]){own}(?!\w)[^()]*\)", code)
        or re.search(
            rf"\b(?:for|as|nonlocal|global|del)\b.*(?<![\w.]){own}(?!\w)|(?<![\w.]){own}\s*,.*=|,\s*{own}\s*=", code
        )
    )
