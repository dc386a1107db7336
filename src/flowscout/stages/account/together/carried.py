"""Statements that one function lost and another one got, word for word: they went there. Each side says so in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.identity import qualified_of
from ....words.series import series
from ..pieces.quoting import q

STEPS: Final = frozenset(("call", "value", "statement"))
FEWEST: Final = 2  # statements, or one that is long
LONG: Final = 40  # characters of a statement that is known again alone
SHORT: Final = 6  # characters of one that is in many functions
SHOWN: Final = 12
RANK: Final = 4


def carried(told: Sequence[Answer]) -> Iterator[Answer]:
    gone, came = _by_code(told, False), _by_code(told, True)
    ways: dict[tuple[str, str], list[str]] = {}
    for code, unit in gone.items():
        if unit and came.get(code) and unit != came[code]:
            ways.setdefault((unit, came[code]), []).append(code)
    sure = {way: codes for way, codes in ways.items() if len(codes) >= FEWEST or len(codes[0]) >= LONG}
    went = {(way[0], code): (way, codes) for way, codes in sure.items() for code in codes}
    here = {(way[1], code): (way, codes) for way, codes in sure.items() for code in codes}
    for one in told:
        new = _steps(one) and bool(one.after.code)
        row = (here if new else went).get((one.unit, _flat(one))) if _steps(one) else None
        if row is None:
            yield one
            continue
        (source, target), codes = row
        other = q(qualified_of(source if new else target))
        stands, came_ = ("stand", "come") if len(codes) > 1 else ("stands", "comes")
        said = f"{named(codes)} {came_} from {other}." if new else f"{named(codes)} now {stands} in {other}."
        yield one._replace(sentence=said, core="", rank=max(one.rank, RANK))


def _steps(one: Answer) -> bool:
    """Of a statement that is new or gone."""
    return one.how == FLOW and one.rule in STEPS and bool(one.before.code) != bool(one.after.code) and "::" in one.unit


def _flat(one: Answer) -> str:
    return " ".join((one.after.code or one.before.code).split()).rstrip(";")


def _by_code(told: Sequence[Answer], new: bool) -> Mapping[str, str]:
    """The function that alone lost, or got, a statement; "" where several did."""
    found: dict[str, str] = {}
    for one in told:
        if _steps(one) and bool(one.after.code) == new and len(_flat(one)) >= SHORT:
            found[_flat(one)] = one.unit if found.get(_flat(one), one.unit) == one.unit else ""
    return found


def named(codes: Sequence[str]) -> str:
    shown = list(map(q, codes if len(codes) == SHOWN + 1 else codes[:SHOWN]))
    more = len(codes) - len(shown)
    parts = [*shown, *([f"{more} more"] if more else [])]
    return series(parts)
