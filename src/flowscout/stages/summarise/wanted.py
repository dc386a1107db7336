"""`if (out) *out = n;`: a caller's variable is set where its caller asks for it."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...model.syntax import If, Simple
from .own import Own

_THERE: Final = regex(r"\(?\s?([^\W\d]\w*+)(?: ?!= ?(?:NULL|nullptr|0))?\s?\)?")
_OUT: Final = regex(r"\*\s?([^\W\d]\w*+) ?=(?!=)")


def wanted(stmt: If, own: Own) -> bool:
    """Nothing else is done there."""
    only = stmt.then[0] if len(stmt.then) == 1 and not stmt.orelse and own.language.spelling.casts else None
    asked = _THERE.fullmatch(own.text(*stmt.test)) if isinstance(only, Simple) else None
    set_ = _OUT.match(own.text(only.start, only.end)) if only and asked else None
    given = {param.name.lstrip("*") for param in own.facts.params}
    return asked is not None and set_ is not None and asked[1] == set_[1] and asked[1] in given
