"""What the ways out of a part are called: when each is taken, of those that lead to one place all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...model import limits
from ...model.pattern import regex
from ...model.sfm import BRANCHING, LISTED, LOOP, TERMINAL, VALIDATION, ScenarioStep, Transition
from ...words.clauses import clause
from ...words.cutting import at_word, whole
from ...words.dominated import error, reach
from ...words.folding import DOTS, split
from ...words.outcomes import brief
from ...words.rounds import done
from ...words.supposing import held, is_value

_RAISE: Final = "raise"
_CAUGHT: Final = "on "
_MESSAGE: Final = 24  # letters of a message that say something
_TIMES: Final = {2: "twice", 3: "three times"}
_FINALLY: Final = ", finally"  # where it leads, said of the whole way
_LEADS: Final = re.compile(r", (?:on to: |(?:return|raise|re-raise|throw)(?!\w))")  # what is done there
_IS_NOT: Final = regex(r"(\S{1,80}) (?:is not|differs from|is neither) ([^ ]{1,80}(?: nor [^ ]{1,80}){0,8})")

_MORE: Final = f"{DOTS} and "  # before an answer that hangs on others

Reason = tuple[ScenarioStep, Transition]
_Chain = dict[tuple[str, str], Reason]  # all that a way hangs on, by question and answer


def raises(way: Transition) -> bool:
    return way.kind == _RAISE and bool(way.label)


def _of_error(step: ScenarioStep, transition: Transition) -> bool:
    """Whether it is taken on what asking raises, though what follows it is no handler."""
    return any(raises(way) and error(way) == transition.label for way in step.transitions)


def asks(step: ScenarioStep) -> bool:
    return step.step_type in BRANCHING and step.step_type != LOOP


def besides(over: Sequence[Reason], step: ScenarioStep, way: Transition) -> str:
    """An answer with those that it hangs on; "" where it hangs on none, or where there is no room for all."""
    every = [*over, (step, way)] if over and asks(step) and not raises(way) else []
    labels = _each_time(_needed([reason(*each) for each in every]))
    if any(DOTS in label for label in labels):
        return ""
    said = " and ".join([f"({each})" if len(split(each, " or ")) > 1 else each for each in labels])
    return said if len(said) <= 2 * limits.EDGE_TEXT else ""


def exactly(
    reasons: Sequence[Reason], over: Callable[[str], Sequence[Reason]], known: Mapping[str, ScenarioStep]
) -> str:
    """When one of several ways is taken, each by all that it hangs on; "" where something else than answers decides that, or where
    there is no room. Who got past a check that ends it for others hangs on what stands before it."""
    if not all(asks(step) and way.label in ("yes", "no") for step, way in reasons):
        return ""
    chains = [
        {
            (above.step_id, answer.label): (above, answer)
            for above, answer in [*over(step.step_id), *([] if past_check(step, way, known) else [(step, way)])]
        }
        for step, way in reasons
    ]
    chains = [_but_for_others(chain, chains) for chain in chains]
    chains = [chain for at, chain in enumerate(chains) if not any(other.keys() < chain.keys() for other in chains)]
    told = list(
        dict.fromkeys(" and ".join(_each_time(_needed([reason(*each) for each in chain.values()]))) for chain in chains)
    )
    parts_ = [part for each in told for part in split(each, " and ")]
    fits = sum(map(len, told)) <= 2 * limits.EDGE_TEXT and not any(DOTS in part for part in parts_)
    return alternatives(told) if all(told) and fits else ""


def past_check(step: ScenarioStep, way: Transition, known: Mapping[str, ScenarioStep]) -> bool:
    """Whether it is a check that only ends where it is answered otherwise."""
    others = [each for each in step.transitions if each.kind != _RAISE and each.label != way.label]
    return asks(step) and bool(others) and all(known[each.target].step_type in TERMINAL for each in others)


def _but_for_others(chain: _Chain, others: Sequence[_Chain]) -> _Chain:
    """Of `a`, and `b` where `a` does not hold, the second is `b`."""
    kept = dict(chain)
    for name, answer in chain:
        turned = (name, "no" if answer == "yes" else "yes")
        if any(turned in other and other.keys() - {turned} <= kept.keys() - {(name, answer)} for other in others):
            del kept[name, answer]
    return kept


def _each_time(labels: Sequence[str]) -> list[str]:
    """What is asked again and answered as before."""
    times = Counter(labels)
    return [each if many == 1 else f"{each} {_TIMES.get(many) or f'{many} times'}" for each, many in times.items()]


def _needed(labels: Sequence[str]) -> list[str]:
    """Of a thing that is one value it goes without saying that it is no other, and of what holds that it or something else does."""
    labels = [each for each in labels if not (len(some := split(each, " or ")) > 1 and {*some} & {*labels})]
    denied = [_IS_NOT.fullmatch(each) for each in labels]
    return [
        each
        for at, each in enumerate(labels)
        if not (
            (no := denied[at])
            and any(
                later in (f"{no[1]} is {value}", f"{no[1]} equals {value}")
                for later in labels[at + 1 :]
                if (value := later.rpartition(" ")[2]) not in no[2].split(" nor ") and is_value(value)
            )
        )
    ]


def alternatives(labels: Sequence[str]) -> str:
    """As many as there is room for, and how many more there are: none is cut, and none alone is only counted where it is short. What
    is said of one of them (`no, on to: free(p)`, `no, return 0`) is not of all."""
    labels = _by_value(labels)
    joint = "; " if any(map(_LEADS.search, labels)) else " or "
    labels = [f"({label})" if len(labels) > 1 and len(split(label, " and ")) > 1 else label for label in labels]
    if len(every := joint.join(labels)) <= 2 * limits.EDGE_TEXT:
        return every
    kept = [labels[0]] if labels else []
    for label in labels[1:]:
        if len(joint.join([*kept, label])) > limits.EDGE_TEXT - 10:
            break
        kept.append(label)
    more = len(labels) - len(kept)
    return joint.join([*kept, *([f"{more} other way{'s' if more > 1 else ''}"] if more else [])])


def any_of(reasons: Sequence[Reason], labels: Sequence[str], over: Callable[[str], Sequence[Reason]]) -> str:
    """One of several answers, behind what all of them hang on, each with what it hangs on besides; "" where there is no room for that."""
    every = [over(step.step_id) if asks(step) and not raises(way) else () for step, way in reasons]
    first = [
        each for each in every[0] if all(any(_same(each, other) for other in others) for others in every[1:])
    ] if every else []  # fmt: skip
    around = [label for each in first if (label := reason(*each))]
    if len(labels) == len(reasons):
        past = {step.step_id for step, _ in reasons}  # who got past these hangs on them no more
        own = [
            [each for each in some if each[0].step_id not in past and not any(_same(each, other) for other in first)]
            for some in every
        ]
        labels = [hanging(some, *each, label) for some, each, label in zip(own, reasons, labels, strict=True)]
    if not around or len(labels) < len(reasons):
        return alternatives(labels)
    said = " and ".join([f"({each})" if len(split(each, " or ")) > 1 else each for each in _each_time(around)])
    whole_ = f"{said} and ({alternatives(labels)})"
    return whole_ if len(whole_) <= 2 * limits.EDGE_TEXT and DOTS not in whole_ else ""


def hanging(over: Sequence[Reason], step: ScenarioStep, way: Transition, label: str) -> str:
    """An answer with those that it hangs on; where there is no room for them, that it hangs on more."""
    if not over or not asks(step) or raises(way) or not label or label.startswith(_MORE):
        return label
    every = _needed([reason(*each) for each in (*over, (step, way))])
    if len(every) < 2:
        return label
    return besides(over, step, way) or f"{_MORE}{f'({label})' if len(split(label, ' or ')) > 1 else label}"


def _same(one: Reason, other: Reason) -> bool:
    return (one[0].step_id, one[1].label) == (other[0].step_id, other[1].label)


def _by_value(labels: Sequence[str]) -> list[str]:
    """Values of one thing behind its name: `ask(a): -1, 0`."""
    values: dict[str, list[str]] = {}
    for label in labels:
        asked, found, value = label.rpartition(": ")
        whole_ = not found or len(split(label, " and ")) > 1 or len(split(label, ", ")) > 1
        values.setdefault(label if whole_ else asked, []).extend([] if whole_ else [value])
    return [f"{asked}: {', '.join(some)}" if some else asked for asked, some in values.items()]


def reason(step: ScenarioStep, transition: Transition) -> str:
    """When a way is taken, by itself."""
    if raises(transition):
        return error(transition)
    if step.step_type not in BRANCHING or not transition.label or _of_error(step, transition):
        return transition.label
    if step.step_type == LOOP:
        return "" if transition.label == "done" else transition.label
    if step.has(LISTED) and step.step_type == VALIDATION:
        return "all hold" if transition.label == "yes" else "a check fails"
    answer = transition.label.removesuffix(_FINALLY)
    asked = (step.label.partition("\n")[0] if step.has(LISTED) else step.label).removesuffix("?").removeprefix("Which ")
    if answer not in ("yes", "no"):
        return f"{whole(asked, max(limits.EDGE_TEXT - len(transition.label) - 2, 20))}: {transition.label}"
    said = held(asked, answer)
    if len(said) > limits.EDGE_TEXT and _denied(said):
        return f"not ({whole(said[5:-1], limits.EDGE_TEXT - 6)})"
    return whole(said, limits.EDGE_TEXT)


def caught(reasons: Sequence[Reason]) -> str:
    """What has to be raised that this way is taken: through a `finally`, or what a handler does. "" where it is also taken without."""
    labels = [way.label for step, way in reasons if way.label.startswith(_CAUGHT) and step.step_type not in BRANCHING]
    return alternatives(list(dict.fromkeys(labels))) if len(labels) == len(reasons) else ""


def ending(step: ScenarioStep, room: int, lines: str) -> str:
    """Which end it is; as far as there is room with what is said last before it, where the lines that lead there do not say it: a
    bare value tells little."""
    name = whole(brief(step.label), room)
    message = step.label.removeprefix(f"{name}: ") if step.label.startswith(f'{name}: "') else ""
    silent = not message or message in lines
    return clause(name if silent else f"{name}: {at_word(message, max(room - len(name), _MESSAGE))}")


def reaching(
    way: Transition, within: Sequence[ScenarioStep], ways: Sequence[Transition], known: Mapping[str, ScenarioStep]
) -> Transition:
    """Out of a part on an error that also comes of steps behind it: up to which. ways: those of its steps that it stands for."""
    last = next(filter(None, map(reach, ways)), "") if raises(way) and way.label.startswith("on ") else ""
    named = last.removesuffix("(…)")
    if not last or (any(_says(step, named) for step in within) and not _again(ways, within, named, known)):
        return way
    return way._replace(label=f"{way.label} (from here to {last})")


def _says(step: ScenarioStep, named: str) -> bool:
    return named in f"{step.label}\n{step.evidence.text if step.evidence else ''}"


def _again(
    ways: Sequence[Transition], within: Sequence[ScenarioStep], named: str, known: Mapping[str, ScenarioStep]
) -> bool:
    """Whether it stands once more behind the part, before what handles the error."""
    first = min((each.line for way in ways if (each := known[way.target].evidence)), default=0)
    last = max((step.evidence.end_line for step in within if step.evidence), default=0)
    return any(
        step.evidence is not None and last < step.evidence.line < first and _says(step, named)
        for step in known.values()
    )


def _denied(said: str) -> bool:
    """Whether it is a denial of all of it: not of `not (a) or (b) is not set`."""
    depth = 0
    for at, letter in enumerate(said):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and depth == 0:
            return said.startswith("not (") and at == len(said) - 1
    return False


def behind_loop(step: ScenarioStep, way: Transition) -> bool:
    return step.step_type == LOOP and done(way)
