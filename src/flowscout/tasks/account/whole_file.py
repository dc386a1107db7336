"""A file that is new, or gone: what it held, and which of its functions others could call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...file_index import Located
from ...model.account import DECLARATION, FILE, Answer, Side
from ...model.identity import path_of, qualified_of
from ...stages import account as stage
from ...words.series import series

_NAMED: Final = 5
_MANY: Final = _NAMED + 1  # of which all are named
Named = Callable[[str], Mapping[str, Located]]


def whole_file(one: stage.State, gone: bool, was: Named, named: Named) -> Answer:
    """was, named: functions that were there, and are there now, of which those of a name are some."""
    last = max(1, one.source.data.count(b"\n") + (not one.source.data.endswith(b"\n")))
    side = Side(one.source.path, 1, last)
    count = len(one.functions)
    functions, types = f"{count} function{'s' if count != 1 else ''}", stage.types(one)
    held = f"{functions}{f' and {types}' if types else ''}" if count else stage.holds(one)
    ran = (
        stage.loads(one, gone)
        if not count
        else _for_others(one, was, named, bool(types))
        if gone
        else "; ".join(filter(None, (stage.sets(one), stage.runs(one))))
    )
    sign = "" if ran.startswith(":") else "; "
    said = f"{'Is gone' if gone else 'Is a new file'}{f', with {held}' if held else ''}{f'{sign}{ran}' if ran else ''}."
    return Answer(DECLARATION, FILE, "", side if gone else Side(), Side() if gone else side, said, 7)


def _for_others(one: stage.State, was: Named, named: Named, more: bool) -> str:
    """Functions of a file that is gone which other files could call, and which have not gone to another file."""
    plain = [each for each in one.functions.values() if not each.scope and each.has("public")]
    names = [*dict.fromkeys(each.name for each in plain if not _went(one, was, named, each.name))]
    few = len(names) <= _MANY
    told = series(
        [f"`{name}`" for name in names[: None if few else _NAMED]] + [f"{len(names) - _NAMED} more"] * (not few)
    )
    if not names:
        return ""
    return f": {told}" if len(names) == len(one.functions) and not more else f"other files could call {told}"


def _went(one: stage.State, was: Named, named: Named, name: str) -> bool:
    """Whether one that is called so is in more files than it was. Facts are read of those alone that were not there."""
    before, now = set(was(name)), named(name)
    known = {path_of(id_) for id_ in before if _is(id_, name)} | {one.source.path}
    came = [id_ for id_ in now if id_ not in before and _is(id_, name) and path_of(id_) not in known]
    return any(now[id_].facts.has("public") for id_ in came)


def _is(id_: str, name: str) -> bool:
    """Whether it is of a function so called that stands in no class."""
    return qualified_of(id_) == name
