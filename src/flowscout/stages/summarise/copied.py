"""What is set field by field from the same fields of another thing, or put through one function, told by what is done with all of them.

dst->min = src->min; dst->max = src->max; dst->n = src->n;        copy `min`, `max` and `n` of `src` to `dst`
dst->min += src->min; dst->max += src->max; dst->n += src->n;     add `min`, `max` and `n` of `src` to those of `dst`
h->kind = ntohs(h->kind); h->size = ntohs(h->size);               pass `h.kind` and `h.size` through `ntohs`
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ...model.language import Language
from ...model.pattern import regex
from .clauses import DOES, Clause, placed
from .side_by_side import side_by_side

_SETS: Final = regex(r"(?:set|initialise) `([^`]{1,100})` (?:to|with) `([^`]{1,100})`")
_ADDS: Final = regex(r"add `([^`]{1,100})` to `([^`]{1,100})`")
_THROUGH: Final = regex(r"([^\W\d][\w.:]{0,60})\((.{1,100})\)")
_PATH: Final = regex(r"[^\W\d]\w*+(?:(?:\.\w++|\[[^\[\]]{1,40}\]))*+")
_PART: Final = regex(r"(?<=[\w\]])(?=[.\[])")
_SELVES: Final = ("", "self", "this", "*this")
_ROW: Final = regex(r"(copy|add) (`[^`]{1,100}`, .{1,200} of `[^`]{1,100}`)(?: to |$)")
_LISTED: Final = regex(
    r"(copy|add|pass) ((?:`[^`]{1,100}`(?:, )?){1,3}) and (`[^`]{1,100}`|(\d{1,3}) more) ((?:of|through) `.{1,300})"
)
_SPAN: Final = regex(r"`[^`]{1,100}`")
_LEAST: Final = {"copy": 3, "add": 3, "pass": 2}
_NAMED: Final = 3
_MORE: Final = 0.2  # what each doubling of them weighs more


def copied(clauses: Sequence[Clause], text: bytes, language: Language) -> list[Clause]:
    """With one clause for each such row that stands side by side, where the last of it stands."""
    rows: dict[tuple[str, ...], list[tuple[str, Clause]]] = {}
    for each in clauses:
        if (
            each.kind == DOES
            and not (each.may or each.other or each.also or each.ways)
            and (read := _read(each.phrase))
        ):
            rows.setdefault((*read[:3], each.after), []).append((read[3], each))
    whole: dict[int, Clause] = {}
    gone = set[int]()
    for (verb, to, source, _), row in rows.items():
        names, places = list(dict.fromkeys(name for name, _ in row)), [each.at for _, each in row]
        if len(names) < _LEAST[verb] or len(names) < len(row) or not side_by_side(text, places, language):
            continue
        if any(_anew(each.phrase, to, names) for each in clauses if all(each is not one for _, one in row)):
            continue
        gone |= {id(each) for _, each in row}
        whole[id(row[-1][1])] = _one(_told(verb, to, source, names), [each for _, each in row])
    return [whole.get(id(each), each) for each in clauses if id(each) in whole or id(each) not in gone]


def in_short(clauses: Sequence[Clause]) -> list[Clause]:
    """What is done with the same parts where a condition does not hold: "copy `a` and `b` of `x` to `y` where c, else add them"."""
    told: list[Clause] = []
    for each in clauses:
        first, other = _ROW.match(each.phrase), _ROW.match(each.other)
        same = first and other and first[1] != other[1] and first[2] == other[2]
        told.append(each._replace(other=f"{other[1]} them") if same and other else each)
    return told


def _anew(phrase: str, to: str, names: Sequence[str]) -> bool:
    """It sets one of these parts."""
    found = _SETS.fullmatch(phrase)
    return found is not None and found[1] in (*names, *(f"{to}.{name}" for name in names))


def _read(phrase: str) -> tuple[str, str, str, str] | None:
    """What is done, to what, from what, and with which part of it."""
    added = _ADDS.fullmatch(phrase)
    found = added or _SETS.fullmatch(phrase)
    if not found:
        return None
    target, value = (found[2], found[1]) if added else (found[1], found[2])
    through = _THROUGH.fullmatch(value) if not added else None
    if through and through[2] == target and _PATH.fullmatch(target):
        return "pass", through[1], "", target
    if not _PATH.fullmatch(target) or not _PATH.fullmatch(value):
        return None
    ours, theirs = _PART.split(target), _PART.split(value)
    same = 0
    while same < min(len(ours), len(theirs)) and ours[-1 - same].lstrip(".") == theirs[-1 - same].lstrip("."):
        same += 1
    to, source = "".join(ours[: len(ours) - same]), "".join(theirs[: len(theirs) - same])
    if not same or not source or to == source:
        return None
    return "add" if added else "copy", to, source, "".join(theirs[len(theirs) - same :]).lstrip(".")


def _told(verb: str, to: str, source: str, names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    parts = [f"`{each}`" for each in names[: _NAMED if more > 1 else None]]
    parts += [f"{more} more"] if more > 1 else []
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}"
    if verb == "pass":
        return f"pass {listed} through `{to}`"
    behind = "" if to in _SELVES else f" to `{to}`" if verb == "copy" else f" to those of `{to}`"
    return f"{verb} {listed} of `{source}`{behind}"


def fewer_copied(phrase: str) -> str:
    """Of "copy `a`, `b` and 2 more of `x`" one less by name, "" for any other phrase, or where that leaves none."""
    found = _LISTED.fullmatch(phrase)
    *named, last = _SPAN.findall(found[2]) if found else [""]
    more = int(found[4] or 1) + 1 if found else 0
    return f"{found[1]} {', '.join(named)} and {more} more {found[5]}" if found and named and last else ""


def _one(phrase: str, row: Sequence[Clause]) -> Clause:
    weight = max(each.weight for each in row) + _MORE * math.log2(len(row))
    spots = tuple(at for each in row for at in placed(each))
    return row[-1]._replace(phrase=phrase, weight=weight, begins=row[0].at, spots=spots)
