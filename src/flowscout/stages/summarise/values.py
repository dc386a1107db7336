"""What a function's text asks and gives back, as written: signs before a value, names that are given together, calls that decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...model.facts import Binding, Call
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, If, Loop, Raise, Range, Return, Simple, Stmt, walk
from ...words import english
from ...words.phrases import bare

_SIGNED: Final = regex(r"(-|!|~|not )\s?([^\W\d]\w*+)")
_FOLDS: Final = regex(r"([^\W\d]\w*+) ?[&|]= ?(?=\S)")
_GIVEN: Final = regex(r"(?<=\w)\s?\([^()]*+\)")
_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_EMPTY: Final = regex(r"\[\]|\{\}|list\(\)|dict\(\)|set\(\)|\"\"|''")
_PATH: Final = regex(r"[(!\s]{0,4}([^\W\d][\w.:]{0,40}+)(\()?")
_TEXT: Final = regex(r"\"[^\"]*+\"|'[^']*+'")
_WITHIN: Final = regex(r"[(!\s]{0,4}(?:is )?(?:not )?in ([^\W\d][\w.:]{0,40}+)(\()?")  # `":base:" in uri`
_CALLEE: Final = regex(r"[\w.:]{1,50}")
_DEEPEST: Final = 4  # calls in calls

_GIVEN_BY: Final = regex(r"([^\W\d]\w*+)(?:\.|->)\w{1,60}\(\)")
_TAKEN_OUT: Final = regex(r"([a-z]\w*+)(?:\.|->)\w{1,40}\(\)")


def turned(value: str) -> tuple[str, str]:
    """A returned value's sign, and what it stands before: of `(-rc)` `-` and `rc`."""
    bare = value[1:-1].strip() if value.startswith("(") and value.endswith(")") else value
    found = _SIGNED.fullmatch(bare)
    return (
        (("not " if found[1] in ("!", "not ") else found[1]), found[2])
        if found
        else ("", bare if bare.isidentifier() else value)
    )


def uncalled(asked: str) -> str:
    """Without what calls are given: that is no look at it."""
    for _ in range(_DEEPEST):
        asked = _GIVEN.sub("", asked)
    return asked


def looks(stmt: Stmt) -> list[Range]:
    """What a statement asks, or gives back."""
    if isinstance(stmt, If | Loop):
        return [stmt.test] if stmt.test else []
    if isinstance(stmt, Simple) and (stmt.test or stmt.role == "expression"):
        return [stmt.test] if stmt.test else []
    return [stmt.value] if isinstance(stmt, Return) and stmt.value else []


def names_in(value: str) -> list[str]:
    """Of several names that are given back together each: `a, b`; none of anything else."""
    written = value[1:-1] if value.startswith("(") and value.endswith(")") else value
    named = [each.strip() for each in written.split(",")]
    return named if len(named) > 1 and all(map(str.isidentifier, named)) else []


def filled(value: str, bindings: Sequence[Binding]) -> list[str]:
    """Of a value that is made of it, what began empty: `return Text(parts)`."""
    empty = {each.name for each in bindings if each.value and _EMPTY.fullmatch(each.value)}
    return [name for name in dict.fromkeys(_NAME.findall(value)) if name in empty] if empty else []


def fed(values: Sequence[str], calls: Sequence[Call], bindings: Sequence[Binding]) -> list[str]:
    """Of a value that an object gives which was made and then given parts: `hash` of `hash.update(data); return hash.digest()`."""
    asked = {found[1] for each in values if (found := _GIVEN_BY.fullmatch(each))}
    made = {each.name for each in bindings if each.name in asked and each.how in ("assign", "declare")}
    taking = {call.receiver for call in calls if call.argc} if made else set[str]()
    return sorted(made & taking)


def all_well(written: str, bindings: Sequence[Binding]) -> bool:
    """Whether all goes well is kept over several calls: `ok &= save(row)`."""
    found = _FOLDS.match(written)
    return found is not None and any(
        each.name == found[1] and each.value.lower() in ("true", "false") for each in bindings
    )


def _tests(body: Body) -> list[Range]:
    """Those that decide how a body is left, the outermost first."""
    asking = [
        (stmt, stmt.test)
        for stmt in walk(body)
        if isinstance(stmt, If | Loop) and stmt.test and any(isinstance(each, Return | Raise) for each in walk((stmt,)))
    ]
    around = {test: sum(1 for other, _ in asking if other.start < test.start < other.end) for _, test in asking}
    return sorted(around, key=lambda test: (around[test], test.start))


def compared(body: Body, text: Callable[[int, int], str], language: Language, texts: bool = False) -> list[str]:
    """What the conditions look at that decide how a body is left: the first thing that each names, calls without what they are given.
    texts: what a text is looked for in is that, too."""
    told: list[str] = []
    asking = {stmt.test for stmt in walk(body) if isinstance(stmt, If)}
    for test in _tests(body):
        if test not in asking:
            continue
        asked = english.expression(text(*test), language).removeprefix("not ")
        found = _PATH.match(asked) or (_WITHIN.match(_TEXT.sub("", asked)) if texts else None)
        if found is None:
            return []
        told.append(f"`{found[1]}{'(…)' if found[2] else ''}`")
    return list(dict.fromkeys(told))


def deciding(
    body: Body, calls_in: Callable[[int, int], Sequence[Call]], text: Callable[[int, int], str], language: Language
) -> list[str]:
    """What the conditions call that decide how a body is left, as code without what that is given; of one that calls nothing the
    first thing that it names. None where one names nothing, or nothing at all is called."""
    told: list[str] = []
    tests = sorted(_tests(body))
    if not any(calls_in(*test) for test in tests):
        return []
    for test in tests:
        asked = english.expression(text(*test), language).removeprefix("not ")
        whole = max(calls_in(*test), key=lambda call: (-call.start, call.end), default=None)
        name = bare(english.expression(text(whole.start, whole.end), language)) if whole is not None else ""
        name = name.rpartition(".")[2] if "(" in name else name
        found = _PATH.match(asked)
        if whole is not None and f"{name}(" in asked:
            told += [f"`{name}(…)`"] if _CALLEE.fullmatch(name) else []
        elif found is not None:
            told.append(f"`{found[1]}`")
        else:
            return []
    return list(dict.fromkeys(told))


def unwrapped(value: str) -> str:
    """What a value is taken out of at the end, that was put together before: of `text.str()` `text`."""
    found = _TAKEN_OUT.fullmatch(value)
    return found[1] if found else value
