"""The same clauses in fewer words, so that more of them find room: with less of what calls are given, without a long condition,
without what is done along with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...model.pattern import regex
from ...words.phrases import fewer_sets, shortened
from .choices import by_subject
from .clauses import DOES, EACH, EVERY, GIVES, IN_A_LOOP, LEAVES, Clause
from .copied import fewer_copied
from .dispatch import without_cases
from .pours import fewer_poured
from .telling import AMONG

_TELLING: Final = 6  # what weighs less is not told without what it hangs on
_WORTH: Final = 5  # of several that may be done
_LONG_SETS: Final = 60
_LONG_CONDITION: Final = 40
_SET_TO: Final = regex(r"set `[^`]{1,80}` to (`[^`]{1,80}\)`)")
_SET_TO_CALL: Final = regex(r"set `\w{1,60}` to (`[^`]{1,80}\)`)")  # of a name alone
_GIVEN: Final = regex(r"\Afor (?:each|every) \w{1,40} that .{1,90} gives(?: until |$)")
_WITHIN: Final = regex(r"for (?:each|every) [^\W\d]\w{0,40} in .{1,60}?(?= for each )")  # of two loops the inner one
_INNERMOST: Final = regex(r"for (?:each|every) .{1,60}?(?= for each )")
_TARGET: Final = regex(r"set (`[^`]{1,80}`)(?= to `)")
_GROWS: Final = regex(r"(?:add|subtract) `[^`]{1,200}` (?:to|from) `[^`]{1,80}`")
_ADDED: Final = regex(r"((?:append|add|write) )(`[^`]{1,100}`)( to `[^`]{1,80}`)")
_ASKS_TOO: Final = "` where "  # within what is done else
_OF: Final = regex(r"^(return `[^`]{1,80}`) of `[^`]{1,80}`$")
_SIGNED: Final = regex(r"^call `(?:[-!~]|not )(?=\w)")


def versions(told: Sequence[Clause]) -> Iterator[list[Clause]]:
    """Ever less of each, so that more of them may find room."""
    if sum(each.kind == DOES for each in told) > 1:  # what is done has the room
        told = [each._replace(phrase=_OF.sub(r"\1", each.phrase)) for each in told]
    brief = [_brief(each) for each in told]
    sure = [loose for each in brief if (loose := _loose(each)).weight >= _TELLING or loose.may == each.may] or brief
    gives = any(each.kind == GIVES for each in told)  # that something may be done says less than what comes of it
    loosened, both = (
        [each if gives and each.weight < _TELLING else _loose(each) for each in version] for version in (told, brief)
    )
    for version in (told, brief, loosened, both, sure):
        yield list(version)
    if any(_ASKS_TOO in each.other for each in told):
        yield from (
            [each._replace(other="") if _ASKS_TOO in each.other else each for each in some] for some in (told, brief)
        )
    for version in (told, brief, sure):
        yield [_alone(each) for each in version]
    perhaps = [_perhaps(each) for each in brief]
    if all(each.may for each in perhaps if each.kind == DOES and each.weight >= _WORTH):  # else what is sure says more
        yield perhaps


def shorter(clause: Clause) -> Iterator[Clause]:
    """As it is, then with less of what its calls are given, then without what it hangs on, or the other half of what is done."""
    brief = _brief(clause)
    if clause.kind == LEAVES and clause.also:
        yield clause
        yield brief
        clause, brief = _alone(clause), _alone(brief)
    if clause.other and brief.phrase == brief.other:
        brief = clause = brief._replace(after="", other="")
    yield clause
    yield brief
    if clause.heads[1] and (said := clause.phrase.partition(" if ")[0]) != clause.phrase and " " in said:
        yield clause._replace(phrase=said, may=True)
    if plain := without_cases(clause.phrase):
        clause = brief = clause._replace(phrase=plain)
        yield clause
    while fewer := fewer_sets(clause.phrase) or fewer_copied(clause.phrase):
        clause = brief = clause._replace(phrase=fewer)
        yield clause
    if fewer := fewer_poured(clause.phrase):
        clause = brief = clause._replace(phrase=fewer)
        yield clause
    if clause.kind == DOES and (clause.after.startswith("while ") or _GIVEN.match(clause.after)):
        clause, brief = clause._replace(after=IN_A_LOOP), brief._replace(after=IN_A_LOOP)
        yield clause
        yield brief
    if clause.kind == DOES and clause.after.startswith("whenever ") and " while " in clause.after:
        clause, brief = (each._replace(after=IN_A_LOOP, may=True) for each in (clause, brief))
        yield clause
        yield brief
    if clause.kind == DOES and (found := _WITHIN.match(clause.after)):
        clause, brief = clause._replace(after=found[0]), brief._replace(after=found[0])
        yield clause
        yield brief
    if clause.also:
        clause, brief = _alone(clause), _alone(brief)
        yield clause
        yield brief
    if clause.kind == LEAVES and clause.after:
        first = clause.after.partition(" or ")[0]
        if (
            first != clause.after
            and not clause.may
            and first.startswith("where ")
            and first.count("(") == first.count(")")
            and not first.count('"') % 2
        ):
            yield clause._replace(after=f"{first.removesuffix(AMONG)}{AMONG}")
        yield clause._replace(after="", may=True)
        yield brief._replace(after="", may=True)
    elif clause.other:
        if both := _either(clause):
            yield both
        if clause.after.startswith("where ") and _ASKS_TOO not in clause.other:
            yield clause._replace(after="")
            yield brief._replace(after="")
        yield clause._replace(other="", may=clause.may or not clause.after)
        yield brief._replace(other="", may=brief.may or not brief.after)
        if target := _of_both(clause):
            yield clause._replace(phrase=target, after="", other="")


def barest(clause: Clause) -> Iterator[Clause]:
    """What is set, without the values: where nothing else that is done finds room."""
    one, other = _TARGET.match(clause.phrase), _TARGET.match(clause.also)
    if one is None or clause.other:
        return
    alone = clause._replace(phrase=one[0], also="", rather=False)
    both = alone._replace(phrase=f"{one[0]} and {other[1]}") if other else alone
    inner = _INNERMOST.match(clause.after)
    for each in (both, alone):
        yield each
        yield each._replace(after=inner[0]) if inner else each


def _either(clause: Clause) -> Clause | None:
    """What is given one value or another: of "append `a` to `x`" and "append `b` to `x`" "append `a` or `b` to `x`"."""
    one, other = _ADDED.fullmatch(clause.phrase), _ADDED.fullmatch(clause.other)
    if one is None or other is None or (one[1], one[3]) != (other[1], other[3]) or clause.may:
        return None
    after = clause.after.partition("where ")[0].strip()
    return clause._replace(phrase=f"{one[1]}{one[2]} or {other[2]}{one[3]}", after=after, other="")


def _of_both(clause: Clause) -> str:
    """What is given one value or another, whatever holds: of "set `x` to `1`" and "add `n` to `x`" "set `x`"."""
    found = _TARGET.match(clause.phrase)
    same = found is not None and (
        clause.other.startswith(f"{found[0]} to ")
        or (_GROWS.fullmatch(clause.other) is not None and clause.other.endswith(f" {found[1]}"))
    )
    return found[0] if found and same and not clause.may and clause.after.startswith("where ") else ""


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
        around = each.endswith(",") and not clause.may  # for all of them, or for none
        each = each.rstrip(",")
        return clause._replace(after=f"{EVERY}{each.removeprefix(EACH)}" if around else each, may=True)
    long = (
        clause.kind == DOES
        and not clause.other
        and clause.after.startswith("where ")
        and len(clause.after) > _LONG_CONDITION
    )
    return clause._replace(after="", may=True) if long else clause


def _perhaps(clause: Clause) -> Clause:
    """Without what it hangs on, which leaves no room for what else is done: "may call `a(…)`"."""
    plain = clause.kind == DOES and clause.after.startswith("where ") and not (clause.other or clause.also)
    return clause._replace(after="", may=True) if plain and clause.weight >= _WORTH else clause


def _alone(clause: Clause) -> Clause:
    """Without what is done along with it, be it that it leaves; of how a handler leaves that alone, and the one that weighs more."""
    if clause.also and (clause.kind == LEAVES or clause.rather):
        return clause._replace(phrase=clause.also, also="", rather=False)
    return clause._replace(also="", ways=()) if clause.also else clause


def _brief(clause: Clause) -> Clause:
    phrase = shortened(by_subject(clause.phrase) or _OF.sub(r"\1", clause.phrase))
    while len(phrase) > _LONG_SETS and (fewer := fewer_sets(phrase) or fewer_poured(phrase)):
        phrase = fewer
    return clause._replace(phrase=phrase, other=shortened(clause.other), also=shortened(clause.also))


def once(clauses: Iterable[Clause]) -> list[Clause]:
    """What is given back by a call, or kept, needs no clause that says it is called."""
    told = list(clauses)
    given = {_SIGNED.sub("call `", each.phrase.replace("return ", "call ", 1)) for each in told if each.kind != DOES}
    given |= {f"call {found[1]}" for each in told if (found := _SET_TO.fullmatch(each.phrase))}
    returned = {each.phrase.removeprefix("return ") for each in told if each.kind != DOES}
    given |= {
        each.phrase
        for each in told
        if not each.after.startswith(("while ", "for "))
        and (found := _SET_TO_CALL.fullmatch(each.phrase))
        and not returned.isdisjoint((found[1], shortened(f"call {found[1]}").removeprefix("call ")))
    }
    return [each for each in told if each.kind != DOES or each.phrase not in given]
