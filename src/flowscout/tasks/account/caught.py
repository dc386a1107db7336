"""What a function that is new catches, and goes on: " Does nothing on `KeyError`. Only logs on `Exception`." """

from __future__ import annotations

from functools import partial

from ...border import within
from ...model.action import LOGGING, SAID
from ...pipeline import Project
from ...stages import account as stage
from ..sentences import listing


def goes_on(project: Project, state: stage.State, id_: str, told: str) -> str:
    """told: what is said of it, which may name some of that."""
    texts = [each.text for each in project.actions(id_) if each.type == LOGGING or each.reason == SAID]
    over = within(id_, partial(stage.passed_over, state, id_), list[str])
    logged = within(id_, partial(stage.only_logged, state, id_, texts), list[str]) if texts else []
    rows = (("Does nothing", over), ("Only logs", logged))
    left = [(does, [each for each in caught if each not in told]) for does, caught in rows]
    return "".join([f" {does} on {listing(caught)}." for does, caught in left if caught])
