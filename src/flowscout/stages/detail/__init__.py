"""A Scenario Flow Model at one height: high, medium or deep.

1. **fold**    below deep, groups stand in for their members (`fold`);
2. **keep**    steps of the level stay. What would make the picture lie if it went stays as well (`keep`): a step that
               decides between different steps that stay, the head of a loop that never ends, the end of the only way;
3. **relink**  every step leads to the next step that stays; the labels on the way are joined in order; assertions become
               plain steps (`insisted`), but for who compares; guards stand with their cases (`guarded_cases`);
4. **collapse** a decision whose branches all lead to one place goes, or becomes what it does by asking (`collapse`);
5. **inside**  at deep, callees stand where they are called, each as its own high level tells it (`inside`);
6. **high**    runs of medium's steps become one step each, until the story is told in a dozen (`high`, `quotient`);
7. **lists**   for a drawing, validations in a row and the small arms of a choice become one step that lists them (`ladder`,
               `table`); comparing needs each.

So no way between two steps that stay is lost, a higher level shows only what the lower levels hold as well, and every
outcome is in every level: by itself, or as a member of the step that lists it.
"""

from __future__ import annotations

from ...model.sfm import CONTRACT, DEEP, END, HIGH, LEVELS, MEDIUM, TERMINAL, ScenarioFlowModel, ScenarioStep
from .collapse import collapsed
from .division import Division, divided
from .fold import folded
from .guarded_cases import guarded_cases
from .high import entitling, high
from .inside import opened, wanted
from .insisted import found_out, insisted, together
from .keep import KeptSteps, kept
from .ladder import SMALL, laddered
from .parting import parting
from .table import tabled

__all__ = ["Division", "detail", "divided", "listed", "opened", "wanted"]


def _relinked(steps: dict[str, ScenarioStep], keeping: KeptSteps, level: str) -> list[ScenarioStep]:
    """A step that stays although it is of a lower level is of this level from now on."""
    linked = [step._replace(transitions=keeping.onward(step)) for name, step in steps.items() if name not in keeping.on]
    shown = LEVELS[LEVELS.index(level) :]
    return [step if level in step.detail_levels else step._replace(detail_levels=shown) for step in linked]


def _asserting(
    sfm: ScenarioFlowModel, levels: tuple[str, ...], staying: frozenset[str] = frozenset()
) -> ScenarioFlowModel:
    """levels: at which assertions are shown; of a model that is filtered already, those that it still has. staying: those that
    are shown at medium in any case."""

    failing = {way.target for name in staying for way in folded(sfm)[name].transitions} if staying else set[str]()

    def put(step: ScenarioStep) -> ScenarioStep:
        if not step.has(CONTRACT) or sfm.level == DEEP:
            return step
        return step._replace(detail_levels=LEVELS[1:] if step.step_id in staying | failing else levels)

    stood_for = {member for group in sfm.groups for member in group.members}
    steps = tuple(step if step.step_id in stood_for else put(step) for step in sfm.steps)
    return sfm._replace(steps=steps, groups=tuple(map(put, sfm.groups)))


def detail(sfm: ScenarioFlowModel, level: str, contracts: bool = False) -> ScenarioFlowModel:
    """The model filtered to a level. Filtering a filtered model to its own or a higher level is allowed. contracts:
    assertions are decisions above deep too."""
    if level == HIGH:
        return sfm if sfm.level == HIGH else _high(_story(sfm, contracts))
    return _filtered(_asserting(sfm, LEVELS[1:]), level, contracts)


def _high(story: ScenarioFlowModel) -> ScenarioFlowModel:
    """Results of a choice that would share an end are listed with the choice, which tells when each is given."""
    plain = high(story)
    if _results(plain) == _results(story) or (table := tabled(story)) is story:
        return plain
    told, known = high(table), story.by_id()
    tables = {step.step_id for step in table.steps if step.step_id not in known and step.step_type not in TERMINAL}
    return told if tables <= told.by_id().keys() else plain


def _results(sfm: ScenarioFlowModel) -> int:
    """How many there are that differ."""
    return len({step.whole for step in sfm.steps if step.step_type == END})


def _story(sfm: ScenarioFlowModel, contracts: bool) -> ScenarioFlowModel:
    """Medium, as high tells it: without assertions of what the function is given before it does anything, but where a few steps
    are all that there is."""
    whole = detail(sfm, MEDIUM, contracts)
    small = contracts or len(together(whole).steps) <= SMALL
    return whole if small else _filtered(_asserting(sfm, LEVELS[2:], found_out(whole.steps)), MEDIUM)


def _filtered(sfm: ScenarioFlowModel, level: str, contracts: bool = False) -> ScenarioFlowModel:
    steps = sfm.by_id() if level == DEEP else folded(sfm)
    steps = steps if contracts else {name: parting(step) for name, step in steps.items()}
    linked = _relinked(steps, kept(steps, sfm.start_step, level), level)
    linked = linked if contracts or level == DEEP else insisted(linked)
    linked = linked if level == DEEP else guarded_cases(linked)
    final = collapsed(linked, sfm.start_step, level)
    ends = tuple(step.step_id for step in final if step.step_type in TERMINAL)
    return entitling(sfm._replace(steps=final, end_steps=ends, level=level, non_terminating=not ends, groups=()))


def listed(sfm: ScenarioFlowModel) -> ScenarioFlowModel:
    """A filtered model as it is drawn: what reads better as a list is one."""
    return tabled(laddered(together(sfm)))
