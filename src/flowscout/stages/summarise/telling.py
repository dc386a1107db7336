"""Chosen clauses as one sentence: what is done, what is given back, how it is left before; and what keeps that true.

Whatever ways out were not told are made up for at the end (*may return early*).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...words.phrases import bare, shortened, third
from ...words.whole_clauses import LONGEST
from .clauses import DOES, GIVES, LEAVES, Clause, outcome, placed, same_target
from .ways_out import NOTHING, WayOut

_ONE: Final = 2  # ticks around one piece of code
_SHORT: Final = 36  # letters of an outcome that a sentence ends with
EARLY: Final = "return early"
ENDS: Final = "end early"  # with what stands at the end
LATE: Final = "unless it returns before"
_UNTIL: Final = regex(r",? until a return\b")  # the end of the sentence says so
_HANGS: Final = regex(r"(?:where|whenever|on) ")
AMONG: Final = ", among other cases"  # what else leads there is not told
STATUS: Final = regex(r"return `-?(?:\d{1,12}|[A-Z][A-Z\d_:]{1,80}|k[A-Z]\w{0,80})`")
_SEVERAL: Final = regex(r"call (?:`[^`(]{1,80}`, ){0,12}`[^`(]{1,80}` and `[^`(]{1,80}`")  # that one clause tells
_CALLED: Final = regex(r"`([^`]{1,200}\))`")
_TELLS_VALUE: Final = regex(r"(?:may return|returns) `(?!-?\d|[A-Z][A-Z\d_]+`|[Tt]rue`|[Ff]alse`|None`|null`)")
_MORE_THAN_CALLS: Final = (" more by `", "` by `", " or do ", "`, with `")  # "call `a()` or do another thing by `x`"
_KEEPS: Final = regex(
    r"keep (?:`[^`]{1,60}`(?:, | and |$)|its \d)"
)  # of what a constructor is given: behind what it makes of it
_NOTHING: Final = (*NOTHING, "return `0`")
PLAIN_VALUES: Final = frozenset(
    [
        "return early",
        *(f"return `{value}`" for value in ("0", "None", "True", "true", "self", "*this", "OK", "ok", "Ok", "1")),
    ]
)


def joined(chosen: Sequence[Clause], exits: Sequence[WayOut], value: Sequence[Clause], beside: str = "") -> str:
    """beside: how many calls are surely made that are not told."""
    known = [each for each in chosen if not _vague(each)]
    phrases = {outcome(each) for each in chosen if each.kind != DOES}
    if (
        len(known) < len(chosen)
        and not phrases.issuperset(_left(chosen, exits, value))
        and not _rest(chosen, exits, value)
    ):
        chosen = known  # what is said to be given back perhaps is not all that may be
    ordered = sorted(
        chosen, key=lambda each: ((DOES, GIVES, LEAVES).index(each.kind), bool(_KEEPS.match(each.phrase)), each.at)
    )
    rest, before = _rest(ordered, exits, value), {each.at for each in _before(chosen, exits)}
    ordered = ordered if rest else _that(ordered)  # what is left is told first there
    closing = _closing(chosen, exits, value)
    ordered = [
        each._replace(after="early")
        if _vague(each) and not rest and each.phrase != EARLY and not before.isdisjoint(each.ways)
        else each
        for each in ordered
    ]
    ordered = [each for each in ordered if not (each.may and each.phrase == EARLY and closing == f"may {EARLY}")]
    again = (closing, closing.removesuffix(" early"))
    ordered = [each for each in ordered if not (each.kind == LEAVES and each.may and f"may {outcome(each)}" in again)]
    if closing == f"may {EARLY}" and (known := [each for each in ordered if _early(each)]):
        more = known[-1]._replace(after=f"{known[-1].after.removesuffix(AMONG)}{AMONG}")
        ordered, closing = [more if each == known[-1] else each for each in ordered], ""
    first, behind = ([], []) if rest else _parted(ordered, value)
    done = listed(first or [each for each in ordered if each.kind == DOES], beside)
    if closing in (f"may {EARLY}", "may end early") or any(each.after.startswith("where one ") for each in ordered):
        done = _UNTIL.sub("", done)
    ordered = [_landed(each, exits) for each in ordered]
    said = {at for each in ordered for at in each.ways}
    if closing == f"may {EARLY}" and any(each.lands and each.at not in said for each in exits):
        closing = f"may {ENDS}"
    given, left = ([_worded(each) for each in ordered if each.kind == kind] for kind in (GIVES, LEAVES))
    whole = ""
    for end in (closing, f"may {EARLY}" if closing.startswith("may return `") else closing):
        late = [each for each in given if each.endswith(LATE)]
        if late and left and not end and _every(ordered, exits):
            given = late = [f"else {late[0].removesuffix(LATE).rstrip()}"]
        elsewhere = [each for each in ordered if each.kind == DOES and each.ways and each.also]
        if elsewhere and given and not end and not left and _every(ordered, exits):
            given = [f"else {given[0]}", *given[1:]]
        told = (
            (*left, end, f"otherwise {' and '.join((done, *([] if _nothing(value) else given))) if done else given[0]}")
            if rest
            else (done, *[each for each in given if each not in late], *left, end, *late)
        )
        tail = [*left, *([end] if end else [])]
        if done and given and not (rest or late) and _nothing(value) and all(map(_TELLS_VALUE.match, tail)) and tail:
            told = (done, *tail, f"else {given[0]}", *given[1:])  # what it is there to give leads
        if behind:
            told = (done, *left, end, f"otherwise {listed(behind)}")
        whole = "; ".join([part for part in told if part])
        if len(whole) < LONGEST:
            break
    return f"{whole[:1].upper()}{whole[1:]}." if whole else ""


class JoinedClauses:
    """The same, each choice of clauses once."""

    def __init__(self, exits: Sequence[WayOut], value: Sequence[Clause]) -> None:
        self._exits, self._value = exits, value
        self._known: dict[tuple[Clause, ...], str] = {}

    def __call__(self, chosen: Sequence[Clause]) -> str:
        key = tuple(chosen)
        if key not in self._known:
            self._known[key] = joined(chosen, self._exits, self._value)
        return self._known[key]


def _landed(clause: Clause, exits: Sequence[WayOut]) -> Clause:
    """A jump to what is done at the end in any case is no return."""
    jumps = {each.at for each in exits if each.lands}
    left = clause.kind == LEAVES and clause.phrase == EARLY and clause.ways
    over = left and (not jumps.isdisjoint(clause.ways) if clause.may else jumps.issuperset(clause.ways))
    return clause._replace(phrase=ENDS) if over else clause


def _early(clause: Clause) -> bool:
    """It says when it returns early."""
    return clause.kind == LEAVES and clause.phrase == EARLY and not clause.may and clause.after.startswith("where ")


def _that(ordered: Sequence[Clause]) -> list[Clause]:
    """Of a call that was just told only what is asked of it: "calls `stop(h)`; returns the error where that fails"."""
    told: list[Clause] = []
    anchor = ordered[0] if ordered else None
    for each in ordered:
        calls = _CALLED.findall(anchor.also or anchor.phrase)[-1:] if anchor is not None and each is not anchor else []
        hangs = f"{anchor.after} and " if anchor is not None and anchor.after.startswith("where ") else "where "
        for call in calls if anchor is not None else ():
            again = (call,) if anchor is not None and anchor.kind == GIVES else (call, f"{bare(call)}(…)")
            # of what is returned `f(…)` may be another call, with other arguments
            for said in again if anchor is not None and (not anchor.after or hangs != "where ") else ():
                it = "that" if hangs == "where " else f"{bare(call)}(…)"  # else it could be what the call hangs on
                each = each._replace(after=each.after.replace(f"{hangs}{said} ", f"where {it} ", 1))
            each = each._replace(after=_of_one(each.after, anchor.after if anchor else "", call))
        beside = each.kind == LEAVES and anchor is not None and anchor.kind != LEAVES
        beside = beside and (each.after.startswith(("where that ", "where one ")) or "where " not in each.after)
        anchor = anchor if beside else each  # behind another condition "that" would be what is asked there
        told.append(each)
    return told


def _of_one(after: str, around: str, call: str) -> str:
    """Of what was just told to be called for each: "for some x in xs where f(x) fails" is "where one fails"."""
    head = f"for some {around.removeprefix('for each ').partition(' until ')[0]} where {call}"
    if not around.startswith("for each ") or " where " in around or not after.startswith(head):
        return after
    rest = after.removeprefix(head)
    return f"where one{rest or ' holds'}" if rest[:1] in ("", " ") else after


def _closing(chosen: Sequence[Clause], exits: Sequence[WayOut], value: Sequence[Clause]) -> str:
    """What keeps the rest true: how the function may be left otherwise."""
    given, left = {outcome(each) for each in chosen if each.kind != DOES}, _left(chosen, exits, value)
    told = {way for each in (*chosen, *value) for way in each.ways}
    before = _before(chosen, [each for each in exits if each.at not in told])
    returned = [phrase for phrase in left if phrase.startswith("return")]
    if not left or any(map(_vague, chosen)):
        return ""
    always = len(left) == 1 and {each.phrase for each in exits} == {*left}
    if left == returned and (given.issuperset(left) or always):
        return f"may {EARLY}"  # what it gives back is the same
    if len(left) == 1 and left[0] and len(short := shortened(left[0])) <= _SHORT:
        return f"may {left[0] if len(left[0]) <= _SHORT else short}{' early' if before and returned and left[0] != EARLY else ''}"
    values = list(dict.fromkeys(each.removeprefix("return ") for each in map(shortened, left)))
    plain = not any(", else " in each for each in values)
    if returned == left and len(values) == 2 and plain and EARLY not in left and len("".join(values)) <= 2 * _SHORT:
        return f"may return {' or '.join(values)}{' early' if before else ''}"
    return f"may {EARLY}" if returned == left else "may fail" if not returned and "" not in left else "may end early"


def _left(chosen: Sequence[Clause], exits: Sequence[WayOut], value: Sequence[Clause]) -> list[str]:
    """What else may be given back, or raised, that would make untrue what is told."""
    given = {outcome(each) for each in chosen if each.kind != DOES}
    told = {way for each in (*chosen, *value) for way in each.ways}
    gives = [each for each in chosen if each.kind == GIVES or (each.kind == DOES and each.phrase.startswith("return "))]
    sure = any(not each.may and not each.after for each in gives)
    before = _before(chosen, [each for each in exits if each.at not in told])
    given_at = max([each.at for each in (*chosen, *value) if each.kind == GIVES], default=0)
    return sorted(
        {
            each.phrase
            for each in exits
            if each.at not in told
            and (each in before or (sure and each.phrase not in given and not 0 < each.lands <= given_at))
        }
    )


def _every(ordered: Sequence[Clause], exits: Sequence[WayOut]) -> bool:
    """Each way out is told, with what it hangs on: what is left is the last one."""
    told = {way for each in ordered for way in each.ways}
    return not any(each.may for each in ordered if each.kind == LEAVES) and all(each.at in told for each in exits)


def _before(chosen: Sequence[Clause], exits: Sequence[WayOut]) -> set[WayOut]:
    """Ways out that leave out something of what is said to be surely done."""
    done = [at for each in chosen if each.kind == DOES and not each.may for at in placed(each)]
    last = max(done, default=0)
    sure = [each for each in chosen if each.kind == DOES and not (each.may or _HANGS.search(each.after))]
    always = [at for each in sure for at in placed(each)]
    return {
        each
        for each in exits
        if (each.at < last and (not each.lands or any(map(each.passes, done)))) or any(map(each.skips, always))
    }


def _vague(clause: Clause) -> bool:
    """A way out that nobody knows when it is taken: it stands for others too."""
    return clause.kind == LEAVES and clause.may and not clause.after


def _rest(ordered: Sequence[Clause], exits: Sequence[WayOut], value: Sequence[Clause]) -> bool:
    """What is done, or given back to say that there is nothing, is what is left where nothing was given back before."""
    left, told = (
        [each for each in ordered if each.kind == LEAVES],
        {way for each in (*ordered, *value) for way in each.ways},
    )
    same = {each.phrase for each in value}
    if any(map(_vague, left)) and any(each.at not in told and each.phrase not in same for each in exits):
        return False
    last = max([max(each.at, *each.ways, 0) for each in ordered if each.kind == GIVES], default=0)
    if last and any(each.at > last and each.at not in told and each.phrase not in same for each in exits):
        return False  # something else is given back behind it
    found = bool(same) and same.issubset(_NOTHING)  # `true` says something where else there is nothing
    if not any(
        each.phrase.startswith("return ")
        and (each.phrase not in PLAIN_VALUES or (found and each.phrase != "return early"))
        for each in left
    ):
        return False
    done = [each.at for each in ordered if each.kind == DOES]
    if done:
        here = not value or (_nothing(value) and any(map(gives_value, left))) or any(each.found for each in left)
        return here and min(done) > max(way for each in left for way in each.ways)
    given = [
        each
        for each in ordered
        if each.kind == GIVES and not each.after and not each.may and each.phrase.startswith("return ")
    ]
    return any(each.phrase in _NOTHING or each.at > max(way for one in left for way in one.ways) for each in given)


def _nothing(value: Sequence[Clause]) -> bool:
    """What is given back at the end says nothing."""
    return all(each.phrase in (*_NOTHING, EARLY) for each in value)


def _parted(ordered: Sequence[Clause], value: Sequence[Clause]) -> tuple[list[Clause], list[Clause]]:
    """What is done before and behind the ways out that give a value, where it is never done on these; nothing is given else."""
    done, left = ([each for each in ordered if each.kind == kind] for kind in (DOES, LEAVES))
    ways = [way for each in left for way in each.ways if gives_value(each) and each.after and not each.may]
    if not ways or len(done) + len(left) < len(ordered) or not _nothing(value):
        return [], []
    first = [each for each in done if each.at < min(ways)]
    behind = [each for each in done if each.at > max(way for each in left for way in each.ways) and not each.may]
    return (first, behind) if behind and len(first) + len(behind) == len(done) else ([], [])


def gives_value(clause: Clause) -> bool:
    """A value that says something, and no status."""
    plain = clause.phrase in (*PLAIN_VALUES, *_NOTHING, "return the error") or STATUS.fullmatch(clause.phrase)
    return clause.phrase.startswith("return ") and not plain


def surely_calls(clause: Clause) -> bool:
    """It is called, whatever holds, and nothing else is told with that."""
    only = not (clause.may or clause.after or clause.also or clause.other or _SEVERAL.fullmatch(clause.phrase))
    chosen = any(sign in clause.phrase for sign in _MORE_THAN_CALLS)
    return (
        clause.kind == DOES
        and only
        and not chosen
        and clause.phrase.startswith("call `")
        and clause.phrase.endswith("`")
    )


def _calls(clause: Clause) -> int:
    """2 of what is called, and may not be."""
    return 1 if surely_calls(clause) else 2 if clause.may and surely_calls(clause._replace(may=False)) else 0


def listed(done: Sequence[Clause], more: str = "") -> str:
    """Calls in a row share their verb: "calls `a()`, `b()` and 2 more, sets `x` to `1`"."""
    rows = list[list[Clause]]()
    for each in done:
        before = rows[-1][-1] if rows else each
        if rows and _calls(each) == _calls(before) != 0 and before.phrase.count("`") <= _ONE:
            rows[-1].append(each)
        else:
            rows.append([each])  # "calls `a` 2 times, for `x` and `y`, calls `b(z)`": what follows is no argument
    last = max((at for at, row in enumerate(rows) if len(row) > 1 and not row[0].may), default=-1)
    return ", ".join(_row(row, more if at == last else "") for at, row in enumerate(rows))


def _row(row: Sequence[Clause], more: str) -> str:
    named = [each.phrase.removeprefix("call ") for each in row]
    if len(row) == 1:
        return _worded(row[0])
    *first, final = [*named, more] if more else named
    return f"{'may call' if row[0].may else 'calls'} {', '.join(first)} and {final}"


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
    return f"{phrase}{' ' if after else ''}{after}{other}"
