"""A question and its answer as what is supposed: `If fd is less than 0`, `Unless a is set and b is 1`."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ..model import limits
from ..model.pattern import regex
from .cutting import whole
from .folding import DOTS, blanked, parts, split
from .many_terms import termed

_ROW: Final = regex(r" (?:and|or|nor|if) ")
_TURNS: Final = (
    (" is not ", " is "),
    (" is at least ", " is less than "),
    (" is less than ", " is at least "),
    (" is at most ", " is more than "),
    (" is more than ", " is at most "),
    (" differs from ", " equals "),
    (" equals ", " differs from "),
    (" lacks ", " has "),
)
_SAYS: Final = (
    (" is ", " is not "),
    (" exists", " does not exist"),
    (" matches ", " does not match "),
    (" contains ", " does not contain "),
    (" starts with ", " does not start with "),
    (" ends with ", " does not end with "),
)
_LISTED: Final = regex(
    r"(\S{1,80} is) (?!not |in |less |more |at |neither |none )([^\s].{0,120}) or (\S{1,80})"
)  # `c is A, B or C`
_VALUE: Final = regex(
    r"[-+\d\"'].{0,120}|(?:[\w.]{1,80}[:.]{1,2})?(?:[A-Z][A-Z\d_]{0,80}|k[A-Z]\w{0,80})|[\w:]{1,80}::\w{1,80}|null|None|true|false|True|False"
)
_PLAIN: Final = (" is set", " is null", " is empty", " is None", " is true", " is false", " is ok")
_NEITHER: Final = regex(r"(.{1,120}? (?:is|has)) (?:neither|none of) (.{1,160})")
_NO_KIND: Final = regex(r"(\S{1,80} is) not (an? \S{1,80}(?:, an? \S{1,80}){0,6} or an? \S{1,80})")
_DENIES: Final = regex(r"\bnot\b|\bdiffers from\b|\blacks\b|\bis (?:null|empty|None|false)\b")
_ROOM: Final = limits.STEP_TEXT


def is_value(said: str) -> bool:
    """A number, a text or a constant by its name."""
    return len(said) <= 160 and _VALUE.fullmatch(said) is not None


def supposed(asked: str, answer: str) -> str:
    """asked: with or without its mark. answer: of a choice among many the case."""
    question = " ".join(asked.removesuffix("?").split())
    if question.startswith("Built with "):
        question = f"built with {question[11:]}"
    said, *rest = answer.split(", ")
    if question.startswith("Which ") or said not in ("yes", "no"):
        return "Otherwise" if answer in ("", "otherwise") else whole(answer, _ROOM)  # a case's value is code: `kOk`
    beside = f" ({', '.join(rest)})" if rest else ""
    if said == "yes":
        return f"If {termed(question, _ROOM)}{beside}"
    turned = _turned(question)
    return f"If {termed(turned, _ROOM)}{beside}" if turned else f"Unless {termed(question, _ROOM)}{beside}"


def held(asked: str, answer: str) -> str:
    """What holds where a question is answered so, with no word before it: `closer is not open`, `not run.fits(width)`."""
    question = " ".join(asked.removesuffix("?").split())
    if question.startswith("Built with "):
        question = f"built with {question[11:]}"
    return question if answer == "yes" else _turned(question) or _denied(question)


def _none_of(question: str) -> str:
    """`c is neither A nor B` for `c is A or B`; "" for all else. `a is 0 or b` lists no two values of `a`."""
    words = [word for word in ("and", "or", "nor", "if") if len(split(question, f" {word} ")) > 1]
    listed = _LISTED.fullmatch(question) if words == ["or"] else None
    if not listed or _ROW.search(blanked(listed[2])) or not _VALUE.fullmatch(listed[3]):
        return ""
    values = split(listed[2], ", ")
    if len(values) == 1:
        return f"{listed[1]} neither {values[0]} nor {listed[3]}"
    return f"{listed[1]} none of {', '.join([*values, listed[3]])}"


def _denied(question: str) -> str:
    """The answer no of what is not turned; only what is one thing goes without brackets."""
    if none := _none_of(question):
        return none
    if any(len(split(question, f" {word} ")) > 1 for word in ("and", "or", "nor", "if")):
        return f"not ({question})"
    blank = blanked(question)
    for word, other in _SAYS:
        if blank.count(word) == 1 and blank.count(" is ") == (word == " is "):
            at = blank.index(word)
            return f"{question[:at]}{other}{question[at + len(word) :]}"
    return f"not ({question})" if " " in blank and not question.startswith("built with ") else f"not {question}"


def _turned(question: str, within: bool = False) -> str:
    """ "" where it can only be turned by a word before all of it. within: as a part of what is asked, where how much that denies is
    reckoned of the whole."""
    if len(question) > limits.DEED_TEXT:
        return ""
    if one := _one_of(question):
        return one
    if _ROW.search(question):
        return _row_turned(question, within)
    if question.startswith("not "):
        return question[4:]
    for word, other in _TURNS:
        if question.count(word) == 1 and question.count(" is ") <= 1:
            return question.replace(word, other)
    for word in _PLAIN:
        if question.endswith(word) and question.count(" is ") == 1:
            return question.replace(" is ", " is not ")
    return ""


def _one_of(question: str) -> str:
    """`x is A or B` for `x is neither A nor B`, `x is a A or a B` for `x is not a A or a B`; "" for all else."""
    if kind := _NO_KIND.fullmatch(question):
        return f"{kind[1]} {kind[2]}"
    found = _NEITHER.fullmatch(question)
    if not found or _ROW.search(blanked(found[1])):
        return ""
    values = [value for part in split(found[2], ", ") for value in split(part, " nor ")]
    if len(values) < 2 or any(_ROW.search(blanked(value)) for value in values):
        return ""
    return f"{found[1]} {', '.join(values[:-1])} or {values[-1]}"


def _row_turned(question: str, within: bool) -> str:
    """Each part by itself, where that denies less than a word before all of it: `a is 1 and b is set` for `a is not 1 or b is null`."""
    rows = {word: split(question, f" {word} ") for word in ("and", "or", "nor", "if")}
    words = [word for word, some in rows.items() if len(some) > 1]
    if words not in (["and"], ["or"]):
        return ""
    asked = rows[words[0]]
    if any(is_value(part) and " " not in blanked(part) for part in asked) or (
        within and any(_lists(*pair) for pair in pairwise(asked))
    ):
        return ""  # of `a is A or B or c is 3` a part is no question
    turned = [part if part == DOTS else _part_turned(part) for part in asked]
    denies = not within and len(_DENIES.findall(question)) < len(_DENIES.findall(" ".join(turned)))
    if denies or not all(turned):
        return ""
    return (" or " if words[0] == "and" else " and ").join(turned)


def _lists(one: str, other: str) -> bool:
    """Whether the other may be a further value of what the one asks of: `a is low or high`."""
    return not one.endswith(_PLAIN) and _LISTED.fullmatch(f"{one} or {other}") is not None


def _part_turned(part: str) -> str:
    if any(each.start == 1 and each.end == len(part) - 1 and part[0] == "(" for each in parts(part)):
        inner = _none_of(part[1:-1]) or _turned(part[1:-1], within=True)
        return f"({inner})" if _ROW.search(inner) else inner
    blank = blanked(part)
    if turned := _turned(part):
        return turned
    if blank.count(" is ") == 1:
        at = blank.index(" is ")
        return f"{part[:at]} is not {part[at + 4 :]}"
    return "" if " " in blank else f"not {part}"
