"""Whether code or declarations stand at a place, told by the braces around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex

_BRACE = regex(rb"[{}]")
_FAR: Final = 800
_CONTAINER = regex(rb"\b(?:namespace|class|struct|union)\b|\bextern\s*\"")
_CALLABLE = regex(
    rb"\)\s*+(?:(?:const|volatile|noexcept|override|final|mutable|try|&&?|[A-Z_]{3,}+\w*+)\s*+)*+(?:->[^;{}]*+|:(?!:)[^;{}]*+)?\Z"
)


def among_declarations(mask: bytes, offsets: Sequence[int]) -> list[bool]:
    """For each offset, in order: outside all braces, or right within a namespace, a class or `extern "C"`."""
    answers: list[bool] = []
    stack: list[int] = []
    containers: dict[int, bool] = {}
    here = 0
    for offset in offsets:
        for brace in _BRACE.finditer(mask, here, offset):
            at = brace.start()
            if mask[at] == 0x7B:
                stack.append(at)
            elif stack:
                stack.pop()
        here = max(here, offset)
        answers.append(_free(mask, stack, containers))
    return answers


def _free(mask: bytes, stack: list[int], containers: dict[int, bool]) -> bool:
    if not stack:
        return True
    at = stack[-1]
    if at not in containers:
        containers[at] = _contains(mask, at)
    return containers[at]


def _contains(mask: bytes, brace: int) -> bool:
    """Whether the block that opens here holds declarations, judged by what stands before it."""
    floor = max(0, brace - _FAR)
    start = max(mask.rfind(edge, floor, brace) for edge in (b";", b"{", b"}"))
    head = mask[max(start + 1, floor) : brace].rstrip()
    if head.endswith((b"=", b",", b"(")) or _CALLABLE.search(head):
        return False
    return _CONTAINER.search(head) is not None
