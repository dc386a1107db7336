"""A formula cut by its operands, so that no operator is lost between two that stand.

    math.log(a) - math.log(b)                     math.log(…) - math.log(…), then math.log(…) - …
    p.size * q.size + offset                      … + offset
    p.name for p in points if p.visible           … for p in points if p.visible, then … if p.visible

An operand stands as a whole, or folded, or is dots by itself; where not one has room, all is dots. Of a comprehension the
filter goes last: what it lets through is what it decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..model.pattern import regex

DOTS: Final = "…"
_LEVELS: Final = (
    regex(r" (?:(?:if|else) |\?(?: |(?=[\w(\"']))|:(?: |(?=[\w(\"'])))"),
    regex(r" (?:or|\|\|) "),
    regex(r" (?:and|&&) "),
    regex(r" (?:[=!<>]=|<|>|is not|not in|is|in) "),
    regex(r" [|^&] "),
    regex(r" (?:<<|>>) "),
    regex(r" [-+] "),
    regex(r" (?:\*|//?|%|×|@) "),
)  # the loosest first
_EACH: Final = regex(r" (?:async )?for [^·]{1,60}? in ")
_FILTER: Final = regex(r" if ")
_PREFIX: Final = regex(r"(?:not |lambda[^:]{0,60}: |[\w.]{1,40}=)")
_CUT_NAME: Final = regex(rf"\w{DOTS}|{DOTS}\w")
_TORN_OPEN: Final = regex(rf"[(\[{{]{DOTS}(?![)\]}}])")
_TORN: Final = 16  # room from which on a name may lose its middle
_LEAST: Final = 6  # letters of an operand that is not whole
_GAPS: Final = 3  # in a row of operands; with more of them it is better told by those that stand whole
_FEWEST: Final = 8  # letters of a formula that says more than dots

Fold = Callable[[str, int, bool], str]


def formula(text: str, blank: str, room: int, fold: Fold) -> str:
    """At most `room` letters; "" for what has no operators. blank: without what stands in brackets and quotes."""
    prefix = _PREFIX.match(blank)
    if (
        prefix
        and room > prefix.end()
        and (rest := formula(text[prefix.end() :], blank[prefix.end() :], room - prefix.end(), fold))
    ):
        return prefix[0] + rest
    each = _EACH.search(blank)
    if each:
        return _comprehension(text, blank, room, fold)
    for level in _LEVELS:
        found = list(level.finditer(blank))
        if found:
            starts, ends = [0, *(each.end() for each in found)], [*(each.start() for each in found), len(text)]
            operands = [text[start:end] for start, end in zip(starts, ends, strict=True)]
            return _joined(operands, [each[0] for each in found], room, fold)
    return ""


def _joined(operands: list[str], between: list[str], room: int, fold: Fold) -> str:
    if room < _FEWEST:
        return DOTS
    whole = _whole(operands, between, room)
    if not _fits(operands, between, room) and len(operands) > 2:
        operands, between = [operands[0], DOTS, operands[-1]], [between[0], between[-1]]
    short = shared(operands, room - sum(map(len, between)), fold)
    if whole and (sum(each.startswith(DOTS) for each in short) > 1 or sum(each.count(DOTS) for each in short) > _GAPS):
        return whole
    last = room - sum(map(len, between)) - len(short) + 1
    if all(each == DOTS for each in short) and last >= _TORN:
        short[-1] = fold(operands[-1], last, True)
    told = "".join([part for pair in zip(short, [*between, ""], strict=True) for part in pair])
    return told if len(told) <= room and any(each != DOTS for each in short) else DOTS


def _whole(operands: list[str], between: list[str], room: int) -> str:
    """As many of a row of three and more as stand whole before its last; "" where its first does not."""
    told = ""
    for count in range(1, len(operands) - 1) if len(set(between)) == 1 else ():
        word = between[0]
        longer = word.join([*operands[:count], DOTS, operands[-1]])
        if len(longer) > room:
            break
        told = longer
    return told


def _fits(operands: list[str], between: list[str], room: int) -> bool:
    return sum(min(len(each), _LEAST) for each in operands) + sum(map(len, between)) <= room


def shared(texts: list[str], room: int, fold: Fold) -> list[str]:
    """Each folded to its part of the room; what the short ones leave is for the long. What would be torn is dots."""
    made = list(texts)
    left = len(texts)
    for at in sorted(range(len(texts)), key=lambda at: len(texts[at])):
        made[at] = _one(texts[at], room // left, fold)
        room -= len(made[at])
        left -= 1
    return made


def _one(text: str, room: int, fold: Fold) -> str:
    if len(text) <= room:
        return text
    short = fold(text, room, False)
    if len(short) > room and (" " in short or short[-1:] in ")]"):
        short = fold(text, room, True)
        short = DOTS if _CUT_NAME.search(short) or _TORN_OPEN.search(short) else short
    return short if len(short) <= room else DOTS


def _comprehension(text: str, blank: str, room: int, fold: Fold) -> str:
    """`value for each in all if kept`: the filter first has what it needs, then what is gone through, then the value."""
    each = _EACH.search(blank)
    if each is None or room < _FEWEST:
        return DOTS
    asked = next(iter(_FILTER.finditer(blank, each.end())), None)
    value, target = text[: each.start()], text[each.start() : each.end()]
    source = text[each.end() : asked.start()] if asked else text[each.end() :]
    kept = text[asked.start() :] if asked else ""
    least = len(DOTS) + len(target) + len(DOTS)
    if len(kept) > max(room - least, 0):
        word = len(" if ")
        kept = f" if {_one(kept[word:], max(room - least, room * 2 // 3) - word, fold)}" if kept else ""
    if least + len(kept) > room:
        return f"{DOTS}{kept}" if kept and not kept.endswith(f" {DOTS}") and len(kept) < room else DOTS
    source = _one(source, room - len(kept) - len(target) - len(DOTS), fold)
    value = _one(value, room - len(kept) - len(target) - len(source), fold)
    return value + target + source + kept
