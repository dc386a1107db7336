"""What a file includes, as it is written; the compiler decides which of it counts."""

from __future__ import annotations

from ...model.pattern import regex

_INCLUDED = regex(rb'^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*[<"]([^>"\r\n]{1,1000})[>"]', 0x8)  # MULTILINE
_ASKED = regex(rb'__has_include(?:_next)?[ \t]*\([ \t]*[<"]([^>"\r\n]{1,1000})[>"]')


def included(data: bytes) -> tuple[str, ...]:
    """Without repetitions, sorted; of `__has_include` too."""
    names = {*_INCLUDED.findall(data), *(_ASKED.findall(data) if b"__has_include" in data else ())}
    return tuple(sorted(name.decode("utf-8", "surrogateescape") for name in names))
