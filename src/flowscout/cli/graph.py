"""Ask the call graph.

flowscout graph callers NAME        who calls it (--depth 0: directly and through others)
flowscout graph callees NAME        whom it calls
flowscout graph path FROM TO        the shortest way from one to the other
flowscout graph leaves [PATH]       functions that call no other function of the project
flowscout graph entry-points [PATH] where the program is entered, and the evidence for it
flowscout graph stats               figures of the whole
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial

from ..errors import UserError
from ..model.identity import path_of, qualified_of
from ..pipeline import Project
from ..tasks import asking, compiled
from ..tasks.entrypoints import entry_points
from ..tasks.names import display, in_file, meant
from ..tasks.records import VERSION, Record, to_line
from ..wiring import Workspace
from .shared import bounds, progress_output, target
from .shared.console import Talk

INTERMIXED = True
SHOWN = 20  # paths that are left out
QUESTIONS = ("callers", "callees", "path", "leaves", "entry-points", "stats")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", choices=QUESTIONS, metavar="QUESTION", help=", ".join(QUESTIONS))
    parser.add_argument("names", nargs="*", metavar="NAME", help="functions, or paths where the question takes them")
    parser.add_argument("--file", default="", metavar="PATH", help="the file the first function is in")
    parser.add_argument(
        "--depth", type=bounds.whole(0, 100_000), default=1, metavar="N", help="steps to follow; 0 follows all (1)"
    )
    parser.add_argument("--json", action="store_true", help="JSON lines")
    target.arguments(parser)
    progress_output.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    needed = {
        "callers": (1, 1),
        "callees": (1, 1),
        "path": (2, 2),
        "leaves": (0, 1),
        "entry-points": (0, 1),
        "stats": (0, 0),
    }
    least, most = needed[chosen.question]
    if not least <= len(chosen.names) <= most:
        wanted = {"path": "FROM and TO"}.get(chosen.question, "one NAME" if least else "at most one PATH")
        raise UserError(f"`graph {chosen.question}` takes {wanted if most else 'no name'}")
    use = partial(_answered, chosen)
    up = chosen.question == "entry-points" or (chosen.json and chosen.question != "stats")
    answers = target.asking(chosen, talk, use) if least else target.going_over(chosen, talk, use, rows=up)
    for record, text in answers:
        print(
            to_line({"schema": f"flowscout.graph/{VERSION}", "question": chosen.question, **record})
            if chosen.json
            else text + "\n",
            end="",
        )
    if not answers:
        talk.say("none")
    return 1 if chosen.question == "path" and not answers else 0


def _answered(chosen: argparse.Namespace, seen: Workspace, project: Project) -> list[tuple[Record, str]]:
    return list(_answers(project, chosen, target.inside(seen, chosen.file) if chosen.file else "", seen))


def _answers(project: Project, chosen: argparse.Namespace, file: str, seen: Workspace) -> Iterable[tuple[Record, str]]:
    """Records where they are shown, else lines."""
    question = chosen.question
    if question in ("callers", "callees"):
        start = meant(project, chosen.names[0], file)
        found = asking.reached(project, start.id, up=question == "callers", depth=chosen.depth)
        for id_, far in sorted(found.items(), key=lambda item: (item[1], item[0])):
            record = {**_record(project, id_), "distance": far} if chosen.json else {}
            yield record, _place(project, id_) + (f"  ({far} steps)" if far > 1 else "")
    elif question == "path":
        start, goal = meant(project, chosen.names[0], file), meant(project, chosen.names[1])
        for far, id_ in enumerate(asking.path(project, start.id, goal.id)):
            record = {**_record(project, id_), "distance": far} if chosen.json else {}
            yield record, ("→ " if far else "  ") + _place(project, id_)
    elif question == "stats":
        for name, value in asking.figures(project).items():
            yield {"name": name, "value": value}, f"{name.replace('_', ' '):<20} {value:>10,}"
        yield from _missing(project, seen)
    else:
        path = target.inside(seen, chosen.names[0]) if chosen.names else ""
        if question == "leaves":
            leaves = [id_ for id_ in project.leaves() if _within(id_, path)]
            yield from ((_record(project, id_) if chosen.json else {}, _place(project, id_)) for id_ in leaves)
        else:
            for entry in entry_points(project):
                if _within(entry.id, path):
                    record = {**_record(project, entry.id), "evidence": entry.evidence} if chosen.json else {}
                    yield record, f"{_place(project, entry.id)}  {entry.evidence}"


def _within(id_: str, path: str) -> bool:
    """In this file or folder; "" for anywhere."""
    here = path_of(id_)
    return not path or in_file(here, path) or here.startswith(path + "/")


def _missing(project: Project, seen: Workspace) -> Iterable[tuple[Record, str]]:
    """What the figures leave out, where there is any: files that were not read, links and repositories within the
    repository, and flags of the build that no unit is read with."""
    dropped = {unit.path: unit.dropped for unit in compiled.units(project)}
    yield from (({"name": "flags_not_used", "evidence": line}, f"  {line}") for line in compiled.without(dropped))
    unread = [(path, facts.error) for path, facts in project.unread.items()]
    for name, left in (("files not read", unread), ("paths skipped", list(seen.snapshot.skipped()))):
        if left:
            yield {"name": name.replace(" ", "_"), "value": len(left)}, f"{name:<20} {len(left):>10,}"
        for path, why in left[:SHOWN]:
            yield {"name": name.replace(" ", "_"), "path": path, "evidence": why}, f"  {path}: {why}"


def _record(project: Project, id_: str) -> Record:
    callees = list(project.called(id_))
    return {
        "id": id_, "path": path_of(id_), "line": project.begins(id_), "function_name": qualified_of(id_),
        "callers": list(project.callers.get(id_, ())), "callees": callees, "is_leaf": not callees,
    }  # fmt: skip


def _place(project: Project, id_: str) -> str:
    name = display(project.functions[id_]) if id_.endswith(")") else qualified_of(id_)
    return f"{path_of(id_)}:{project.begins(id_)}  {name}"
