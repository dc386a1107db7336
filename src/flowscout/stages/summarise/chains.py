"""`if … elif … else` as one choice, and guards that return one after another as one result.

if n < 0: x = 0  elif n > m: x = m  else: x = n       set `x` to `0` where n is less than 0, to `m` where n is more than m, else to `n`
if a: return 1  if b: return 2  return 3              return `1` where a, `2` where b, else `3`
if k == A: …  elif k == B: …  else: …                 distinguish 2 cases of `k`
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Range, Return, Stmt
from ...words.phrases import bare, shortened
from . import choices
from .clauses import DOES, GIVES, LEAVES, Clause, Course, heaviest, maybe
from .everywhere import set_in_each
from .kin import shared
from .results import results_by
from .some_cases import counted, unsure
from .subjects import subject

LONGEST: Final = 137, 90  # letters of a choice that is told whole, by itself and beside others
_GUARDS: Final = LONGEST[0] // len("a where b, ")  # more of them cannot be told whole
_LADDER: Final = 3  # tests from which on a chain is told as a choice
_SURE: Final = 8  # what weighs more is told by itself
_VALUE: Final = regex(r"(`[^`]{1,100}`)(?= where |$)")
_MOST_OF: Final = 0.6  # of the cases, that set the same
_ADDS: Final = regex(r"(?:append|add) `[^`]{1,80}` to (`[^`]{1,60}`)")
_CALLED: Final = regex(r"call `([\w.:]{1,80})\(")
_CALLS: Final = regex(r"call `([^`]{1,100})`")
_CALLEE: Final = regex(r"[\w.:~]{1,80}")
_KIND: Final = regex(r"[\w.:~]{1,80}|\"[\w ]{1,30}\"")
_ASKED_FOR: Final = regex(
    r"^(?:isinstance\([\w.]{1,60}, ([\w.]{1,60})\)|[\w.>\-\[\]]{1,60} (?:(?:==|is) |in [(\[{])([\w.:'\"]{1,60})(?:, [^()]{0,200}[)\]}])?)(?: (?:and|or|&&|\|\|) .{0,300})?$"
)
_BY: Final = regex(r" by `[^`]{1,80}`(?: in \d{1,6}(?: of \d{1,6})? (?:cases|ways))?$")
_TO: Final = "add to `"
_OTHERS: Final = regex(r"^(?:(?!, ).){0,200}do one of \d{1,6} other things")
_MANY_CASES: Final = 5
_WRITES: Final = regex(r"(write|append|add) (`[^`]{1,60}`) (to `[^`]{1,60}`)")
_NAMED: Final = 4  # of what the cases call
_ROOM: Final = 70  # letters of the names of these, if more than two
_ONLY_APART: Final = 4.4
_FEWEST: Final = 2  # values
_GIVEN: Final = 100  # letters of what they give back
_SLIGHT, _AROUND = 1, 3  # weight of what only tells of something, and of what cleans up
_SETS: Final = regex(r"set (`[^`]{1,60}`) to (`[^`]{1,80}`)")


class Ladder(NamedTuple):
    """tests, and what is done where each is the first that holds; at last where none does. rungs: where each `elif` begins."""

    tests: tuple[Range, ...]
    bodies: tuple[Body, ...]
    rungs: tuple[int, ...] = ()


def ladder(stmt: If) -> Ladder:
    """With every `elif`."""
    tests, bodies, rungs = [stmt.test], [stmt.then], list[int]()
    rest = stmt.orelse
    while len(rest) == 1 and isinstance(rest[0], If) and not rest[0].init:
        rungs.append(rest[0].start)
        tests.append(rest[0].test)
        bodies.append(rest[0].then)
        rest = rest[0].orelse
    return Ladder(tuple(tests), (*bodies, rest), tuple(rungs))


def results(body: Sequence[Stmt]) -> Ladder | None:
    """Guards that only return, and the return behind them; None for anything else."""
    *guards, last = body
    if not 0 < len(guards) <= _GUARDS or not isinstance(last, Return):
        return None
    plain = [
        stmt
        for stmt in guards
        if isinstance(stmt, If)
        and not stmt.orelse
        and not stmt.init
        and len(stmt.then) == 1
        and isinstance(stmt.then[0], Return)
    ]
    return (
        Ladder(tuple(stmt.test for stmt in plain), (*(stmt.then for stmt in plain), (last,)))
        if len(plain) == len(guards)
        else None
    )


def serving(body: Body) -> If | None:
    """Guards in a row that each do something and return, with what is left as the last `else`."""
    guards: list[If] = []
    for stmt in body:
        plain = isinstance(stmt, If) and not stmt.orelse and not stmt.init and len(stmt.then) > 1
        if not plain or not isinstance(stmt, If) or not isinstance(stmt.then[-1], Return):
            break
        guards.append(stmt)
    left = body[len(guards) :]
    for guard in reversed(guards):
        left = (guard._replace(orelse=left),)
    first = left[0] if len(guards) > 1 else None
    return first if isinstance(first, If) else None


def chosen(asked: Sequence[str], ways: Sequence[Course], alone: bool, whole: bool = False) -> Clause | None:
    """One clause for a choice whose every way gives a value, or sets the same; None where some do not, or it takes too many words.
    asked: the tests in words; ways: one more. alone: it has the sentence for itself. whole: nothing of a choice of which some is told."""
    told = [[each for each in way.clauses if each.kind != DOES or each.weight > _SLIGHT] for way in ways]
    if not any(asked) or any(len(each) != 1 for each in told):
        return None
    only = [each[0] for each in told]
    if any(each.after or each.may or (each.kind == DOES) == way.ends for each, way in zip(only, ways, strict=True)):
        return None
    if all(each.kind == GIVES and each.phrase.startswith("return ") and each.phrase != "return early" for each in only):
        given = [each.phrase.removeprefix("return ") for each in only]
        return _joined("return", "", given, asked, only, LONGEST[not alone], whole)
    sets = [_SETS.fullmatch(each.phrase) for each in only]
    targets = [found for found in sets if found]
    if len(targets) == len(only) and len({found[1] for found in targets}) == 1:
        return _joined(
            f"set {targets[0][1]}", "to ", [found[2] for found in targets], asked, only, LONGEST[not alone], whole
        )
    return None


def laddered(tests: Sequence[str], asked: Sequence[str], ways: Sequence[Course], alone: bool) -> Course | None:
    """All of an if with its every `elif`, where one clause tells it. tests: as written. asked: in words. ways: one more."""
    ends = all(way.ends for way in ways)
    if told := chosen(asked, ways, alone):
        return Course((told,), ends)
    by, count = subject(tests)
    if tests[1:] and (told := set_in_each(ways, asked, by if count == len(tests) else "", LONGEST[not alone])):
        return Course((told,), ends)
    tops = deeds(ways)
    same, _ = target_of_most([way for way in ways if way.clauses])
    few = len(tests) < _LADDER and not (len(tests) == _LADDER - 1 and len(tops) >= len(tests) and _one_target(tops))
    if (
        few
        or not count
        or any(top.weight > _SURE and not same and not top.phrase.startswith("yield") for top in tops)
        or not (tops or ends)
    ):
        return None
    given = [each.ways for way in ways for each in way.clauses if each.kind == GIVES and each.phrase[:6] == "return"]
    phrase = (
        results_by(by, count, ways)
        if ends and not tops
        else by_case(by, count, tops, len(tests), [way for way in ways if way.clauses], list(map(_label, tests)))
    )
    phrase, more = unsure(phrase)
    yields = {top.phrase for top in tops if top.phrase.startswith("yield")}
    if yields and (len(yields) == 1 or not phrase.startswith("distinguish `")):
        return None
    weight = max([cases(len(tests), phrase), *(top.weight for top in tops if not phrase.startswith("distinguish "))])
    return Course(
        (
            Clause(
                DOES,
                phrase,
                weight,
                may=more,
                ways=tuple(at for each in given for at in each) if ends and not tops else (),
            ),
        ),
        ends,
    )


def deeds(ways: Sequence[Course]) -> list[Clause]:
    """What weighs most in each; nothing where all give a value, and at most clean up before."""
    tops = [top for way in ways if (top := heaviest(way.clauses))]
    values = all(way.ends and way.clauses and way.clauses[-1].phrase.startswith("return `") for way in ways)
    return [] if values and all(top.weight <= _AROUND for top in tops) else tops


def in_most(ways: Sequence[Course]) -> Course | None:
    """What most of many cases do that each ask something of their own: "may call `rows.add(…)`"."""
    tops = [top for way in ways if (top := heaviest(way.clauses))]
    if len(ways) <= _LADDER or any(top.weight > _SURE for top in tops) or any(way.ends for way in ways):
        return None
    named = Counter(found[1] for top in tops if (found := _CALLED.match(top.phrase)))
    name, times = named.most_common(1)[0] if named else ("", 0)
    same = [top for top in tops if top.phrase.startswith(f"call `{name}(")]
    if times < max(2, len(ways) / 2):
        return None
    left = [each._replace(kind=LEAVES, after="", may=True) for way in ways for each in way.clauses if each.kind != DOES]
    top = max(same, key=lambda each: each.weight)
    return Course((maybe(top._replace(phrase=f"call `{name}(…)`", after="", other="", also="", at=same[-1].at)), *left))


def _one_target(tops: Sequence[Clause]) -> bool:
    """All add to the same, or set it."""
    added = {found[1] for top in tops if (found := _ADDS.fullmatch(top.phrase))}
    return len(added) == 1 and all(_ADDS.fullmatch(top.phrase) and not top.after for top in tops)


def values_of(choice: Clause) -> Clause:
    """Of a choice that hangs on something itself only what it may be: "return `a` or `b`"."""
    if not choice.phrase.startswith("return ") or " where " not in choice.phrase or ", else `" not in choice.phrase:
        return choice
    values = list(dict.fromkeys(_VALUE.findall(choice.phrase)))
    return choice._replace(phrase=f"return {' or '.join(values)}") if values else choice


def values_among(phrases: Sequence[str]) -> str:
    """Of several ways out one of their values: "return `a`, `b` or 2 more"; "" where one gives none, or they take many words."""
    plain = [each.removeprefix("return ") for each in map(shortened, phrases) if each.startswith("return `")]
    values = list(dict.fromkeys(plain))
    if len(plain) < len(phrases) or len(values) < _FEWEST:
        return ""
    most = len(values) if len(values) <= _LADDER else _FEWEST
    parts = [*values[:most], *([f"{len(values) - most} more"] if len(values) > most else [])]
    told = f"return {', '.join(parts[:-1])} or {parts[-1]}"
    return told if len(told) <= _GIVEN else ""


def _joined(
    verb: str, word: str, values: Sequence[str], asked: Sequence[str], only: Sequence[Clause], longest: int, whole: bool
) -> Clause | None:
    phrase = choices.told(verb, word, values, asked, longest, whole)
    ways = tuple(way for each in only for way in each.ways)
    return only[0]._replace(phrase=phrase, weight=max(each.weight for each in only), ways=ways) if phrase else None


def cases(count: int, phrase: str) -> float:
    """What it weighs that so many are told apart; little where that, or one of many settings, is all that is told, unless they have names."""
    named = phrase.startswith("distinguish `") and count >= _MANY_CASES
    settings = phrase.startswith("set `") and _OTHERS.match(phrase)  # what is done with them says more
    if settings or (not named and phrase.startswith("distinguish ") and " or do " not in phrase):
        return _ONLY_APART
    return min(8.0, 6 + math.log2(max(1, count)) / 3)


def _callees(tops: Sequence[Clause]) -> list[str]:
    """Of each that is a call what it calls, of a chain of calls the last."""
    named = [bare(found[1]) for top in tops if (found := _CALLS.fullmatch(top.phrase))]
    told = [name.rpartition(".")[2] if "(" in name or "[" in name else name for name in named]
    return [f"`{name}`" for name in told if _CALLEE.fullmatch(name)]


def target_of_most(ways: Sequence[Course]) -> tuple[str, int]:
    """What most of the cases set, and how many do; rather what each sets to something else than what all set to the same."""
    found = [[sets for each in way.clauses if not each.may and (sets := _SETS.match(each.phrase))] for way in ways]
    counted = Counter(target for each in found for target in sorted({sets[1] for sets in each}))
    values = {target: {sets[2] for each in found for sets in each if sets[1] == target} for target in counted}
    target, times = max(
        counted.items(),
        key=lambda each: (each[1], len(values[each[0]]) > 1, "." in each[0]),  # a field lasts
        default=("", 0),
    )
    return (target, times) if times > 1 and times >= _MOST_OF * len(ways) else ("", 0)


def by_calls(asked: str, ways: Sequence[Course]) -> str:
    """Of cases that all leave what most of them call, or give back the result of: "call `a`, `b` or 2 more by `kind`"."""
    given = [_called_last(way) for way in ways if way.clauses]
    named = list(dict.fromkeys(filter(None, map(_callee, given))))
    if len(named) < _LADDER or len([each for each in given if each]) < _MOST_OF * len(given):
        return ""
    for most in range(min(_NAMED, len(named)), 1, -1):
        told = [*named[:most], *([f"{len(named) - most} more"] if len(named) > most else [])]
        whole = f"call {', '.join(told[:-1])} or {told[-1]} by `{asked}`"
        if len(whole) <= LONGEST[1]:
            return whole
    return ""


def _label(test: str) -> str:
    """What a test asks for: of `isinstance(event, Closed)` `Closed`."""
    found = _ASKED_FOR.search(test)
    return next((each for each in found.groups() if each), "") if found else ""


def _callee(phrase: str) -> str:
    found = _CALLED.match(phrase)
    return f"`{found[1]}`" if found else ""


def _called_last(way: Course) -> str:
    """What weighs most of what it calls, or what it gives back by a call, as an order."""
    top = heaviest(way.clauses)
    if top is not None and top.phrase.startswith("call "):
        return top.phrase
    gives = [each.phrase for each in way.clauses if each.kind != DOES and each.phrase.endswith(")`")]
    return gives[-1].replace("return ", "call ", 1) if gives and top is None else ""


def _apart(asked: str, count: int, named: Sequence[str]) -> str:
    """Of many cases the first by name: "distinguish `A`, `B` and 7 more of `kind`"."""
    plain = list(dict.fromkeys(each for each in named if _KIND.fullmatch(each) and not each.isdigit()))
    for most in range(min(_NAMED, len(plain)), 1, -1):
        listed = [f"`{each}`" for each in plain[:most]]
        rest = (
            f"{', '.join(listed)} and {count - most} more"
            if count > most
            else f"{', '.join(listed[:-1])} and {listed[-1]}"
        )
        if 2 * len(plain) > len(named) and len(told := f"distinguish {rest} of `{asked}`") <= LONGEST[1]:
            return told
    return f"distinguish {count} cases of `{asked}`"


def by_case(
    asked: str, count: int, tops: Sequence[Clause], arms: int, ways: Sequence[Course] = (), labels: Sequence[str] = ()
) -> str:
    """What every case does to the same, else what the cases call, or set, else only that there are cases. arms: that they stand in.
    labels: the values of the cases."""
    target, times = target_of_most(ways)
    if target and times >= arms:
        return f"set {target} by `{asked}` in {f'{times} ways' if times > count else f'{count} cases'}"
    sets, adds = (
        {found[1] for top in tops if (found := form.fullmatch(top.phrase))}
        if all(map(form.fullmatch, [top.phrase for top in tops]))
        else set()
        for form in (_SETS, _ADDS)
    )
    for verb, targets in (("set", sets), (f"{min((top.phrase.split()[0] for top in tops), default='')} to", adds)):
        if len(targets) == 1 and len(tops) >= arms:
            return f"{verb} {targets.pop()} by `{asked}`{_in_so_many(count, tops, arms) if count >= _LADDER else ''}"
    for verb, told in (
        ("call", _callees(tops)),
        ("set", [found[1] for top in tops if (found := _SETS.match(top.phrase))]),
    ):
        named = list(dict.fromkeys(told))
        if verb == "call" and len(tops) == len(told) >= max(arms, _LADDER) and len(named) == 1:
            return f"call {named[0][:-1]}(…)` by `{asked}`{_in_so_many(count, tops, arms)}"
        most = max(2, next((n for n in range(_NAMED, 1, -1) if len(", ".join(named[:n])) <= _ROOM), 2))
        every = len(told) == len(tops) or (verb == "call" and len(told) >= _LADDER and _one_refuses(tops))
        if (
            every
            and verb == "call"
            and len(named) > max(most, _LADDER)
            and (kind := shared([each.strip("`") for each in named]))
        ):
            return f"call one of {len(named)} `{kind}` by `{asked}`"
        if every and len(tops) > 1 and len(named) > 1 and len(", ".join(named[:most])) <= LONGEST[1]:
            return f"{verb} {', '.join(named[:most])}{f' or {len(named) - most} more' if len(named) > most else ''} by `{asked}`".replace(
                f", {named[-1]} by", f" or {named[-1]} by"
            )
    often, times = Counter(_callees(tops)).most_common(1)[0] if _callees(tops) else ("", 0)
    if not target and times > 1 and 2 * times > arms:
        return f"call {often[:-1]}(…)` by `{asked}` in {times} of {max(arms, len(tops))} cases"
    if target:
        tops = [top._replace(phrase=f"set {target}") if _sets_it(top, target) else top for top in tops]
    done, kinds = _deeds(tops, arms, asked), _apart(asked, count, labels)
    more = count >= _MANY_CASES and _OTHERS.search(done) and kinds.startswith("distinguish `")
    return kinds if more or not done else done


def _in_so_many(count: int, tops: Sequence[Clause], arms: int) -> str:
    """In how many cases it is done; where it is done in any other case too, in how many ways."""
    return f" in {len(tops)} ways" if len(tops) > arms else f" in {count} cases"


def _one_refuses(tops: Sequence[Clause]) -> bool:
    """All but one call something, and that only sets a value of its own: `default: error = BAD_COMMAND;`."""
    rest = [top.phrase for top in tops if not _CALLS.fullmatch(top.phrase)]
    found = _SETS.fullmatch(rest[0]) if len(rest) == 1 else None
    return found is not None and found[1].strip("`").isidentifier()


def _sets_it(top: Clause, target: str) -> bool:
    found = _SETS.match(top.phrase)
    return found is not None and found[1] == target


def _deeds(tops: Sequence[Clause], arms: int, asked: str) -> str:
    """What weighs most of what the cases do, as much as there is room for, and how much more; "" for none."""
    written = [_WRITES.fullmatch(top.phrase) for top in tops]
    alike = [found for found in written if found]
    if len(alike) == len(tops) > 1 and len({(found[1], found[3]) for found in alike}) == 1:
        return counted(
            [found[2] for found in alike], arms, f"{alike[0][1]} ", f" {alike[0][3]} by `{asked}`", "more", LONGEST[1]
        )
    many = arms >= _MANY_CASES  # of so many what an author says of something in one of them says little
    first = sorted(tops, key=lambda top: -top.weight)
    plain = [
        _BY.sub("", shortened(top.phrase))  # what is told apart within one of the cases is no choice of its own
        for top in first
        if not (top.after or (many and top.heads[1]) or top.phrase.startswith("distinguish "))
    ]
    kept = [each for each in plain if not any(each.endswith(whole[3:]) for whole in plain if whole.startswith(_TO))]
    same = [each for each in plain if each.startswith(_TO)]  # with what is added there in other cases
    arms, plain = arms - len(plain) + len(kept) + len(same), [*same, *kept]
    return counted(plain, arms, "", f" by `{asked}`", "other things", LONGEST[1]) if plain else ""


def apart(ways: Sequence[Course]) -> bool:
    """Whether every case gives back something else, for its last deed."""
    given = [way.clauses[-1].phrase for way in ways if way.clauses and way.clauses[-1].kind == GIVES]
    values = {phrase for phrase in given if phrase.startswith("return `")}
    return len(values) == len(given) > 1
