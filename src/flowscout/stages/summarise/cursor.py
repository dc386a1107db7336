"""A loop that steps on until something holds, whatever it steps with: `return s once *s is c, else null`.

for (; *s; s++)
    if (*s == c) return s;
return NULL;

Nothing in it lasts, and nobody is called but for a value: all that comes of it is which of its ways out is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Loop, Raise, Range, Return, Simple, Stmt, walk
from ...words.phrases import shortened
from .callee import pure
from .clauses import GIVES, Clause
from .own import Own
from .searches import otherwise

_STEPPED: Final = regex(r"(?<![\w.>])([^\W\d]\w*+) ?(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\+\+|--) ?([^\W\d]\w*+)")
_STEP: Final = regex(r"[^\W\d]\w*+ ?(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\+\+|--) ?[^\W\d]\w*+(?: ?;)?$")
_ALWAYS: Final = ("1", "true", "True", "1 is set", "True is set")
_NEVER: Final = ("0", "false")
_ROOM: Final = 130


def stepping(loop: Loop, own: Own) -> tuple[Return, Range] | None:
    """How it is left where it finds something, and the test of that."""
    if loop.style == "each" or loop.orelse:
        return None
    found = [each for each in loop.body if isinstance(each, If) and _returns(each)]
    if len(found) == 1 and any(own.kept_status(found[0].test, each) for each in own.calls(*found[0].test)):
        return None  # what is asked for its error is done
    if len(found) != 1 or not all(each is found[0] or _steps(each, own) for each in loop.body):
        return None
    last = found[0].then[0]
    assert isinstance(last, Return)
    return last, found[0].test


def stepped(loop: Loop, own: Own) -> frozenset[str]:
    """Names that stand in there for each value they have."""
    places = [*([loop.step] if loop.step else []), *([loop.test] if loop.test else [])]
    written = [own.text(*place) for place in places] + [own.text(each.start, each.end) for each in loop.body]
    return frozenset(one or other for each in written for one, other in _STEPPED.findall(each))


def until(loop: Loop, rest: Body, own: Own, exit_: Callable[[Stmt], str]) -> Clause | None:
    """One clause for the loop and the way out behind it; None where it takes too many words. rest: what stands behind the loop."""
    found = stepping(loop, own)
    last = rest[0] if len(rest) == 1 else None
    asked = own.question(found[1], free=stepped(loop, own)) if found else ""
    if found is None or not asked or not isinstance(last, Return | Raise):
        return None
    if isinstance(last, Return) and last.value is None:
        return None
    ways = (found[0].start, last.start)
    return next((each for each in _told(exit_(found[0]), asked, exit_(last), ways) if len(each.phrase) <= _ROOM), None)


def _told(value: str, asked: str, other: str, ways: tuple[int, ...]) -> Iterator[Clause]:
    yield Clause(GIVES, f"{value} once {asked}{otherwise(other)}", 5, ways=ways)
    yield Clause(GIVES, f"{shortened(value)} once {asked}{otherwise(shortened(other))}", 5, ways=ways)


def _returns(stmt: If) -> bool:
    return (
        not (stmt.orelse or stmt.init)
        and len(stmt.then) == 1
        and isinstance(stmt.then[0], Return)
        and stmt.then[0].value is not None
    )


def _steps(stmt: Stmt, own: Own) -> bool:
    """It only goes on, or gives the search up."""
    if isinstance(stmt, If):
        only = stmt.then[0] if len(stmt.then) == 1 and not (stmt.orelse or stmt.init) else None
        return isinstance(only, Jump) and only.keyword == "break" and not only.label
    if not isinstance(stmt, Simple) or stmt.role not in ("assign", "declare", "expression"):
        return False
    plain = stmt.role == "declare" or _STEP.match(own.text(stmt.start, stmt.end)) is not None
    return (
        plain
        and not own.lasts(stmt.start, stmt.end)
        and not any(own.weight(call) > 1 and not pure(call, own.language) for call in own.calls(stmt.start, stmt.end))
    )


def once_asked(loop: Loop, left: Clause, own: Own) -> str:
    """When a loop is left by what it gives back: "once n.key is key"; what `n` is then says the loop. "" where that is
    not known, or only an error."""
    guard = next((each for each in loop.body if isinstance(each, If) and each.then[-1:] and _gives(each, left)), None)
    if (
        guard is None
        or (loop.test and own.text(*loop.test) in _NEVER)
        or any(own.kept_status(guard.test, each) for each in own.calls(*guard.test))
    ):
        return ""
    asked = own.question(guard.test, free=frozenset(own.words(guard.test)))
    return f"once {asked}" if asked and asked not in _ALWAYS and " or " not in asked else ""


def _gives(guard: If, left: Clause) -> bool:
    ways = [each.start for each in walk(guard.then) if isinstance(each, Return | Raise | Jump)]
    last = guard.then[-1]
    return isinstance(last, Return) and last.value is not None and not guard.init and (*ways,) == left.ways
