"""What a name that is given back was given on the way there: of `value = get(k); if (value) return value;` the call.

Only where nothing between could change that: each body goes on with what the one around it knew, and a statement that speaks of
a name, or sets one of those that its value was made of, ends what was known of it; a question that asks for it does not. Where it
is only asked which of several values it has, a statement that sets it ends that. What a loop gives back is given in one of its
rounds, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Label, Loop, Return, Simple, parts

_SET: Final = regex(r"(?:[\w:<>]{1,60}[\s*&]{1,4}){0,4}([^\W\d]\w*+) ?= ?([^=].{0,200})")
_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_CALL: Final = regex(r"(?:await |co_await |new )?[\w.:>\-]{1,80} ?\(.*\)")
_DEEPEST: Final = 12


def reaching(
    body: Body,
    text: Callable[[int, int], str],
    sets: Callable[[str, int, int], int],
    changed: Callable[[str, str, int, int], bool],
    which: bool = False,
) -> dict[int, str]:
    """By the place of each `return name` the call, as written, that gave the name its value. sets: how often a name is set between.
    changed: whether a name with a value, or what that was read from, is changed between. which: it is only asked which of several."""
    found: dict[int, str] = {}
    waiting: list[tuple[Body, dict[str, tuple[str, int]], int]] = [(body, {}, 0)]
    while waiting:
        here, known, depth = waiting.pop()
        held = dict(known)
        for stmt in here:
            if isinstance(stmt, Return) and stmt.value:
                value, since = held.get(given := text(*stmt.value), ("", 0))
                other = value and any(sets(name, since, stmt.start) for name in _NAME.findall(value))
                if value and not other and not changed(given, value, since, stmt.start):
                    found[stmt.start] = value
            inner = [part for part in parts(stmt) if part]
            if depth < _DEEPEST:
                first = held if isinstance(stmt, If) else {}
                waiting += [(part, dict(first), depth + 1) for part in inner if not isinstance(stmt, Loop)]
            spoken = [text(part[0].start, part[-1].end) for part in inner] or [text(stmt.start, stmt.end)]
            named = {name for each in spoken for name in _NAME.findall(each)} if held else set()
            if which:
                code = text(stmt.start, stmt.end)
                named = {each for each in named if sets(each, stmt.start, stmt.end) or f"&{each}" in code}
            held = {name: given for name, given in held.items() if name not in named and not isinstance(stmt, Label)}
            if isinstance(stmt, Simple) and stmt.role in ("assign", "declare"):
                made = _SET.fullmatch(text(stmt.start, stmt.end).rstrip("; "))
                if made and _CALL.fullmatch(made[2]):
                    held[made[1]] = (made[2], stmt.end)
    return found
