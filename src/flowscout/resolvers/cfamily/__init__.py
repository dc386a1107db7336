"""C and C++: who is called, by scope, include, class hierarchy and number of arguments.

A free call is looked for from the scope of its function outwards, in what `using` brings, and among what the file's
includes can mean; a member call by the declared type of its receiver (`evaluate`), then in the class and its bases,
and, where it is virtual, in the classes below (`classes`). Macros are looked into: what their replacement calls is
called where they are used. Where a compiler has read the file, its answer stands (`compiled`). `scope` says what a file
offers to others and lists the vocabulary.
"""

from __future__ import annotations

from ...model.calls import Resolved
from ...ports import Lookup
from .compiled import Compiled
from .evaluate import Evaluator
from .scope import FileScope, offers, prepare
from .sites import Sites
from .surface import surface

__all__ = ["FileScope", "offers", "prepare", "resolve", "resolve_file", "surface"]


def resolve(scope: FileScope, position: int, lookup: Lookup) -> tuple[Resolved, ...]:
    """The call sites of one function that lead somewhere, sorted."""
    return Compiled(scope, lookup).settled(position, Sites(Evaluator(scope, lookup)).resolve(position))


def resolve_file(scope: FileScope, lookup: Lookup) -> tuple[tuple[Resolved, ...], ...]:
    """`resolve` for every function of the file, asking each question once."""
    sites = Sites(Evaluator(scope, lookup))
    compiled = Compiled(scope, lookup)
    return tuple(compiled.settled(position, sites.resolve(position)) for position in range(len(scope.facts.functions)))
