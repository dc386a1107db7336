"""What a compiler had to say of a project: its units, and how many call expressions it answered."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ..model.compiled import Dropped
from ..model.identity import path_of
from ..model.record import NamedTuple
from ..pipeline import Project

if TYPE_CHECKING:
    from ..resolvers.cfamily.compiled import Compiled

_FAMILY = "cfamily"


# By the kind of a dropped flag: what it would do, and what to do about it.
WAYS: Final = {
    "code": ("what would load code into the compiler", "no code is loaded; whoever did not put it there should ask who did"),
    "arguments": ("what stands for a file of further arguments", "it is not read: have the build write them out (CMake: CMAKE_CXX_USE_RESPONSE_FILE_FOR_INCLUDES=OFF, or for modules CMAKE_CXX_SCAN_FOR_MODULES=OFF)"),
    "outside": ("what is read from outside of the root and the system's folders", "it is not read: name a root that holds it, with a [clang] database in it, or install it in one of the system's"),
    "system": ("what looks for another system's headers", "this machine's are read in their place: what hangs on the others is resolved by syntax"),
    "written": ("what would write files besides the object", "none is written, and nothing is lost by it"),
    "long": ("what is too long or too much", "the build has to say it with fewer"),
}  # fmt: skip


class UnitTold(NamedTuple):
    """Of a unit. refused: why there is no answer, or ""."""

    path: str
    refused: str
    errors: int
    dropped: tuple[Dropped, ...]


def units(project: Project) -> list[UnitTold]:
    """Sorted; none where no compiler was asked."""
    lookup = project.lookups.get(_FAMILY)
    offers = lookup("unit", "") if lookup else ()
    return sorted(
        UnitTold(offer.path, refused, int(errors), tuple([Dropped(*flag.split(" ", 1)) for flag in dropped]))
        for offer in offers
        for _, refused, errors, *dropped in (offer.value,)
    )


def without(dropped: Mapping[str, Sequence[Dropped]]) -> list[str]:
    """What units, by their paths, are not read with: a line for each kind, with an example and what to do."""
    found = []
    for kind, (does, way) in WAYS.items():
        flags = [(path, lost.flag) for path, every in sorted(dropped.items()) for lost in every if lost.kind == kind]
        if flags:
            units, (path, flag) = len({path for path, _ in flags}), flags[0]
            much = f"{len(flags):,} flag{'s' * (len(flags) > 1)} in {units:,} unit{'s' * (units > 1)}"
            found.append(f"units are read without {does}: `{flag}` of {path} ({much}); {way}")
    return found


class ByCompiler:
    """Edges that a compiler told of: of a function, sites with what is called there. Functions are asked file by file."""

    def __init__(self, project: Project) -> None:
        self._project, self._path = project, ""
        self._known: Compiled | None = None

    def __call__(self, id_: str) -> frozenset[tuple[int, str]]:
        path = path_of(id_)
        if path != self._path:
            self._path, self._known = path, _compiled(self._project, path)
        return self._known.told(self._project.ids[path].index(id_)) if self._known else frozenset()


def _compiled(project: Project, path: str) -> Compiled | None:
    from ..resolvers.cfamily.compiled import Compiled
    from ..resolvers.cfamily.scope import prepare

    lookup = project.lookups.get(_FAMILY)
    if lookup is None or not lookup("compiled", path):
        return None
    return Compiled(prepare(path, project.files[path], project.ids[path]), lookup)


def answered(project: Project, kinds: Container[str]) -> int:
    """Call expressions of these kinds that a compiler resolved."""
    count = 0
    for path in project.ids:
        compiled = _compiled(project, path)
        if compiled is not None:
            count += sum(
                call.kind in kinds and compiled.answers(position, site)
                for position, function in enumerate(project.files[path].functions)
                for site, call in enumerate(function.calls)
            )
    return count


def figures(project: Project, kinds: Container[str]) -> dict[str, int]:
    """Empty where no compiler was asked."""
    known = units(project)
    if not known:
        return {}
    return {
        "compiled_units": len(known), "refused_units": sum(bool(unit.refused) for unit in known),
        "units_with_errors": sum(unit.errors > 0 for unit in known),
        "units_without_flags": sum(bool(unit.dropped) for unit in known), "flags_not_used": sum(len(unit.dropped) for unit in known),
        "calls_by_compiler": answered(project, kinds),
    }  # fmt: skip
