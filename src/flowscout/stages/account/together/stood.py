"""What a function no longer does and a new one does, word for word: it went there; what came from one that is gone. Wherever these stand,
and whether or not one calls the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from re import compile as compiled
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, Answer
from ....model.identity import path_of, qualified_of
from ..pieces.quoting import q
from .carried import FEWEST, LONG, named

RANK: Final = 4
SHORT: Final = 4  # words of a step that is known again
MANY: Final = 3  # steps that call something, of which one says something
MOST: Final = 400  # functions that are new or gone, beyond which nothing is looked for in them
_GOES: Final = frozenset(("call", "value", "statement", "loop", "condition", "check", "errors", ""))
_WORD: Final = compiled(r""""(?:\\.|[^"\\]){0,80}+"|'(?:\\.|[^'\\]){0,80}+'|\w++|[^\s\w{};:]""")
_TELLS: Final = compiled(r"\w(?<!\bif)(?<!\bfor)(?<!\bwhile)(?<!\breturn)(?<!\bswitch)\(|\w\.[A-Za-z_]|->|::")
_LOST: Final = compiled(r"No longer calls `([^`]{1,400})`, (?:when|unless) [^\n]{1,900}\.$")
Way = tuple[str, str]


def stood(told: Sequence[Answer], gone: Mapping[str, str], came: Mapping[str, str]) -> Iterator[Answer]:
    """gone, came: what functions hold that are on one side alone, by their ids."""
    if len(gone) + len(came) > MOST:
        yield from told
        return
    bodies = [{unit: _flat(code) for unit, code in side.items()} for side in (came, gone)]
    places = [_place(one, bodies) for one in told]
    ways: dict[tuple[bool, Way], list[str]] = {}
    for one, way in zip(told, places, strict=True):
        if way is not None:
            ways.setdefault((_came(one), way), []).append(_code(one))
    sure = {key for key, codes in ways.items() if _sure(list(dict.fromkeys(codes)))}
    beside = {key: [*codes] for key, codes in ways.items()}
    short: list[tuple[int, tuple[bool, Way]]] = []
    for at, one in enumerate(told if ways else ()):
        alone = places[at] is None and not (one.before.code and one.after.code)
        if alone and (near := _place(one, bodies, True)) and (_came(one), near) in ways:
            beside[_came(one), near].append(_code(one))
            short.append((at, (_came(one), near)))
    sure |= {key for key, codes in beside.items() if sum(map(_tells, dict.fromkeys(codes))) >= MANY}
    for at, key in short:
        if key in sure:
            places[at] = key[1]
    ways = {}
    for one, way in zip(told, places, strict=True):
        if way is not None:
            ways.setdefault((_came(one), way), []).append(_code(one))
    for one, way in zip(told, places, strict=True):
        codes = list(dict.fromkeys(ways[_came(one), way])) if way is not None else []
        if way is None or (_came(one), way) not in sure:
            yield _called_there(one, bodies[0], told)
            continue
        other, many = f"`{qualified_of(way[1])}`", len(codes) > 1
        said = (
            f"{named(codes)} {'come' if many else 'comes'} from {other}, which is gone."
            if _came(one)
            else f"Now runs {q(one.after.code)}: {q(_code(one))} stands in the new {other}."
            if one.after.code
            else f"{named(codes)} now {'stand' if many else 'stands'} in the new {other}."
        )
        how = one.how if one.how == DECLARATION else FLOW
        yield one._replace(how=how, rule="order", sentence=said, core="", rank=max(one.rank, RANK))


def _called_there(one: Answer, came: Mapping[str, str], told: Sequence[Answer]) -> Answer:
    """Of a call that is gone with what asked for it: that a new function makes it, which is called here now."""
    found = _LOST.match(one.sentence)
    call = _flat(found[1]) if found and len(found[1]) >= LONG and "…" not in found[1] else ""
    there = [unit for unit, body in came.items() if call and call in body]
    named = f" {_last(there[0])} (" if len(there) == 1 else ""
    calls = named and any(each.unit == one.unit and named in _flat(each.after.code) for each in told)
    if not calls or path_of(there[0]) != path_of(one.unit):
        return one
    said = f"{one.sentence.removesuffix('.')}; the new `{qualified_of(there[0])}`, which it calls, does."
    return one._replace(sentence=said, core="", rank=max(one.rank, RANK))


def _place(one: Answer, sides: Sequence[Mapping[str, str]], short: bool = False) -> Way | None:
    """The one function that holds it now, or held it. sides: what those hold that came, and those that are gone. short: also of what stands there by accident, if nothing beside it does."""
    own = one.how == DECLARATION and one.rule in ("statement", "value")[: 1 + _came(one)]  # of a file's own level
    if not own and (one.how not in (FLOW, LISTED) or one.rule not in _GOES or "::" not in one.unit):
        return None
    part = _flat(_code(one))
    both = bool(one.before.code) and bool(one.after.code)
    says = _says_something(part) or (both and _tells(_code(one))) or (short and len(part.split()) >= SHORT)
    if (both and not own) or "…" in part or not says:
        return None
    bodies = sides[_came(one)]
    found = [
        unit
        for unit, body in bodies.items()
        if part in body
        and unit != one.unit
        and (not own or (path_of(unit) == one.place.path and all(each in body for each in _quoted(one))))
        and (not both or f" {_last(unit)} (" in _flat(one.after.code))
    ]
    return (one.unit or one.place.path, found[0]) if len(found) == 1 else None


def _quoted(one: Answer) -> list[str]:
    """What its sentence says is gone: of a block that is more than its code, which is its head."""
    codes = one.sentence.split("`")[1::2] if one.before.code.endswith(":") else []
    return ["…" if " more" in one.sentence else _flat(code) for code in codes]


def _came(one: Answer) -> bool:
    return not one.before.code


def _last(unit: str) -> str:
    return qualified_of(unit).rpartition(".")[2]


def _sure(codes: Sequence[str]) -> bool:
    """Whether two of them, or one that is long, call something or speak of what something has: plain sums and bounds stand everywhere."""
    telling = [code for code in codes if _tells(code)]
    return len(telling) >= FEWEST or any(len(code) >= LONG for code in telling)


def _tells(code: str) -> bool:
    return bool(_TELLS.search(code))


def _says_something(part: str) -> bool:
    """Whether it is no accident that it stands elsewhere too."""
    words = part.split()
    return len(words) >= SHORT and len({word for word in words if word.isidentifier()}) > 1


def _code(one: Answer) -> str:
    return " ".join((one.before.code or one.after.code).split()).rstrip(";")


def _flat(code: str) -> str:
    """Its words, so that each begins and ends with a blank."""
    return f" {' '.join(_WORD.findall(code))} "
