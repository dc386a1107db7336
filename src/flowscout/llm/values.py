"""Values that a segment names: numbers, names, quotations and constants stand in the step, and in the step that the noun beside them is of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed
from .english import NUMBERS
from .heads import EMPTY, KIND_NOUNS, LITERAL, given_back
from .phrases import is_literal
from .scopes import TextScope, fits
from .signs import MARKS
from .stems import stem, stems

# -- values -------------------------------------------------------------------------------------------------------------------


def values(said: Sequence[ClauseWord], scope: TextScope, deeds: Sequence[Deed]) -> Iterator[str]:
    bare_return = [d for d in deeds if _CONSTANT.fullmatch(d.code.strip())]
    for at, word in enumerate(said):
        small = word.small
        if word.kind in ("quoted", "number", "code") or is_literal(word):
            if not stands(word, scope, negative=at > 0 and said[at - 1].text in "-−"):
                yield f"{word.text} does not stand there"
            elif why := _beside(said, at, deeds):
                yield why
        elif (
            small in EMPTY
            and not any(EMPTY[small].search(f"{d.code} {d.said}") for d in deeds)
            and not EMPTY[small].search(scope.code)
            and stem(small) not in scope.own
        ):
            if small not in ("nothing", "none"):
                yield f"{word.text} does not stand there"
        elif (
            small in NUMBERS
            and small != "half"
            and NUMBERS[small] not in scope.known
            and stem(small) not in scope.known
            and not re.search(rf"(?<!\d){NUMBERS[small]}(?!\d)", scope.code)
        ):
            yield f"the number {word.text} does not stand there"
        elif (
            small in MARKS
            and not any(
                MARKS[small] in (one or two)
                for one, two in LITERAL.findall("\n".join((scope.code, *(u.code for d in deeds for u in d.under))))
            )
            and stem(small) not in scope.known
        ):
            yield f"{word.text} does not stand there"
    for deed in deeds:
        if (
            not deed.said.startswith(("Return", "Yield"))
            and (told := given_back(said))
            and any(stem(w.text) == "return" for w in said)
        ):
            value = deed.code.partition("=")[2].strip(" ;")
            first = told[0].text.rstrip(".")
            if (
                first.isdigit() or first in ("None", "True", "False", "NULL", "null", "true", "false")
            ) and first.lower() not in re.split(r"[^\w]+", value.lower() if "(" not in value else ""):
                yield f"{first} is not what is returned"
    if bare_return and len(bare_return) == len(deeds) and (returned := given_back(said)):
        values = {_CONSTANT.fullmatch(d.code.strip())[1].lower() for d in bare_return}  # type: ignore[index]
        named = {"null": "null", "none": "none", "nullptr": "null", "true": "true", "false": "false", "zero": "0"}
        names = [named.get(w.small, w.small).rstrip(".") for w in returned]
        constant = next(
            (t for t in names if t in ("true", "false", "null", "none") or t.lstrip("-").replace(".", "").isdigit()), ""
        )
        real = {"null" if v in ("nullptr", "null", "nil") else v for v in values}
        if (
            constant
            and constant not in real
            and constant not in {v.lstrip("-") for v in real}
            and not (constant == "null" and "0" in real)
            and not (constant == "none" and "null" in real)
        ):
            yield f"{constant} is not what is returned"
        if not constant and returned[-1].small in KIND_NOUNS and not any(v.startswith(('"', "'")) for v in values):
            yield f"what is returned is {min(values)}"


_CONSTANT: Final = regex(
    r"(?:return|yield)\s+\(?(-?\d[\w.]*|None|NULL|nullptr|null|nil|True|False|true|false|\"[^\"]*\"|'[^']*')\)?\s*;?"
)


def _beside(said: Sequence[ClauseWord], at: int, deeds: Sequence[Deed]) -> str:
    """`line 0 and column 1` of a step that sets the line to 1: a number stands in the step of the noun before it."""
    if said[at].kind != "number" or not at or len(deeds) < 2 or said[at - 1].kind != "word":
        return ""
    one = stem(said[at - 1].text)
    about = [d for d in deeds if one in stems(d.code)]
    if (
        about
        and len(about) < len(deeds)
        and not any(re.search(rf"(?<![\w.]){re.escape(said[at].text.rstrip('.'))}(?![\w])", d.code) for d in about)
    ):
        return f"{said[at].text} stands in another step than {said[at - 1].text}"
    return ""


def stands(word: ClauseWord, scope: TextScope, negative: bool = False) -> bool:
    text = re.sub(r"['’]s?$", "", word.text).strip("\"'`“”").removesuffix("()").rstrip(".%")
    if (
        word.kind == "quoted"
        and text
        and re.search(
            rf"(?<!\w){re.escape(text)}(?!\w)" if text[0].isalnum() and text[-1].isalnum() else re.escape(text),
            scope.raw,
        )
    ):
        return True
    if word.kind == "quoted":
        return False
    if word.kind == "number":
        return (
            bool(
                re.search(
                    rf"(?<![\w.]){'-' if negative else ''}{re.escape(text)}(?![\w])|(?<![A-Za-z]){re.escape(text)}(?!\d)"
                    if not negative
                    else rf"-\s*{re.escape(text)}(?![\w])",
                    scope.code,
                )
            )
            or (text in scope.known and len(text) > 1)
            or bool(
                re.search(
                    rf"(?:^|[\s;]){'-' if negative else ''}{re.escape(text)}\s*;?\s*$"
                    if len(text) < 2
                    else rf"(?<!\d){re.escape(text)}(?!\d)",
                    scope.raw,
                    re.MULTILINE,
                )
            )
        )
    if text and re.search(rf"(?<![\w$]){re.escape(text)}(?![\w$])", scope.raw):
        return True
    if len(text) > 3 and re.search(rf"(?<![\w$]){re.escape(text)}[a-z]", scope.code):
        return True
    if word.text.isupper() and word.text.isalpha():
        return stem(text) in scope.known or fits(text, scope) or text.lower() in scope.raw.lower()
    if word.kind == "code" and all(stem(part) in scope.known for part in re.findall(r"[A-Za-z]+", text)):
        return True
    return bool(text) and text.isalpha() and stem(text) in scope.known


def opened(said: Sequence[ClauseWord], deeds: Sequence[Deed]) -> Iterator[str]:
    """`opens it for writing` of a file that is opened to read."""
    modes = [mode for d in deeds if "open" in d.code for mode in _MODE.findall(d.code)]
    modes += [letters for d in deeds for flag, letters in _OPENED.items() if flag in d.code]
    smalls = {w.small for w in said}
    if modes and any(w.small.startswith("open") for w in said):
        for word, letters in (("writing", "wax+"), ("reading", "r+"), ("appending", "a")):
            if word in smalls and not any(set(mode) & set(letters) for mode in modes):
                yield f"it is not opened for {word}"


_OPENED: Final = {"O_RDONLY": "r", "O_WRONLY": "w", "O_RDWR": "rw", "O_APPEND": "a"}
_MODE: Final = regex(r"[\"']([rwax]b?t?\+?b?)[\"']")
