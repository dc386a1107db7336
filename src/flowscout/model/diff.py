"""The flow diff: five results, in the spirit of tree differs such as sqlglot's (Insert, Remove, Update, Move, Keep)."""

from __future__ import annotations

from typing import TypeAlias

from .record import NamedTuple
from .sfm import ScenarioFlowModel, ScenarioStep


class Added(NamedTuple):
    step: ScenarioStep


class Removed(NamedTuple):
    step: ScenarioStep


class Changed(NamedTuple):
    """The same step with other words, another kind or another weight."""

    before: ScenarioStep
    after: ScenarioStep


class Moved(NamedTuple):
    """The same step in another place: another order, or under another branch."""

    before: ScenarioStep
    after: ScenarioStep


class Kept(NamedTuple):
    before: ScenarioStep
    after: ScenarioStep


Edit: TypeAlias = Added | Removed | Changed | Moved | Kept


class FlowDiff(NamedTuple):
    """edits: those of the after model in its order, removed ones where they stood. before/after: None when the function
    is new or gone."""

    function: str
    before: ScenarioFlowModel | None
    after: ScenarioFlowModel | None
    edits: tuple[Edit, ...]

    @property
    def same(self) -> bool:
        """No step differs and no way between steps does."""
        return all(isinstance(e, Kept) for e in self.edits) and _ways(self.before, self.edits, 0) == _ways(
            self.after, self.edits, 1
        )


def _ways(sfm: ScenarioFlowModel | None, edits: tuple[Edit, ...], side: int) -> set[tuple[int, str, int]]:
    """Transitions with their ends replaced by the numbers of the pairs they belong to."""
    if sfm is None:
        return set()
    number = {pair[side].step_id: i for i, pair in enumerate(e for e in edits if isinstance(e, Kept))}
    return {(number[s.step_id], t.label, number[t.target]) for s in sfm.steps for t in s.transitions}
