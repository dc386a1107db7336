"""From statement nodes to neutral syntax, by the language's table of rows."""

from __future__ import annotations

from typing import Any, Final

from flowscout.model.declared import Note
from flowscout.model.language import Language, Node
from flowscout.model.syntax import Body, Opaque, Range, Return, Simple, Stmt
from flowscout.shapes.draft import FileDraft, FunctionDraft

DEEPEST: Final = 200  # rows, codec and stages recurse per level of nesting; Python's stack holds 1,000 frames
BLOCK: Final = 2  # a nested block costs about twice the frames of one more else-if
TOO_DEEP: Final = "statements nested deeper than we draw"
NOT_UNDERSTOOD: Final = "not understood"


class StatementReader:
    """The `Reader` of one function. `shape` collects the length of each body, inner ones first: with the tokens it
    tells programs apart that differ in indentation alone."""

    def __init__(self, function: FunctionDraft, file: FileDraft, language: Language, base: int) -> None:
        self.depth = 0
        self.base = base
        self.function = function
        self.file = file
        self.rows = language.statements
        self.blocks = language.blocks

    @property
    def full(self) -> bool:
        return self.depth >= DEEPEST

    def span(self, node: Node) -> tuple[int, int]:
        start, end = node.byte_range
        return start - self.base, end - self.base

    def range(self, node: Node) -> Range:
        start, end = node.byte_range
        return Range(start - self.base, end - self.base)

    def holds(self, node: Node, what: str) -> bool:
        offsets = self.function.extra.get(what)
        if not offsets:
            return False
        start, end = node.byte_range
        return any(start <= offset < end for offset in offsets)

    def text(self, node: Node) -> str:
        return self.file.text(*node.byte_range)

    def written(self, start: int, end: int) -> bytes:
        return self.file.data[start:end]

    def opaque(self, start: Node, end: Node, why: str) -> Body:
        self.file.notes.append(Note(start.start_point.row + 1, why))
        return (Opaque(start.start_byte - self.base, end.end_byte - self.base, why),)

    def body(self, node: Node | None) -> Body:
        if node is None:
            return ()
        kind = node.type
        if self.depth >= DEEPEST:
            return self.opaque(node, node, TOO_DEEP)
        self.depth += BLOCK
        statements: list[Stmt] = []
        rows = self.rows
        for child in node.named_children if kind in self.blocks else (node,):
            row = rows.get(child.type)
            statements += row(child, self) if row is not None else self.statement(child)
        self.depth -= BLOCK
        self.function.shape.append(len(statements))
        if kind == "block" and node.parent is not None and node.parent.type.endswith("_clause"):
            self.function.shape.append(
                self.depth
            )  # an `else` may be the inner or the outer one's by its indentation alone
        return tuple(statements)

    def statement(self, node: Any) -> Body:
        kind = node.type
        row = self.rows.get(kind)
        if row is not None:
            return row(node, self)
        if kind == "ERROR":
            return self.opaque(node, node, NOT_UNDERSTOOD)
        start, end = node.byte_range
        return (Simple(start - self.base, end - self.base, "expression"),)


def statements(function: FunctionDraft, file: FileDraft, language: Language, base: int) -> Body:
    reader = StatementReader(function, file, language, base)
    head = function.head
    if head.statements is not None:
        return head.statements(reader)
    if head.body is None:
        return ()
    if head.body.type in language.blocks:
        return reader.body(head.body)
    value = reader.range(head.body)
    return (Return(value.start, value.end, value),)
