"""Calls in a row, each of which is asked whether it has failed: told by their names together, for no one of them is what all are there for.

err = get_format(p, &f); if (err < 0) return err;
err = get_rate(p, &r);   if (err < 0) return err;        call `get_format`, `get_rate` and `get_access`;
return get_access(p, &a);                                return the error where one fails
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ...model.pattern import regex
from ...words.names import last
from .clauses import DOES, GIVES, LEAVES, Clause, plain
from .kin import shared
from .telling import AMONG, EARLY
from .ways_out import NOTHING

_CALL: Final = regex(r"call `([^\W\d][\w.:]{1,80})\([^`]{0,400}\)`")
_GIVEN: Final = regex(r"return `([^\W\d][\w.:]{1,80})\([^`]{0,400}\)`")
_FAILS: Final = regex(
    r"where ([^\W\d][\w.:]{1,80})\(.{0,200}\) (fails|is not 0|is less than 0|is -1|is (?:[A-Z]\w{0,40}_)?(?:ERR|ERROR|FAIL|FAILED|FAILURE)|is not (?:[A-Z]\w{0,40}_)?(?:OK|SUCCESS)|does not hold)"
)
_NAMED_FAILURE: Final = regex(r"return `(?:[A-Z]\w{0,40}_)?(?:ERR|ERROR|FAIL|FAILED|FAILURE)`")
_REFUSES: Final = regex(r"where ([^\W\d][\w.:]{1,80})\((?:(?! and | or ).){0,200}\) does not hold")
_ONE_AFTER_ANOTHER: Final = regex(r"return `[Ff]alse` where (.{1,300}), else (`[^`]{1,200}`)")
_AGAIN: Final = regex(r", `[Ff]alse` where ")
_YES: Final = ("return `true`", "return `True`", "return `TRUE`")
_NO: Final = ("return `false`", "return `False`", "return `FALSE`")
_LEAST: Final = 3  # calls
_AROUND: Final = 3  # weight of what only makes ready
_ROOM: Final = 96  # letters of their names
_MORE: Final = 0.3  # what all of them weigh more than the first of them


def in_a_row(clauses: Sequence[Clause], statuses: Collection[str]) -> list[Clause]:
    """With one clause for all of them, and one for how each is left; as it is where they are few. statuses: names that say of what
    is done whether it has failed, and are given back for that."""
    clauses = [each for each in clauses if each.kind != GIVES or each.phrase[8:-1] not in statuses]
    steps = _steps(clauses)
    end = _ending(clauses, steps)
    weighs = {name: each.weight for each, name, _ in steps}
    telling = [each for each in steps if each[0].weight > _AROUND]
    if end and len(telling) + 1 < _LEAST and not telling:
        telling = steps
    names = list(dict.fromkeys([*(name for _, name, _ in telling), *([_named(end)] if end else [])]))
    twice = len({name for _, name, _ in telling}) < len(telling)  # what differs between the two is not told by the name
    listed = _listed(names) if len(names) >= _LEAST and telling and not twice else ""
    if not listed:
        return _all_hold(clauses)
    done, ways = {each for each, _, _ in steps}, [way for _, _, way in steps]
    spots = tuple(each.at for each, _, _ in telling)
    top = max(weighs.values()) + _MORE
    whole = Clause(DOES, f"call {listed}", top, at=spots[0], spots=(*spots, *([end.at] if end else [])))
    failed = _failed(ways)
    same = len({each.phrase for each in ways}) == 1 and failed
    others = len(steps) > len(telling)
    failing = ways[0]._replace(
        after=f"where one {failed}{AMONG if others else ''}",
        ways=tuple(at for each in ways for at in each.ways),
        at=ways[-1].at,
    )
    told: list[Clause] = []
    for each in clauses:
        if each is end or (each in done and each.phrase) or (same and each in ways):
            continue
        told.append(each)
    return sorted([*told, whole, *([failing] if same else [])], key=lambda each: each.at)


def _all_hold(clauses: Sequence[Clause]) -> list[Clause]:
    """Of guards that all refuse where a call says no, and nothing else, that one value: whether all of them hold."""
    *guards, value = clauses or [Clause(DOES, "", 0)]
    whole = _ONE_AFTER_ANOTHER.fullmatch(value.phrase) if not guards else None
    sure = value.kind == GIVES and not (value.after or value.may)
    end = f"return {whole[2]}" if whole else value.phrase
    asked = [f"where {each}" for each in _AGAIN.split(whole[1])] if whole else [each.after for each in guards]
    plainly = all(each.kind == LEAVES and each.phrase in _NO and not each.may for each in guards)
    given, refusing = _GIVEN.fullmatch(end), list(map(_REFUSES.fullmatch, asked))
    if not (sure and plainly and asked and all(refusing)) or not (given or end in _YES):
        return list(clauses)
    every = [found[1] for found in (*refusing, given) if found]
    names = list(dict.fromkeys(every))
    listed = _listed(names) if _LEAST <= len(names) == len(every) else ""
    ways = tuple(at for each in clauses for at in each.ways)
    return [value._replace(phrase=f"return whether {listed} hold", ways=ways)] if listed else list(clauses)


def _steps(clauses: Sequence[Clause]) -> list[tuple[Clause, str, Clause]]:
    """What is called whatever holds, its name, and how the function is left where that fails."""
    found: list[tuple[Clause, str, Clause]] = []
    waiting: tuple[Clause, str] | None = None
    for each in clauses:
        call = _CALL.fullmatch(each.phrase) if plain(each) else None
        left = _FAILS.fullmatch(each.after) if each.kind == LEAVES and not each.may and each.phrase != EARLY else None
        if call:
            waiting = (each, call[1])
        elif left and waiting and left[1] == waiting[1]:
            found.append((*waiting, each))
            waiting = None
        elif each.kind != DOES or each.at != (waiting[0].at if waiting else -1):
            waiting = None
    return found


def _failed(ways: Sequence[Clause]) -> str:
    """What all of them ask: where that is left with an error, whether one has failed."""
    asked = {found[2] for each in ways if (found := _FAILS.fullmatch(each.after))}
    error = ("return the error", "return `-", "exit with ", "raise ", "throw ")
    named = _NAMED_FAILURE.fullmatch
    refuses = all(each.phrase.startswith(error) or each.phrase in NOTHING or named(each.phrase) for each in ways)
    return "fails" if refuses else min(asked) if len(asked) == 1 else ""


def _ending(clauses: Sequence[Clause], steps: Sequence[object]) -> Clause | None:
    """A call behind all of them of which the error is given back as well."""
    value = clauses[-1] if clauses and clauses[-1].kind == GIVES and steps else None
    if value is None or value.after or value.may or not _GIVEN.fullmatch(value.phrase):
        return None
    handed = all(each.phrase == "return the error" for each in clauses if each.kind == LEAVES)
    return value if handed else None


def _named(value: Clause) -> str:
    found = _GIVEN.fullmatch(value.phrase)
    return found[1] if found else ""


def _listed(names: Sequence[str]) -> str:
    """All, with what they share told once where that takes less room; else as many as there is room for."""
    stem = stem_of(names)
    plainly = all(last(each) == each for each in names)
    brief = [
        each if not at or not stem or not plainly else f"…{each.removeprefix(stem)}" for at, each in enumerate(names)
    ]
    for told in (list(names), brief):
        if len(whole := _joined(told, 0)) <= _ROOM:
            return whole
    for most in range(len(brief) - 1, 1, -1):
        if len(whole := _joined(brief[:most], len(brief) - most)) <= _ROOM:
            return whole
    return ""


def stem_of(names: Sequence[str]) -> str:
    """How all begin, which need not be told twice."""
    start = shared(names) if len(names) > 1 else ""
    return start.removesuffix("…") if start.endswith("…") else ""


def _joined(told: Sequence[str], more: int) -> str:
    parts = [f"`{each}`" for each in told]
    parts += [f"{more} more"] if more else []
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
