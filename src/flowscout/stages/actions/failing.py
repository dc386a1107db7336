"""Which values mean failure: by the error lexicon, and by the test they come from.

`if (!s.ok()) return s;` gives back what has just failed; `if (found) return found;` what holds.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final

from ...model.expression import Assign, Binary, Expression, Group, Invoke, Literal, Logic, Member, Unary, Word
from ...words import names
from ...words.code import Source, code, dotted, plain
from ...words.values import is_status
from .scene import Scene

_GOOD: Final = frozenset({"ok", "success", "succeeded", "valid", "good"})
_BAD: Final = frozenset({"failed", "error", "err", "bad", "failure", "invalid", "errored"})
_CODES: Final = frozenset(
    {
        "err",
        "error",
        "errors",
        "rc",
        "ret",
        "retval",
        "status",
        "st",
        "exc",
        "failure",
        "errno",
        "errcode",
        "res",
        "rv",
        "r",
    }
)
_ERRORS: Final = _CODES - {"ret", "retval", "status", "st", "res", "rv", "r"}
_TURNED: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "is": "is not", "is not": "is"}


def says_failure(scene: Scene, node: Expression, source: Source) -> str:
    """The rule by which a value is an error, "" when none says so."""
    if isinstance(node, Unary) and node.op == "-":  # -EINVAL
        node = plain(node.operand)
        if isinstance(node, Word) and (node.text.isupper() or node.text == "errno") and not scene.python:
            return "errors:negated"
    if isinstance(node, Group) and node.open == "" and len(node.items) == 2:  # "message", 404
        last = node.items[1]
        number = last.value if isinstance(last, Literal) and last.kind == "number" else ""
        return f"errors:{number}" if len(number) == 3 and number[0] in "45" else ""
    path = names.bare(dotted(node.callee if isinstance(node, Invoke) else node, source))
    lexicon = source.language.lexicon
    if not path or names.matches(path, lexicon.fine):
        return ""
    for glob in (*scene.semantics.errors, *(sorted(lexicon.errors) if names.matches(path, lexicon.errors) else ())):
        if fnmatchcase(path, glob) and not (isinstance(node, Member) and glob == "*Error"):
            return f"errors:{glob}"
    if (
        isinstance(node, Invoke)
        and is_status(node, source)
        and names.last(path).lower() not in ("ok", "okstatus", "success")
    ):
        return "errors:status"
    return ""


def mentions(test: Expression, source: Source, value: str, truth: bool) -> str:
    """What is known of `value` when `test` came out as `truth`: "failed", "holds", or "" (nothing, or not asked)."""
    found = known(test, source, value, truth)
    if found in ("nonzero", "zero"):
        return "failed" if (found == "nonzero") == code_like(value) else "holds"
    return {"bad": "failed", "negative": "failed", "null": "failed", "good": "holds", "set": "holds"}.get(found, "")


def known(test: Expression, source: Source, value: str, truth: bool) -> str:
    """Of `value`: bad | good (says so), negative, zero | nonzero, null | set (true to a test that asks it), "" nothing."""
    node = plain(test)
    while isinstance(node, Unary) and node.op == "not":
        node, truth = plain(node.operand), not truth
    if isinstance(node, Logic):
        said = {known(operand, source, value, truth) for operand in node.operands} - {""}
        return said.pop() if len(said) == 1 else ""
    if isinstance(node, Assign):
        node = plain(node.targets[-1]) if node.op in ("=", ":=") else node
    if isinstance(node, Invoke) and isinstance(node.callee, Member):
        return _by_method(node.callee, source, value, truth)
    if isinstance(node, Binary):
        return _compared(node, source, value, truth)
    if isinstance(node, Word | Member) and code(node, source) == value:
        return ("nonzero" if truth else "zero") if code_like(value) else "set" if truth else "null"
    return ""


def code_like(value: str, strict: bool = False) -> bool:
    """Its name says that it is zero unless something failed; strict: a `res` may hold anything."""
    return bool((_ERRORS if strict else _CODES) & set(names.lower(names.last(value))[-1:]))


def nothing(node: Expression, source: Source) -> bool:
    """null, `std::nullopt`"""
    return (isinstance(node, Literal) and node.kind == "null") or names.last(
        names.bare(dotted(node, source)).replace("::", ".")
    ) in ("nullopt", "none_t")


def tested(node: Expression) -> Expression:
    """What `s.ok()` and `r.failed()` ask for, else the expression itself."""
    callee = node.callee if isinstance(node, Invoke) else node
    asks = isinstance(callee, Member) and callee is not node and (_GOOD | _BAD) & set(names.lower(callee.name)[-1:])
    return plain(callee.of) if asks and isinstance(callee, Member) else node


def _by_method(callee: Member, source: Source, value: str, truth: bool) -> str:
    """`s.ok()`, `result.has_error()`"""
    if code(callee.of, source) != value:
        return ""
    last = set(names.lower(callee.name)[-1:])
    return ("good" if bool(last & _GOOD) == truth else "bad") if last & (_GOOD | _BAD) else ""


@lru_cache(maxsize=16)
def _however_scoped(globs: frozenset[str]) -> frozenset[str]:
    """`Status::OK`, as code for people says it, too."""
    return globs | {glob.replace("::", ".") for glob in globs}


def _compared(node: Binary, source: Source, value: str, truth: bool) -> str:
    left, right, op = plain(node.left), plain(node.right), node.op
    if isinstance(left, Literal):
        left, right, op = right, left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    if isinstance(left, Assign):
        left = plain(left.targets[-1])
    if code(left, source) != value or op not in _TURNED:
        return ""
    op = op if truth else _TURNED[op]
    other = code(right, source)
    if isinstance(right, Literal) and right.kind in ("null", "false"):
        return {"==": "null", "is": "null", "!=": "set", "is not": "set"}.get(op, "")
    if other in ("-1", "MAP_FAILED", "EOF"):
        return {"==": "bad", "!=": "good"}.get(op, "")
    if names.matches(other, _however_scoped(source.language.lexicon.fine)):
        return {"!=": "bad", "==": "good"}.get(op, "")
    return {"<": "negative", ">=": "good", "!=": "nonzero", "==": "zero"}.get(op, "") if other == "0" else ""
