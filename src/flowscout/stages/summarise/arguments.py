"""What a constructor only keeps of what it is given, told together.

def __init__(self, host, port, user, password):
    self.host = host …                              keeps `host`, `port`, `user` and `password`
    self.cache = Cache(host)                        sets `self.cache` to `Cache(host)`
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex
from .clauses import DOES, Clause

_KEPT: Final = regex(
    r"(?:set `(?:(?:self|this)\.)?(\w{1,60})` to|initialise `([a-z_]\w{0,60})` with) `([^\W\d]\w*+)`"
)  # a field of its own
_OWN: Final = regex(r"(?:(?:self|this)(?:\.|->))?(\w{1,60})$")
_MARKS: Final = ("", "m", "my", "the")  # before a field's name
_SPEAKS: Final = 3  # letters of a name
_FEWEST: Final = 2  # one is told with what it is kept in
_MANY: Final = 4
_NAMED: Final = 3
_ROOM: Final = 60  # letters
_MORE: Final = 1.0  # how much more than one of them they weigh


def arguments_kept(clauses: Sequence[Clause], facts: FunctionFacts) -> Sequence[Clause]:
    """As they are, of what is no constructor or keeps few."""
    if facts.name != "__init__" and facts.kind != "constructor":
        return clauses
    given = {param.name.lstrip("*&") for param in facts.params} - {"self", "cls", "this"}
    given -= {each.name for each in facts.bindings if each.how != "param"}  # `mode = mode or "r"`
    kept = {each: found for each in clauses if (found := _kept(each, given, facts))}
    names = list(dict.fromkeys([name for name, _ in kept.values()]))
    if len(names) < _FEWEST:
        return clauses
    every = given == set(names) and len(names) >= _MANY
    if any(len(name) < _SPEAKS for name in names):  # of `h`, `p` what they are kept in says more
        names = [field for _, field in kept.values()]
    last = list(kept)[-1]
    phrase = f"keep {_named(names, every)}"
    whole = last._replace(
        phrase=phrase,
        weight=max(each.weight for each in kept) + _MORE * (len(names) >= _MANY),
        begins=next(iter(kept)).at,
    )
    return [whole if each == last else each for each in clauses if each == last or each not in kept]


def _named(names: Sequence[str], every: bool) -> str:
    """As many by name as there is room for. every: it is given no more."""
    quoted = [f"`{name}`" for name in names]
    if len(whole := f"{', '.join(quoted[:-1])} and {quoted[-1]}") <= _ROOM:
        return whole
    more = len(names) - _NAMED
    some = f"{', '.join(quoted[:_NAMED])} and {more} more argument{'s' * (more > 1)}"
    return f"its {len(names)} arguments" if every else some


def _kept(clause: Clause, given: Set[str], facts: FunctionFacts) -> tuple[str, str] | None:
    """Which argument, and the field that has its name and is never set again, or one that has no argument's name."""
    if clause.kind != DOES or clause.may or clause.after or clause.other or clause.also:
        return None
    found = _KEPT.fullmatch(clause.phrase)
    field, name = (found[1] or found[2], found[3]) if found else ("", "")
    sets = sum(1 for each in facts.writes if (own := _OWN.match(each.target)) and own[1] == field)
    if found is None or name not in given or sets > bool(found[1]):
        return None
    short = len(name) < _SPEAKS and not any(_named_as(field, other) for other in given)
    return (name, field) if short or _named_as(field, name) else None


def _named_as(field: str, name: str) -> bool:
    plain = field.replace("_", "").lower()
    return any(plain == f"{mark}{name.replace('_', '').lower()}" for mark in _MARKS)
