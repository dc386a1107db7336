"""Python: who is called, by assignment flow and imports.

A call is a name or `receiver.name`. What the receiver may be is found by following assignments, parameters,
annotations, returned values, classes and their bases, imports and re-exports (`evaluate`); what is then called, with
overrides in subclasses, decorators' wrappers, constructors and context managers, by `sites`. `offers` lists what a file
brings to others.
"""

from __future__ import annotations

from ...model.calls import Resolved
from ...ports import Lookup
from .evaluate import Evaluator
from .offers import offers
from .scope import FileScope, prepare
from .sites import Sites
from .surface import surface

__all__ = ["FileScope", "offers", "prepare", "resolve", "resolve_file", "surface"]


def resolve(scope: FileScope, position: int, lookup: Lookup) -> tuple[Resolved, ...]:
    """The call sites of one function that lead somewhere, sorted."""
    return Sites(Evaluator(scope, lookup)).resolve(position)


def resolve_file(scope: FileScope, lookup: Lookup) -> tuple[tuple[Resolved, ...], ...]:
    """`resolve` for every function of the file, asking each question once."""
    evaluator = Evaluator(scope, lookup)
    sites = Sites(evaluator)
    found = tuple([sites.resolve(position) for position in range(len(scope.facts.functions))])
    evaluator.end()
    return found
