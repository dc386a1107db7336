"""In which function a cited line stands."""

from __future__ import annotations

from ...agents.said import Said
from .here import Here


def owner_at(here: Here, line: Said) -> str:
    """The innermost; "" where it is in none."""
    project = here.project
    inside = [
        id_
        for id_ in project.ids.get(line.path, ())
        if (facts := project.functions[id_].facts).kind != "module" and facts.line <= line.line <= facts.end_line
    ]
    return max(inside, key=lambda one: project.functions[one].facts.line) if inside else ""
