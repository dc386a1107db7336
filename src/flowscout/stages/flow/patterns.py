"""How often a Python `case` pattern decides, as CPython 3.11 compiles it.

A value is compared (1). A sequence is tested for being one, and its length where anything but a star stands in it. A
mapping likewise, and its keys are looked up. A class is matched once. Captures and `_` ask nothing. Parts add what they
ask.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # met where a pattern is
    import ast

LONGEST: Final = 2000


@lru_cache(1024)
def asks(pattern: str) -> int:
    """Decisions of one pattern; what cannot be read counts its alternatives."""
    import ast

    if len(pattern) <= LONGEST:
        try:
            statement = ast.parse(f"match _:\n case ({pattern}\n): pass").body[0]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            statement = None
        if isinstance(statement, ast.Match):
            return _count(statement.cases[0].pattern)
    return 1 + pattern.count("|")


def _count(pattern: ast.pattern) -> int:
    import ast

    total = 0
    waiting: list[ast.pattern] = [pattern]
    while waiting:
        match waiting.pop():
            case ast.MatchValue() | ast.MatchSingleton():
                total += 1
            case ast.MatchSequence(patterns=parts):
                total += 1 + any(not isinstance(part, ast.MatchStar) for part in parts) + (not parts)
                waiting += parts
            case ast.MatchMapping(keys=keys, patterns=parts, rest=rest):
                total += 1 + bool(keys) + bool(keys or rest)
                waiting += parts
            case ast.MatchClass(patterns=parts, kwd_patterns=named):
                total += 1
                waiting += [*parts, *named]
            case ast.MatchOr(patterns=parts):
                waiting += parts
            case ast.MatchAs(pattern=ast.pattern() as inner):
                waiting.append(inner)
    return total
