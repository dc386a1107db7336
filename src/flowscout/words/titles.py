"""What a run of steps is called where its author does not say: by the step that weighs most of those it always takes.

Make record · Create volume metadata: rec            Create volume metadata: rec
a is set? · b is at least 0?  (guards alone)         Check a is set, b is at least 0
a is ok? -- yes --> Send a -- no --> Drop a          Send a or drop a, by whether a is ok
For each r in replicas · … · Delete r                For each r in replicas: Delete r
Allocate s · s is ok? -- no --> Delete s             Allocate s; may delete s
full is set? -- yes --> Flush log                    If full is set: flush log
a is set? -- yes --> Set b to 1 -- no --> Set b to 2 Set b by whether a is set
Which kind? -- A --> Set b to 1 -- B --> …           Set b by kind
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..model import limits
from ..model.pattern import regex
from ..model.record import NamedTuple
from ..model.sfm import BRANCHING, DECISION, ERROR, LOOP, TERMINAL, VALIDATION, ScenarioStep
from .clauses import clause, worded
from .cutting import headed, whole
from .deeds import TARGET, either, lasts, perhaps, step_said, weight
from .guarded import guarded
from .handed import handed_on
from .taken import NONE, Ends, always, inside, leading_to, one_round, unraised

_LITTLE: Final = 3
_TOLD: Final = 3  # targets, or deeds, that a title names
_HANGS: Final = regex(r"(?:If|Unless) |.{0,80} by ")  # what is done and what that hangs on
_MANY: Final = 8  # deeds of which it is asked what they hang on
_WORD: Final = {"yes": "If", "no": "Unless"}
_DEEPEST: Final = 12  # questions under each other
_SEVERAL: Final = 2  # questions in a row
_READ: Final = 200  # steps of a run: deeply nested, each is in hundreds of them
_TRIED: Final = 6  # steps of which it is asked whether they are always taken


class AskedHere(NamedTuple):
    """A question, and what is reached by each of its answers."""

    step: ScenarioStep
    ways: list[tuple[str, set[str]]]


def entitled(steps: Sequence[ScenarioStep], ends: Ends = NONE) -> str:
    """A title of a run of steps in drawing order; of a very long one that of its beginning."""
    told = _entitled(steps[:_READ], ends)
    return whole(told, limits.WIDE_TITLE if _HANGS.match(told) else limits.LABEL_TEXT)


def _entitled(steps: Sequence[ScenarioStep], ends: Ends, depth: int = 0) -> str:
    inner = [step for step in steps if step.step_type not in TERMINAL] or list(steps)
    if len(inner) == 1:
        return inner[0].label
    if all(step.step_type == VALIDATION for step in inner):
        return f"Check {_whole([step.label.rstrip('?') for step in inner])}"
    going = _going(inner, ends)
    if all(step.step_type == VALIDATION for step in going):
        return f"Check {_whole([step.label.rstrip('?') for step in going])}"
    sure = _head(inner, ends) or _most(steps, going, ends)
    if not sure:
        return (_under(inner, ends, depth) if depth < _DEEPEST else "") or _asked(going)
    final = next((step for step in inner if step.has("irreversible") and step.label not in sure), None)
    if final is None or not step_said(final) or always(steps, final, ends):
        return sure
    looped = one_round(steps)
    how = "in a loop" if looped is not steps and always(looped, final, ends) else "may"
    return whole(f"{sure}; {how} {step_said(final)}")


def _going(inner: Sequence[ScenarioStep], ends: Ends) -> Sequence[ScenarioStep]:
    """Without what is only done where something fails, unless it cannot be undone."""
    sources: dict[str, list[str]] = {}
    for step in inner:
        for way in step.transitions:
            if way.kind != "raise":
                sources.setdefault(way.target, []).append(step.step_id)
    own = {step.step_id for step in inner}
    waiting = [name for name in sources if name not in own and ends.get(name) != ERROR]
    on = set[str]()
    while waiting:
        fresh = [name for name in sources.get(waiting.pop(), ()) if name not in on]
        on.update(fresh)
        waiting += fresh
    on &= unraised(inner, ends)
    return [step for step in inner if step.step_id in on or step.has("irreversible")] if on else inner


def _head(inner: Sequence[ScenarioStep], ends: Ends) -> str:
    """Of a loop and what is done in it."""
    loop, body = inner[0], inner[1:]
    if loop.step_type != LOOP:
        return ""
    before = leading_to(inner, loop.step_id)
    again = [step for step in body if step.step_id in before]
    around = ends.within(inner, again or body)
    both = f"{loop.label}: {told}" if (told := _most(body, body, around) or _under(body, around)) else ""
    return both if both and len(both) <= limits.LABEL_TEXT else loop.label


def _most(steps: Sequence[ScenarioStep], inner: Sequence[ScenarioStep], ends: Ends) -> str:
    """Of what is always done what weighs most, the last of equals."""
    order = sorted(range(len(inner)), key=lambda at: (-weight(inner[at]), -at))
    tried = [at for at in order if inner[at].step_type not in BRANCHING][:_TRIED]
    return _foremost([(at, inner[at]) for at in tried if always(steps, inner[at], ends)])


def _foremost(deeds: Sequence[tuple[int, ScenarioStep]]) -> str:
    """Of deeds by their places, what tells most first, the first that is not only made for a later one."""
    for at, step in deeds:
        later = [other.label for there, other in deeds if there > at and weight(other) > weight(step)]
        if not handed_on(step.label, later):
            return headed(step.label)
    return ""


def _under(inner: Sequence[ScenarioStep], ends: Ends, depth: int = 0) -> str:
    """All of it stands under one condition: that, and what is done then."""
    first, rest = inner[0], inner[1:]
    own = {step.step_id for step in inner}
    ways = [way for way in first.transitions if way.kind != "raise"]
    inside = [way.label for way in ways if way.target in own]
    past = [way.target for way in ways if way.target not in own]
    if (
        first.step_type not in (DECISION, VALIDATION)
        or not rest
        or len(ways) != 2
        or len(past) != 1
        or ends.get(past[0]) == ERROR
    ):
        return ""
    if all(way.target in own or ends.get(way.target) == ERROR for step in rest for way in step.transitions):
        return ""  # a check, and what is done where it fails
    word = _WORD.get(inside[0])
    asked = headed(first.label).replace("Built with ", "built with ", 1)
    if not word or not asked.endswith("?"):
        return ""
    deed = _entitled(rest, ends.within(inner, rest), depth + 1)
    if deed.endswith("?") or deed.startswith(("Check ", "Decide ")):
        return ""
    deed = clause(deed) if worded(deed) else deed
    both = f"{word} {asked.removesuffix('?')}: {deed}"
    return both if len(both) <= limits.STEP_TEXT else _many_under(inner, past[0], ends) or whole(perhaps(deed))


def _many_under(inner: Sequence[ScenarioStep], past: str, ends: Ends) -> str:
    """What is done where several questions in a row all let it, which there is no room for."""
    last = guarded(inner, past)
    if last < _SEVERAL:
        return ""
    head = f"If all {last} checks pass: "
    deed = _entitled(inner[last:], ends.within(inner, inner[last:]))
    if deed.endswith("?") or deed.startswith(("Check ", "Decide ")):
        return ""
    return whole(f"{head}{clause(deed)}", limits.STEP_TEXT)


def _asked(inner: Sequence[ScenarioStep]) -> str:
    """Where nothing is always done: what may be done, and what that hangs on."""
    doing = [step for step in inner if step.step_type not in BRANCHING and weight(step) > _LITTLE]
    most = max(reversed([step for step in doing if step_said(step)] or inner), key=weight)
    asked = [step for step in inner if step.step_type in BRANCHING]
    if asked and asked[0].step_type == LOOP:
        return asked[0].label
    asked = [step for step in asked if step.step_type != LOOP]
    if not asked:
        return _one_of(inner)
    if not doing and (changed := _changed(inner)):
        return _set_by(inner, f"Set {_few(changed)}", asked)
    if step_said(most) and (most.has("irreversible") or doing):
        if all(step.step_type == VALIDATION for step in asked):
            return whole(f"May {step_said(most)}")
        done = {step.step_id for step in doing}
        return _chosen(inner, [step for step in inner if step.step_id in done or lasts(step)], asked, most)
    verb = "Check" if all(step.step_type == VALIDATION for step in asked) else "Decide"
    questions = [step.label.rstrip("?").replace("Which ", "which ", 1) for step in asked]
    return f"{verb} {_whole(questions)}"


def _set_by(inner: Sequence[ScenarioStep], deed: str, asked: Sequence[ScenarioStep]) -> str:
    """What is set hangs on those of the questions that lead to it one way and past it the other."""
    known = {step.step_id: step for step in inner}
    sets = [step for step in inner if _changed([step])][:_TRIED]
    behind = _behind(known, asked)
    on = {step.step_id for each in sets for step, _ in _hangs(behind, each)}
    parting = [step for step in asked if step.step_id in on or step not in asked[:_TRIED]]
    return _hanging(deed, parting) if parting else perhaps(deed)


def _one_of(arms: Sequence[ScenarioStep]) -> str:
    """Deeds of which one is done, whichever is asked for outside: as many as there is room for."""
    deeds = list(dict.fromkeys(headed(arm.label) for arm in arms))
    told = deeds[:1]
    for deed in deeds[1:]:
        if len(either([*told, deed])) > limits.LABEL_TEXT - len(", or else 99 more"):
            break
        told.append(deed)
    more = len(deeds) - len(told)
    return f"{either(told)} or {more} more" if more else either(told)


def _chosen(
    inner: Sequence[ScenarioStep],
    doing: Sequence[ScenarioStep],
    asked: Sequence[ScenarioStep],
    most: ScenarioStep,
) -> str:
    """What weighs most and what is done instead, by the question where they part; else all that hangs on the same."""
    known = {step.step_id: step for step in inner}
    behind = _behind(known, asked)
    hangs = {step.step_id: _hangs(behind, step) for step in (most, *doing[-_MANY:])}
    if not most.has("irreversible"):
        alike = [step for step in doing[-_MANY:] if weight(step) >= weight(most) - 1]
        most = min(reversed(alike), key=lambda step: len(hangs[step.step_id]), default=most)
        if other := _instead(inner, doing, most):
            parts = [step for step, _ in hangs[most.step_id] if _parts(known, step, other, most)]
            both = either((headed(other.label), headed(most.label)))
            surely = not _past(known, inner[0].step_id, {other.step_id, most.step_id})
            by = [*parts, asked[0]][:1]
            return _hanging(both, by, both) if surely else _hanging(perhaps(both), by)
    on = hangs[most.step_id]
    deed = _deed(most)
    told = f"{_WORD.get(on[0][1], '')} {_question(on[0][0])}: {clause(deed)}" if len(on) == 1 else ""
    if told.startswith(" ") or not 0 < len(told) <= limits.WIDE_TITLE:
        return _hanging(deed, [step for step, _ in on] or asked[:1])
    return told


def _behind(known: Mapping[str, ScenarioStep], asked: Sequence[ScenarioStep]) -> list[AskedHere]:
    """Of the first questions what is reached by each answer."""
    return [
        AskedHere(step, [(way.label, inside(known, way.target)) for way in step.transitions if way.kind != "raise"])
        for step in asked[:_TRIED]
    ]


def _hangs(asked: Sequence[AskedHere], one: ScenarioStep) -> list[tuple[ScenarioStep, str]]:
    """The questions, and the answers, on which it hangs whether a step is taken."""
    found = []
    for step, ways in asked:
        leading = [label for label, reached in ways if one.step_id in reached]
        if leading and len(leading) < len(ways):
            found.append((step, " or ".join(leading)))
    return found


def _parts(known: Mapping[str, ScenarioStep], asked: ScenarioStep, one: ScenarioStep, other: ScenarioStep) -> bool:
    reached = [inside(known, way.target) for way in asked.transitions if way.kind != "raise"]
    return any(one.step_id in each and other.step_id not in each for each in reached)


def _past(known: Mapping[str, ScenarioStep], start: str, some: set[str]) -> bool:
    """Whether one gets from there out of the run without any of some steps."""
    left = {name: step for name, step in known.items() if name not in some}
    ways = [way for name in inside(left, start) for way in known[name].transitions if way.kind != "raise"]
    return any(way.target not in known for way in ways)


def _deed(step: ScenarioStep) -> str:
    told = headed(step.label)
    return clause(told) if worded(told) else told


def _instead(inner: Sequence[ScenarioStep], doing: Sequence[ScenarioStep], most: ScenarioStep) -> ScenarioStep | None:
    """Of the deeds that weigh about as much the first that is done where this one is not."""
    known = {step.step_id: step for step in inner}
    same = [step.step_id for step in inner if step.label == most.label][:_TRIED]
    near = {name for each in same for name in inside(known, each) | leading_to(inner, each)}
    along = {known[name].label for name in near}  # that is not done instead, wherever else it is done
    return max(
        (step for step in reversed(doing) if weight(step) >= weight(most) - 1 and step.label not in along),
        key=weight,
        default=None,
    )


def _question(step: ScenarioStep) -> str:
    return headed(step.label).removesuffix("?")


def _hanging(deed: str, asked: Sequence[ScenarioStep], alone: str = "") -> str:
    """A deed and what it hangs on, where there is room for both: a question, or what several of them ask about. alone: what is
    said where there is none; that it may be done."""
    question = _question(asked[0])
    subject = {_question(step).partition(" is ")[0] for step in asked}
    on = (
        question.removeprefix("Which ")
        if question.startswith("Which ")
        else subject.pop()
        if len(asked) > 1 and len(subject) == 1
        else f"whether {question}{' and more' if len(asked) > 1 else ''}"
    )
    deed = deed[:1].upper() + deed[1:] if worded(deed[:1].upper() + deed[1:]) else deed
    both = f"{deed}{'' if deed.startswith('Set ') else ','} by {on}"
    return both if len(both) <= limits.WIDE_TITLE else alone or perhaps(deed)


def _changed(inner: Sequence[ScenarioStep]) -> list[str]:
    plain = [text for step in inner if step.step_type not in BRANCHING for text in _texts(step)]
    return list(dict.fromkeys(match[1] for text in plain if (match := TARGET.match(text))))


def _few(names: Sequence[str]) -> str:
    """As many as fit, the first in any case."""
    told = names[:_TOLD]
    while len(told) > 1 and len(", ".join(told)) > limits.LABEL_TEXT - len("Set  and 9 more"):
        told = told[:-1]
    return f"{', '.join(told)}{f' and {len(names) - len(told)} more' if len(told) < len(names) else ''}"


def _whole(questions: Sequence[str]) -> str:
    """As many as can be read as they are."""
    kept = [whole(questions[0])]
    for each in dict.fromkeys(questions[1:]):
        if len(", ".join([*kept, each])) > limits.LABEL_TEXT - len("Decide "):
            break
        kept.append(each)
    return ", ".join(kept)


def _texts(step: ScenarioStep) -> list[str]:
    """What a step does, each thing by itself."""
    return step.words.split("; ") if "\n" in step.label else [step.label]
