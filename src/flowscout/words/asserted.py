"""A call that asserts, as what it insists on: `assert(n > 0)`, `CHECK_EQ(a, b)`, `self.assertIsNone(x)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.expression import Binary, Expression, Invoke, Literal, Logic, Member, Unary, Word
from ..model.pattern import regex
from . import names
from .code import Source, code, plain
from .questions import ask
from .verbs import VERBS

_INSISTS: Final = frozenset(
    ["assert", "assume", "check", "require", "requires", "ensure", "ensures", "verify", "insist", "expect", "expects"]
)
_COMPARES: Final = frozenset(["==", "!=", "<", "<=", ">", ">="])
_MACRO: Final = regex(r"D?(?:CHECK|ASSERT|EXPECT)_(EQ|NE|LT|LE|GT|GE|TRUE|FALSE)")  # googletest, glog
_METHOD: Final = regex(r"assert([A-Z][A-Za-z]{1,20}?)s?")  # unittest
_OPS: Final = {
    "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
    "Equal": "==", "NotEqual": "!=", "Less": "<", "LessEqual": "<=", "Greater": ">", "GreaterEqual": ">=",
    "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in",
}  # fmt: skip
_ASKED: Final = {"TRUE": "", "FALSE": "not", "True": "", "False": "not"}
_NONE: Final = {"IsNone": "is None", "IsNotNone": "is not None"}


def asserted(node: Invoke, source: Source) -> str:
    """ "" for other calls."""
    if source.language.spelling.conditional == "if-else":
        callee = node.callee
        by_self = isinstance(callee, Member) and isinstance(callee.of, Word) and callee.of.text == "self"
        match = _METHOD.fullmatch(callee.name) if isinstance(callee, Member) and by_self else None
        return _insisting(match[1], node, source) if match else ""
    name = names.last(node.callee.text) if isinstance(node.callee, Word) else ""
    if not name:
        return ""
    if names.lower(name)[-1:] == ("assert",) or name in ("CHECK", "DCHECK", "PCHECK"):
        alone = len(node.args) == 1 and not _constant(node.args[0])
        alone = alone and not _of_its_own(names.lower(name), node.args[0])
        return f"Assert {ask(_unsaid(node.args[0]), source).text}" if alone else ""
    if _insists(node, name):
        return f"Assert {ask(_unsaid(node.args[0]), source).text}"
    match = _MACRO.fullmatch(name)
    return _insisting(match[1], node, source) if match else ""


def _unsaid(asked: Expression) -> Expression:
    """Without the text that says why: `p != NULL && "no p"`."""
    whole = plain(asked)
    if not isinstance(whole, Logic) or whole.op != "and":
        return asked
    rest = [each for each in whole.operands if not (isinstance(bare := plain(each), Literal) and bare.kind == "string")]
    return whole._replace(operands=tuple(rest)) if len(rest) > 1 else rest[0] if rest else asked


def _insisting(how: str, node: Invoke, source: Source) -> str:
    """how: what is asked of the arguments, as the name ends."""
    asked: Expression | None = None
    if how in _OPS and len(node.args) >= 2:
        asked = Binary(node.start, node.end, _OPS[how], node.args[0], node.args[1])
    elif how in _ASKED and node.args:
        asked = Unary(node.start, node.end, "not", node.args[0]) if _ASKED[how] else node.args[0]
    elif how in _NONE and node.args:
        return f"Assert {code(node.args[0], source)} {_NONE[how]}"
    return f"Assert {ask(asked, source).text}" if asked else ""


def _constant(node: Expression) -> bool:
    """`sandbox_assert(FS_READ)` asks for something by its name; a constant by itself is no condition."""
    return isinstance(node, Word) and len(node.text) > 1 and node.text.isupper()


def _of_its_own(name: Sequence[str], asked: Expression) -> bool:
    """`TCB_LOCK_ASSERT(tcb)` says of a plain value by its name what is asserted: hardly that there is one."""
    before = name[:-1]
    asked = plain(asked)
    value = isinstance(asked, Word | Member) or (isinstance(asked, Unary) and asked.op == "&")
    return value and (len(before) > 1 or not VERBS.isdisjoint(before))


def _insists(node: Invoke, name: str) -> bool:
    """`LIB_REQUIRE(p != nullptr, "no p")`: in capitals, it insists by its last word on a condition, and has a message at most."""
    if not name.isupper() or names.lower(name)[-1] not in _INSISTS or not node.args:
        return False
    first, rest = plain(node.args[0]), [plain(arg) for arg in node.args[1:]]
    asks = isinstance(first, Logic) or (isinstance(first, Binary) and first.op in _COMPARES)
    refuses = isinstance(first, Unary) and first.op == "not"
    return (asks or refuses) and all(isinstance(arg, Literal) and arg.kind == "string" for arg in rest)
