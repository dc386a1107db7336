"""What a title does not say of a run of steps: each thing that others see of it, or how many more there are.

    If detach is set: pid = os.fork(); beside that:
    • self.httpd.serve_forever()              always done, under what the title begins with
    • afterwards: os.close(r)                 behind the loop that the title names
    • each time: append row to rows           in every round of the loop that the title names
    • maybe write pid to fh                   hangs on a question
    • where it fails: nn_close(fd)            leads to nothing but a failure
    • set self.pid, self.child_fd             what is only set is one line
    • … 3 more

What a run only makes for itself is not told, nor what only says something to people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model import limits
from ..model.action import RESOURCE
from ..model.pattern import regex
from ..model.record import NamedTuple
from ..model.sfm import ACTION, STATE_CHANGE, TERMINAL, ScenarioStep
from .clauses import clause
from .cutting import BULLET, headed, whole
from .deeds import changed, lasts, makes, step_said, weight
from .scopes import Scope, scopes
from .taken import Ends, always, failing, near, one_round

BESIDE: Final = "; beside that"
_COUNTS: Final = regex(r" (?:or|and) \d{1,4} more\b")  # deeds of which one is done, by their number
_NAMED: Final = 4  # lines
_ASKED: Final = 60  # deeds of which it is asked what they hang on; more are counted
_LITTLE: Final = 3
_ALWAYS, _MAYBE, _FAILING = "", "maybe ", "where it fails: "
_ROUND, _LOOPED, _AFTER = "each time: ", "in a loop: ", "afterwards: "


class _Line(NamedTuple):
    """at: where it stands in the code. weighs: heaviest first, where not all have room. deeds: how many it tells."""

    at: int
    weighs: int
    deeds: int
    text: str


def beside(told: str, steps: Sequence[ScenarioStep], ends: Ends, deeds: str) -> tuple[str, str]:
    """Label and words of a step that stands for a run: its title, and what that leaves out. deeds: the title without what
    the author calls it."""
    lines = _lines(told, steps, ends, deeds if told.endswith(deeds) else "")
    if not lines:
        return told, told
    room = len(lines) if len(lines) <= _NAMED else _NAMED - 1
    named = sorted(lines, key=lambda line: (-line.weighs, line.at))[:room]
    more = sum(line.deeds for line in lines) - sum(line.deeds for line in named)
    shown = [line.text for line in sorted(named)] + ([f"… {more} more"] if more else [])
    label = "\n".join([f"{told}{BESIDE}:", *(f"{BULLET}{text}" for text in shown)])
    return label, f"{told}{BESIDE}: {'; '.join(line.text for line in sorted(lines))}"


def seen(step: ScenarioStep) -> bool:
    """Whether others see what it does: not a value that is only made, nor a local one that is set."""
    if step.has("irreversible") or any(map(step.has, RESOURCE)):
        return True
    if step.step_type not in (ACTION, STATE_CHANGE) or makes(step):
        return False
    return weight(step) > _LITTLE or lasts(step)


def says(told: str, step: ScenarioStep) -> bool:
    """Whether a title tells this step: by its words, by the name of what is called, by what is set."""
    text = headed(step.label).removesuffix("?")
    title = told.lower()
    if any(each.lower() in title for each in (text, whole(text, limits.LABEL_TEXT), whole(text, limits.LADDER_LINE))):
        return True
    said = step_said(step)
    if said.startswith("call ") and any(f"{before}{said[5:]}" in f"{told}, " for before in ("call ", ", ", ": ")):
        return True
    names, hanging = changed(step), told.partition(" by ")
    return bool(names) and bool(hanging[1]) and set(names) <= set(hanging[0].replace(",", "").split())


def _lines(told: str, steps: Sequence[ScenarioStep], ends: Ends, deeds: str) -> list[_Line]:
    failed = failing(steps, near(steps, ends))
    untold: dict[str, tuple[int, ScenarioStep]] = {}
    for at, step in enumerate(steps):
        if step.step_type not in TERMINAL and seen(step) and not says(told, step):
            untold.setdefault(headed(step.label), (at, step))
    heavy = {*sorted(untold, key=lambda label: -weight(untold[label][1]))[:_ASKED]}
    left = len(untold) - len(heavy)
    lines = [_Line(len(steps), -1, left, f"… {left} more")] if left else []
    setting: dict[str, list[tuple[int, ScenarioStep]]] = {}
    around, looped = scopes(deeds, steps, ends), one_round(steps)
    for at, step in [each for label, each in untold.items() if label in heavy]:
        how = _FAILING if step.step_id in failed else _how(step, Scope(steps, ends), looped, around)
        if lasts(step) and not step.has("irreversible"):
            setting.setdefault(how, []).append((at, step))
        else:
            lines.append(_Line(at, weight(step), 1, how + whole(_within(step, how), limits.LADDER_LINE)))
    lines += [_set(how, some) for how, some in setting.items()]
    lines = list({line.text: line for line in reversed(lines)}.values())
    return [line for line in lines if not line.text.startswith(_MAYBE)] if _COUNTS.search(told) else lines


def _how(step: ScenarioStep, run: Scope, looped: Sequence[ScenarioStep], around: Sequence[Scope]) -> str:
    """around: what the title begins with, a loop and a question, the outermost first. looped: the run as one round of each loop."""
    for at, scope in enumerate(reversed(around)):
        if any(each is step for each in scope.steps) and always(scope.steps, step, scope.ends):
            return _ALWAYS if not at and not scope.loop else _ROUND
    if always(run.steps, step, run.ends):
        return _AFTER if around else _ALWAYS
    return _LOOPED if looped is not run.steps and always(looped, step, run.ends) else _MAYBE


def _within(step: ScenarioStep, how: str) -> str:
    text = " ".join(headed(step.label).removesuffix("?").split())
    return clause(text) if how else text


def _set(how: str, some: Sequence[tuple[int, ScenarioStep]]) -> _Line:
    """All that is only set, in one line: the values where there is one, else the names of what is set."""
    at, first = some[0]
    names = list(dict.fromkeys(name for _, step in some for name in _targets(step)))
    text = _within(first, how)
    if len(names) > 1 or len(some) > 1:
        kept = 1
        while kept < len(names) and len(", ".join(names[: kept + 1])) <= limits.LADDER_LINE:
            kept += 1
        text = f"{'set' if how else 'Set'} {', '.join(names[:kept])}"
        text += f" and {len(names) - kept} more" if len(names) > kept else ""
    return _Line(at, max(weight(step) for _, step in some), len(some), how + whole(text, limits.LABEL_TEXT))


def _targets(step: ScenarioStep) -> list[str]:
    return changed(step) or [headed(step.label).removeprefix("Set ")]
