"""Reading sources for the operators: nodes, their texts, and changes of bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node

FUNCTIONS = ("function_definition", "lambda", "lambda_expression")
BLOCKS = ("block", "compound_statement")


class Change(NamedTuple):
    """Bytes start..end become text."""

    start: int
    end: int
    text: str


Changes = tuple[Change, ...]


def applied(data: bytes, changes: Changes) -> bytes:
    made = data
    for start, end, text in sorted(changes, reverse=True):
        made = made[:start] + text.encode() + made[end:]
    return made


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def walk(node: Node) -> Iterator[Node]:
    """In source order."""
    stack = [node]
    while stack:
        yield (here := stack.pop())
        stack += reversed(here.children)


def above(node: Node) -> Iterator[Node]:
    while (parent := node.parent) is not None:
        yield (node := parent)


def within(node: Node, *types: str) -> Node | None:
    return next((each for each in above(node) if each.type in types), None)


def root(node: Node) -> Node:
    return [node, *above(node)][-1]


def named(node: Node) -> list[Node]:
    return [each for each in node.named_children if each.type != "comment"]


def field(node: Node, *names: str) -> Node | None:
    """The node that a way of fields leads to."""
    here: Node | None = node
    for name in names:
        here = here.child_by_field_name(name) if here is not None else None
    return here


def statements(block: Node | None) -> list[Node]:
    """A docstring is none."""
    return [each for each in named(block) if not docstring(each)] if block is not None else []


def docstring(node: Node) -> bool:
    return node.type == "expression_statement" and [each.type for each in node.named_children] in (
        ["string"],
        ["concatenated_string"],
    )


def python(node: Node) -> bool:
    return root(node).type == "module"


def in_function(node: Node) -> bool:
    """In its body, not in its head."""
    return any(
        each.type in FUNCTIONS and each.child_by_field_name("body") == below
        for below, each in pairwise([node, *above(node)])
    )


def instead(node: Node, words: str) -> Changes:
    return (Change(node.start_byte, node.end_byte, words),)


def without(node: Node) -> Changes:
    """A statement deleted with its lines where it stands alone on them; the last of a Python block leaves `pass`."""
    parent = node.parent
    if parent is not None and python(node) and parent.type == "block" and len(named(parent)) == 1:
        return instead(node, "pass")
    if parent is not None and parent.type not in (
        *BLOCKS,
        "module",
        "translation_unit",
        "case_statement",
        "class_definition",
        "declaration_list",
        "field_declaration_list",
    ):
        return instead(node, ";")
    return line_cut(node)


def line_cut(node: Node) -> Changes:
    data = root(node).text or b""
    start, end = data.rfind(b"\n", 0, node.start_byte) + 1, data.find(b"\n", node.end_byte)
    end = len(data) if end < 0 else end
    alone = not data[start : node.start_byte].strip() and not data[node.end_byte : end].strip()
    return (Change(start, end + 1, ""),) if alone else (Change(node.start_byte, node.end_byte, ""),)


def with_comma(node: Node) -> Changes:
    """One of several in a list, with the comma that goes with it."""
    siblings = [each for each in (node.parent.children if node.parent else []) if each.type != "comment"]
    at = siblings.index(node)
    if at + 1 < len(siblings) and siblings[at + 1].type == ",":
        end = (
            siblings[at + 2].start_byte
            if at + 2 < len(siblings) and siblings[at + 2].start_point[0] == node.start_point[0]
            else siblings[at + 1].end_byte
        )
        return (Change(node.start_byte, end, ""),)
    if at and siblings[at - 1].type == ",":
        return (Change(siblings[at - 1].start_byte, node.end_byte, ""),)
    return instead(node, "")


def column(node: Node) -> str:
    """The blanks before a statement on its line."""
    data = root(node).text or b""
    line = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
    return re.match(rb"[ \t]*", line).group().decode()  # type: ignore[union-attr]


def dedented(node: Node, to: str) -> str:
    """A block's text with its lines as far in as `to`."""
    was = column(node)
    return "\n".join([line.replace(was, to, 1) if line.startswith(was) else line for line in text(node).split("\n")])


def shifted(node: Node, by: str) -> str:
    """A statement's text with every further line `by` further in."""
    return "\n".join(
        [line if not at or not line.strip() else by + line for at, line in enumerate(text(node).split("\n"))]
    )


def lines(before: bytes, after: bytes) -> tuple[tuple[int, int], tuple[int, int]]:
    """(first, last) line that differs, of either side."""
    most = min(len(before), len(after))
    head = next((i for i in range(most) if before[i] != after[i]), most)
    tail = next((i for i in range(most - head) if before[-1 - i] != after[-1 - i]), most - head)
    return _span(before, head, len(before) - tail), _span(after, head, len(after) - tail)


def _span(data: bytes, start: int, end: int) -> tuple[int, int]:
    first = data.count(b"\n", 0, start) + 1
    return first, first + data.count(b"\n", start, max(start, end - 1))
