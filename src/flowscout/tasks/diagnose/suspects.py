"""Changed functions that can have caused a finding, likeliest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ...model.finding import Finding, Suspect
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...pipeline import Project
from ..names import candidates
from .changes import Change

MOST = 8
DEPTH = 16  # calls below the failing place that are followed
VISITED = 20_000
_WORD = regex(r"[A-Za-z_]\w{2,}")
_AT_PLACE, _ON_STACK, _NAMED, _BELOW, _SAME_FILE = 0.95, 0.8, 0.7, 0.85, 0.3


def suspects(project: Project, finding: Finding, function: str, changes: Iterable[Change]) -> tuple[Suspect, ...]:
    """function: the failing one, "" where it is not known. The best reason for each changed function counts."""
    paths = _below(project, function) if function else {}
    stack = _stack(project, finding)
    said = set(_WORD.findall(finding.message)) | {
        word for _, value in finding.error.metadata for word in _WORD.findall(value)
    }
    found: dict[str, Suspect] = {}
    for change in changes:
        for suspect in _reasons(change, finding, function, paths, stack, said):
            known = found.get(suspect.id)
            if known is None or suspect.score > known.score:
                found[suspect.id] = suspect
    return tuple(sorted(found.values(), key=lambda s: (-s.score, len(s.path), s.id))[:MOST])


def _reasons(
    change: Change,
    finding: Finding,
    function: str,
    paths: dict[str, tuple[str, ...]],
    stack: Sequence[str],
    said: set[str],
) -> Iterable[Suspect]:
    id_ = change.id
    name = qualified_of(id_) if id_ else change.path
    if id_ and id_ == function:
        yield Suspect(id_, (id_,), change.how, _AT_PLACE, f"`{name}` was {change.how}, and the failure is in it.")
    elif id_ in paths:
        path = paths[id_]
        steps = len(path) - 1
        score = round(_BELOW * 0.92 ** (steps - 1), 3)
        levels = "directly" if steps == 1 else f"{steps} calls below"
        yield Suspect(id_, path, change.how, score, f"`{name}` was {change.how}; the failing place calls it {levels}.")
    if id_ and id_ in stack and id_ != function:
        yield Suspect(
            id_, (id_,), change.how, _ON_STACK, f"`{name}` was {change.how} and is on the stack of the failure."
        )
    if id_ and name.replace("::", ".").split(".")[-1] in said:
        yield Suspect(id_, (id_,), change.how, _NAMED, f"`{name}` was {change.how}, and the message names it.")
    if change.path == finding.file and not (function and id_):
        yield Suspect(
            id_ or change.path, (), change.how, _SAME_FILE, f"`{name}` was {change.how} in the file that fails."
        )


def _below(project: Project, function: str) -> dict[str, tuple[str, ...]]:
    """Shortest path to every function that one reaches, over certain and possible calls."""
    came = {function: ""}
    depth = {function: 0}
    queue = deque([function])
    while queue and len(came) < VISITED:
        here = queue.popleft()
        if depth[here] >= DEPTH:
            continue
        for callee in sorted({way.target for way in project.row(here).flows if way.target in project.functions}):
            if callee not in came:
                came[callee] = here
                depth[callee] = depth[here] + 1
                queue.append(callee)
    return {id_: _path(came, id_) for id_ in came if id_ != function}


def _path(came: dict[str, str], id_: str) -> tuple[str, ...]:
    path = [id_]
    while came[path[-1]]:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def _stack(project: Project, finding: Finding) -> tuple[str, ...]:
    """Ids of the functions of ours that a stack names."""
    found = []
    for file, line, _ in finding.frames:
        inside = [
            path for path in project.files if file and (path == file or file.replace("\\", "/").endswith("/" + path))
        ]
        if len(inside) == 1 and (at := candidates(project.functions, "", inside[0], line)):
            found.append(at[0].id)
    return tuple(dict.fromkeys(id_ for id_ in found if path_of(id_)))
