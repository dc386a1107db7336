"""Docstrings: what a change of them can break is only what reads them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ...model.pattern import regex

PYTHON = (".py", ".pyi")
_QUOTES = regex(r"^\s{0,80}+[rRuU]?(?:\"\"\"|''')")
_READS = regex(r"\b(?:__doc__|getdoc)\b|\bdoctest\b(?!:)|^\s{0,40}(?:from|import) (?:ply|sly)\b")
_Defined = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def lines_of_docs(text: str) -> frozenset[int]:
    """The lines, from 1, that hold nothing but a docstring; where the text is no Python of today, those that begin as one."""
    lines = text.split("\n")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(at for at, line in enumerate(lines, start=1) if _QUOTES.match(line))
    return frozenset(line for doc in _docs(tree) for line in _alone(doc, lines))


def same_but_for_docs(old: str, new: str) -> bool:
    """Whether two functions do the same, whatever their docstrings and comments say."""
    try:
        return _bare(old) == _bare(new)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def reads_docs(text: str) -> bool:
    return _READS.search(text) is not None


def _bare(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, _Defined) and _doc(node) is not None:
            node.body[0] = ast.Pass()
    return ast.dump(tree)


def _docs(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, _Defined) and (doc := _doc(node)) is not None:
            yield doc


def _doc(node: _Defined) -> ast.expr | None:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None


def _alone(doc: ast.expr, lines: list[str]) -> Iterator[int]:
    """Its lines, where nothing else stands on them."""
    end = doc.end_lineno or doc.lineno
    before = lines[doc.lineno - 1].encode()[: doc.col_offset].strip()
    after = lines[end - 1].encode()[doc.end_col_offset :].strip()
    if not before and (not after or after.startswith(b"#")):
        yield from range(doc.lineno, end + 1)
