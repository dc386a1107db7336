"""What an assignment sets: `a = b = 1` sets both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ....words.series import series
from .outside import CLOSING, OPENING
from .quoting import q

_ADDING: Final = frozenset((b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_SETTING: Final = _ADDING | {b"="}
_STEPPED: Final = _ADDING | {b"++", b"--"}
_TARGET: Final = regex(r"[A-Za-z_*][\w.*]*+(?:->[\w.]++|\[[^\]=]*+\])*+\Z")


def chain(parts: tuple[str, str]) -> tuple[list[str], str]:
    """(all that are set, to what) of `a = b = 1`."""
    names, value = [parts[0]], parts[1]
    while (inner := assignment(value)) and _TARGET.match(inner[0]):
        names.append(inner[0])
        value = inner[1]
    return names, value


def all_of(names: Sequence[str]) -> str:
    told = list(map(q, names))
    return series(told)


def assignment(text: str) -> tuple[str, str] | None:
    """(what is set, to what); in a chain, the first."""
    depth, quoted = 0, ""
    for at, sign in enumerate(text):
        if sign in "\"'":
            if not depth:
                return None
            quoted = "" if quoted == sign else quoted or sign
        if quoted:
            continue
        depth += (sign in "([{") - (sign in ")]}")
        if (
            sign == "="
            and not depth
            and text[at + 1 : at + 2] != "="
            and text[at - 1 : at] not in "=!<>+-*/%&|^@:"
            and at
        ):
            left = text[:at].strip()
            name = left.partition(": ")[0]  # Python: `rows: list[Row] = []`
            return name if name.replace(".", "_").isidentifier() else left, text[at + 1 :].strip()
    return None


def sets_several(words: Sequence[bytes]) -> bool:
    """C and C++: `i = 0, p->n = f()`, of which the second is no part of the value, and `f(), n = 0`, of which the first is not set; Python's
    `(a, b), c = f()` sets all."""
    terms: list[list[bytes]] = [[]]
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if depth or word != b",":
            terms[-1] += [word] if not depth else []
        else:
            terms.append([])
    sets = [any(word in _SETTING for word in term) for term in terms]
    if len(terms) < 2 or True not in sets or b"lambda" in words:
        return False
    first = sets.index(True)
    done = [bool({*term} & _STEPPED) for term in terms]
    if first:
        return any(done[:first]) or any(len(term) > 1 and term[-1] == b")" for term in terms[:first])
    return any(sets[1:]) or any(done[1:])
