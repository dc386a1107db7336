"""A choice that calls something else in each case, told with the cases: what stands for what cannot be guessed from either.

switch (e->kind) { case KEY: insert(e); break; case CLOSE: drop(e); break; … }      call `insert` for `KEY`, `drop` for `CLOSE` or 2 more by `e.kind`
case OP_ADD: do_add(vm); break; case OP_SUB: do_sub(vm); break; …                   nothing: the names of the calls say it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Switch
from ...words.about import content
from .clauses import Clause, Course, heaviest
from .in_a_row import stem_of
from .own import Own

_LIST: Final = regex(r"call (?:`[\w.:~]{1,80}`(?:, )?){1,4} or (?:`[\w.:~]{1,80}`|\d{1,3} more) by `([^`]{1,80})`")
_CALLED: Final = regex(r"call `([\w.:~]{1,80})\(")
_VALUE: Final = regex(r"[\w.:]{1,60}|'[^'`]{1,4}'|\"[^\"`]{1,30}\"")
_FOR: Final = regex(r" for `[^`]{1,80}`(?: and (?:`[^`]{1,80}`|\d{1,3} more))?(?=,| or | by )")
_CASES: Final = regex(r"call `[\w.:~]{1,80}` for `.{1,200} by `[^`]{1,80}`")
_ELSE: Final = ("else",)
_FEWEST: Final = 2
_SEVERAL: Final = 3  # of which as many are told
_EQUAL: Final = regex(r"([\w.>\-\[\]]{1,60}) ?== ?([\w.:]{1,60}|'[^'`]{1,4}'|\"[^\"`]{1,30}\")")
_COMPARED: Final = regex(r"\(?!strn?(?:case)?cmp\(([\w.>\-\[\]]{1,60}), (\"[^\"`]{1,30}\")(?:, \d{1,3})?\)\)?")
_ROOM: Final = 130
_FITS: Final = 12  # that there can be room for


def dispatched(course: Course, labels: Sequence[tuple[str, ...]], ways: Sequence[Course], own: Own) -> Course:
    """labels: of each way the values for which it is taken, none where that is not known; of the last one `else`, for all that is left."""
    only = course.clauses[0] if len(course.clauses) == 1 else None
    found = _LIST.fullmatch(only.phrase) if only else None
    if only is None or not found:
        return course
    by = own.said(found[1])
    plain = only._replace(phrase=f"{only.phrase.rpartition(' by `')[0]} by `{by}`")
    pairs = [(_surely(way), each) for way, each in zip(ways, _first_only(labels), strict=True) if heaviest(way.clauses)]
    told = _told(pairs, by, all(heaviest(way.clauses) for way in ways))
    return course._replace(clauses=(plain._replace(phrase=told) if told else plain,))


def without_cases(phrase: str) -> str:
    """Of such a choice what it calls, "" for any other phrase."""
    return _FOR.sub("", phrase).replace(" or else `", " or `") if _CASES.fullmatch(phrase) else ""


def values_of(test: str, subject: str) -> tuple[str, ...]:
    """With what a test compares for equality, and nothing else: of `k == A || k == B` both."""
    parts = [part.strip().strip("()") if part.count("(") < 2 else part.strip() for part in test.split("||")]
    found = [_EQUAL.fullmatch(part) or _COMPARED.fullmatch(part) for part in parts]
    values = [each[2] for each in found if each and each[1] == subject]
    return tuple(values) if len(values) == len(parts) else ()


def _first_only(labels: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Without what an earlier way has taken."""
    taken = set[str]()
    left: list[tuple[str, ...]] = []
    for each in labels:
        left.append(tuple([value for value in each if value not in taken]))
        taken.update(each)
    return left


def _surely(way: Course) -> str:
    """What it calls before all, whatever holds in it."""
    top = heaviest(way.clauses)
    sure = top is not None and not (top.may or top.after or top.other)
    found = _CALLED.match(top.phrase) if top is not None and sure else None
    return found[1] if found else ""


def _told(pairs: Sequence[tuple[str, Sequence[str]]], by: str, every: bool) -> str:
    """As many as there is room for, and how many more ways there are. every: no way does nothing, so that the last has all the rest."""
    stem = stem_of([each[0] for _, each in pairs if each and each != _ELSE])
    known: dict[str, list[str]] = {}
    for call, values in pairs:
        if call and values and values != _ELSE:
            known.setdefault(call, []).extend(values)
    rest = next((call for call, values in pairs if call and values == _ELSE), "")
    akin = [not content(call).isdisjoint(content(each[0].removeprefix(stem))) for call, each in known.items()]
    if len(known) < _FEWEST or 2 * sum(akin) > len(akin):
        return ""
    first = next(iter(known.values()))[0]
    times = Counter(call for call, values in pairs if call in known and values and values != _ELSE)
    for most in range(min(len(known), _FITS), min(len(known), _SEVERAL) - 1, -1):
        more = len(pairs) - sum(times[call] for call in list(known)[:most])
        for whole in (first, "") if stem else (first,):
            brief = [
                (
                    call,
                    _label([each if each == whole or not stem else f"…{each.removeprefix(stem)}" for each in values]),
                )
                for call, values in list(known.items())[:most]
            ]
            parts = [f"`{call}` for {label}" for call, label in brief]
            parts += [f"else `{rest}`"] if rest and more == 1 and every else [f"{more} more"] if more else []
            told = f"call {', '.join(parts[:-1])} or {parts[-1]} by `{by}`"
            if len(told) <= _ROOM:
                return told
    return ""


def _label(values: Sequence[str]) -> str:
    first, *more = [f"`{each}`" for each in values]
    return f"{first} and {more[0] if len(more) == 1 else f'{len(more)} more'}" if more else first


def switch_labels(stmt: Switch, own: Own) -> list[tuple[str, ...]]:
    """Of its arms."""
    named = [tuple([own.text(*each) for each in arm.patterns]) for arm in stmt.arms]
    plain = [each if all(map(_VALUE.fullmatch, each)) else () for each in named]
    return [_ELSE if arm.default else () if arm.guard else each for arm, each in zip(stmt.arms, plain, strict=True)]


def ladder_labels(tests: Sequence[str], clause: Clause | None) -> list[tuple[str, ...]]:
    """Of an `if` with its every `elif`."""
    found = _LIST.fullmatch(clause.phrase) if clause else None
    return [*(values_of(test, found[1]) if found else () for test in tests), _ELSE]
