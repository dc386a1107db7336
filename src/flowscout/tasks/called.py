"""Whom a function calls, as pages tell of it."""

from __future__ import annotations

from ..model.summary import EXACT
from ..pipeline import Project


def surely_called(project: Project, id_: str) -> list[str]:
    """Ids of the functions that it is known to call, sorted."""
    return sorted({flow.target for flow in project.row(id_).flows if flow.how == EXACT})


def heard(project: Project, id_: str) -> list[str]:
    """Those among them whose sentences stand under the caller's chart: what they do is felt outside."""
    near = set(project.callees(id_)) - {id_}
    return [callee for callee in surely_called(project, id_) if callee in near and project.effects(callee)]
