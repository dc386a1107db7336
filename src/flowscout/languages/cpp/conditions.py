"""`for (; const char *p = next(); ++p)`: the grammar knows no declaration there and loses what stands around it, up to
the whole file; so it gets to see an assignment, and the name is read as the local that it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.languages.c.signature import canonical
from flowscout.model.facts import Binding
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

QUERY: Final = """
(for_statement) @loop
"""
_FOR: Final = regex(rb"\bfor\s{0,9}+\(")
_DECLARED: Final = regex(
    rb";\s{0,40}+((?:const\s{1,9}+)?[A-Za-z_][\w:]{0,80}+(?:<[\w:,\s*&]{0,80}+>)?(?:\s{0,9}+[*&]){0,3}+\s{0,9}+)(?<=[\s*&])[A-Za-z_]\w{0,80}+\s{0,9}+=(?!=)"
)
_TURN: Final = regex(rb"[;(){}\[\]]")
_FAR: Final = 400


def hide(text: bytearray, mask: bytes) -> None:
    """mask: the text without comments and strings. Bytes do not move."""
    for loop in _FOR.finditer(mask):
        first = _first_end(mask, loop.end())
        if found := _DECLARED.match(mask, first) if first else None:
            text[found.start(1) : found.end(1)] = b" " * (found.end(1) - found.start(1))


def _first_end(mask: bytes, start: int) -> int:
    """Where the first of a loop's three parts ends; 0: it has none."""
    depth = 0
    for turn in _TURN.finditer(mask, start, start + _FAR):
        if turn[0] == b";" and not depth:
            return turn.start()
        depth += (turn[0] in b"([{") - (turn[0] in b")]}")
        if depth < 0:
            break
    return 0


def harvest(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        condition = node.child_by_field_name("condition")
        name = condition.child_by_field_name("left") if condition is not None else None
        if name is None or condition.type != "assignment_expression" or name.type != "identifier":
            continue
        start = name.start_byte
        before = file.text(max(node.start_byte, start - _FAR), start).rpartition(";")[2]
        if before.strip():
            at, value = file.at(start), condition.child_by_field_name("right")
            kind = canonical(before)
            at.bindings.append(
                Binding(start - at.start, file.read(name), "" if kind == "auto" else kind, file.read(value), "declare")
            )
            at.extra.setdefault("locals", set()).add(file.read(name))


HARVEST: Final = {"loop": harvest}
