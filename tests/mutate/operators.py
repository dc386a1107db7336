"""The small wrongs: every place of a file where one can be made, and the file's tree with just that one in it.

Each keeps all positions, so that a mutated function is put where the right one was (patch.py), and each is what a
person gets wrong by hand: a condition turned round, a bound off by one, an operand, an argument or a line forgotten,
another constant. What only speaks to people (docstrings, the texts of errors raised) is left alone.

Terms: a *site* is a node and the operator that changes it; a *mutant* is a file with one site changed.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALLED = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "startswith": "endswith",
    "endswith": "startswith",
    "removeprefix": "removesuffix",
    "removesuffix": "removeprefix",
    "partition": "rpartition",
    "rpartition": "partition",
    "find": "rfind",
    "rfind": "find",
    "lower": "upper",
    "upper": "lower",
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """One small wrong: where (a line of the file, a dotted name or "" for the file's own level), and what became of what."""

    path: str
    line: int
    scope: str
    was: str
    now: str
    number: int
    """Of this site among all of its file, in order: with the file's text it names the mutant."""
    statement: int
    """The line on which its statement begins, for of several lines not each is seen to be reached; 0 for what runs as the file is imported."""

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line} {self.was} -> {self.now}"


def mutants(path: str, text: str) -> list[Mutant]:
    return [mutant(path, text, number) for number in range(count(text))]


def count(text: str) -> int:
    return sum(1 for _ in _sites(ast.parse(text)))


def mutant(path: str, text: str, number: int) -> Mutant:
    sites, begins = _read(text)
    node, scope, change = sites[number]
    was, now = _short(node), change(copy.deepcopy(node))
    return Mutant(
        path, node.lineno, scope, was, "nothing" if now is None else _short(now), number, begins.get(id(node), 0)
    )


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[list[tuple[Any, str, Change]], dict[int, int]]:
    """Its sites, and of each node in a function the line on which its statement begins."""
    tree = ast.parse(text)
    return list(_sites(tree)), dict(_begins(tree))


def _begins(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Of all nodes in functions; inner statements come after those that they stand in."""
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for statement in function.body:
                yield from (
                    (id(node), part.lineno)
                    for part in ast.walk(statement)
                    if isinstance(part, ast.stmt)
                    for node in ast.walk(part)
                )


def mutated(text: str, number: int) -> ast.Module:
    """The file's tree with this one site changed; all positions are those of the file."""
    tree = ast.parse(text)
    node, _, change = list(_sites(tree))[number]
    now = change(copy.deepcopy(node)) or ast.copy_location(ast.Pass(), node)
    for inner in ast.walk(now):
        if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
            ast.copy_location(inner, node)
    return ast.fix_missing_locations(_Replace(node, now).visit(tree))


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


Change = Callable[[Any], ast.AST | None]
"""Of a copy of the node to what stands in its place; None for nothing."""


def _sites(tree: ast.Module) -> Iterator[tuple[Any, str, Change]]:
    yield from _walk(tree, "")


def _walk(node: ast.AST, scope: str) -> Iterator[tuple[Any, str, Change]]:
    for child in ast.iter_child_nodes(node):
        if _is_said(child, node):
            continue
        inner = scope
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner = f"{scope}.{child.name}".lstrip(".")
        for change in _changes(child, node):
            yield child, scope, change
        yield from _walk(child, inner)


def _is_said(node: ast.AST, parent: ast.AST) -> bool:
    """Docstrings, types, texts of errors, what only a checker of types runs, and what guards against our own mistakes."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(parent, (ast.arg, ast.AnnAssign)) and node is parent.annotation:
        return True
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
        return True
    if isinstance(node, ast.keyword) and node.arg in ("strict", "frozen", "slots"):
        return True
    if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef)) and node is parent.returns:
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("lru_cache", "TypeVar"):
        return True  # how much is kept; what only a checker of types asks
    return isinstance(node, (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom))


def _changes(node: ast.AST, parent: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
            yield _negated  # of a comparison or a `not` this is what is done to it alone
        case ast.BoolOp():
            yield _other_word
            for at in range(len(node.values)):
                yield lambda it, at=at: _without(it, at)
        case ast.Compare() if type(node.ops[0]) in TURNED:
            yield _turned
        case ast.UnaryOp() if isinstance(node.op, ast.Not):
            yield lambda it: it.operand
        case ast.BinOp() if type(node.op) in ARITHMETIC and not isinstance(node.left, (ast.Constant, ast.JoinedStr)):
            yield _other_operator
        case ast.Constant():
            yield from _constants(node, parent)
        case ast.Call():
            if (isinstance(node.func, ast.Name) and node.func.id in CALLED) or (
                isinstance(node.func, ast.Attribute) and node.func.attr in CALLED
            ):
                yield _called_otherwise
            for at, each in enumerate(node.keywords):
                if not _is_said(each, node):
                    yield lambda it, at=at: _without_keyword(it, at)
        case ast.Set() | ast.Tuple() | ast.List() if len(node.elts) > 1 and all(
            isinstance(one, ast.Constant) for one in node.elts
        ):
            yield _without_last
        case ast.comprehension() if node.ifs:
            return
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp() if any(
            one.ifs for one in node.generators
        ):
            yield _unfiltered
        case ast.Expr() if isinstance(node.value, ast.Call):
            yield lambda it: None
        case ast.AugAssign():
            yield lambda it: None
        case ast.Continue():
            yield lambda it: ast.copy_location(ast.Break(), it)
        case ast.Break():
            yield lambda it: ast.copy_location(ast.Pass(), it)
        case ast.Slice() if isinstance(node.lower, ast.Constant):
            yield _from_the_start


def _constants(node: ast.Constant, parent: ast.AST) -> Iterator[Change]:
    value = node.value
    if isinstance(parent, ast.JoinedStr):
        return
    if isinstance(value, bool):
        yield lambda it: _constant(it, not it.value)
    elif isinstance(value, (int, float)):
        yield lambda it: _constant(it, it.value * 2 if isinstance(it.value, float) and it.value else it.value + 1)
    elif isinstance(value, (str, bytes)) and value:
        yield lambda it: _constant(it, it.value[:0])


def _constant(node: ast.Constant, value: object) -> ast.AST:
    return ast.copy_location(ast.Constant(value), node)


def _negated(node: Any) -> ast.AST:
    node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    return node


def _other_word(node: Any) -> ast.AST:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _without(node: Any, at: int) -> ast.AST:
    del node.values[at]
    return node if len(node.values) > 1 else node.values[0]


def _turned(node: Any) -> ast.AST:
    node.ops[0] = TURNED[type(node.ops[0])]()
    return node


def _other_operator(node: Any) -> ast.AST:
    node.op = ARITHMETIC[type(node.op)]()
    return node


def _called_otherwise(node: Any) -> ast.AST:
    if isinstance(node.func, ast.Name):
        node.func.id = CALLED[node.func.id]
    else:
        node.func.attr = CALLED[node.func.attr]
    return node


def _without_keyword(node: Any, at: int) -> ast.AST:
    del node.keywords[at]
    return node


def _without_last(node: Any) -> ast.AST:
    node.elts.pop()
    return node


def _unfiltered(node: Any) -> ast.AST:
    for each in node.generators:
        each.ifs = []
    return node


def _from_the_start(node: Any) -> ast.AST:
    node.lower = None
    return node


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 120 else text[:119] + "…"
