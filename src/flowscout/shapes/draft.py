"""Facts under construction: one draft per function and type, filled in place while a file is read, then frozen.

Records in a function's draft are relative to its `start`; records of the file are absolute.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final

from flowscout.model.declared import Declared, Import, Note
from flowscout.model.facts import Binding, Call, Macro, Param, Raised, Shield, Write
from flowscout.model.language import Node, Reader
from flowscout.model.record import NamedTuple
from flowscout.model.syntax import Body, Mark

CUT: Final = 200
ENOUGH: Final = 1200  # bytes that surely hold as many characters, layout collapsed
LAYOUT: Final = re.compile(r"\s+")


class FunctionHead(NamedTuple):
    """What a language says of a function's definition; the fields as in `FunctionFacts`.

    body: the block, or for a lambda the expression it returns. statements: builds the body instead, where a block is
    not all (initialisers, function-try-blocks). start, end: of the definition, where not the node's own. qualifier:
    names written before the name (`A::B::f`), added to the scope that surrounds it.
    """

    name: str
    kind: str
    body: Node | None
    params: tuple[Param, ...] = ()
    signature: str = ""
    result: str = ""
    flags: str = ""
    decorators: tuple[str, ...] = ()
    doc: str = ""
    qualifier: tuple[str, ...] = ()
    start: int = -1
    statements: Callable[[Reader], Body] | None = None
    end: int = -1


class TypeHead(NamedTuple):
    name: str
    kind: str
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    qualifier: tuple[str, ...] = ()
    end: int = -1


class FunctionDraft:
    """A function being read. `body_start`: where its own code begins; before it stand name, parameters and defaults.

    outer: the enclosing function's draft, or the file's root. owner: the type whose body holds it. Hooks may keep what
    they like in `extra`.
    """

    __slots__ = (
        "bindings",
        "body_start",
        "calls",
        "end",
        "errors",
        "extra",
        "head",
        "index",
        "marks",
        "node",
        "outer",
        "owner",
        "raises",
        "returns",
        "scope",
        "shape",
        "shields",
        "start",
        "writes",
    )

    def __init__(self, node: Any, scope: tuple[str, ...], outer: FunctionDraft | None, owner: TypeDraft | None) -> None:
        self.node = node
        self.scope = scope
        self.outer = outer
        self.owner = owner
        self.index = -1
        self.start, self.end = node.byte_range
        self.body_start = self.start
        self.head: FunctionHead
        self.calls: list[Call] = []
        self.bindings: list[Binding] = []
        self.writes: list[Write] = []
        self.raises: list[Raised] = []
        self.shields: list[Shield] = []
        self.returns: list[str] = []
        self.marks: list[Mark] = []
        self.shape: list[int] = []
        self.errors = 0
        self.extra: dict[str, Any] = {}


class TypeDraft:
    """A class, struct, union or enum being read."""

    __slots__ = ("end", "fields", "head", "index", "methods", "node", "scope", "start", "values")

    def __init__(self, node: Any, scope: tuple[str, ...]) -> None:
        self.node = node
        self.scope = scope
        self.index = -1
        self.start, self.end = node.byte_range
        self.head: TypeHead
        self.fields: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.methods: list[Declared] = []


class FileDraft:
    """A file being read. `root` is the draft of what stands outside all functions (a language may publish it as a
    module).

    fragment(before, text, after): parses `before + text + after` as a file of the same language and gives the encoded
    body of its first function and the calls in it, relative to `text`; None when it has no function or does not parse.
    """

    def __init__(
        self, data: bytes, root: Any, fragment: Callable[[bytes, bytes, bytes], tuple[str, tuple[Call, ...]] | None]
    ) -> None:
        self.data = data
        self._ascii = data.decode("ascii") if data.isascii() else ""
        self.root = FunctionDraft(root, (), None, None)
        self.root.start, self.root.end = 0, len(data)
        self.fragment = fragment
        self.functions: list[FunctionDraft] = []
        self.types: list[TypeDraft] = []
        self.imports: list[Import] = []
        self.declared: list[Declared] = []
        self.macros: list[Macro] = []
        self.globals: dict[str, str] = {}
        self.exports: list[str] = []
        self.stored: set[tuple[str, str]] = set()
        self.notes: list[Note] = []
        self._borders: list[int] = [0]
        self._inside: list[FunctionDraft] = [self.root]
        self._own_borders: list[int] = [0]
        self._inside_own: list[FunctionDraft] = [self.root]
        self._type_borders: list[int] = [0]
        self._inside_type: list[TypeDraft | None] = [None]

    def settle(self) -> None:
        """To be called once functions and types are known, in source order: makes `at` and `type_at` work."""
        whole = [(draft.start, draft.end, draft) for draft in self.functions]
        own = [(draft.body_start, draft.end, draft) for draft in self.functions]
        types = [(draft.start, draft.end, draft) for draft in self.types]
        self._borders, self._inside = _borders(self.root, whole)
        self._own_borders, self._inside_own = _borders(self.root, sorted(own, key=lambda row: (row[0], -row[1])))
        self._type_borders, self._inside_type = _borders(None, types)

    def at(self, offset: int) -> FunctionDraft:
        """The innermost function around a byte, else `root`."""
        return self._inside[bisect_right(self._borders, offset) - 1]

    def evaluating(self, offset: int) -> FunctionDraft:
        """The function that evaluates what stands at a byte: what is before a body, such as defaults, belongs outside."""
        return self._inside_own[bisect_right(self._own_borders, offset) - 1]

    def type_at(self, offset: int) -> TypeDraft | None:
        """The innermost type around a byte (functions do not hide it)."""
        return self._inside_type[bisect_right(self._type_borders, offset) - 1]

    def line(self, offset: int) -> int:
        return self.data.count(b"\n", 0, offset) + 1

    def last_line(self, draft: FunctionDraft | TypeDraft) -> int:
        row = draft.node.end_point.row - self.data.count(b"\n", draft.end, draft.node.end_byte)
        return int(row) + (self.data[draft.end - 1 : draft.end] != b"\n")

    def text(self, start: int, end: int) -> str:
        """As written, layout collapsed, cut at 200 characters."""
        if end - start > ENOUGH:
            end = start + ENOUGH
        text = self._ascii[start:end] or self.data[start:end].decode("utf-8", "replace")
        if "\n" in text or "  " in text or "\t" in text:
            text = LAYOUT.sub(" ", text)
        return text if len(text) <= CUT else text[:CUT]

    def read(self, node: Node) -> str:
        start, end = node.byte_range
        if end - start <= CUT and (text := self._ascii[start:end]).isidentifier():
            return text
        return self.text(start, end)


def _borders(root: Any, inner: list[tuple[int, int, Any]]) -> tuple[list[int], list[Any]]:
    """Where the innermost of nested ranges (sorted, outer ones first) changes, and to what."""
    borders, inside = [0], [root]
    stack: list[tuple[int, Any]] = [(1 << 62, root)]
    for start, end, draft in inner:
        while stack[-1][0] <= start:
            borders.append(stack.pop()[0])
            inside.append(stack[-1][1])
        borders.append(start)
        inside.append(draft)
        stack.append((end, draft))
    while len(stack) > 1:
        borders.append(stack.pop()[0])
        inside.append(stack[-1][1])
    return borders, inside
