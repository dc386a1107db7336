"""Which overload is meant, as far as the arguments' types tell: a candidate that an argument contradicts is out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .classes import Candidate
from .types import Type, read_type

_NUMBERS: Final = frozenset(
    {
        "int",
        "long",
        "short",
        "unsigned",
        "signed",
        "size_t",
        "bool",
        "double",
        "float",
        "char",
        "uint32_t",
        "uint64_t",
        "int32_t",
        "int64_t",
        "uint8_t",
        "int8_t",
        "uint16_t",
        "int16_t",
        "ssize_t",
        "off_t",
        "uintptr_t",
    }
)
_WRONG: Final = -100


def narrowed(candidates: Sequence[Candidate], arguments: Sequence[Type | None]) -> list[Candidate]:
    """Those that fit the known types best; all of them when nothing is known."""
    if len(candidates) < 2 or not any(arguments):
        return list(candidates)
    scored = [(_score(candidate, arguments), candidate) for candidate in candidates]
    best = max(score for score, _ in scored)
    return [candidate for score, candidate in scored if score == best]


def contradicted(candidate: Candidate, arguments: Sequence[Type | None]) -> bool:
    return any(arguments) and _score(candidate, arguments) < 0


def _score(candidate: Candidate, arguments: Sequence[Type | None]) -> int:
    wanted = parameters(candidate.signature)
    return sum(_fit(kind, given) for kind, given in zip(wanted, arguments, strict=False) if given is not None)


def _fit(wanted: Type, given: Type) -> int:
    """2: the same; 1: converts plainly; 0: may convert; very low: cannot."""
    if wanted.function or given.function or not wanted.name or not given.name:
        return 0
    same = wanted.name.rpartition("::")[2] == given.name.rpartition("::")[2]
    if same and wanted.pointers == given.pointers:
        return 2
    if wanted.pointers and given.pointers:
        return 1 if wanted.name == "void" else 0 if wanted.pointers == given.pointers else _WRONG
    if wanted.name in _NUMBERS and given.name in _NUMBERS and wanted.pointers == given.pointers:
        return 1
    if bool(wanted.pointers) != bool(given.pointers):
        return _WRONG if wanted.pointers or wanted.name in _NUMBERS else -1
    return -1


def parameters(signature: str) -> list[Type]:
    """The parameter types of a signature."""
    start, depth, here, found = signature.find("("), 0, "", []
    for char in signature[start + 1 :]:
        if depth == 0 and char in ",)":
            found.append(here)
            here = ""
            if char == ")":
                break
            continue
        depth += (char in "<([") - (char in ">)]")
        here += char
    return [read_type(text) for text in found if text]
