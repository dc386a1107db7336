"""`FALLTHROUGH;` before a case: what a build makes of it, if anything, is an attribute of the case that ends there. A name alone says little:
a function may be called so, and a macro that is called so may do something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, Simple, Stmt
from .rebuild import inside

_SAYS: Final = regex(
    rb"\A(?!\w{0,60}?(?:NO|NOT|NEVER|NON|WITHOUT)_)(?:[A-Z0-9_]{0,40}FALL_?THR(?:OUGH|U)[A-Z0-9_]{0,40}+(?:[ \t]*+\([ \t]*+\))?|_{0,2}fallthrough)[\s;]*+\Z"
)
_A_CASE: Final = regex(rb"\A(?:[\s;}]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|\#[^\n]*+)*+(?:case|default)\b")
_NOTHING: Final = regex(
    r"\A\s*+(?:(?:__attribute__|__attribute)\s*+\(\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\)|\[\[[^\[\]]*+\]\]|do\s*+\{[\s;]*+\}\s*+while\s*+\(\s*+0\s*+\)|\(*void\)\s*+0\)?)?[\s;]*+"
)
_NAME: Final = regex(r"\A[A-Za-z_]\w*+")
_FAR: Final = 2000  # characters between

Definitions = Callable[[str], Sequence[Sequence[str]]]


def fallen(text: bytes, body: Body, definitions: Definitions) -> Body:
    """The body, with what only says so passed over. definitions: of a macro, its replacement third."""
    return _fallen(text, definitions, body) if b"fallthr" in text.replace(b"_", b"").lower() else body


def _fallen(text: bytes, definitions: Definitions, body: Body) -> Body:
    return tuple([_passed(text, definitions, stmt) for stmt in body])


def _passed(text: bytes, definitions: Definitions, stmt: Stmt) -> Stmt:
    if not isinstance(stmt, Simple):
        return inside(stmt, partial(_fallen, text, definitions))
    said = text[stmt.start : stmt.end]
    called = _SAYS.match(said) if stmt.role == "expression" else None
    if called is None or not _A_CASE.match(text[stmt.end : stmt.end + _FAR]):
        return stmt
    name = said.decode("latin-1").rstrip("; \t\r\n").rstrip("() \t")
    return stmt._replace(role="pass") if _does_nothing(name, definitions) else stmt


def _does_nothing(name: str, definitions: Definitions) -> bool:
    """Of a macro, as far as anybody here defines it; a name that leads on is asked once."""
    waiting, asked = [name], {name}
    while waiting:
        here = waiting.pop()
        for each in definitions(here):
            onward = each[2].strip() if _NAME.fullmatch(each[2].strip()) else ""
            if onward == here or not (_NOTHING.fullmatch(each[2]) or onward):
                return False
            if onward and onward not in asked:
                asked.add(onward)
                waiting.append(onward)
    return True
