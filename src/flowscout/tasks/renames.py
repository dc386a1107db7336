"""A marker whose function is gone: which one it is now, if it was renamed or moved; `refresh.py` says so.

The only place where history counts, and only for a line that a person wrote. A function that keeps its whole text has
moved; one that keeps its name in a renamed file has moved with it; one that is new and much like the old one, and is the
only such, has been renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..model.identity import qualified_of
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from .names import candidates, split

ALIKE = 0.6  # share of equal text from which a new function counts as the old one renamed


class Earlier(NamedTuple):
    """An earlier state of one file: its functions by id, and its bytes. moved_to: its path now, as git sees it; "" gone."""

    functions: Mapping[str, Located]
    text: bytes
    moved_to: str


def renamed(project: Project, name: str, earlier: Callable[[str], Iterable[Earlier]]) -> str:
    """The name a marker should carry now; "" when its function is no longer there. earlier: states of a file, latest first."""
    path, inner = split(name)
    for before in earlier(path) if path else ():
        found = candidates(before.functions, inner, path)
        if len(found) == 1:
            return _now(project, name, before, found[0])
    return ""


def _now(project: Project, name: str, before: Earlier, old: Located) -> str:
    fresh = [f for id_, f in project.functions.items() if id_ not in before.functions and f.facts.name != "<module>"]
    same_text = [f for f in fresh if f.facts.digest == old.facts.digest]
    same_name = [f for f in fresh if qualified_of(f.id) == qualified_of(old.id)]
    for pool in (
        [f for f in same_text if f.path == before.moved_to], same_text,
        [f for f in same_name if f.path == before.moved_to], same_name,
    ):  # fmt: skip
        if len(pool) == 1:
            return _spelled(project, pool[0], name)
    near = [f for f in fresh if f.path in (old.path, before.moved_to)]
    return _most_alike(project, old, before.text, near, name)


def _most_alike(project: Project, old: Located, text: bytes, pool: list[Located], name: str) -> str:
    import difflib

    was = _lines(text, old)
    scored = sorted(
        (
            (difflib.SequenceMatcher(None, was, _lines(project.sources(f.path), f), False).ratio(), f.id, f)
            for f in pool
        ),
        reverse=True,
    )
    clear = scored and scored[0][0] >= ALIKE and (len(scored) < 2 or scored[1][0] < scored[0][0])
    return _spelled(project, scored[0][2], name) if clear else ""


def _lines(text: bytes, function: Located) -> list[bytes]:
    """A function's lines without their layout; the first one holds the name."""
    body = text[function.facts.start : function.facts.end].split(b"\n")
    return [line.strip() for line in body if line.strip()][1:] or [b""]


def _spelled(project: Project, function: Located, name: str) -> str:
    """The shortest spelling that names this function alone; with a path, as markers are written."""
    for short in (function.facts.name, qualified_of(function.id), function.id.split("::", 1)[1]):
        if "::" in name.partition("::")[2] and short == function.facts.name and qualified_of(function.id) != short:
            continue
        if len(candidates(project.functions, short, function.path)) == 1:
            return f"{function.path}::{short}"
    return function.id
