"""What one step that stands for several takes from them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ...model.sfm import Evidence, ScenarioStep


def members_of(steps: Sequence[ScenarioStep]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(member for step in steps for member in (step.members or (step.step_id,))))


def around(steps: Sequence[ScenarioStep]) -> Evidence | None:
    known = [step.evidence for step in steps if step.evidence]
    return Evidence(min(e.line for e in known), max(e.end_line for e in known), known[0].text) if known else None


def named(text: str) -> str:
    """An id made of what it stands for."""
    return "S" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]
