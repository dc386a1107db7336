"""What a function ends in, by name: `InvalidArgument`, `ValueError`, `-1`."""

from __future__ import annotations

from collections.abc import Sequence
from re import DOTALL
from typing import Final

from ..model import limits
from ..model.pattern import regex
from .folding import split

_VERBS: Final = regex(r"^(?:Return|Raise|Throw) (?=\S)")
_MADE: Final = regex(r"(?:Raise|Throw) ([\w.:]{1,80})\(.*\)", DOTALL)  # of nothing that is written for people
_CALL: Final = regex(r"((?:Return|Raise|Throw) [\w.:]{1,80})\(.*\)", DOTALL)
_LEAVES: Final = regex(r"([\w.:>-]{1,80})\(.{1,4000}\) (exits|never returns)", DOTALL)
_VARIABLE: Final = regex(r"[a-z_][a-z0-9_]{0,40}")
_SHORT: Final = 24  # letters that need no cut
_LIST: Final = regex(r"[\w.:()-]{1,60}(?:, [\w.:()-]{1,60}){0,12} or [\w.:()-]{1,60}$")  # `A, b() or c`
_SEVERAL: Final = regex(r"(?:, | or )(?:Return|Raise|Throw) (?=\S)")


def parted(label: str) -> tuple[str, str]:
    """(name of the outcome, its message): `Return InvalidArgument: no p`."""
    if _SEVERAL.search(label):
        return label, ""
    if made := _MADE.fullmatch(label):
        return (f"{made[1]}(…)" if made[1].rpartition(".")[2][:1].islower() else made[1]), ""
    told = _VERBS.sub("", label)
    if _VARIABLE.fullmatch(told):
        return label, ""  # `ret` alone says nothing of a way out
    name = headline(told)
    return (name, told[len(name) + 2 :]) if name != told and len(name) <= limits.CIRCLE_LINE * 2 else (told, "")


def headline(label: str) -> str:
    """What stands before its message. A colon within brackets or quotes parts nothing: `fatal("read error: %s", why)`."""
    name, colon, _ = label.partition(": ")
    whole = name.count("(") == name.count(")") and name.count('"') % 2 == 0
    return name if colon and whole else label


def brief(label: str) -> str:
    """What it is alone: `Return Err(…)`, `Raise ValueError`, `die(…) exits`."""
    if len(label) > _SHORT and (left := _LEAVES.fullmatch(label)):
        return f"{left[1]}(…) {left[2]}"
    made = _CALL.fullmatch(label) if len(label) > _SHORT else None
    return f"{made[1]}(…)" if made else headline(label)


def listed(labels: Sequence[str]) -> str:
    """`Return A, B or C`; with a verb each where they differ."""
    if len(labels) < 2:
        return "".join(labels)
    verbs = {label.split(" ", 1)[0] for label in labels if " " in label}
    if len(verbs) == 1 and min(verbs).isalpha() and all(" " in label for label in labels):
        rest = list(dict.fromkeys(each for label in labels for each in _each(label.split(" ", 1)[1])))
        if len(rest) < 2:
            return f"{verbs.pop()} {rest[0]}"
        return f"{verbs.pop()} {', '.join(rest[:-1])} or {rest[-1]}"
    return ", ".join(labels[:-1]) + f" or {labels[-1]}"


def each_of(label: str) -> list[str]:
    """Of a label that lists outcomes each by itself, with its verb."""
    verb, _, told = label.partition(" ")
    return [f"{verb} {each}" for each in _each(told)] if _VERBS.match(label) else [label]


def _each(told: str) -> list[str]:
    """Of outcomes that are listed already, each."""
    return [each for part in split(told, " or ") for each in split(part, ", ")] if _LIST.match(told) else [told]
