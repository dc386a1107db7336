"""A loop that looks for something: what it finds, or whether there is any.

for f in names:                                       return the first f in names where is_file(f) holds, else `None`
    if is_file(f): return f
return None

for (i = 0; i < n; i++) if (!ok(i)) return false;     return whether ok(i) holds for every i below n
return true;

for (i = 0; i < n; i++) if (a[i] == x) break;         find the first i below n where a[i] is x
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Jump, Loop, Raise, Range, Return, Simple, Stmt
from ...words.phrases import bare, shortened
from .clauses import DOES, GIVES, Clause
from .loops import over
from .own import Own

_WALKS: Final = regex(r"([^\W\d]\w*+) ?= ?(\1 ?(?:\.|->).{1,40}|[\w.:]{1,40}\(\1\))(?: ?;)?")
_CONSTANT: Final = regex(r"\(?-?(?:\d\w*|[A-Z][A-Z\d_]*|None|nullptr|\"[^\"]{0,80}\"|'[^']{0,80}')\)?")
_TRUE: Final = frozenset(["true", "True", "TRUE"])
_FALSE: Final = frozenset(["false", "False", "FALSE"])
_ROOM: Final = 130  # letters of what is found
_FINDS: Final = 4.6  # what it weighs that something is looked for


class Search(NamedTuple):
    """passes: guards that let go on to the next one. test: of what is looked for. found: how the loop is left then. holds: whether
    it is looked for that the test holds, or that it does not."""

    loop: Loop
    passes: tuple[Range, ...]
    test: Range
    found: Return | Jump
    first: tuple[Simple, ...]
    walk: str = ""
    holds: bool = True


def search(loop: Stmt, own: Own) -> Search | None:
    """A loop that does nothing but look."""
    if not isinstance(loop, Loop) or loop.orelse or not loop.body:
        return None
    *before, last = loop.body
    walk = _walk(loop, last, own)
    if walk:
        *before, last = before or [last]
    found = _leaving(last)
    if found is None or (not walk and loop.style not in ("each", "for")) or not isinstance(last, If):
        return None
    firsts, passes = list[Simple](), list[Range]()
    for stmt in before:
        if isinstance(stmt, Simple) and stmt.role in ("assign", "declare") and not own.lasts(stmt.start, stmt.end):
            firsts.append(stmt)
        elif isinstance(stmt, If) and _skips(stmt) and not walk:
            passes.append(stmt.test)
        else:
            return None
    if any(own.builds(stmt.start, stmt.end) for stmt in firsts):
        return None
    if any(own.kept_status(last.test, each) for each in own.calls(*last.test)):
        return None  # what is asked for its error is done
    return Search(loop, tuple(passes), last.test, found, tuple(firsts), walk, holds=not _skips(last, otherwise=True))


def _walk(loop: Loop, last: Stmt, own: Own) -> str:
    """`while (n) { …; n = n->next; }` goes along n.next."""
    if loop.style != "while" or loop.test is None or not isinstance(last, Simple):
        return ""
    stepped = _WALKS.fullmatch(own.text(last.start, last.end))
    asked = own.text(*loop.test).strip("() ")
    names = (f"{stepped[1]}{end}" for end in ("", " != NULL", " != nullptr", " is not None")) if stepped else ()
    return f"{stepped[1]} along {own.said(stepped[2])}" if stepped and asked in names else ""


def _leaving(stmt: Stmt) -> Return | Jump | None:
    if not isinstance(stmt, If) or stmt.init or len(stmt.then) != 1:
        return None
    body = stmt.orelse if _skips(stmt, otherwise=True) else stmt.then
    if len(body) != 1 or (stmt.orelse and body is stmt.then):
        return None
    last = body[0]
    leaves = isinstance(last, Return) or (isinstance(last, Jump) and last.keyword == "break" and not last.label)
    return last if leaves and isinstance(last, Return | Jump) else None


def _skips(stmt: If, otherwise: bool = False) -> bool:
    """otherwise: with something else in its `else`."""
    only = stmt.then[0] if len(stmt.then) == 1 else None
    return bool(stmt.orelse) == otherwise and not stmt.init and isinstance(only, Jump) and only.keyword == "continue"


def sought(
    found: Search, rest: Body, own: Own, question: Callable[[Range, bool], str], exit_: Callable[[Stmt], str]
) -> Clause | None:
    """One clause for the loop and the way out behind it; None where it takes too many words. rest: what stands behind the loop."""
    each = f"each {found.walk}" if found.walk else over(found.loop, own).removeprefix("for ").partition(" until ")[0]
    if not each.startswith("each "):
        return None
    asked = [
        question(test, yes) for test, yes in [*((test, False) for test in found.passes), (found.test, found.holds)]
    ]
    joined = " and ".join(asked)
    if not all(asked) or (len(asked) > 1 and " or " in joined):
        return None
    if isinstance(found.found, Return) and not found.found.value:
        return None
    if isinstance(found.found, Jump):
        return _phrased(Clause(DOES, f"find the first {each[5:]} where {joined}", _FINDS, at=found.test.start))
    last = rest[0] if len(rest) == 1 else None
    value = own.text(*found.found.value) if found.found.value else ""
    if _CONSTANT.fullmatch(value) and value not in _TRUE | _FALSE:
        return None  # an error, not what is found
    if rest and not isinstance(last, Return | Raise):
        return None
    return next(filter(None, map(_phrased, _given(found, each, last, own, question, exit_, joined))), None)


def _phrased(clause: Clause) -> Clause | None:
    return clause if len(clause.phrase) <= _ROOM else None


def _given(
    found: Search,
    each: str,
    last: Stmt | None,
    own: Own,
    question: Callable[[Range, bool], str],
    exit_: Callable[[Stmt], str],
    asked: str,
) -> Iterator[Clause]:
    """In ever fewer words."""
    given = found.found
    assert isinstance(given, Return)
    value = own.text(*given.value) if given.value else ""
    other = own.text(*last.value) if isinstance(last, Return) and last.value else ""
    ways = (given.start, *([last.start] if last else []))
    unless = question(found.test, not found.holds) if value in _FALSE and other in _TRUE and not found.passes else ""
    if value in _TRUE and other in _FALSE:
        yield Clause(GIVES, f"return whether {asked} for any {each[5:]}", 5, ways=ways)
    elif unless:
        yield Clause(GIVES, f"return whether {unless} for every {each[5:]}", 5, ways=ways)
    else:
        named = each[5:].partition(" ")[0]
        it = "" if value.strip("*&() ") == named else exit_(given).removeprefix("return ")
        behind = (exit_(last) if last else "").replace("return early", "return nothing")
        for phrase in _first(it, named, each[5:], asked):
            yield Clause(GIVES, f"return {phrase}{otherwise(behind)}", 5, ways=ways)
        brief = shortened(f"return {phrase}")
        yield Clause(GIVES, f"{brief}{otherwise(shortened(behind))}", 5, ways=ways)
        yield Clause(GIVES, brief, 5, ways=ways[:1])


def otherwise(behind: str) -> str:
    """behind: an order, "" for none."""
    verb, _, rest = behind.partition(" ")
    return f", else {rest if verb == 'return' else f'{verb}s {rest}'}" if behind else ""


def _first(it: str, named: str, each: str, asked: str) -> Iterator[str]:
    """`row.value` for the first row in rows where row.key is k; the `value` of the first row in rows where its key is k."""
    yield f"{f'{it} for ' if it else ''}the first {each} where {asked}"
    call = f"{bare(it[1:-1])}(…)" if it.endswith(")`") else ""
    if call and asked.startswith(f"{call} ") and asked.count(call) == 1:
        yield f"{it} for the first {each} where that {asked.removeprefix(f'{call} ')}"
        return
    part = it.removeprefix(f"`{named}.")
    whose = (
        asked.replace(f"{named}.", "its ", 1) if asked.count(named) == 1 and asked.startswith(f"{named}.") else asked
    )
    if part != it or not it:
        yield f"{f'the `{part} of ' if it else ''}the first {each} where {whose}"
