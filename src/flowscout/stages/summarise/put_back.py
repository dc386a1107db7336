"""What a function sets and puts back before its end, to nothing or to what it was: `vm->stack = stack; call(vm); vm->stack = NULL;`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, Simple, Stmt
from .bodies import always

_SETS: Final = regex(r"([\w.>\-]{1,80}) ?=(?!=) ?([^;]{1,200})(?: ?;)?")
_CHANGES: Final = regex(r"([\w.>\-]{1,80}?) ?(?:[-+*/%&|^]|<<|>>)?=(?!=)")
_NOTHING: Final = regex(r"None|NULL|nullptr|0|False|false|FALSE")


def put_back(body: Body, text: Callable[[Stmt], str], was: Callable[[str], str]) -> dict[str, int]:
    """Up to where each stands that is put back. was: of which variable a local keeps the value."""
    plain = [each for part in always(body) for each in part if isinstance(each, Simple)]
    first: dict[str, int] = {}
    back: dict[str, int] = {}
    for each in sorted(plain, key=lambda each: each.start):
        found = _SETS.fullmatch(text(each))
        if found and found[1] in first and (_NOTHING.fullmatch(found[2]) or was(found[2]) == found[1]):
            back[found[1]] = each.end
        elif changed := _CHANGES.match(text(each)):
            first.setdefault(changed[1], each.start)
    return back
