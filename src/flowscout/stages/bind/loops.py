"""A macro that a loop stands for: by its definition, and what it goes through by what it is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Range

_HEAD: Final = regex(r"\b(for|while|if|BOOST_FOREACH)\s*+\(")
_INVOKES: Final = regex(r"\A(?!(?:for|while|if|do|switch|sizeof)\b)([A-Za-z_]\w{0,80}+)\s{0,9}+\(")
_SPEAKING: Final = regex(r"(?<![a-z])for_?each|FOR_?EACH|[a-z]ForEach")
_FIRST: Final = regex(r"\bfor\s*+\(\s*+(?:[\w ]{1,60}[ *])?\(?(\w++)\)?\s*+=(?!=)([^;]{1,200});")
_GIVEN: Final = regex(r"(?<![\w.>])(\w{1,80}+)\s{0,9}+\)?\s{0,9}+=(?!=)([^;]{1,200});")
_NAME: Final = regex(rb"[A-Za-z_]\w*+")
UNKNOWN: Final = (-1, -1)
NOT_GIVEN: Final = -2  # where what is gone through is none of what is given
_MOST: Final = 8  # arguments that are looked for in the body
_LONGEST: Final = 2000  # characters of a definition


@lru_cache(maxsize=256)
def opens_a_loop(text: str) -> bool:
    """Whether a definition ends in the head of a loop, whatever it asks behind that: `for (…)`, `for (…) if (…)`."""
    text = text.strip()[-_LONGEST:]
    loops, end = False, -1
    for head in _HEAD.finditer(text):
        if head.start() < end:
            continue
        between = text[end:].split(head[0], 1)[0] if end >= 0 else ""
        loops = (loops and not between.strip()) or head[1] != "if"
        end = closed(text, head.end())
        if end < 0:
            return False
    return loops and end == len(text)


def other_macro(text: str) -> str:
    """Whose invocation is all that a definition says; "" where it says more."""
    text = text.strip()[:_LONGEST]
    called = _INVOKES.match(text)
    return called[1] if called and closed(text, called.end()) == len(text) else ""


def called_a_loop(name: str) -> bool:
    """Of a macro that nobody here defines: `TAILQ_FOREACH`."""
    return _SPEAKING.search(name) is not None


def closed(text: str, at: int) -> int:
    """Where a bracket that was opened before is closed; -1 for nowhere."""
    depth = 1
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place + 1
    return -1


def places(params: Sequence[str], text: str) -> tuple[int, int]:
    """Which parameter takes each, and which it is taken from, where the loop's first part says so; -1 for not known."""
    first = _FIRST.search(text)
    if not first or first[1] not in params:
        return UNKNOWN
    taken = [
        at for at, name in enumerate(params) if name != first[1] and re.search(rf"\b{re.escape(name)}\b", first[2])
    ]
    return params.index(first[1]), taken[0] if taken else -1


def parameters(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def handed_on(names: Sequence[str], text: str, known: tuple[int, int]) -> tuple[int, int]:
    """The same of a macro that stands for another's invocation, of which it is known. What that goes through need not be given: `EACH(x, &rows)`."""
    behind = text.strip().partition("(")[2].encode()
    given = [behind[each.start : each.end].decode().strip("()& ") for each in _arguments(behind, 0, len(behind) - 1)]
    if not 0 <= known[0] < len(given) or given[known[0]] not in names:
        return UNKNOWN
    from_ = given[known[1]] if 0 <= known[1] < len(given) else ""
    at = names.index(from_) if from_ in names else NOT_GIVEN
    return names.index(given[known[0]]), at if from_ else UNKNOWN[1]


def opens_a_body(text: str) -> str:
    """What a definition does first in each pass of a loop whose brace it leaves open, `for (…) { var = list[i];`; "" of any other."""
    text = text.strip()[-_LONGEST:]
    heads = [head for head in _HEAD.finditer(text) if head[1] != "if"]
    end = closed(text, heads[-1].end()) if heads else -1
    behind = text[end:].strip() if end >= 0 else ""
    return behind[1:] if behind.startswith("{") and behind.count("{") == behind.count("}") + 1 else ""


def closes_a_body(text: str) -> bool:
    """Whether a definition closes a brace that it does not open."""
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return True
    return False


def filled(params: Sequence[str], text: str) -> tuple[int, int]:
    """Of a macro that opens a loop's body: which parameter is given a value there in each pass, and which one that value is taken from;
    -1 for not known."""
    for given in _GIVEN.finditer(opens_a_body(text)):
        others = [name for name in params if name != given[1] and re.search(rf"\b{re.escape(name)}\b", given[2])]
        asked = [name for name in others if re.search(rf"\b{re.escape(name)}\b\s*+(?:\)\s*+)?(?:->|\[|\.)", given[2])]
        if given[1] in params and (len(others) == 1 or len(asked) == 1):
            return params.index(given[1]), params.index((others if len(others) == 1 else asked)[0])
    return UNKNOWN


def gone_through(
    text: bytes, opened: int, asked: Range, end: int, known: tuple[int, int] = (-1, -1)
) -> tuple[Range | None, Range]:
    """What each is called, and what it is taken from. opened: behind the bracket of the invocation, which is what is asked. end: of what it
    governs. known: places of what
    takes each and of what it is taken from among what is given. Else: what is taken is the first name that is spoken of there, else the first; what from is an address or a path, else what
    stands behind it."""
    given = list(_arguments(text, opened, asked.end - 1))
    if 0 <= known[0] < len(given) and known[1] == NOT_GIVEN:
        return given[known[0]], asked
    if min(known) >= 0 and max(known) < len(given):
        return given[known[0]], given[known[1]]
    names = [each for each in given[:_MOST] if _NAME.fullmatch(text[each.start : each.end])] if len(given) > 1 else []
    body = text[asked.end : end]
    spoken = next((each for each in names if _spoken_of(text[each.start : each.end], body)), None)
    into = spoken or next((each for each in names if each == given[0]), None)
    if into is None or len(given) == 1:
        return None, given[0] if len(given) == 1 else asked
    if into == given[0]:
        paths = [
            each
            for each in given[1:_MOST]
            if text[each.start : each.start + 1] == b"&" or b"->" in text[each.start : each.end]
        ]
        return into, next(iter(paths), given[-1] if len(given) == 2 else given[1])
    return into, given[0] if len(given) == 2 else asked


def _arguments(text: bytes, start: int, end: int) -> Iterator[Range]:
    depth, begin = 0, start
    for at in range(start, end + 1):
        depth += (text[at : at + 1] in (b"(", b"[", b"{")) - (text[at : at + 1] in (b")", b"]", b"}"))
        if at == end or (text[at : at + 1] == b"," and not depth):
            piece = text[begin:at]
            first = begin + len(piece) - len(piece.lstrip())
            if piece.strip():
                yield Range(first, first + len(piece.strip()))
            begin = at + 1


def _spoken_of(name: bytes, body: bytes) -> bool:
    """Whether code has the name of a variable, not of a field."""
    return re.search(rb"(?<![\w.])(?<!->)" + re.escape(name) + rb"\b", body) is not None
