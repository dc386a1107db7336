"""A choice between many small things, told as one step that lists them: a table.

    Which c?                        Which holds first?
    • 0x00–0x03: Set kind to 1      • name equals "-h": Set help to 1
    • 'a', 'b': Set kind to 2       • name equals "-v": Increment verbose
    • 'd': Return push(l)           • otherwise: nothing

Of a `switch` or a chain of `else if` with `_LEAST` small arms or more. An arm is small where it does a few plain
things, one after the other, and goes on where most arms go, or leaves by an exit of its own. Arms that do the same
share a line. Whatever else an arm does (it decides, it loops, it cannot be taken back) it stays a way of its own, with
its label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.sfm import (
    ACTION,
    DECISION,
    DEEP,
    END,
    ERROR,
    HIGH,
    LISTED,
    STATE_CHANGE,
    TERMINAL,
    VALIDATION,
    ScenarioFlowModel,
    ScenarioStep,
    Transition,
)
from ...words.cases import ranges
from ...words.english import cut
from .several import Several, around, exit_of, members_of, named, replaced

_LEAST: Final = 6  # arms
DENSE: Final = 3  # where there is no room for more
_VALUE: Final = r"(?:'[^']{1,12}'|\"[^\"]{0,60}\"|-?\d[\w.]{0,30}|(?=[\w.:]{0,60}[A-Z])[\w.:]{1,80})"
_VALUES: Final = regex(rf"{_VALUE}(?:, {_VALUE}){{0,40}}(?: or {_VALUE})?")
_LONGEST: Final = 3  # steps of one
_TEXT: Final = 140  # letters of one, which is told whole
_EXIT: Final = 100  # letters of an exit of its own
_MOST: Final = 60  # lines
_FIRST: Final = "Which holds first?"


class TableArm(NamedTuple):
    """label: when it is taken; steps: what is done; to: where it goes on, an own exit included."""

    label: str
    steps: tuple[ScenarioStep, ...]
    to: str
    small: bool


class _Choice(NamedTuple):
    """asking: the decisions, in order; arms as they stand."""

    asking: tuple[ScenarioStep, ...]
    arms: tuple[TableArm, ...]


class TableFlow(NamedTuple):
    known: Mapping[str, ScenarioStep]
    sources: Mapping[str, Sequence[str]]

    def arm(self, label: str, target: str) -> TableArm:
        """From the first step on, as long as one plain step follows another."""
        steps: list[ScenarioStep] = []
        here = self.known[target]
        while len(steps) <= _LONGEST and self.plain(here):
            steps.append(here)
            here = self.known[here.transitions[0].target]
        small = len(steps) <= _LONGEST and sum(len(_deed(step)) for step in steps) <= _TEXT
        return TableArm(label, tuple(steps), here.step_id, small)

    def plain(self, step: ScenarioStep) -> bool:
        does = step.step_type in (ACTION, STATE_CHANGE) and not step.has("irreversible") and not step.has("opaque")
        return does and len(step.transitions) == 1 and len(self.sources[step.step_id]) == 1

    def own_exit(self, name: str) -> bool:
        return self.known[name].step_type in TERMINAL and len(self.sources[name]) == 1

    def choices(self, steps: Sequence[ScenarioStep]) -> Iterator[_Choice]:
        done: set[str] = set()
        for step in steps:
            if (
                step.step_type != DECISION
                or step.step_id in done
                or step.has("irreversible")
                or any(t.kind == "raise" for t in step.transitions)
            ):
                continue
            chain = list(self.chain(step))
            done.update(each.step_id for each in chain)
            if {t.label for t in step.transitions} == {"yes", "no"}:
                arms = [self.arm(each.label.removesuffix("?"), _answer(each, "yes")) for each in chain]
                yield _Choice(tuple(chain), (*arms, self.arm("otherwise", _answer(chain[-1], "no"))))
            else:
                yield _Choice((step,), tuple(self.arm(t.label, t.target) for t in step.transitions))

    def chain(self, step: ScenarioStep) -> Iterator[ScenarioStep]:
        """A question and those that are asked where it is answered with no."""
        yield step
        while _answer(step, "no") and _answer(step, "yes"):
            step = self.known[_answer(step, "no")]
            asks = (
                step.step_type in (DECISION, VALIDATION)
                and len(self.sources[step.step_id]) == 1
                and {t.label for t in step.transitions} == {"yes", "no"}
            )
            if not asks or step.has("irreversible") or len(step.transitions) != 2:
                return
            yield step


def _deed(step: ScenarioStep) -> str:
    """In a line."""
    return step.whole if "\n" in step.label else step.label


def _answer(step: ScenarioStep, label: str) -> str:
    return next((t.target for t in step.transitions if t.label == label), "")


def tabled(model: ScenarioFlowModel, least: int = _LEAST) -> ScenarioFlowModel:
    """model: filtered to medium, or to high where there is no room otherwise. least: small arms of a table."""
    if model.level == DEEP or (model.level == HIGH and least > DENSE):
        return model
    sources: dict[str, list[str]] = {}
    for step in model.steps:
        for transition in step.transitions:
            sources.setdefault(transition.target, []).append(step.step_id)
    flow = TableFlow(model.by_id(), sources)
    return replaced(model, [made for choice in flow.choices(model.steps) for made in _table(choice, flow, least)])


def _table(choice: _Choice, flow: TableFlow, least: int) -> list[Several]:
    """What stands for the choice and its small arms, and what for their exits; nothing where too few arms are small."""
    meeting = Counter(arm.to for arm in choice.arms if arm.small and not flow.own_exit(arm.to))
    asked = {step.step_id for step in choice.asking}
    join = next((to for to, many in meeting.most_common() if to not in asked and many > 1), "")
    small = [arm for arm in choice.arms if arm.small and (arm.to == join or flow.own_exit(arm.to))][:_MOST]
    if len(small) < least:
        return []
    told = {id(arm) for arm in small}
    exits = {
        kind: [flow.known[arm.to] for arm in small if flow.known[arm.to].step_type == kind and arm.to != join]
        for kind in (END, ERROR)
    }
    ends = [Several(exit_of(steps), tuple(step.step_id for step in steps)) for steps in exits.values() if steps]
    ways = [Transition(join)] if any(arm.to == join for arm in small) else []
    labels = {END: "returns", ERROR: "fails"} if ways or len(ends) > 1 or len(small) < len(choice.arms) else {}
    ways += [Transition(end.step.step_id, labels.get(end.step.step_type, "")) for end in ends]
    ways += [
        Transition((arm.steps[0].step_id if arm.steps else arm.to), arm.label)
        for arm in choice.arms
        if id(arm) not in told
    ]
    inside = [*choice.asking, *(step for arm in small for step in arm.steps)]
    head = choice.asking[0].label if len(choice.asking) == 1 else _FIRST
    lines = small if len(choice.asking) == 1 else choice.arms  # questions are asked in an order
    if subject := _compared([step.label for step in choice.asking]):
        head, start = f"Which {subject}?", f"{subject} is "
        lines = tuple(arm._replace(label=arm.label.removeprefix(start)) for arm in lines)
        told |= {id(after) for arm, after in zip(choice.arms, lines, strict=True) if id(arm) in told}
    return [
        Several(
            listing(head, [arm if id(arm) in told else arm._replace(small=False) for arm in lines], inside, ways, flow),
            tuple(step.step_id for step in inside),
        ),
        *ends,
    ]


def _compared(labels: Sequence[str]) -> str:
    """Whose values a row of questions goes through, "" where they ask something else too: `c is 'a'?`, `c is 'b' or
    'c'?`."""
    subject = labels[0].partition(" is ")[0]
    values = [label.removeprefix(f"{subject} is ").removesuffix("?") for label in labels]
    same = len(labels) > 1 and all(label.startswith(f"{subject} is ") for label in labels)
    return subject if same and all(_VALUES.fullmatch(value) for value in values) else ""


def listing(
    head: str,
    arms: Sequence[TableArm],
    inside: Sequence[ScenarioStep],
    ways: Sequence[Transition],
    flow: TableFlow,
    ordered: bool = False,
) -> ScenarioStep:
    """ordered: the first that holds counts."""
    lines, wholes = (_lines(arms, flow, whole, ordered or head == _FIRST) for whole in (False, True))
    words = f"{head} {'; '.join(wholes)}"
    flags = " ".join(sorted({LISTED, *(flag for step in inside for flag in step.flags.split())}))
    return inside[0]._replace(
        step_id=named(f"table from {inside[0].step_id}"), label="\n".join([head, *(f"• {line}" for line in lines)]), description=words, words=words,
        transitions=tuple(ways), members=members_of(inside), evidence=around(inside), flags=flags,
        callees=tuple(dict.fromkeys(callee for step in inside for callee in step.callees)),
    )  # fmt: skip


def _lines(arms: Sequence[TableArm], flow: TableFlow, whole: bool, ordered: bool) -> list[str]:
    """What arms do, each with the values of all that do it; of one that is a way of its own, that it is. ordered: the
    first that holds counts, so only neighbours share a line."""
    rows: list[tuple[str, list[str]]] = []
    for arm in arms:
        steps = [*arm.steps, *([flow.known[arm.to]] if flow.own_exit(arm.to) else [])]
        deed = "; ".join(_said(step, whole) for step in steps) or "nothing"
        deed = deed if arm.small else f"→{arm.label}"
        same = next((labels for told, labels in (rows[-1:] if ordered else rows) if told == deed), None)
        if same is None or (ordered and arm is arms[-1]):
            rows.append((deed, [arm.label]))
        else:
            same.append(arm.label)
    told = [(" or ".join(labels) if ordered else ranges(labels), deed) for deed, labels in rows]
    return [f"{said} →" if deed.startswith("→") else f"{said}: {deed}" for said, deed in told]


def _said(step: ScenarioStep, whole: bool) -> str:
    text = step.whole if whole else _deed(step)
    return text if whole or step.step_type not in TERMINAL else cut(text, _EXIT)
