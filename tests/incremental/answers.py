"""What the verbs answer about every function of a project, as they would say it."""

from __future__ import annotations

import json

from flowscout.model.counts import by_language, total
from flowscout.model.sfm import LEVELS
from flowscout.pipeline import Project
from flowscout.tasks import records
from flowscout.tasks.asking import figures, path, reached
from flowscout.tasks.compiled import ByCompiler
from flowscout.tasks.entrypoints import entry_points
from flowscout.tasks.names import candidates, near
from flowscout.tools.asking.answer import by_rules
from flowscout.tools.contract import Data
from flowscout.tools.desk import Desk, StateStamp, diagnosed_by
from flowscout.tools.each.where_effect import WhereEffect, run
from flowscout.tools.edges import callers, leading, sites
from tools.shop import Held

QUESTIONS = (
    "who calls `{}`?",
    "what does `{}` write?",
    "what can `{}` raise?",
    "which tests cover `{}`?",
    "what breaks if `{}` changes?",
)


def answers(project: Project) -> dict[str, object]:
    """By question."""
    found: dict[str, object] = {"unread": {path: facts.status for path, facts in project.unread.items()}}
    ids = sorted(project.functions)
    found["figures"], found["leaves"] = dict(figures(project)), list(project.leaves())
    found["entries"] = entry_points(project)
    found["languages"] = {name: total(of) for name, of in by_language(project.counted().of).items()}
    found["surely"] = {id_: sorted(surely(id_)) for surely in [project.surely()] for id_ in ids}
    found["who is called"] = sorted(project.callers)
    found["begins"] = {id_: project.begins(id_) for id_ in ids}
    found["imports"] = dict(project.imports())
    found["unset"] = dict(sorted((id_, list(gone)) for id_, gone in project.unset().items()))
    for kind in ("ends", "irreversible", "raises", "state"):
        found[f"reached by {kind}"] = dict(sorted(project.reaching((kind,), lambda effect: True).items()))
    desk = Desk(project, Held({}), StateStamp("folder"), str, None, lambda _: None, diagnosed_by(str))
    for kind in ("deletes", "writes", "sends", "raises", "irreversible"):
        found[f"who {kind}"] = [run(desk, WhereEffect(kind=kind, inherited=way)) for way in (False, True)]
    for kind in ("locks", "frees", "exits"):
        found[f"who {kind}"] = [run(desk, WhereEffect(kind=kind, target=what)) for what in ("", "path", "Node")]
    for id_ in ids:
        found[f"function {id_}"] = _function(project, id_)
    for name in sorted({project.functions[id_].facts.name for id_ in ids} | {"lod", "Stor.get"}):
        found[f"name {name}"] = (
            [one.id for one in candidates(project.functions, name)],
            sorted(near(project.functions, name)),
        )
        found[f"ask {name}"] = [by_rules(desk, question.format(name)) for question in QUESTIONS]
    return {question: json.loads(json.dumps(answer, default=_told)) for question, answer in found.items()}


def _told(answer: Data) -> object:
    return answer.model_dump(mode="json")


def _function(project: Project, id_: str) -> dict[str, object]:
    function = project.functions[id_]
    return {
        "callers": project.callers.get(id_, ()), "called": project.called(id_), "callees": project.callees(id_), "lines": project.lines(id_),
        "up": reached(project, id_, up=True, depth=0), "down": reached(project, id_, up=False, depth=0),
        "way": path(project, id_, max(project.functions)), "surely": leading(callers(project), id_) if project.callers.get(id_) else {},
        "sites": [sites(project, id_, other) for other in project.called(id_)],
        "calls": list(records.records_of_calls(project, function, ByCompiler(project))), "summary": records.record_of_summary(project, function, 0),
        "charts": [project.mermaid(id_, level) for level in LEVELS], "height": project.height(id_), "effects": project.effects(id_),
    }  # fmt: skip
