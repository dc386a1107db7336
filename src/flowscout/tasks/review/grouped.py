"""The sentences of a review in lines: what is said of several places, of one place several times, or alike of many, is one line.

No longer calls `a`, when `x`. No longer calls `b`, when `x`.     When `x`: No longer calls `a` and `b`.
`A` now depends on `#ifdef X`. `B` now depends on `#ifdef X`. …   `A` now depends on `#ifdef X`. Likewise `B` and `C`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ...model.account import DECLARATION, GONE, LISTED, NEUTRAL
from ...model.pattern import regex
from ...model.shown import ShownEdit, ShownReview
from ...stages.account import KINDS, THROUGHOUT, one_by_one
from ..account.new import IS_GONE
from ..sentences import LONG_PLACE, PLACES, collapsed, deed, listing, opened, where
from . import casts, ladder, shifted
from . import given as review_given
from . import macros as review_macros
from . import put_in as review_put_in
from . import runs as review_runs
from . import written as review_written
from .alike_once import once
from .as_const import as_const
from .built import built_alike
from .callers import taken_together, with_callers, with_readers
from .exchanged import NAME, begin, exchanged, in_texts
from .forms import around
from .joining import joined, of, unit
from .line import Point, last
from .new import brought
from .own import keys, own
from .twins import twins, with_twins

OFTEN: Final = 3  # places where the same is done under other conditions, or alike things, from which it is told once
SETTINGS: Final = tuple(f".{kind}" for kind in KINDS)
AT_ONE_PLACE: Final = 6  # of what one function does otherwise under one condition, in one line
SHORT: Final = 12  # characters of a sentence that says little by itself
_FIRST: Final = regex(r"^(`[^`]{1,200}`) ([^\n]+)$")
_BROUGHT: Final = regex(
    r"^((?:Now|No longer) (?:imports|includes)) ([^,;\n]{1,200})((?:, (?:under|on) [^;\n]{1,200})?)\.$"
)
_SET: Final = regex(r"^(Now|No longer) sets (`[^`]{1,400}`) to (`[^`]{1,400}`)((?:, [^`]{1,40}`[^`]{1,400}`){0,4})\.$")
_ROW: Final = regex(r"^`([\w.:]{1,80})\([^`]{0,400}` in (`[^`]{1,200}`) was `([\w.:]{1,80})\([^`]{0,400}`\.$")
_CASE: Final = regex(
    r"^(`[^\n]{1,900}) runs? in case (`[^`]{1,200}`), no longer (?:when|unless|where) `[^`]{1,400}`[^\n]{0,400}\.$"
)
_NOT_HELD: Final = " does not hold"
_IN_TEXTS: Final = "in texts"


def lines(review: ShownReview, tests: bool = False) -> list[Point]:
    """Edits with a sentence, in the order in which they weigh."""
    told = [
        one if said == one.sentence else one._replace(sentence=said)
        for one in review.edits
        if one.sentence and one.how not in (LISTED, NEUTRAL) and one.test == tests
        for said in (one_by_one(one.sentence) if one.rule == THROUGHOUT else (one.sentence,))
    ]
    came = {one: each for each in brought(told) for one in (each.edit, *each.members)}
    alike = twins(review, told)
    rest = [one for one in told if one not in came and (one.path, one.name) not in alike]
    new = [Point((each.edit,), (), each.edit.sentence if tests else each.said) for each in dict.fromkeys(came.values())]
    place = {one: at for at, one in enumerate(told)}
    given = _set_elsewhere(_given_alike(_each_its_own(_put_in(_cast(_macros(_same(rest)))))))
    found = [
        *new,
        *_shifted(
            _of_settings(
                _imported(
                    _made_otherwise(
                        _alike(_by_deed(_by_place(_run_alike(_laddered(_by_case(as_const(built_alike(given))))))))
                    )
                )
            )
        ),
    ]
    together = [line._replace(said=taken_together(line.said)) for line in found]
    sorted_ = sorted(map(with_readers, with_callers(together)), key=lambda line: place[line.edits[0]])
    return list(with_twins(sorted_, alike, told))


def _same(told: Sequence[ShownEdit]) -> list[Point]:
    """What is said of several places or functions is said once. That a function is gone is said of each file, but where each has one of that
    name."""
    gone = Counter(last(one.name) for one in told if one.name and one.rule == GONE and one.sentence == IS_GONE)
    found: dict[tuple[str, str], list[ShownEdit]] = {}
    cores = Counter(one.core or one.sentence for one in told)
    counted = {one.sentence for one in told if one.name and PLACES.search(one.sentence)}
    for one in told:
        whose = (
            one.path if one.name and len(one.sentence) < SHORT else "" if one.name or one.sentence in counted else "-"
        )
        whose = (
            ""
            if one.rule == GONE
            and one.sentence == IS_GONE
            and gone[last(one.name)] >= OFTEN
            and last(one.name) != one.name
            else whose
        )
        often = cores[one.core or one.sentence] >= OFTEN
        found.setdefault((whose, (one.core or one.sentence) if often else one.sentence), []).append(one)
    return [Point(tuple(same), of(same), once(same)) for same in found.values()]


def _macros(told: Sequence[Point]) -> list[Point]:
    """Macros that came, or went, beside each other."""
    found = review_macros.runs(told)
    whole = {line for line, key in zip(told, found, strict=True) if key}
    return joined(told, found, lambda same: review_macros.said(same) if same[0] in whole else same[0].said, 1)


def _each_its_own(told: Sequence[Point]) -> list[Point]:
    """A call that many functions make now, or no longer, each with one thing of its own."""
    sayings = [line.said if line.names else "" for line in told]
    known = dict(zip(sayings, common := keys(sayings, [len(line.names) for line in told]), strict=True))

    def said(same: Sequence[Point]) -> str:
        return own([line.said for line in same], _codes(same), [line.names for line in same], known[same[0].said])

    found = joined(told, common, said)
    return [line._replace(names=_named(line)) if line.names else line for line in found]


def _named(line: Point) -> tuple[str, ...]:
    """The functions of all of it; none where the sentence says of each thing whose it is."""
    names = of(line.edits)
    return () if len(names) > 1 and " in `" in line.said and all(f"`{each}`" in line.said for each in names) else names


def _codes(same: Sequence[Point]) -> list[str]:
    """As they stand, where that can be quoted."""
    codes = [line.edits[0].now or line.edits[0].was for line in same]
    return ["" if "`" in code or "…" in code else code.rstrip(";") for code in codes]


def _given_alike(told: Sequence[Point]) -> list[Point]:
    """What many calls are given now, or no longer, in several functions."""
    keys_ = [review_given.key(line.said) if line.names else () for line in told]
    found = joined(told, keys_, lambda same: review_given.together([(line.said, line.names) for line in same]), OFTEN)
    calls = [review_given.call(line.said) if line.names else () for line in found]
    found = joined(found, calls, lambda same: review_given.of_its_own([line.said for line in same]), OFTEN)
    return [line._replace(names=_named(line)) for line in found]


def _put_in(told: Sequence[Point]) -> list[Point]:
    """What was put into a statement, or taken out of it, alike in several functions."""
    keys_ = [review_put_in.key(line.edits, line.said) if line.names else () for line in told]
    known = dict(zip(told, keys_, strict=True))
    found = joined(
        told,
        keys_,
        lambda same: review_put_in.told([one for line in same for one in line.edits], known[same[0]]),
        OFTEN,
    )
    return [line._replace(names=of(line.edits)) for line in found]


def _cast(told: Sequence[Point]) -> list[Point]:
    """Values of one function that are cast to the same type."""
    found = [casts.key(line.edits[0]) if unit(line) else () for line in told]
    keys_ = [(*unit(line), *each) if each else () for line, each in zip(told, found, strict=True)]
    known = dict(zip(told, found, strict=True))
    return joined(told, keys_, lambda same: casts.told([one for line in same for one in line.edits], known[same[0]]))


def _set_elsewhere(told: Sequence[Point]) -> list[Point]:
    """A value that one place was given, and another one is given now."""
    found = [_SET.match(line.said) if unit(line) else None for line in told]
    keys_ = [(*unit(line), each[3], each[4]) if each else () for line, each in zip(told, found, strict=True)]
    verbs: dict[tuple[object, ...], list[str]] = {}
    for key, each in zip(keys_, found, strict=True):
        verbs.setdefault(key, []).append(each[1] if each else "")
    keys_ = [key if sorted(verbs[key]) == ["No longer", "Now"] else () for key in keys_]
    return joined(told, keys_, _given_to)


def _by_case(told: Sequence[Point]) -> list[Point]:
    """What a chain of questions led to, and the cases of a choice lead to now: the first by its code."""
    found = [_CASE.match(line.said) if unit(line) else None for line in told]
    keys_ = [unit(line) if each else () for line, each in zip(told, found, strict=True)]
    return joined(told, keys_, _in_cases, OFTEN)


def _laddered(told: Sequence[Point]) -> list[Point]:
    """Checks of one function that came, or went, together."""
    return _in_source_order(told, ladder.key, ladder.told, ladder.FEWEST)


def _run_alike(told: Sequence[Point]) -> list[Point]:
    """Steps of one function that run under the same now, in the order of its source."""
    told = _in_source_order(told, review_runs.otherwise, review_runs.together_otherwise, of_one=False)
    return _in_source_order(told, review_runs.key, review_runs.together)


def _in_source_order(
    told: Sequence[Point],
    key: Callable[[str], tuple[object, ...]],
    say: Callable[[Sequence[str]], str],
    fewest: int = 2,
    *,
    of_one: bool = True,
) -> list[Point]:
    """Lines of one function with the same key, by what is said of each in the order of its source. of_one: each of one edit."""
    found = [key(line.said) if unit(line) and (len(line.edits) == 1 or not of_one) else () for line in told]
    keys_ = [(*unit(line), *each) if each else () for line, each in zip(told, found, strict=True)]
    return joined(
        told, keys_, lambda same: say([line.said for line in sorted(same, key=lambda line: line.edits[0].at)]), fewest
    )


def _in_cases(same: Sequence[Point]) -> str:
    cases = [found[2] for line in same[1:] if (found := _CASE.match(line.said))]
    return f"{same[0].said} Likewise {listing([f'case {each}' for each in cases])}, each in the place of a question."


def _made_otherwise(told: Sequence[Point]) -> list[Point]:
    """Rows of one table that another call makes now."""
    found = [_ROW.match(line.said) if len(line.edits) == 1 else None for line in told]
    keys_ = [
        (line.edits[0].path, each[2], each[1], each[3]) if each and each[1] != each[3] else ()
        for line, each in zip(told, found, strict=True)
    ]
    return joined(told, keys_, _likewise_made, OFTEN)


def _likewise_made(same: Sequence[Point]) -> str:
    found = _ROW.match(same[0].said)
    made = f"`{found[1]}(…)` was `{found[3]}(…)`" if found else "it is so"
    return f"{same[0].said} Likewise {made} in {len(same) - 1} more rows."


def _given_to(same: Sequence[Point]) -> str:
    now, was = sorted((line.said for line in same), key=lambda said: not said.startswith("Now "))
    new, old = _SET.match(now), _SET.match(was)
    return f"Now sets {new[2]} to {new[3]}, and no longer {old[2]}{new[4]}." if new and old else now


def _by_place(told: Sequence[Point]) -> list[Point]:
    """What a function does otherwise under one long condition."""
    found = [(*unit(line), _in_one_wording(where(_first(line)))) if _under(line) else () for line in told]
    rows: dict[tuple[str, ...], list[int]] = {}
    for at in sorted(range(len(told)), key=lambda at: told[at].edits[0].at):
        rows.setdefault(found[at], []).append(at)
    part = {at: place // AT_ONE_PLACE for same in rows.values() for place, at in enumerate(same)}
    return joined(told, [(*key, part[at]) if key else () for at, key in enumerate(found)], _placed)


def _first(line: Point) -> ShownEdit:
    """Whose sentence says what it stands under, where it is told of several edits."""
    return next((one for one in line.edits if one.core), line.edits[0])


def _under(line: Point) -> bool:
    one = _first(line)
    return bool(unit(line)) and line.said == one.sentence and len(where(one)) >= LONG_PLACE


def _placed(same: Sequence[Point]) -> str:
    told = collapsed(_first(line).core for line in sorted(same, key=lambda line: line.edits[0].at))
    places = [
        where(_first(line)) for line in same
    ]  # of what is gone, in words that do not read as if it were still done else
    return f"{opened(next((each for each in places if each.endswith(_NOT_HELD)), places[0]))}: {' '.join(told)}"


def _in_one_wording(place: str) -> str:
    """`unless `a`` of `where `a` does not hold`, as it is said of what is gone."""
    alone = place.lower().startswith("where `") and place.endswith(f"`{_NOT_HELD}") and place.count("`") == len("``")
    return f"unless {place[len('where ') : -len(_NOT_HELD)]}" if alone else place


def _by_deed(told: Sequence[Point]) -> list[Point]:
    """What a function, or alike the same ones, now does, or does no longer, to several things."""
    whose = [unit(line) or (line.names if len(line.names) > 1 else ()) for line in told]
    keys = [(*of, deed(line.said)) if of and deed(line.said) else () for of, line in zip(whose, told, strict=True)]

    def said(same: Sequence[Point]) -> str:
        row = sorted(same, key=lambda line: line.edits[0].at)
        return " ".join(collapsed(line.said for line in row))

    return joined(told, keys, said)


def _alike(told: Sequence[Point]) -> list[Point]:
    """What became of many things alike is said of the first, with the others' names."""
    told = _written_alike(told)
    replaced = joined(told, [_replacement(line) for line in told], _replaced, OFTEN)
    return joined(replaced, [_rest(line) for line in replaced], _likewise, OFTEN)


def _written_alike(told: Sequence[Point]) -> list[Point]:
    """The same words that were put into many macros, or taken out of them."""
    keys_ = [review_written.key(line.edits[0], line.said) if len(line.edits) == 1 else () for line in told]
    known = dict(zip(told, keys_, strict=True))
    return joined(
        told,
        keys_,
        lambda same: review_written.told([line.edits[0] for line in same], same[0].said, known[same[0]]),
        OFTEN,
    )


def _replacement(line: Point) -> tuple[str, ...]:
    """What was put in place of what, where that are names; of names that lost or got a beginning, which."""
    if any(not one.was or not one.now for one in line.edits) or line.said != line.edits[0].sentence:
        return ()
    pairs = {pair for one in line.edits for pair in exchanged(one.was, one.now)}
    begins = {begin(*pair) for pair in pairs}
    if len(begins) == 1 and any(next(iter(begins))):
        return (line.edits[0].how, *next(iter(begins)), "")
    was, now = around(*next(iter(pairs))) if len(pairs) == 1 else ("", "")
    how = _IN_TEXTS if all(in_texts(one.was, one.now) for one in line.edits) else line.edits[0].how
    return (how, was, now) if NAME.search(was) and NAME.search(now) else ()


def _replaced(same: Sequence[Point]) -> str:
    how, was, now, *begins = _replacement(same[0])
    names = Counter(one.name for line in same[1:] for one in line.edits)
    more = sum(many for name, many in names.items() if name in same[0].names or not name)
    named = [f"`{name}`" for name in names if name and name not in same[0].names]
    where_ = f"{more} more place{'s' * (more > 1)}" + " of it" * (len(same[0].names) == 1 and bool(named))
    others = " and in ".join([*[where_][: bool(more)], *[listing(named)][: bool(named)]])
    if not begins:
        likewise = "Likewise, in a text," if how == _IN_TEXTS else "Likewise"
        return f"{same[0].said} {likewise} `{now}` in the place of `{was}` in {others}."
    calls = {call for line in same[1:] for one in line.edits for _, call in exchanged(one.was, one.now)}
    named_so = f"without `{was}`" if was else f"with `{now}` before their names"
    return f"{same[0].said} Likewise {listing([f'`{each}`' for each in sorted(calls)])} {named_so} in {others}."


def _rest(line: Point) -> tuple[str, ...]:
    """What is said of something that is named first."""
    found = _FIRST.match(line.said) if len(line.edits) == 1 and line.edits[0].how == DECLARATION else None
    return (found[2],) if found else ()


def _likewise(same: Sequence[Point]) -> str:
    names = [found[1] for line in same[1:] if (found := _FIRST.match(line.said))]
    return f"{same[0].said} Likewise {listing(names)}."


def _imported(told: Sequence[Point]) -> list[Point]:
    """What a file imports now, or no longer."""
    found = [_BROUGHT.match(line.said) if not line.names and len(line.edits) == 1 else None for line in told]
    keys = [(line.edits[0].path, each[1], each[3]) if each else () for line, each in zip(told, found, strict=True)]
    return joined(told, keys, _imports)


def _of_settings(told: Sequence[Point]) -> list[Point]:
    """What differs in one file of settings."""
    keys_ = [
        (line.edits[0].path,) if len(line.edits) == 1 and line.edits[0].path.endswith(SETTINGS) else () for line in told
    ]
    return joined(told, keys_, lambda same: f"{'; '.join(line.said.removesuffix('.') for line in same)}.")


def _shifted(told: Sequence[Point]) -> list[Point]:
    return joined(told, [shifted.key(line) for line in told], shifted.said, OFTEN)


def _imports(same: Sequence[Point]) -> str:
    parts = [found for line in same if (found := _BROUGHT.match(line.said))]
    named = [[each[2] for each in parts if (" from " in each[2]) == whence] for whence in (False, True)]
    brought_ = ", and ".join([listing(each) for each in named if each])  # else what is from somewhere says it of all
    return f"{parts[0][1]} {brought_}{parts[0][3]}."
