"""A text that is put together in many steps, told by what goes into it, not by its first line.

out << "id: " << r.id; out << "name: " << r.name << "\\n"; …     write `r.id`, `r.name` and more to `out`
code += "{" + newline(); code += fields(s) + newline(); …         add `fields(s)` and 7 texts to `code`
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...words.phrases import bare, parts_of, shortened
from ...words.series import series
from .clauses import DOES, Clause

_POURS: Final = regex(r"(write|add) (`.{1,300}) to `([^`]{1,60})`(?:, some [a-z ]{1,40})?")
_SPAN: Final = regex(r"`([^`]{1,300})`")
_FEWER: Final = regex(
    r"((?:write|add) `[^`]{1,80}`)(?:, `[^`]{1,80}`){0,3} and (?:more|texts|`[^`]{1,80}`)( to .{1,200})"
)
_TEXT: Final = regex(
    r"[a-zA-Z]{0,2}(?:\"[^\"]{0,300}\"|'[^']{0,300}'){1,8}|-?[\d.]{1,20}|the end of a line|std::(?:endl|flush|hex|dec)|…"
)
_VALUE: Final = regex(r"[\w.:\[\]>\-]{1,40}(?:\(.{0,60}\))?")
_LETTERS: Final = regex(r"[A-Za-z]{3,}")
_PLACES: Final = regex(r"\{[^{}]{0,80}\}|%[-\d.]{0,8}[a-z]{1,3}")
_LEAST: Final = 5  # steps
_PLUMBING: Final = 2  # times that a value stands in these, from which on it only lays out
_NAMED: Final = 3
_FEW: Final = 4  # values that are one in so many say little
_LONGEST: Final = 56  # letters of a text
_ROOM: Final = 60
_AGAIN: Final = 0.5  # what more of them weigh for each doubling


def poured(clauses: Sequence[Clause]) -> list[Clause]:
    """One clause for all that goes into one text; it stands where the last of it does."""
    kinds: dict[tuple[str, str], list[Clause]] = {}
    for each in clauses:
        found = _POURS.fullmatch(each.phrase) if each.kind == DOES and not each.ways else None
        if found:
            kinds.setdefault((found[1], found[3]), []).append(each)
    many = {
        id(same[-1]): (*key, same)
        for key, same in kinds.items()
        if len(same) >= _LEAST and (key[0] == "write" or any(map(_texts, same)))
    }
    gone = {id(each) for *_, same in many.values() for each in same[:-1]}
    return [_one(*many[id(each)]) if id(each) in many else each for each in clauses if id(each) not in gone]


def _texts(clause: Clause) -> bool:
    """A text is part of it: what is only added may be a number."""
    found = _POURS.fullmatch(clause.phrase)
    return found is not None and ('"' in found[2] or "'" in found[2])


def _one(verb: str, to: str, same: Sequence[Clause]) -> Clause:
    told_ = [part for each in same for part in (each.phrase, each.also, each.other)]
    given = [span for part in told_ if (found := _POURS.fullmatch(part)) for span in _SPAN.findall(found[2])]
    parts = [part.strip() for each in given for piece in parts_of(each, " + ") for part in parts_of(piece, ", ")]
    times = Counter(map(bare, parts))
    values = [
        each
        for each in parts
        if _VALUE.fullmatch(each) and not _TEXT.fullmatch(each) and times[bare(each)] <= _PLUMBING
    ]
    named = [_brief(each) for each in dict.fromkeys(values)]
    texts = [each for each in parts if _TEXT.fullmatch(each) and _LETTERS.search(each)]
    named = named if len(named) * _FEW >= len(given) else []
    told = f"{verb} {_listed(named, texts, len(given))} to `{to}`"
    hangs = {each.after.partition(" ")[0] for each in same if each.after} | (
        {"where"} if any(each.may for each in same) else set()
    )
    where = " and ".join(
        [
            word
            for key, word in (("where", "under conditions"), ("for", "in loops"))
            if key in hangs or (key == "for" and hangs & {"in", "while"})
        ]
    )
    phrase = f"{told}{f', some {where}' if where else ''}"
    weight = max(each.weight for each in same) + _AGAIN * math.log2(len(same))
    return same[-1]._replace(phrase=phrase, after="", may=False, other="", also="", weight=min(8.0, weight))


def fewer_poured(phrase: str) -> str:
    """With the first of what is named alone, "" for any other phrase."""
    found = _FEWER.fullmatch(phrase)
    told = f"{found[1]} and more{found[2]}" if found else ""
    return told if told != phrase else ""


def _brief(value: str) -> str:
    return shortened(f"call `{value}`").removeprefix("call ") if value.endswith(")") else f"`{value}`"


def _words(text: str) -> tuple[int, int]:
    """How much a reader learns from it: words, and none of a value's places; of two the longer."""
    return len(_LETTERS.findall(_PLACES.sub("", text))), len(text)


def _listed(named: Sequence[str], texts: Sequence[str], count: int) -> str:
    most = min(_NAMED, len(named))
    while most and len(", ".join(named[:most])) > _ROOM:
        most -= 1
    if not most:
        text = max([each for each in texts if len(each) <= _LONGEST], key=_words, default="")
        return f"`{text}` and {count - 1} more texts" if text else f"{count} texts"
    rest = "more" if len(named) > most else "texts" if texts else ""
    told = [*named[:most], *([rest] if rest else [])]
    return series(told)
