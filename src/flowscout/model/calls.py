"""Who calls whom, and how sure we are."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .codec import dumps, loads
from .record import NamedTuple

if TYPE_CHECKING:
    from .facts import FunctionFacts

CANDIDATE_CAP = 8  # an answer with more candidates is "many"


class Resolved(NamedTuple):
    """The resolution of one call site. site: index into FunctionFacts.calls.

    how: exact (one target, or one definition with its declaration) | candidates (a complete set: virtual dispatch,
    union of assignments) | possible (function passed by name, guess by name) | external (a library's; `external` names
    it dotted: `shutil.rmtree`, `std::sort`) | many (more than CANDIDATE_CAP; up to 64 are listed, no effect travels) |
    unresolved. targets: function ids, sorted. confidence: of each target, 0..1. A site may have several: a decorated
    function and its wrapper, a constructor and the destructor of the local it makes, `__enter__` and `__exit__`.
    """

    site: int
    targets: tuple[str, ...]
    how: str
    confidence: float
    external: str = ""


def encode_sites(functions: Iterable[Iterable[Resolved]]) -> str:
    """The resolved call sites of each function of a file."""
    return dumps(tuple(functions))


def decode_sites(text: str) -> tuple[tuple[Resolved, ...], ...]:
    """What was encoded; equal parts are one."""
    same: dict[Any, Any] = {}
    return tuple([
        tuple([
            Resolved(site, same.setdefault(found := tuple(targets), found), sys.intern(how), sure, same.setdefault(external, external))
            for site, targets, how, sure, external in sites
        ])
        for sites in loads(text)
    ])  # fmt: skip


UNSURE = frozenset({"many", "unresolved"})  # how a site is resolved of which nobody can say whom it calls


def named(functions: Sequence[FunctionFacts], sites: Sequence[Sequence[Resolved]]) -> Iterator[tuple[str, int]]:
    """Of a file (name, how many of its calls of that name are unsure, those of which nothing is known among them), and
    (last part of the name, 0) of what it calls that is not of the project; sorted."""
    unsure = Counter(
        facts.calls[each.site].name
        for facts, found in zip(functions, sites, strict=True)
        for each in found
        if each.how in UNSURE
    )
    for facts, found in zip(functions, sites, strict=True):
        known = {each.site for each in found}
        unsure.update(
            call.name for number, call in enumerate(facts.calls) if number not in known and call.kind == "call"
        )
    outside = {
        each.external.replace("::", ".").rpartition(".")[2] for found in sites for each in found if each.external
    }
    yield from sorted([*unsure.items(), *((name, 0) for name in outside)])


class CallEdge(NamedTuple):
    caller: str
    callee: str
    line: int
    confidence: float
    how: str
    candidates: tuple[str, ...]
    site: int


class CallGraph(NamedTuple):
    """nodes: function ids, sorted. edges sorted by (caller, line, callee). components: leaves first, members sorted."""

    nodes: tuple[str, ...]
    edges: tuple[CallEdge, ...]
    components: tuple[tuple[str, ...], ...]
