"""The way from a function down to what does something: over calls that surely go there, else over those that may, and always one that the
object goes on which its methods are called."""

from __future__ import annotations

from functools import partial

from ...engine.routes import route
from ...model.summary import EXACT, Effect
from ...pipeline import Project
from ..selves import selves

Told = tuple[Effect, tuple[str, ...]]


def way_down(project: Project, known: dict[str, int], id_: str, effect: Effect) -> Told | None:
    """None where no object goes any. known: distances to who does it, which are added to."""

    def surely(caller: str) -> list[str]:
        return [
            flow.target for flow in project.row(caller).flows if flow.how == EXACT and flow.target in project.functions
        ]

    has, of = partial(_does, project, effect), selves(project)
    if not effect.may:
        sure = route(id_, effect.origin, surely, known, has)
        if sure and not of.possible(sure):
            again = of.route(id_, effect.origin, lambda f: filter(has, surely(f)))
            sure = sure if again is None else again
        if sure:
            return effect, sure
    path = project.via(id_, effect)
    if not of.possible(path):
        other = of.route(id_, effect.origin, lambda f: filter(has, project.callees(f)))
        path = path if other is None else other
    return (effect._replace(may=effect.may or len(path) > 1), path) if path else None


def _does(project: Project, effect: Effect, id_: str) -> bool:
    return any(each[:3] == effect[:3] for each in project.effects(id_))
