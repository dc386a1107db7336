"""A call whose value is kept to set fields of it: `c = add_row(table); c->size = n`. It is done for more than its value."""

from __future__ import annotations

from typing import Final

from ...model.facts import Call
from ...model.pattern import regex
from ...model.syntax import Body, Simple, walk
from .own import Own

_TARGET: Final = regex(r"(?:[\w:]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+) ?=(?!=)")
_MADE: Final = 4
_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")


def filled_later(stmt: Simple, call: Call, own: Own) -> bool:
    """call: the whole of what is kept."""
    found = _TARGET.match(own.text(stmt.start, stmt.end))
    if not found:
        return False
    paths = (f"{found[1]}->", f"{found[1]}.")
    set_ = [each for each in own.facts.writes if each.target.lstrip("*( ").startswith(paths)]
    if not own.active([call]) or own.converts([call]):
        return (
            bool(set_) and call.argc > 0 and _named(found[1], own) == len(set_) + 1
        )  # else nobody would see what is set
    return bool(set_)


def makes(stmt: Simple, own: Own) -> int:
    """What is kept is made by a call that does something: `handle = loop.call_soon(reset)`."""
    calls = own.calls(stmt.start, stmt.end)
    whole = max(calls, key=lambda each: (each.end - each.start, each.end), default=None)
    acts = whole is not None and own.weight(whole) > _MADE and (whole.argc > 1 or own.active([whole]))
    return int(whole is not None and acts and not own.library(whole))


def _named(name: str, own: Own) -> int:
    """How often it stands in the function."""
    return _NAME.findall(own.text(0, own.facts.end - own.facts.start)).count(name)


def given_back(stmt: Simple, body: Body, own: Own) -> bool:
    """What it is kept in is given back, changed: `flags = read(f); if (x) flags |= X; return flags`."""
    found = _TARGET.match(own.text(stmt.start, stmt.end))
    if not found or not own.built(found[1]) or found[1] in own.errors:
        return False
    whole = [own.text(each.start, each.end) for each in walk(body) if isinstance(each, Simple)]
    sets = [each for written in whole if (each := _TARGET.match(written)) and each[1] == found[1]]
    return len(sets) == 1
