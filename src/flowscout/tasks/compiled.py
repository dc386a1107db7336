"""What a compiler had to say of a project: its units, and how many call expressions it answered."""

from __future__ import annotations

from collections.abc import Container

from ..model.record import NamedTuple
from ..pipeline import Project

_FAMILY = "cfamily"


class UnitTold(NamedTuple):
    """Of a unit. refused: why there is no answer, or ""."""

    path: str
    refused: str
    errors: int


def units(project: Project) -> list[UnitTold]:
    """Sorted; none where no compiler was asked."""
    lookup = project.lookups.get(_FAMILY)
    offers = lookup("unit", "") if lookup else ()
    return sorted(UnitTold(offer.path, offer.value[1], int(offer.value[2])) for offer in offers)


def answered(project: Project, kinds: Container[str]) -> int:
    """Call expressions of these kinds that a compiler resolved."""
    from ..resolvers.cfamily.compiled import Compiled
    from ..resolvers.cfamily.scope import prepare

    lookup, count = project.lookups[_FAMILY], 0
    for path, ids in project.ids.items():
        if lookup("compiled", path):
            facts = project.files[path]
            compiled = Compiled(prepare(path, facts, ids), lookup)
            count += sum(
                call.kind in kinds and compiled.answers(position, site)
                for position, function in enumerate(facts.functions) for site, call in enumerate(function.calls)
            )  # fmt: skip
    return count


def figures(project: Project, kinds: Container[str]) -> dict[str, int]:
    """Empty where no compiler was asked."""
    known = units(project)
    if not known:
        return {}
    return {
        "compiled_units": len(known), "refused_units": sum(bool(unit.refused) for unit in known),
        "units_with_errors": sum(unit.errors > 0 for unit in known), "calls_by_compiler": answered(project, kinds),
    }  # fmt: skip
