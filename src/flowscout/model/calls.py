"""Who calls whom, and how sure we are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from .codec import dumps
from .record import NamedTuple

CANDIDATE_CAP = 8  # an answer with more candidates is "many"


class Resolved(NamedTuple):
    """The resolution of one call site. site: index into FunctionFacts.calls.

    how: exact (one target, or one definition with its declaration) | candidates (a complete set: virtual dispatch, union
    of assignments) | possible (function passed by name, guess by name) | external (a library's; `external` names it
    dotted: `shutil.rmtree`, `std::sort`) | many (more than CANDIDATE_CAP; up to 64 are listed, no effect travels) | unresolved.
    targets: function ids, sorted. confidence: of each target, 0..1. A site may have several: a decorated function and its
    wrapper, a constructor and the destructor of the local it makes, `__enter__` and `__exit__`.
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
        for sites in json.loads(text)
    ])  # fmt: skip


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
