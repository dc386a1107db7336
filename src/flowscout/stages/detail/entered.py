"""Where a way enters a run of steps that is one now: in its middle, or at which of the ends that it stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from ...model.record import NamedTuple
from ...model.sfm import TERMINAL, ScenarioStep, Transition
from ...words.cutting import at_word, headed, whole
from ...words.outcomes import parted
from .reasons import ending

_ENTERED: Final = 48  # letters of where a way enters a run


class Into(NamedTuple):
    """Where a way leads to in the run that it enters. inside: the members of each run, in drawing order. labels: theirs. told: what is
    told of these in brief."""

    inside: Mapping[str, Sequence[str]]
    known: Mapping[str, ScenarioStep]
    labels: Mapping[str, Set[str]]
    told: Mapping[str, Set[str]]

    def middle(self, to: str, entered: str, lines: str = "") -> str:
        """ "" at its first member: who enters there does all that its lines tell. Of ends that differ which one it is."""
        members, step = self.inside.get(to, ()), self.known[entered]
        if step.step_type in TERMINAL:
            several = len(self.told.get(to, ())) > 1
            return ending(step, _ENTERED, lines) if several else self.message(to, entered, lines)
        if entered in members[:1]:
            return ""
        return f"on to: {whole(headed(self.known[entered].label), _ENTERED)}"

    def message(self, to: str, entered: str, lines: str) -> str:
        """Of ends of one name what this one says, where no line does."""
        alike = len(self.told.get(to, ())) == 1 < len(self.labels.get(to, ()))
        said = parted(self.known[entered].label)[1] if alike else ""
        return "" if said and said in lines else at_word(said, _ENTERED)

    def one(self, way: Transition, to: str) -> Transition:
        where = self.middle(to, way.target) if to in self.inside else ""
        label = ", ".join(filter(None, (way.label, where)))
        return way._replace(target=to, label=label)
