"""What is given back after parts of it have been set: told by what it is, and which parts.

made = Grant()                    returns a `Grant` with `name` and `right` set
made.name = name
made.right = right.upper()
return made

info = {}                         returns a dict with `name`, `size` and perhaps `kind`
info["name"] = self.name
…
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.phrases import shortened
from ...words.series import series
from .clauses import DOES, GIVES, Clause
from .collected import swallowed
from .made import allocates, without_noise
from .side_by_side import side_by_side

_RETURNED: Final = regex(r"return `([^\W\d]\w*+)`")
_SETS: Final = regex(
    r"set `([^\W\d]\w*+)(?:(?:\.|->)([^\W\d]\w*+)|\[[\"']([\w .:/-]{1,40})[\"']\])` to `[^`]{1,300}`(?: where [^`]{1,80}, else to `[^`]{1,200}`)?"
)
_WHOLE: Final = regex(r"set `([^\W\d]\w*+)` to (`[^`]{1,200}`)")
_NEW: Final = regex(r"`(?:new )?((?:[\w:]{1,60}\.|\w{1,40}::)?[A-Z]\w*+)\(\)`")
_TABLE: Final = frozenset(["{}", "dict()"])
_KEYS: Final = regex(r"[{,] ?(?:\"([\w .:/-]{1,40})\"|'([\w .:/-]{1,40})') ?:")
_READ_AT_MOST: Final = 199  # letters that facts keep of a value
_POINTS: Final = regex(r"\b(?:const|static|register)\b|[*&]")
_ITEM: Final = regex(r"set `[^\W\d]\w*+\[(\"[^\"`]{1,40}\")\]` to `([^`]{1,80})`")
_LOOPS: Final = ("for ", "while ", "in ")
_SHORT: Final = 90  # letters of a table that is told as it would be written
_ROOM: Final = 120
_LEAST: Final = 2  # parts of what is known by its type alone


def built(clauses: Sequence[Clause], facts: FunctionFacts, text: bytes, language: Language) -> list[Clause]:
    """With one clause for what is set in what is given back, and for that."""
    said = list(clauses)
    value = said[-1] if said and said[-1].kind == GIVES else None
    if value is None or value.after or value.may:
        return said
    if keys := _written(value, text, language):
        return [
            each._replace(phrase=f"return {_row('a dict', keys, [], '')}") if each is value else each for each in said
        ]
    found = _RETURNED.fullmatch(value.phrase)
    begun = [each for each in facts.bindings if found and each.name == found[1]]
    if found is None or len(begun) != 1 or begun[0].how not in ("assign", "declare"):
        return said
    name, code = found[1], without_noise(text, language)
    first = next((each for each in said if (set_ := _WHOLE.fullmatch(each.phrase)) and set_[1] == name), None)
    sets = [each for each in said if _parts(each, name)]
    if not sets or any(each.also or each.after.startswith(_LOOPS) for each in sets) or loses(name, code):
        return said
    named = [part for each in sets for part in dict.fromkeys(_parts(each, name))]
    if len(set(named)) < len(named) or _others(name, text[begun[0].start :], named):
        return said  # it is set, and set anew; or more is set than is told
    around = first.after if first is not None else ""
    surely = [
        each
        for each in sets
        if not each.may and (each.after == around or len(set(_parts(each, name))) < len(_parts(each, name)))
    ]
    sure, rest = (
        [part for each in of for part in _parts(each, name)]
        for of in (surely, [each for each in sets if each not in surely])
    )
    places = [begun[0].start, *(each.at for each in sets), *value.ways[:1]]
    if swallowed(text, [each.at for each in sets]):
        sure, rest = [], [*sure, *rest]
    straight = surely == sets and value.ways and side_by_side(text, places, language)
    noun = _literal(name, sets, begun[0], code) if straight else ""
    noun = noun or whole(begun[0], _value(first), language, sure, [each for each in rest if each not in sure])
    if not noun:
        return said
    gone = [*sets, *([first] if first is not None else [])]
    told = value._replace(phrase=f"return {noun}")
    return [told if each is value else each for each in said if each not in gone]


def loses(name: str, code: str) -> bool:
    """Something is taken out of it again, or it is something else later."""
    gone = rf"(?<![\w.>]){name}(?:\.(?:clear|pop|popitem)\s?\(|\[[^\]\n]{{1,80}}\]\s?\.clear\()|\bdel {name}\b"
    wiped = rf"\b(?:memset|bzero)\s?\(&?\s?{name}\s?,"
    anew = re.findall(rf"(?<![\w.>]){name}\s?=(?!=)", code)
    return len(anew) > 1 or re.search(f"{gone}|{wiped}", code) is not None


def _others(name: str, text: bytes, named: Sequence[str]) -> bool:
    """A part of it is set that was not read: on two lines, say."""
    code = text.decode("utf-8", "replace")
    keys = re.findall(rf"(?<![\w.>]){name}\[[\"']([\w .:/-]{{1,40}})[\"']\]\s?=(?!=)", code)
    fields = re.findall(rf"(?<![\w.>]){name}(?:\.|->)([^\W\d]\w*+)\s?=(?!=)", code)
    return not set(named).issuperset([*keys, *fields])


def _literal(name: str, sets: Sequence[Clause], begun: Binding, code: str) -> str:
    """As a table that is written out, where that is short, and nothing else is done with it."""
    pairs = [_ITEM.fullmatch(each.phrase) for each in sets]
    plain = begun.value.replace(" ", "") in _TABLE and not any(each.other for each in sets)
    mentions = len(re.findall(rf"(?<![\w.>]){name}(?!\w)", code))
    if not plain or not all(pairs) or mentions != len(sets) + len(re.findall(rf"\breturn {name}\b", code)) + 1:
        return ""
    told = {found[1]: found[2] for found in pairs if found}
    row = ", ".join([f"{key}: {value}" for key, value in told.items()])
    return f"`{{{row}}}`" if len(told) == len(sets) and len(row) <= _SHORT else ""


def _written(value: Clause, text: bytes, language: Language) -> list[str]:
    """The keys of a table that is given back as it is written out, and takes more room than there is."""
    if language.spelling.casts or not value.phrase.startswith("return `{") or "…" not in value.phrase or not value.ways:
        return []
    code = " ".join(text[value.ways[0] :].decode("utf-8", "replace").split())
    depth = 0
    for at, letter in enumerate(code[7:] if code.startswith("return {") else ""):
        depth += (letter in "{[(") - (letter in "}])")
        if not depth:
            return keys_of(code[7 : at + 8], len(code))
    return []


def _value(first: Clause | None) -> str:
    found = _WHOLE.fullmatch(first.phrase) if first is not None else None
    return found[2] if found else ""


def whole(begun: Binding, written: str, language: Language, sure: Iterable[str], rest: Iterable[str]) -> str:
    """What it is, with what has been set in it; "" where that is not known. written: what it begins with."""
    sure, rest = list(dict.fromkeys(sure)), list(dict.fromkeys(rest))
    value = begun.value.strip()
    keys = keys_of(value)
    table = bool(keys) or value.replace(" ", "") in _TABLE
    row, end = ("a dict", "") if table else (_kind(begun, written, language), " set")
    if not row or (row.startswith("a ") and len(sure) + len(keys) < _LEAST):
        return ""
    return _row(row, list(dict.fromkeys([*keys, *sure])), rest, end)


def _row(row: str, every: Sequence[str], rest: Sequence[str], end: str) -> str:
    """every: parts that it surely has. rest: those that it may have."""
    others = [f"perhaps {_listed([f'`{each}`' for each in rest])}"] if rest else []
    for head in dict.fromkeys((row, shortened(f"return {row}").removeprefix("return "))):
        for most in range(len(every), 0, -1):
            more = [f"{len(every) - most} more"] if most < len(every) else others
            told = f"{head} with {_listed([*[f'`{each}`' for each in every[:most]], *more])}{end}"
            if len(told) <= _ROOM:
                return told
        if (
            not every
            and rest
            and len(told := f"{head}, perhaps with {_listed([f'`{each}`' for each in rest])}{end}") <= _ROOM
        ):
            return told
    return ""


def keys_of(value: str, most: int = _READ_AT_MOST) -> list[str]:
    """Of a table that is written out, each with a text for its key: of `{"a": 1, "b": {"c": 2}}` `a` and `b`."""
    if not (value.startswith("{") and value.endswith("}")) or len(value) >= most:
        return []
    depth, flat = 0, list[str]()
    for letter in value:
        depth -= letter in ")]}"
        flat.append(letter if depth <= 1 else " ")
        depth += letter in "([{"
    return [found[1] or found[2] for found in _KEYS.finditer("".join(flat))]


def _kind(begun: Binding, written: str, language: Language) -> str:
    """By what it begins with, or by its type."""
    if new := _NEW.fullmatch(written):
        return f"a `{new[1]}`"
    of = " ".join(_POINTS.sub(" ", begun.type).split())
    if language.spelling.casts and of and of != "auto" and (not begun.value or allocates(begun.value)):
        return f"a `{of}`"
    return written if written.endswith(")`") and not allocates(written.strip("`")) else ""


def _parts(clause: Clause, name: str) -> list[str]:
    """What it sets of it, and what else where its condition does not hold; nothing where it does anything else."""
    phrases = [each for each in (clause.phrase, clause.other) if each] if clause.kind == DOES else []
    found = [_SETS.fullmatch(each) for each in phrases]
    parts = [each[2] or each[3] for each in found if each and each[1] == name]
    return parts if len(parts) == len(phrases) else []


def _listed(told: Sequence[str]) -> str:
    return series(told)
