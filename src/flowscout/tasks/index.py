"""The index of the pages: a map of the areas, then each area with its pages and charts, the most important first.

What it says of a chart is the sentence that stands under the chart's heading, of a page whose charts they are. The map
counts the calls that the charted functions make, so that it is as exact and as small as what the pages show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..model.identity import path_of
from ..model.paths import name_of
from ..model.pattern import regex
from ..pipeline import Project
from .areas import Area, areas, common
from .called import surely_called
from .drawing import sentence_of
from .entrypoints import evidence
from .headings import stated
from .map import Door, doors, drawn, ties, title
from .markdown import code, escape, fence

INTRODUCTION: Final = (
    "What the functions of this code do, drawn from the code by [flowscout](https://github.com/flowscout/flowscout)."
)
_ENTERED: Final = frozenset({0, 1, 3})  # entry points by evidence, not by their names
_WHOLE: Final = 40  # letters of a name in the map
_NOT_IN_ANCHORS: Final = regex(r"[^\w\- ]")

Lines = Callable[[str], list[str]]


def index(
    shown: Mapping[str, list[str]], links: Mapping[str, str], headings: Mapping[str, Mapping[str, str]], drawn_: Lines,
    left_out: str, map_: Sequence[str], told: Mapping[str, str],
) -> list[str]:  # fmt: skip
    """Markdown lines. shown: ids of each source's page, both the best first. links: to each page. headings: of its charts, by id, as they stand there.
    map_: lines of the map. told: what authors say of their files."""
    found = areas({source: len(ids) for source, ids in shown.items()})
    lines = ["# Flowcharts", "", INTRODUCTION, "", *map_]
    for area in found:
        alone = len(area.paths) == 1
        lines += [] if alone else [f"## {_heading(area)}", ""]
        for source in sorted(area.paths, key=list(shown).index):
            lines += [f"{'## ' if alone else '### '}[{code(source)}]({links[source]})", ""]
            lines += _page(source, shown[source], links[source], headings[source], drawn_, told.get(source, ""))
    return [*lines, f"_{escape(left_out)}_", ""] if left_out else lines


def _heading(area: Area) -> str:
    return (
        f"More of {code(area.folder)}"
        if area.rest and area.folder
        else "More files"
        if area.rest
        else code(title(area))
    )


def _page(
    source: str, ids: Sequence[str], link: str, headings: Mapping[str, str], lines: Lines, told: str
) -> Iterator[str]:
    said = " ".join(filter(None, [stated(told), page_sentence([headings[id_] for id_ in ids])]))
    yield from [said, ""] if said else []
    anchors = dict(zip(headings, _anchors([source, *headings.values()])[1:], strict=True))
    for id_ in ids:
        sentence = sentence_of(lines(id_))
        yield f"- [{code(headings[id_])}]({link}#{anchors[id_]})" + (f": {sentence}" if sentence else "")
    yield ""


def page_sentence(names: Sequence[str]) -> str:
    """Whose charts stand on a page: `12 charts: 9 of DBImpl, 2 of DB, 1 of no class.`, `9 charts of DBImpl.`"""
    if len(names) < 2:
        return ""
    owners = Counter(map(_owner, names))
    named = [(owner, count) for owner, count in owners.most_common() if owner]
    rest = len(names) - sum(count for _, count in named[:3])
    told = [f"{count} of {code(owner)}" for owner, count in named[:3]]
    if told and len(named) == 1 and not rest:
        return f"{len(names)} charts of {code(named[0][0])}."
    more = [f"{rest} {'more' if len(named) > 3 else 'of no class'}"] if rest and told else []
    return f"{len(names)} charts{': ' if told else ''}{', '.join([*told, *more])}."


def _owner(name: str) -> str:
    """What stands before a name, which may tell what it is given: `A::add(B::Kind)`."""
    bare = name[:1] + name[1:].partition("(")[0]  # `(anonymous)::f(int)` begins with one
    return bare.rpartition("::" if "::" in bare else ".")[0]


def mapped(project: Project, shown: Mapping[str, list[str]]) -> list[str]:
    """The map's lines; [] where there is nothing to tie."""
    found = areas({source: len(ids) for source, ids in shown.items()})
    if len(found) < 2:
        return []
    area = {path: at for at, each in enumerate(found) for path in each.paths}
    ids = [id_ for listed in shown.values() for id_ in listed]
    called = [(id_, target) for id_ in ids for target in surely_called(project, id_)]
    kept = ties(found, ((path_of(id_), path_of(target)) for id_, target in called))
    folder = common(sorted(area))
    inner = {target for id_, target in called if area[path_of(id_)] == area.get(path_of(target))}
    named = Counter(_short(project, id_) for id_ in ids)
    entered = doors(
        Door(_told_apart(project, id_, named), area[path_of(id_)])
        for id_ in _entered(project, [id_ for id_ in ids if id_ not in inner])
    )
    if not kept:
        return []
    charts = {at: sum(len(shown[path]) for path in each.paths) for at, each in enumerate(found)}
    return [
        f"Its areas{f' in {code(folder)}' if folder else ''}, how often the charted functions of one call another, and where somebody enters:", "",
        *fence(drawn(found, folder, charts, entered, kept), "mermaid").split("\n"), "",
    ]  # fmt: skip


def _entered(project: Project, ids: Iterable[str]) -> list[str]:
    """Where somebody enters, the best evidence first, then in the order of the ids."""
    asked = ((id_, evidence(project, project.functions[id_])) for id_ in ids)
    found = [(entry.rank, at, id_) for at, (id_, entry) in enumerate(asked) if entry and entry.rank in _ENTERED]
    return [id_ for _, _, id_ in sorted(found)]


def _short(project: Project, id_: str) -> str:
    """A name and the scope it stands in; `main` says of what."""
    function = project.functions[id_]
    name = function.language.separator.join(function.facts.qualified[-2:])
    return f"{name} of {name_of(function.path)}" if name == "main" else name


def _told_apart(project: Project, id_: str, named: Mapping[str, int]) -> str:
    """With what it is given, where others have its name: a macro may make that, `API(parse)`."""
    short, whole = _short(project, id_), id_.split("::", 1)[1]
    return whole if named[short] > 1 and len(whole) <= _WHOLE else short


def _anchors(headings: Sequence[str]) -> list[str]:
    """As GitHub names the headings of a page."""
    met: dict[str, int] = {}
    found = []
    for heading in headings:
        plain = _NOT_IN_ANCHORS.sub("", heading.strip().lower()).replace(" ", "-")
        met[plain] = met.get(plain, -1) + 1
        found.append(f"{plain}-{met[plain]}" if met[plain] else plain)
    return found
