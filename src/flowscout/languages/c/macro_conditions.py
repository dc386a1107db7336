"""`IF_SET(p) { … }`: a condition that only a macro's definition gives away, wherever in the file that stands.

    #define IF_SET(p) if ((p) != NULL)
    #define IF_NOT_NIL(v) if (*msg == '-') { msg++; v = NULL; } else

The grammar gets to see an `if` in place of the name (bytes do not move), so that what stands behind it hangs on it.
What is asked is the invocation as written; rows tell such a condition by its first word in the file as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from flowscout.model.language import Node, Reader, Row
from flowscout.model.pattern import regex
from flowscout.model.syntax import Body, If, Range

from .macro_loops import WHILE, invoked, stands
from .text import NESTED, Directive

_ASKS = regex(rb"\bif\s*+" + NESTED + rb"\Z")
_ELSE = regex(rb"[};]\s*+else\Z")
_IF: Final = b"if"
_MOST: Final = 64  # such macros of one file


def hide(text: bytearray, mask: bytes, directives: Iterable[Directive]) -> None:
    """Puts `if` where such a macro is invoked like a statement, but for behind `else`: that would be another
    condition's."""
    names = {name for d in directives if (name := _asking(d))}
    patterns = [rb"(?<!\w)" + re.escape(name) + rb"\b" for name in sorted(names)[:_MOST]]
    for match in re.finditer(b"|".join(patterns), mask) if patterns else ():
        start, end = match.span()
        behind = invoked(mask, end)
        if (
            end - start >= len(_IF)
            and behind >= 0
            and stands(mask, start)
            and not mask[max(0, start - 60) : start].rstrip().endswith(b"else")
        ):
            text[start:end] = _IF + b" " * (end - start - len(_IF))
            blank = behind - len(mask[end:behind].rstrip()) - end
            text[behind - blank : behind] = mask[behind - blank : behind]  # without a semicolon that was put there


def _asking(define: Directive) -> bytes:
    """The name of a macro whose replacement ends in a condition that waits for what hangs on it; b"" of another."""
    name, text = define.function if _IF in define.rest else (b"", b"")
    asks = _ASKS.search(text)
    if asks and len(name) >= len(WHILE) and _is_head(text[: asks.start()]):
        return b""  # it loops over what it asks for
    return name if asks or (b"else" in text and _ELSE.search(text)) else b""


def _is_head(text: bytes) -> bool:
    """Of a loop, with nothing behind it."""
    word, _, rest = text.strip().partition(b"(")
    depth = 1
    for at, sign in enumerate(rest):
        depth += (sign in b"(") - (sign in b")")
        if not depth:
            return word.strip() in (b"for", b"while") and at == len(rest) - 1
    return False


def either(plain: Row) -> Row:
    """The row of an `if`, for such a macro too."""

    def row(node: Node, reader: Reader) -> Body:
        if reader.text(node.child(0)) == "if":
            return plain(node, reader)
        test: Any = node.child_by_field_name("condition")
        start, end = reader.span(node)
        otherwise = node.child_by_field_name("alternative")
        asked = Range(start, reader.range(test).end)
        return (If(start, end, asked, reader.body(node.child_by_field_name("consequence")), reader.body(otherwise)),)

    return row
