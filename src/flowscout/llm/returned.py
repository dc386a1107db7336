"""What a function returns by a name that holds one value for sure: `int ret = -1; if (done) return ret;` returns -1 there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .deeds import Deed

_PLAIN: Final = regex(r"return \(?([A-Za-z_]\w*)\)?;?")
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
    declared = re.compile(rf"(?<!\w)[\w:<>]{{1,60}}\s?\*{{1,3}}\s?{re.escape(name)}\s?;?$")
    return "NULL" if any(declared.search(d.code.partition("=")[0].strip()) for d in deeds) else ""


def _valued(deed: Deed, deeds: Sequence[Deed]) -> Deed:
    """A return of a name with the one constant that it can hold: nothing but its first setting stands before it, outside of any loop."""
    found = _PLAIN.fullmatch(deed.code.strip())
    if not found or not deed.said.startswith("Return") or any(u.loop for u in deed.under):
        return deed
    name = found[1]
    named = re.compile(rf"(?<![\w.>]){re.escape(name)}(?!\w)")
    before = [d for d in deeds if d.place < deed.place and named.search(d.code)]
    value = _first_value(before[0].code, name) if before else ""
    if (
        not value
        or before[0].under
        or not _CONSTANT.fullmatch(value)
        or any(_may_set(d.code, name) for d in before[1:])
        or any(_may_set(u.code, name) for d in deeds for u in d.under)
    ):
        return deed
    return deed._replace(
        said=f"Return {value}", code=f"return {value};" if deed.code.endswith(";") else f"return {value}"
    )


def _first_value(code: str, name: str) -> str:
    """`-1` of `int ret = -1;`; "" where it is not set so."""
    left, sign, right = code.partition("=")
    plainly = sign and not right.startswith("=") and not re.search(r"[^\w:\s*&]", left)
    return right.strip().removesuffix(";").strip() if plainly and re.findall(r"\w+", left)[-1:] == [name] else ""


def _may_set(written: str, name: str) -> bool:
    """Whether a step or a condition may give a name another value."""
    code = re.sub(r"[\"'][^\"']*[\"']", "", written)
    own = re.escape(name)
    return bool(
        re.search(
            rf"(?<![\w.>]){own}\s?(?:[-+*/%|&^:]|<<|>>)?=(?!=)|&\s?{own}(?!\w)|(?:\+\+|--)\s?{own}(?!\w)|(?<!\w){own}\s?(?:\+\+|--)",
            code,
        )
        or ("(" in code and ")" in code and re.search(rf"(?<![\w.>]){own}(?!\w)", code.partition("(")[2]))
        or re.search(r"\b(?:for|as|nonlocal|global|del)\b", code)
        or ("=" in code and re.search(rf"(?<![\w.]){own}\s?,|,\s?{own}\s?=", code))
    )
