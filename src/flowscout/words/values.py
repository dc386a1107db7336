"""Values in words: as they read after "to" and "return", and results that say how it went."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeGuard

from ..model.expression import (
    Binary,
    Cast,
    Choice,
    Expression,
    Invoke,
    Literal,
    Logic,
    Member,
    Named,
    OpaqueExpression,
    Unary,
    Word,
)
from . import names
from .code import Source, argument, code, dotted, plain
from .questions import ask
from .strings import message

_SAID_BY: Final = frozenset({"message", "msg", "reason", "detail"})  # names of arguments that are written for people
_SEAMS: Final = (" ", "'", "`", '"', "(", ")", "[", "]", ":")  # where a text goes on behind what is put into it


def said(node: Expression, source: Source) -> str:
    """A value as it reads after "to", "return": logic and choices in words."""
    bare = plain(node)
    if isinstance(bare, Choice):
        first = said(bare.yes, source)
        first = f"({first})" if isinstance(plain(bare.yes), Choice) else first  # its `else` is not the whole's
        return f"{first} if {ask(bare.test, source).text}, else {said(bare.no, source)}"
    if _is_question(bare):
        asked = ask(bare, source).text
        return asked if asked.startswith("not ") else f"whether {asked}"
    if isinstance(bare, Invoke) and source.language.spelling.casts and is_status(bare, source):
        return status(bare, source)
    return argument(bare, source) if not isinstance(bare, Unary | Cast) else code(bare, source)


def _is_question(node: Expression) -> bool:
    if isinstance(node, Binary):
        return node.op in ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")
    if isinstance(node, Logic):
        return all(_is_question(plain(operand)) for operand in node.operands)
    return isinstance(node, Unary) and node.op == "not"


def is_status(node: Invoke, source: Source) -> bool:
    """`Status::InvalidArgument("no p")`: a result that says how it went."""
    path = names.bare(dotted(node.callee, source))
    lexicon = source.language.lexicon
    if not path:
        return False
    scoped = names.lower(path.replace("::", ".").split(".")[-2])[-1:] if "::" in path else ()
    return scoped == ("status",) or names.matches(path, lexicon.errors) or names.matches(path, lexicon.fine)


def status(node: Invoke, source: Source) -> str:
    """What it is handed stands behind its name where that says why; a function is handed what it works with (`PTR_ERR(p)`)."""
    path = dotted(node.callee, source)
    if isinstance(node.callee, Word) and "::" not in path and not messages(node, source):
        return code(node, source)
    name = names.last(path)
    return f"{name}: {told(node, source)}" if node.args else name


def told(node: Invoke, source: Source) -> str:
    """The arguments, a message without its quotes."""
    return ", ".join([text for text in [told_part(plain(arg), source) for arg in node.args] if text])


def messages(node: Invoke, source: Source) -> str:
    """Of the arguments what is written for people, "" nothing. A word among other things that it is given is a value like them."""
    args = [
        (arg.name if isinstance(arg, Named) else "", plain(arg.value if isinstance(arg, Named) else arg))
        for arg in node.args
    ]
    if pieces := _put_together([plain(arg) for arg in node.args]):
        return pieces
    found = [(name, arg, told_part(arg, source)) for name, arg in args if _is_message(arg)]
    if any(" " in text for _, arg, text in found if not _is_name(arg)):
        found = [each for each in found if " " in each[2] or _is_name(each[1])]
    elif len(args) > 1 or any(name for name, _ in args):
        found = [each for each in found if _is_name(each[1]) or each[0] in _SAID_BY]
    return ", ".join([text for _, _, text in found if text])


def _put_together(args: Sequence[Expression]) -> str:
    """`Error("no key ", key, " in the table")`: texts that leave a blank for what stands between them."""
    texts = [at for at, arg in enumerate(args) if _is_text(arg)]
    if len(texts) < 2 or texts[-1] - texts[0] < len(texts):
        return ""
    said = [each.value if _is_text(each) else "" for each in args]
    if not all(said[one].endswith(_SEAMS) or said[two].startswith(_SEAMS) for one, two in pairwise(texts)):
        return ""
    return message("".join([arg.value if _is_text(arg) else "…" for arg in args[texts[0] :]]))


def _is_name(arg: Expression) -> bool:
    return isinstance(arg, Word | Member)


def _is_text(arg: Expression) -> TypeGuard[Literal]:
    return isinstance(arg, Literal) and arg.kind == "string"


def _is_message(arg: Expression) -> bool:
    """A text, one that is filled in, one that is translated first; a constant, which is named for what it says."""
    if isinstance(arg, Binary) and arg.op in ("%", "+"):
        return _is_message(plain(arg.left))
    if isinstance(arg, Invoke):
        filled = isinstance(arg.callee, Member) and arg.callee.name == "format" and _is_message(plain(arg.callee.of))
        return filled or (isinstance(arg.callee, Word) and len(arg.args) == 1 and _is_message(plain(arg.args[0])))
    name = names.last(arg.text) if isinstance(arg, Word) else arg.name if isinstance(arg, Member) else ""
    return (len(name) > 1 and name.isupper()) or _is_text(arg)


def _in_pieces(arg: Expression) -> list[str]:
    """A text that is written in several, put together by `+`; [] of what holds something else."""
    if _is_text(arg):
        return [arg.value]
    if not isinstance(arg, Binary) or arg.op != "+":
        return []
    left, right = _in_pieces(plain(arg.left)), _in_pieces(plain(arg.right))
    return [*left, *right] if left and right else []


def told_part(arg: Expression, source: Source) -> str:
    if isinstance(arg, Literal) and arg.kind == "string":
        return message(arg.value)
    if len(texts := _in_pieces(arg)) > 1:
        return message("".join(texts))
    if isinstance(arg, Binary) and arg.op == "%" and isinstance(plain(arg.left), Literal):
        return told_part(plain(arg.left), source)
    if isinstance(arg, Invoke) and isinstance(arg.callee, Member) and _is_message(arg):
        return told_part(plain(arg.callee.of), source)
    if isinstance(arg, OpaqueExpression) and source.text[arg.start : arg.end] == "...":
        return ""
    return argument(arg, source)
