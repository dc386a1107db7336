"""Questions that stand in a row at the front of a run."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.sfm import DECISION, VALIDATION, ScenarioStep


def guarded(inner: Sequence[ScenarioStep], past: str) -> int:
    """How many questions stand at the front of a run, each of which goes on to the next step or past the run."""
    for at, step in enumerate(inner):
        ways = {way.target for way in step.transitions if way.kind != "raise"}
        if (
            step.step_type not in (DECISION, VALIDATION)
            or at + 1 == len(inner)
            or ways != {past, inner[at + 1].step_id}
        ):
            return at
    return 0
