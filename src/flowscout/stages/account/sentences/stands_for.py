"""Python: a function that is no longer written out, where its name stands for something else now, or is imported; and the other way round.
One answer, at the function.

def add(a, b):            add = operator.add
    return a + b
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ....model.identity import qualified_of
from ....model.pattern import regex
from ..pieces.quoting import q
from .as_property import where_stood
from .imported_instead import brought_by

_SET: Final = regex(r"^(\w{1,80})(?:: [^=\n]{1,200})? = ([^=\n].*+)$")
_HOLDER: Final = regex(r" is (?:new|gone) in `(\w{1,80})`\.$")
TOLD: Final = "names told together with a function"
SIDES: Final = frozenset(("gone", "new"))
Key = tuple[str, str, str, str]


def stands_for(told: Sequence[Answer]) -> Iterator[Answer]:
    if not any(one.rule in SIDES and one.place.path.endswith(".py") for one in told):
        yield from told
        return
    named = {key: one for one in told if (key := _named(one))}
    brought = {
        (one.after.path, name): one.after.code
        for one in told
        if one.rule == "import" and one.after.code and not one.before.code
        for _, name in brought_by(one.after.code)
    }
    functions = [_function(one) for one in told]
    both = {named[key] for key in functions if key in named}
    for one, key in zip(told, functions, strict=True):
        if one in both:
            yield one._replace(how=NEUTRAL, rule=TOLD, sentence="", core="", rank=9)
        elif key and (other := named.get(key)):
            yield _told(one, other)
        elif key and one.rule == "gone" and not key[2] and (code := brought.get((key[0], key[3]))):
            yield one._replace(sentence=f"Is no longer defined here: {q(code)} brings it.", rank=3)
        else:
            yield one


def _told(one: Answer, other: Answer) -> Answer:
    if one.rule == "gone":
        return one._replace(
            sentence=f"Is no longer a function of its own: {q(other.after.code)} stands in its place.", rank=3
        )
    kind, where = where_stood(one.sentence.removeprefix("Is new"))
    return one._replace(sentence=f"Is {kind} now, where {q(other.before.code)} stood{where}", rank=3)


def _named(one: Answer) -> Key | None:
    """(path, which of the function it stands for, class, name) of a name that is set on one side alone."""
    alone = one.how == DECLARATION and one.rule == "value" and bool(one.before.code) != bool(one.after.code)
    found = _SET.match(one.before.code or one.after.code) if alone else None
    above = _HOLDER.search(one.sentence)
    return (one.place.path, "gone" if one.after.code else "new", above[1] if above else "", found[1]) if found else None


def _function(one: Answer) -> Key | None:
    if one.rule not in SIDES or "::" not in one.unit or not one.place.path.endswith(".py"):
        return None
    *above, name = qualified_of(one.unit).split(".")
    return one.place.path, one.rule, above[-1] if above else "", name
