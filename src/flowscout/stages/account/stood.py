"""What a function no longer does and a new one does, word for word: it went there; what came from one that is gone. Wherever these stand,
and whether or not one calls the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from re import compile as compiled
from typing import Final

from ...model.account import FLOW, LISTED, Answer
from ...model.identity import qualified_of
from .carried import FEWEST, LONG, named

RANK: Final = 4
SHORT: Final = 4  # words of a step that is known again
MOST: Final = 400  # functions that are new or gone, beyond which nothing is looked for in them
_GOES: Final = frozenset(("call", "value", "statement", "loop", "condition", "check", "errors", ""))
_WORD: Final = compiled(r""""(?:\\.|[^"\\]){0,80}+"|'(?:\\.|[^'\\]){0,80}+'|\w++|[^\s\w{};:]""")
_TELLS: Final = compiled(r"\w(?<!\bif)(?<!\bfor)(?<!\bwhile)(?<!\breturn)(?<!\bswitch)\(|\w\.[A-Za-z_]|->|::")
Way = tuple[str, str]


def stood(told: Sequence[Answer], gone: Mapping[str, str], came: Mapping[str, str]) -> Iterator[Answer]:
    """gone, came: what functions hold that are on one side alone, by their ids."""
    if len(gone) + len(came) > MOST:
        yield from told
        return
    bodies = [{unit: _flat(code) for unit, code in side.items()} for side in (came, gone)]
    places = [_place(one, *bodies) for one in told]
    ways: dict[tuple[bool, Way], list[str]] = {}
    for one, way in zip(told, places, strict=True):
        if way is not None:
            ways.setdefault((bool(one.after.code), way), []).append(_code(one))
    for one, way in zip(told, places, strict=True):
        codes = list(dict.fromkeys(ways[bool(one.after.code), way])) if way is not None else []
        if way is None or not _sure(codes):
            yield one
            continue
        other, many = f"`{qualified_of(way[1])}`", len(codes) > 1
        said = (
            f"{named(codes)} {'come' if many else 'comes'} from {other}, which is gone."
            if one.after.code
            else f"{named(codes)} now {'stand' if many else 'stands'} in the new {other}."
        )
        yield one._replace(how=FLOW, rule="order", sentence=said, core="", rank=max(one.rank, RANK))


def _place(one: Answer, came: Mapping[str, str], gone: Mapping[str, str]) -> Way | None:
    """The one function that holds it now, or held it."""
    if one.how not in (FLOW, LISTED) or one.rule not in _GOES or "::" not in one.unit:
        return None
    part = _flat(_code(one))
    if bool(one.before.code) == bool(one.after.code) or "…" in part or not _says_something(part):
        return None
    found = [unit for unit, body in (gone if one.after.code else came).items() if part in body and unit != one.unit]
    return (one.unit, found[0]) if len(found) == 1 else None


def _sure(codes: Sequence[str]) -> bool:
    """Whether two of them, or one that is long, call something or speak of what something has: plain sums and bounds stand everywhere."""
    telling = [code for code in codes if _TELLS.search(code)]
    return len(telling) >= FEWEST or any(len(code) >= LONG for code in telling)


def _says_something(part: str) -> bool:
    """Whether it is no accident that it stands elsewhere too."""
    words = part.split()
    return len(words) >= SHORT and len({word for word in words if word.isidentifier()}) > 1


def _code(one: Answer) -> str:
    return " ".join((one.after.code or one.before.code).split()).rstrip(";")


def _flat(code: str) -> str:
    """Its words, so that each begins and ends with a blank."""
    return f" {' '.join(_WORD.findall(code))} "
