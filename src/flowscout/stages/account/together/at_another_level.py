"""C and C++: a variable of a function that is declared outside of it now, or the other way round: one sentence, where it stands now.

No longer declares `int n = 0`. `static int n = 0` is new.
                                `static int n = 0` is declared outside of functions now, no longer in `f` as `int n = 0`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, FLOW, NEUTRAL, Answer, Side
from ....model.identity import qualified_of
from ....model.pattern import regex
from ..reading.saying import q

LEVEL: Final = "variables told where they are declared now"
_WITHIN: Final = regex(r"^(?:No longer|Now) declares `")
_WITHOUT: Final = regex(r"` is (?:new|gone)\.$")
_NAME: Final = regex(r"(?<!\w)([A-Za-z_]\w*+)\s*+(?:\[[^\]=]{0,80}+\]\s*+){0,4}+(?:=|;|$)")
_LEVEL: Final = frozenset(("static", "extern"))
Key = tuple[str, str, bool]


def at_another_level(told: Sequence[Answer]) -> Iterator[Answer]:
    keys = [_key(one) for one in told]
    places: dict[Key, list[int]] = {}
    for at, key in enumerate(keys):
        if key:
            places.setdefault(key, []).append(at)
    for one, key in zip(told, keys, strict=True):
        other = (key[0], key[1], not key[2]) if key else None
        there = places.get(other, []) if other else []
        if key and len(places[key]) == len(there) == 1 and _side(one) != _side(told[there[0]]):
            yield _told(one, told[there[0]])
        else:
            yield one


def _key(one: Answer) -> Key | None:
    """(path, name, whether it stands in a function) of a variable that is new there, or gone."""
    within = one.how == FLOW and bool(_WITHIN.match(one.sentence))
    alone = bool(one.before.line) != bool(one.after.line)
    if not alone or not (within or (one.how == DECLARATION and _WITHOUT.search(one.sentence))):
        return None
    found = _NAME.search(one.place.code)
    named = found and "(" not in one.place.code[: found.start()] and found.start() > 0
    return (one.place.path, found[1], within) if found and named else None


def _side(one: Answer) -> bool:
    return bool(one.after.line)


def _told(one: Answer, other: Answer) -> Answer:
    if not one.after.line:
        return one._replace(how=NEUTRAL, rule=LEVEL, sentence="", core="", rank=9)
    now, was = _code(one.after), _code(other.before)
    otherwise = _bare(now) != _bare(was)
    if "::" in one.unit:
        said = f"Now declares {q(now)}, which was declared outside of functions"
    else:
        said = f"{q(now)} is declared outside of functions now, no longer in {q(qualified_of(other.unit))}"
    return one._replace(sentence=f"{said}{f' as {q(was)}' if otherwise else ''}.", core="")


def _code(side: Side) -> str:
    return side.code.strip().removesuffix(";")


def _bare(code: str) -> list[str]:
    return [word for word in code.split() if word not in _LEVEL]
