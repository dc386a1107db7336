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
from types import MappingProxyType
from typing import Final, TypeAlias

from ..model import limits
from ..model.action import RESOURCE
from ..model.pattern import regex
from ..model.sfm import ACTION, BRANCHING, DECISION, END, ERROR, LOOP, STATE_CHANGE, TERMINAL, VALIDATION, ScenarioStep
from .clauses import clause, worded
from .cutting import headed, whole

Ends: TypeAlias = Mapping[str, str]  # the steps that end the function, by id: their types
NONE: Final[Ends] = MappingProxyType({})
_CALLED: Final = regex(r"((?:\S{1,80} = )*+)(?:await |new )?+((?:[\w.:~>-]|<[^<>()]{0,80}>){1,200}+)\(")
_SAYS: Final = regex(
    r"[\w.:~]{1,80}+\((?:[bf]?[\"']|[^\"'()]{1,80}, [bf]?[\"'][^\"' ]{0,80}+ )"
)  # a text is handed on: what is said for people
_SMALL: Final = ("Set ", "Increment ", "Decrement ", "Add ", "Return", "Keep ", "Declare ", "Subtract ")
_LITTLE: Final = 3
_TARGET: Final = regex(
    r"(?:Set|Increment|Decrement|Increase|Decrease|Keep) ((?:[\w.>-]|\[[^\[\]]{0,80}\]){1,200}+)(?= |$)"
)
_TOLD: Final = 3  # targets that a title names
_HANGS: Final = regex(r"(?:If|Unless) |.{0,80} by ")  # what is done and what that hangs on
_TRIED: Final = 4  # steps of which it is asked whether they are always taken


def weight(step: ScenarioStep) -> int:
    """How much a step tells of what its run is for."""
    if step.has("irreversible"):
        return 9
    if step.step_type in (ACTION, STATE_CHANGE):
        if step.label.startswith(_SMALL):
            return 2
        if _SAYS.match(step.label):
            return 3
        given = _CALLED.match(step.label)
        if any(map(step.has, RESOURCE)) or (given and given[1] and not step.callees):
            return 4  # what goes along with something else
        return 5 + bool(step.callees) + (step.step_type == STATE_CHANGE)
    return {VALIDATION: 1, LOOP: 3}.get(step.step_type, 1)


def entitled(steps: Sequence[ScenarioStep], ends: Ends = NONE) -> str:
    """A title of a run of steps in drawing order. ends: those of the whole function."""
    told = _entitled(steps, ends)
    return whole(told, limits.WIDE_TITLE if _HANGS.match(told) else limits.LABEL_TEXT)


def _entitled(steps: Sequence[ScenarioStep], ends: Ends) -> str:
    inner = [step for step in steps if step.step_type not in TERMINAL] or list(steps)
    if len(inner) == 1:
        return inner[0].label
    if all(step.step_type == VALIDATION for step in inner):
        return f"Check {_whole([step.label.rstrip('?') for step in inner])}"
    sure = _head(inner, ends) or _most(steps, inner, ends)
    if not sure:
        return _under(inner, ends) or _asked(inner)
    told = sure
    final = next((step for step in inner if step.has("irreversible") and step.label not in told), None)
    if final is not None and step_said(final) and not always(steps, final, ends):
        return whole(f"{told}; may {step_said(final)}")
    return told


def step_said(step: ScenarioStep) -> str:
    """Within a sentence; "" for a step that is no order."""
    if step.step_type in BRANCHING:
        return ""
    if worded(step.label):
        return clause(headed(step.label))
    called = _CALLED.match(step.label)
    return f"call {called[2]}" if called else ""


def _head(inner: Sequence[ScenarioStep], ends: Ends) -> str:
    """Of a loop and what is done in it."""
    loop, body = inner[0], inner[1:]
    if loop.step_type != LOOP:
        return ""
    told = _most(body, body, ends) or _under(body, ends)
    both = f"{loop.label}: {told}"
    return both if told and len(both) <= limits.LABEL_TEXT else loop.label


def _most(steps: Sequence[ScenarioStep], inner: Sequence[ScenarioStep], ends: Ends) -> str:
    """The last of those that weigh most among the ones that are always taken."""
    order = sorted(range(len(inner)), key=lambda at: (-weight(inner[at]), -at))
    tried = [inner[at] for at in order if inner[at].step_type not in BRANCHING][:_TRIED]
    return next((headed(step.label) for step in tried if always(steps, step, ends)), "")


def _under(inner: Sequence[ScenarioStep], ends: Ends) -> str:
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
    word = {"yes": "If", "no": "Unless"}.get(inside[0])
    asked = headed(first.label)
    if not word or not asked.endswith("?"):
        return ""
    deed = _entitled(rest, ends)
    deed = clause(deed) if worded(deed) else deed
    both = f"{word} {asked.removesuffix('?')}: {deed}"
    return both if len(both) <= limits.STEP_TEXT else whole(deed)


def _asked(inner: Sequence[ScenarioStep]) -> str:
    """Where nothing is always done: what may be done, and what that hangs on."""
    doing = [step for step in inner if step.step_type not in BRANCHING and weight(step) > _LITTLE]
    most = max(reversed(inner), key=weight)
    asked = [step for step in inner if step.step_type in BRANCHING]
    if asked and asked[0].step_type == LOOP:
        return asked[0].label
    asked = [step for step in asked if step.step_type != LOOP]
    if not asked:
        return inner[-1].label
    if not doing and (changed := _changed(inner)):
        return _hanging(f"Set {_few(changed)}", asked[0])
    if step_said(most) and (most.has("irreversible") or doing):
        if all(step.step_type == VALIDATION for step in asked):
            return whole(f"May {step_said(most)}")
        other = None if most.has("irreversible") else _instead(inner, doing, most)
        return _hanging(" or ".join(_deed(step) for step in (other, most) if step), asked[0])
    verb = "Check" if all(step.step_type == VALIDATION for step in asked) else "Decide"
    questions = [step.label.rstrip("?").replace("Which ", "which ", 1) for step in asked]
    return f"{verb} {_whole(questions)}"


def _deed(step: ScenarioStep) -> str:
    told = headed(step.label)
    return clause(told) if worded(told) else told


def _instead(inner: Sequence[ScenarioStep], doing: Sequence[ScenarioStep], most: ScenarioStep) -> ScenarioStep | None:
    """Of the deeds that weigh about as much the first that is done where this one is not."""
    known = {step.step_id: step for step in inner}
    behind = _inside(known, most.step_id)
    return next(
        (
            step
            for step in doing
            if weight(step) >= weight(most) - 1
            and step.label != most.label
            and step.step_id not in behind
            and most.step_id not in _inside(known, step.step_id)
        ),
        None,
    )


def _inside(known: Mapping[str, ScenarioStep], start: str) -> set[str]:
    """What of a run is reached from a step, itself among it."""
    seen, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name not in seen and name in known:
            seen.add(name)
            waiting += [way.target for way in known[name].transitions]
    return seen


def _hanging(deed: str, asked: ScenarioStep) -> str:
    """A deed and the question that it hangs on, where there is room for both."""
    question = headed(asked.label).removesuffix("?")
    on = question.removeprefix("Which ") if question.startswith("Which ") else f"whether {question}"
    deed = deed[:1].upper() + deed[1:] if worded(deed[:1].upper() + deed[1:]) else deed
    both = f"{deed}{'' if deed.startswith('Set ') else ','} by {on}"
    return both if len(both) <= limits.WIDE_TITLE else deed


def _changed(inner: Sequence[ScenarioStep]) -> list[str]:
    plain = [text for step in inner if step.step_type not in BRANCHING for text in _texts(step)]
    return list(dict.fromkeys(match[1] for text in plain if (match := _TARGET.match(text))))


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


def always(steps: Sequence[ScenarioStep], one: ScenarioStep, ends: Ends = NONE) -> bool:
    """Whether who enters at the first step and goes on behind the run has taken this step. Failures end elsewhere, and so do
    early results where anybody goes on at all."""
    known = {step.step_id: step for step in steps}
    without = _reached(known, steps[0].step_id, one.step_id, ends)
    return "" not in without and (END not in without or "" in _reached(known, one.step_id, "", ends))


def _reached(known: Mapping[str, ScenarioStep], start: str, avoided: str, ends: Ends) -> set[str]:
    """The kinds of ends that can be reached from a step, "" for what lies behind the run."""
    seen, waiting, found = {avoided}, [start], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        step = known.get(name)
        if step is None or step.step_type in TERMINAL:
            found.add(step.step_type if step else ends.get(name, ""))
        else:
            waiting += [t.target for t in step.transitions if t.kind != "raise"]
    return found
