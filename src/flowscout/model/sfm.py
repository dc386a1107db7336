"""The Scenario Flow Model: the single source of truth of every picture of one function."""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

START: Final = "START"
END: Final = "END"
DECISION: Final = "DECISION"
VALIDATION: Final = "VALIDATION"
ACTION: Final = "ACTION"
STATE_CHANGE: Final = "STATE_CHANGE"
ERROR: Final = "ERROR"
LOOP: Final = "LOOP"
STEP_TYPES: Final = (START, END, DECISION, VALIDATION, ACTION, STATE_CHANGE, ERROR, LOOP)
BRANCHING: Final = frozenset({DECISION, VALIDATION, LOOP})
TERMINAL: Final = frozenset({END, ERROR})
CONTRACT: Final = "contract"  # the flag of an assertion, and of what it does when it fails
LISTED: Final = "listed"  # the flag of several decisions in one step, a line of its label each

HIGH: Final = "high"
MEDIUM: Final = "medium"
DEEP: Final = "deep"
LEVELS: Final = (HIGH, MEDIUM, DEEP)


class Transition(NamedTuple):
    """label: "", yes, no, a case's value, `next node`, `done`, `on IOError`, joined labels of contracted edges."""

    target: str
    label: str = ""
    kind: str = "next"


class Evidence(NamedTuple):
    """Where a step stands in the code: lines in the file (from 1) and the source as written (cut at 400)."""

    line: int
    end_line: int
    text: str


class ScenarioStep(NamedTuple):
    """label: at most 144 characters (60 for a title) (of a list, in each line); description: the whole text.

    detail_levels: subset of LEVELS, always upward closed (high implies medium implies deep). members: ids of the steps
    merged into this one (empty for a plain step). flags: blank-separated, sorted: irreversible permission dead opaque
    approximate sub (of a callee that is opened) possible acts (a condition that does something by asking) listed
    (validations in a row or arms of a choice, a line of the label each) contract (an assertion: at medium a plain
    step, at deep and where two versions are compared a decision). parting: of an end, what is said last before it and is no step:
    its label says so once the model is filtered, but for who compares.
    """

    step_id: str
    step_type: str
    label: str
    description: str
    detail_levels: tuple[str, ...]
    transitions: tuple[Transition, ...]
    members: tuple[str, ...] = ()
    evidence: Evidence | None = None
    flags: str = ""
    callees: tuple[str, ...] = ()
    origin: str = "rule"
    words: str = ""
    parting: str = ""

    @property
    def whole(self) -> str:
        """The step's own words, uncut; `description` begins with the author's title."""
        return self.words or self.description or self.label

    def has(self, flag: str) -> bool:
        return flag in self.flags.split()

    @property
    def on_success(self) -> str | None:
        """The two-way view: where it goes on `yes`, or on."""
        for transition in self.transitions:
            if transition.label in ("", "yes") or transition.kind in ("next", "true", "loop"):
                return transition.target
        return self.transitions[0].target if self.transitions else None

    @property
    def on_failure(self) -> str | None:
        for transition in self.transitions:
            if transition.label == "no" or transition.kind in ("false", "raise"):
                return transition.target
        return None


class Phase(NamedTuple):
    """A run of steps with one purpose. title: the author's comment above it (`named`), else, once filtered, what weighs
    most in it. members: ids of all finest steps inside, those of inner phases too. depth: 1 for the outermost. Lines
    are the file's, from 1."""

    phase_id: str
    title: str
    line: int
    end_line: int
    members: tuple[str, ...]
    depth: int = 1
    named: bool = False


class ScenarioFlowModel(NamedTuple):
    """steps in drawing order (reverse postorder from START). level: "" before filtering, else the level filtered to.

    non_terminating: no path ends. notes: what the picture could not show.
    groups: before filtering, steps that stand for their members at their own detail_levels (operands of one condition,
    runs of one kind); `detail` puts them in the members' place. Steps themselves are always the finest there are.
    phases: in source order, an outer one before those inside it; none where a function is small.
    """

    scenario_name: str
    entry_function: str
    steps: tuple[ScenarioStep, ...]
    start_step: str
    end_steps: tuple[str, ...]
    level: str = ""
    non_terminating: bool = False
    notes: tuple[str, ...] = ()
    groups: tuple[ScenarioStep, ...] = ()
    phases: tuple[Phase, ...] = ()

    def by_id(self) -> dict[str, ScenarioStep]:
        return {step.step_id: step for step in self.steps}


def problems(sfm: ScenarioFlowModel) -> list[str]:
    """What breaks the laws of an SFM; empty when it is valid."""
    steps = sfm.by_id()
    found = []
    starts = [s.step_id for s in sfm.steps if s.step_type == START]
    if starts != [sfm.start_step]:
        found.append(f"START steps {starts}, start_step {sfm.start_step}")
    if len(steps) != len(sfm.steps):
        found.append("step ids repeat")
    for step in sfm.steps:
        found += [f"{step.step_id} leads to unknown {t.target}" for t in step.transitions if t.target not in steps]
        if step.step_type in TERMINAL and step.transitions:
            found.append(f"{step.step_id} is terminal but leads on")
        if step.step_type not in TERMINAL and not step.transitions:
            found.append(f"{step.step_id} {step.step_type} has no successor")
    seen, stack = {sfm.start_step}, [sfm.start_step]
    while stack:
        step_here = steps.get(stack.pop())
        fresh = [t.target for t in step_here.transitions if t.target not in seen] if step_here else []
        seen.update(fresh)
        stack += fresh
    found += [f"{s.step_id} is unreachable" for s in sfm.steps if s.step_id not in seen]
    ends = tuple(s.step_id for s in sfm.steps if s.step_type in TERMINAL)
    if set(ends) != set(sfm.end_steps):
        found.append("end_steps differ from the terminal steps")
    if not ends and not sfm.non_terminating:
        found.append("no terminal step")
    return found
