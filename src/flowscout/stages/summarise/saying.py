"""One sentence for a function: its author's, where that is about what it does, else made of its clauses.

    Makes record (req), creates volume metadata (rec), allocates storage for items of PickNodes(req.replicas()); returns `OK`;
    returns `InvalidArgument` where req.volume_id is empty.

What weighs most is said first to be chosen and then in the code's order; whole clauses are left out where there is no room.
Nothing is said where it would only be the name again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.about import LONGEST, behaviour, respells
from ...words.phrases import shortened, third
from .believed import contradicted
from .clauses import DOES, GIVES, LEAVES, Clause, same_target
from .reader import Reader
from .together import together
from .ways_out import NOTHING, Exit

_MOST: Final = 3  # things done
_FEW: Final = 3  # values that are told one after another
_ENOUGH: Final = 2  # of them that are told with what they are given
_SHORT: Final = 36  # letters of an outcome that a sentence ends with
_LONGEST_AFTER: Final = 80
_LONG_CONDITION: Final = 40
_TRIED: Final = 24  # in a row that find no room
_EARLY: Final = "return early"
_LATE: Final = "unless it returns before"
CUT: Final = 200  # letters that facts keep of a comment
_VALUE: Final = regex(r"(?:Returns|Sets|Yields|Raises|Throws) `.*")
_SIGNED: Final = regex(r"^call `(?:[-!~]|not )(?=\w)")
_NOTHING: Final = (*NOTHING, "return `0`")
_PLAIN_VALUES: Final = frozenset(
    [
        "return early",
        *(f"return `{value}`" for value in ("0", "None", "True", "true", "self", "*this", "OK", "ok", "Ok", "1")),
    ]
)


def sentence(facts: FunctionFacts, text: Callable[[], bytes], language: Language) -> str:
    """At most LONGEST letters; "" where nothing can be said that the name does not say. Follows from what is `spoken` alone.
    text: of the function, asked for only where the author's words do not do."""
    told = _documented(facts)
    if (told and not contradicted(told, facts)) or facts.kind == "module":
        return told
    try:
        body = decode_body(facts.body)
    except Refused:
        return ""
    reader = Reader(facts, text(), language, body.statements)
    clauses, exits = reader.clauses(), reader.exits()
    said = decided(clauses, exits, reader) or composed(clauses, exits, Counter(call.name for call in facts.calls))
    return "" if not _VALUE.match(said) and respells(said, facts.name, facts.scope[-1] if facts.scope else "") else said


def decided(clauses: Sequence[Clause], exits: Sequence[Exit], reader: Reader) -> str:
    """Of what only gives one of a few values, and for no reason that few words could tell: by what it is decided which."""
    values = list(dict.fromkeys(each.phrase.removeprefix("return ") for each in exits))
    plain = all(each.phrase.startswith("return `") for each in exits)
    if any(each.kind == DOES and each.weight > 1 for each in clauses) or not plain or not 1 < len(values) <= _FEW:
        return ""
    if all(each.after for each in clauses if each.kind == LEAVES):
        return ""
    asked = reader.asked()[:_MOST]
    told = (
        f"Returns {' or '.join([', '.join(values[:-1]), values[-1]])}, by {' and '.join([part for part in (', '.join(asked[:-1]), asked[-1]) if part])}."
        if asked
        else ""
    )
    return told if len(told) <= LONGEST else ""


def _documented(facts: FunctionFacts) -> str:
    if not facts.doc:
        return ""
    return behaviour(facts.doc, facts.name, facts.scope[-1] if facts.scope else "", whole=len(facts.doc) < CUT)


def composed(clauses: Sequence[Clause], exits: Sequence[Exit], calls: Mapping[str, int]) -> str:
    """exits: all; what stands behind one that is not told is only certain where the sentence says that there is one.
    calls: by name, how often it is called."""
    clauses = _leaving(together(clauses, calls))
    does = sorted(
        {each for each in clauses if each.kind == DOES and each.phrase},
        key=lambda each: (-each.weight, each.phrase.startswith("set "), each.at),
    )
    least = 3 if does and does[0].weight > 4 else 1
    slight, does = (
        [each for each in does if each.weight <= least],
        _others_first([each for each in does if each.weight > least]),
    )
    value = [each for each in clauses if each.kind == GIVES][-1:]
    gives = [_last(each, exits) for each in value if each.phrase not in _PLAIN_VALUES]
    leaves = _outcomes(
        [
            each
            for each in clauses
            if each.kind == LEAVES and each.phrase and each.phrase not in {it.phrase for it in value}
        ]
    )
    if leaves and not does:
        gives = [_last(each, exits) for each in value]
    wanted = (
        [*does[:1], *gives, *leaves[:2], *does[1:_MOST], *leaves[2:]]
        or ([each for each in slight if each.weight] or slight)[:_MOST]
        or value
    )
    foremost = [each for each in does[:_ENOUGH] if each.weight == does[0].weight]
    fitting = [
        _fitting(each, exits, value)
        for order in (wanted, dict.fromkeys([*foremost, *wanted]))
        for each in _versions(_once(order))
    ]
    return _said(max(fitting, key=_tells), exits, value)


def _leaving(clauses: Sequence[Clause]) -> list[Clause]:
    """What a guard does before it leaves is told along with that: "calls `a()` and returns where b is null"."""
    left = {
        each.after: each
        for each in reversed(clauses)
        if each.kind == LEAVES and each.after.startswith("where ") and not each.may and each.phrase
    }
    told: list[Clause] = []
    gone: set[Clause] = set()
    for each in clauses:
        way = (
            left.get(each.after)
            if each.kind == DOES and not (each.may or each.other or each.also or each.ways)
            else None
        )
        if way is not None and way not in gone and each.at < min(way.ways, default=0) and each.weight > _ENOUGH:
            gone.add(way)
            each = each._replace(also="return" if way.phrase == _EARLY else way.phrase, ways=way.ways)
        told.append(each)
    return [each for each in told if each not in gone]


def _versions(told: Sequence[Clause]) -> Iterator[list[Clause]]:
    """Ever less of each, so that more of them may find room."""
    brief = [_brief(each) for each in told]
    for version in (told, brief, [_loose(each) for each in brief]):
        yield list(version)
    for version in (told, brief, [_loose(each) for each in brief]):
        yield [_alone(each) for each in version]


def _tells(clauses: Sequence[Clause]) -> tuple[int, bool]:
    """What is done, up to enough of it, and what comes of it."""
    done = [each for each in clauses if each.kind == DOES]
    gives = any(each.kind == GIVES for each in clauses)
    return min(_MOST, len(done) + sum(1 for each in done if each.also)) + gives, gives


def _loose(clause: Clause) -> Clause:
    """Without a long condition, which leaves no room for what else is to be said."""
    each, where, _ = clause.after.partition(" where ")
    if (
        clause.kind == DOES
        and not clause.other
        and where
        and each.startswith("for each ")
        and " until " not in clause.after
    ):
        return clause._replace(after=each.rstrip(","), may=True)
    long = (
        clause.kind == DOES
        and not clause.other
        and clause.after.startswith("where ")
        and len(clause.after) > _LONG_CONDITION
    )
    return clause._replace(after="", may=True) if long else clause


def _others_first(does: Sequence[Clause]) -> list[Clause]:
    """What is called a second time says less than another call."""
    called: set[str] = set()
    first: list[Clause] = []
    again: list[Clause] = []
    for each in does:
        name = each.phrase.partition("(")[0]
        (again if name in called and each.phrase.startswith("call `") else first).append(each)
        called.add(name)
    return first + again


def _fitting(clauses: Sequence[Clause], exits: Sequence[Exit], value: Sequence[Clause]) -> list[Clause]:
    """As many as there is room for, the first before the others; where many in a row found none, the rest is not tried."""
    chosen: list[Clause] = []
    tried = 0
    for each in clauses:
        if tried == _TRIED:
            break
        tried += 1
        for told in _shorter(each):
            if (
                not any(_same(told, before) for before in chosen)
                and len(_said([*chosen, told], exits, value)) <= LONGEST
            ):
                chosen.append(told)
                tried = 0
                break
    return chosen


def _same(clause: Clause, told: Clause) -> bool:
    """It would only say again what has been called, or how it is left."""
    if clause.kind != DOES or told.kind != DOES:
        return clause.kind == told.kind == LEAVES and (clause.phrase, clause.after) == (told.phrase, told.after)
    again = (
        clause.phrase.endswith("(…)`")
        and not clause.other
        and told.phrase.startswith(clause.phrase.removesuffix("(…)`"))
    )
    return again or (clause.phrase, clause.after, clause.other, clause.also) == (
        told.phrase,
        told.after,
        told.other,
        told.also,
    )


def _alone(clause: Clause) -> Clause:
    """Without what is done along with it, be it that it leaves."""
    return clause._replace(also="", ways=()) if clause.also else clause


def _brief(clause: Clause) -> Clause:
    return clause._replace(phrase=shortened(clause.phrase), other=shortened(clause.other), also=shortened(clause.also))


def _shorter(clause: Clause) -> Iterator[Clause]:
    """As it is, then with less of what its calls are given, then without what it hangs on, or the other half of what is done."""
    brief = _brief(clause)
    if clause.other and brief.phrase == brief.other:
        brief = clause = brief._replace(after="", other="")
    yield clause
    yield brief
    if clause.also:
        clause, brief = _alone(clause), _alone(brief)
        yield clause
        yield brief
    if clause.kind == LEAVES and clause.after:
        yield clause._replace(after="", may=True)
        yield brief._replace(after="", may=True)
    elif clause.other:
        if clause.after.startswith("where "):
            yield clause._replace(after="")
            yield brief._replace(after="")
        yield clause._replace(other="")
        yield brief._replace(other="")


def _last(value: Clause, exits: Sequence[Exit]) -> Clause:
    """An error at the end is the rarer way, where anything is returned before."""
    fails = not value.phrase.startswith("return") and any(each.phrase.startswith("return") for each in exits)
    return value._replace(after=_LATE) if fails and not value.after else value


def _once(clauses: Iterable[Clause]) -> list[Clause]:
    """What is given back by a call needs no clause that says it is called."""
    told = list(clauses)
    given = {_SIGNED.sub("call `", each.phrase.replace("return ", "call ", 1)) for each in told if each.kind != DOES}
    return [each for each in told if each.kind != DOES or each.phrase not in given]


def _outcomes(clauses: Iterable[Clause]) -> list[Clause]:
    """Ways out that give the same are told once, those with a condition first."""
    alike: dict[str, list[Clause]] = {}
    for each in clauses:
        alike.setdefault(each.phrase, []).append(each)
    return sorted([_together(same) for same in alike.values()], key=lambda each: not each.after)


def _together(same: Sequence[Clause]) -> Clause:
    first, ways = same[0], tuple(way for each in same for way in each.ways)
    afters = list(dict.fromkeys(each.after for each in same))
    word = first.after.partition(" ")[0]
    joined = " or ".join([afters[0], *(after.removeprefix(f"{word} ") for after in afters[1:])])
    if (
        not any(each.may for each in same)
        and all(after.startswith(("where ", "on ")) for after in afters)
        and len(joined) <= _LONGEST_AFTER
    ):
        return first._replace(after=joined, ways=ways)
    return first if len(same) == 1 else first._replace(after="", may=True, ways=ways)


def _closing(chosen: Sequence[Clause], exits: Sequence[Exit], value: Sequence[Clause]) -> str:
    """What keeps the rest true: how the function may be left otherwise."""
    told = {way for each in (*chosen, *value) for way in each.ways}
    given = {each.phrase for each in chosen if each.kind != DOES}
    sure = any(each.kind == GIVES and not each.may and not each.after for each in chosen)
    before = _before(chosen, [each for each in exits if each.at not in told])
    given_at = max([each.at for each in (*chosen, *value) if each.kind == GIVES], default=0)
    left = sorted(
        {
            each.phrase
            for each in exits
            if each.at not in told
            and (each in before or (sure and each.phrase not in given and not 0 < each.lands <= given_at))
        }
    )
    returned = [phrase for phrase in left if phrase.startswith("return")]
    if not left or any(map(_vague, chosen)):
        return ""
    if left == returned and given.issuperset(left):
        return f"may {_EARLY}"
    if len(left) == 1 and left[0] and len(short := shortened(left[0])) <= _SHORT:
        return f"may {left[0] if len(left[0]) <= _SHORT else short}{' early' if before and returned and left[0] != _EARLY else ''}"
    return f"may {_EARLY}" if returned == left else "may fail" if not returned and "" not in left else "may end early"


def _before(chosen: Sequence[Clause], exits: Sequence[Exit]) -> set[Exit]:
    """Ways out that leave out something of what is said to be surely done."""
    done = [each.at for each in chosen if each.kind == DOES and not each.may]
    return {each for each in exits if any(map(each.passes, done))}


def _vague(clause: Clause) -> bool:
    """A way out that nobody knows when it is taken: it stands for others too."""
    return clause.kind == LEAVES and clause.may and not clause.after


def _said(chosen: Sequence[Clause], exits: Sequence[Exit], value: Sequence[Clause]) -> str:
    ordered = sorted(chosen, key=lambda each: ((DOES, GIVES, LEAVES).index(each.kind), each.at))
    closing = _closing(chosen, exits, value)
    rest, before = _rest(ordered, exits, value), {each.at for each in _before(chosen, exits)}
    ordered = [
        each._replace(after="early")
        if _vague(each) and not rest and each.phrase != _EARLY and not before.isdisjoint(each.ways)
        else each
        for each in ordered
    ]
    ordered = [each for each in ordered if not (each.may and each.phrase == _EARLY and closing == f"may {_EARLY}")]
    done = ", ".join(_worded(each) for each in ordered if each.kind == DOES)
    given, left = ([_worded(each) for each in ordered if each.kind == kind] for kind in (GIVES, LEAVES))
    whole = ""
    for end in (closing, f"may {_EARLY}" if closing.startswith("may return `") else closing):
        late = [each for each in given if each.endswith(_LATE)]
        told = (
            (*left, end, f"otherwise {done or given[0]}")
            if rest
            else (done, *[each for each in given if each not in late], *left, end, *late)
        )
        whole = "; ".join([part for part in told if part])
        if len(whole) < LONGEST:
            break
    return f"{whole[:1].upper()}{whole[1:]}." if whole else ""


def _rest(ordered: Sequence[Clause], exits: Sequence[Exit], value: Sequence[Clause]) -> bool:
    """What is done, or given back to say that there is nothing, is what is left where nothing was given back before."""
    left, told = (
        [each for each in ordered if each.kind == LEAVES],
        {way for each in (*ordered, *value) for way in each.ways},
    )
    same = {each.phrase for each in value}
    if any(map(_vague, left)) and any(each.at not in told and each.phrase not in same for each in exits):
        return False
    found = bool(same) and same.issubset(_NOTHING)  # `true` says something where else there is nothing
    if not any(
        each.phrase.startswith("return ")
        and (each.phrase not in _PLAIN_VALUES or (found and each.phrase != "return early"))
        for each in left
    ):
        return False
    done = [each.at for each in ordered if each.kind == DOES]
    if done:
        return not value and min(done) > max(way for each in left for way in each.ways)
    given = [
        each
        for each in ordered
        if each.kind == GIVES and not each.after and not each.may and each.phrase.startswith("return ")
    ]
    return any(each.phrase in _NOTHING or each.at > max(way for one in left for way in one.ways) for each in given)


def _second_set(clause: Clause) -> str:
    """Of two that are set the second: "sets `x` to `1` and `y` to `2`"."""
    return (
        clause.also.removeprefix("set ")
        if clause.phrase.startswith("set `") and clause.also.startswith("set `")
        else ""
    )


def _worded(clause: Clause) -> str:
    """What may be done for each is done for some."""
    some = clause.may and clause.kind == DOES and clause.after.startswith("for each ")
    phrase = f"may {clause.phrase}" if clause.may and not some else third(clause.phrase)
    if clause.also:
        value = _second_set(clause)
        phrase = f"{phrase} and {value or (clause.also if clause.may and not some else third(clause.also))}"
    after = f"for some {clause.after[9:]}" if some else clause.after
    value = same_target(clause.phrase, clause.other)
    other = (
        f"{', else' if after else ' or'} {value if value and not after else f'to {value}' if value else third(clause.other)}"
        if clause.other
        else ""
    )
    phrase = (
        phrase
        if phrase.startswith("may ")
        else phrase.replace("` or do something else by `", "` or does something else by `")
    )
    return f"{phrase}{' ' if after else ''}{after}{other}"
