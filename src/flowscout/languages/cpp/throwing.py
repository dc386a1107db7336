"""`ok ? value : throw Error("x")`: the grammar knows `throw` as a statement only.

Inside an expression the word is hidden from the grammar, which then reads the thrown value as an operand; afterwards
the operand is marked as what throws.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from flowscout.languages.c.text import scan
from flowscout.model.facts import Raised
from flowscout.model.pattern import regex
from flowscout.model.syntax import Mark
from flowscout.shapes.draft import FileDraft

from .uses import raised_type

_THROW = regex(rb"[?:,(&|]\s*+(throw)\b\s*+(?=[^\s;])")
_FAR: Final = 2000
MOST: Final = 500  # in one file


def places(mask: bytes) -> Iterator[tuple[int, int]]:
    """Where the word stands inside an expression, and where its operand begins."""
    if b"throw" not in mask:
        return
    for match in _THROW.finditer(mask):
        before = match.start()
        edge = max(mask.rfind(mark, max(0, before - _FAR), before) for mark in (b";", b"{", b"}"))
        if mask[before] != 0x3A or b"?" in mask[max(edge, 0) : before]:
            yield match.start(1), match.end()


def hide(text: bytearray, mask: bytes) -> None:
    for start, _ in places(mask):
        text[start : start + 5] = b"     "


def mark(file: FileDraft) -> None:
    root = file.root.node
    for start, operand in islice(places(scan(file.data)[0]), MOST):
        node = _largest(root, operand)
        at = file.at(start)
        if node is None or at is file.root:
            continue
        end = node.end_byte - at.start
        at.marks.append(Mark("throw", start - at.start, end))
        at.raises.append(Raised(start - at.start, end, raised_type(node, at, file)))


def _largest(root: Any, offset: int) -> Any:
    """The largest expression that begins at an offset."""
    node = root.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.parent is not None and node.parent.start_byte == offset:
        node = node.parent
    while node is not None and node.type == "comma_expression":
        node = node.child_by_field_name("left")
    return node
