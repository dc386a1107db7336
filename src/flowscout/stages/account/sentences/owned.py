"""A constant that left its class for the file, or went into one: who spoke of it as `self.LIMIT` speaks of `LIMIT` now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import compile as compiled
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer
from ..neutral.rules import FOLLOWS
from ..reading.saying import ORDER

_OUT: Final = compiled(r"^`(\w{1,80})` now stands in the file itself, no longer in `(\w{1,80})`\.$")
_INTO: Final = compiled(r"^`(\w{1,80})` now stands in `(\w{1,80})`, no longer in the file itself\.$")


def owned(told: Sequence[Answer]) -> Iterator[Answer]:
    places = [one for one in told if one.how == DECLARATION and one.rule == "place"]
    out = {found[1]: found[2] for one in places if (found := _OUT.match(one.sentence))}
    into = {found[1]: found[2] for one in places if (found := _INTO.match(one.sentence))}
    for one in told:
        both = one.how in (FLOW, LISTED) and one.before.code and one.after.code if out or into else ""
        same = both and _says_both(one) and _bare(one.before.code, out) == _bare(one.after.code, into)
        yield one._replace(how=NEUTRAL, rule=FOLLOWS, sentence="", core="", rank=9) if same else one


def _says_both(one: Answer) -> bool:
    """Not where a step stands, or under what: that is no other name for a constant."""
    differs = one.before.code.split() != one.after.code.split()
    return differs and one.rule != ORDER and (", no longer " in one.sentence or ", where it " in one.sentence)


def _bare(code: str, names: dict[str, str]) -> str:
    """Without what such a name is spoken of by; what is cut is like nothing else."""
    for name, holder in names.items():
        for owner in ("self", "cls", holder):
            code = f" {code}".replace(f" {owner}.{name}", f" {name}").replace(f"({owner}.{name}", f"({name}")[1:]
    return code if "…" not in code else repr(names)
