"""What goes into something that is put together in steps, and how, as an order tells it.

append `row` to `rows`                               a row
call `rows.extend(read(path))`                       all in `read(path)`
set `rows[key]` to `value`                           a value by a key
append `row` to `rows[kind]`                         lists of rows by kind
call `rows.setdefault(kind, []).append(row)`         the same
set `n[kind]` to `n.get(kind, 0) + 1`                counts by kind
"""

from __future__ import annotations

import re
from typing import Final

from ...model.facts import Binding
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words.phrases import parts_of
from ...words.remarks import noise
from .made import without_noise

APPEND, ADD, SET, ALL, GROUP, COUNT = "append", "add", "set", "all", "group", "count"
_SUMS: Final = "counts"  # what begins as `Counter()` or `defaultdict(int)`
_BY: Final = frozenset([GROUP, COUNT])
_GROWS: Final = regex(r"(append|add) (`.{1,300}`) to `([^\W\d]\w*+)`")
_GROUPS: Final = regex(r"(?:append|add) (`.{1,300}`) to `([^\W\d]\w*+)\[([^\]`]{1,80})\]`")
_SETS: Final = regex(r"set `([^\W\d]\w*+)\[([^\]`]{1,80})\]` to (`[^`]{1,300}`)")
_COUNTS: Final = regex(r"increase `([^\W\d]\w*+)\[([^\]`]{1,80})\]` by 1|increment `([^\W\d]\w*+)\[([^\]`]{1,80})\]`")
_TAKES: Final = regex(r"call `([^\W\d]\w*+)\.(?:update|extend)\(([^`]{1,300})\)`")
_DEFAULT: Final = regex(
    r"call `([^\W\d]\w*+)\.setdefault\(([^`]{1,80}), (?:\[\]|list\(\)|set\(\))\)\.(?:append|add)\(([^`]{1,200})\)`"
)
_LIST: Final = frozenset(["[]", "list()"])
_SET: Final = frozenset(["set()"])
_TABLE: Final = frozenset(["{}", "dict()", "OrderedDict()", "collections.OrderedDict()"])
_COUNTER: Final = regex(r"(?:\w{1,30}\.)?(?:Counter\(\)|defaultdict\(int\))")
_GROUPED: Final = regex(r"(?:\w{1,30}\.)?defaultdict\((list|set)\)")
_GROW: Final = r"(?:append|add|push_back|emplace_back|insert|update|extend)"
_KEY: Final = r"\[[^\]\n]{1,80}\]"
_FILLS: Final = (
    rf"(?:\.{_GROW}\s?\(|{_KEY}\s?=(?!=)|{_KEY}\.{_GROW}\s?\(|{_KEY}\s?\+=|{_KEY}\s?\+\+|\s\+=|\.setdefault\s?\()"
)
# behind `if k not in rows:` alone, and no new beginning of what is there
_EMPTY: Final = rf"{_KEY}\s?=\s?(?:\[\]|\{{\}}|set\(\)|list\(\)|dict\(\)|0)[ \t]*+(?=;|\n|$)"
_LOOKED: Final = r"(?:\.(?:size|empty|length|count|index)\s?\(|\.get\s?\([^()\n]{1,80}\)(?!\s?[.\[]))"


class Fill(NamedTuple):
    """to: what grows. what: by what, as code. by: its key."""

    to: str
    what: str
    how: str
    by: str = ""


def fill(phrase: str) -> Fill | None:
    """What an order puts into something that has a name."""
    if found := _GROWS.fullmatch(phrase):
        return Fill(found[3], found[2], found[1])
    if found := _GROUPS.fullmatch(phrase):
        return Fill(found[2], found[1], GROUP, found[3])
    if found := _SETS.fullmatch(phrase):
        counts = found[3] == f"`{found[1]}.get({found[2]}, 0) + 1`"
        return Fill(found[1], found[3], COUNT if counts else SET, found[2])
    if found := _COUNTS.fullmatch(phrase):
        return Fill(found[1] or found[3], "", COUNT, found[2] or found[4])
    if found := _TAKES.fullmatch(phrase):
        return Fill(found[1], f"`{found[2]}`", ALL) if len(parts_of(found[2], ", ")) == 1 else None
    if found := _DEFAULT.fullmatch(phrase):
        return Fill(found[1], f"`{found[3]}`", GROUP, found[2])
    return None


def kind(begins: str, casts: bool) -> str:
    """What it is, by what it begins with; "" where that is not known."""
    begin = begins.replace(" ", "")
    if _COUNTER.fullmatch(begin):
        return _SUMS
    if grouped := _GROUPED.fullmatch(begin):
        return f"{grouped[1]}s"
    told = (word for word, known in (("list", _LIST), ("set", _SET), ("dict", _TABLE)) if begin in known)
    return next(told, "list" if not begin and casts else "")


def told(each: Fill, what: str, of: str) -> str:
    """what: by what it grows, maybe in fewer words. of: the kind of what grows."""
    if each.how == SET:
        return f"{what} by `{each.by}`"
    if each.how == GROUP:
        row = "sums" if of == _SUMS else of if of in ("lists", "sets") else "lists"
        return f"{row} of {what} by `{each.by}`"
    if each.how == COUNT:
        return f"counts by `{each.by}`"
    return f"all in {what}" if each.how == ALL or (each.how == ADD and of == "list") else what


def fits(fills: list[Fill], of: str, casts: bool) -> bool:
    """They are of a kind that can go into that."""
    hows = {each.how for each in fills}
    if len({each.by for each in fills}) > 1 and hows & _BY:
        return False
    if hows == {GROUP}:
        return of in ("lists", "sets", "dict", _SUMS) or (casts and of == "list")
    if hows == {COUNT}:
        return of in (_SUMS, "dict") or (casts and of == "list")
    allowed = {"list": {APPEND, ALL} if casts else {APPEND, ALL, ADD}, "set": {ADD, ALL}, "dict": {SET, ALL}}
    return hows <= allowed.get(of, set())


def times(begun: Binding, text: bytes, language: Language, fills: list[Fill]) -> int:
    """How often something goes into it; -1 where anything else is done with it than to look at it and give it back."""
    name, code = re.escape(begun.name), without_noise(text[begun.start :], language)
    texts = "".join(
        found[1] or "" for found in noise(language).finditer(text[begun.start :].decode("utf-8", "replace"))
    )
    code = " ; ".join([code, *re.findall(r"\{([^{}]{1,200})", texts)])  # `f"{rows.pop()}"` is done
    word = rf"(?<![\w.>]){name}"
    mentions = len(re.findall(rf"{word}(?!\w)", code))
    grown = len(re.findall(rf"{word}{_FILLS}", code)) + len(re.findall(rf"\+\+\s?{name}\[", code))
    begins = len(re.findall(rf"{name} ?:\s{{1,80}}{word}{_EMPTY}", code)) if {each.how for each in fills} <= _BY else 0
    looked = len(re.findall(rf"{word}{_LOOKED}", code))
    asked = len(
        re.findall(rf"(?:\bin {name}|\blen\({name}\)|\b(?:if|not|and|or) {name}(?=\s?(?::|\)|and\b|or\b)))(?!\w)", code)
    )
    ways = re.findall(r"\breturn\b([^;\n]*)", code)
    returned = sum(len(re.findall(rf"{word}(?!\w)", way)) for way in ways)
    counted = sum(
        len(re.findall(rf"{word}{_LOOKED}", way)) + len(re.findall(rf"\blen\({name}\)|\bin {name}(?!\w)", way))
        for way in ways
    )
    return grown - begins if returned and mentions == 1 + grown + looked + asked + returned - counted else -1
