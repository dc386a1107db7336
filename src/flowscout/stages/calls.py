"""Resolved call sites -> the call graph, with its strongly connected components leaves first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from ..engine.scc import components
from ..model.calls import CallEdge, CallGraph, Resolved

_TRAVELS = frozenset({"exact", "candidates"})


def calls(resolved: Mapping[str, Sequence[Resolved]], lines: Mapping[str, Sequence[int]]) -> CallGraph:
    """resolved: by function id; lines: line in the file of each call site, by function id and site."""
    nodes = tuple(sorted(resolved))
    edges = [
        CallEdge(caller, target, lines[caller][site.site], site.confidence, site.how,
                 site.targets if len(site.targets) > 1 else (), site.site)
        for caller in nodes
        for site in resolved[caller]
        for target in site.targets
        if target in resolved
    ]
    edges.sort()
    return CallGraph(nodes, tuple(edges), order(nodes, lambda f: travelling(resolved[f], resolved)))


def travelling(sites: Iterable[Resolved], known: Container[str]) -> list[str]:
    """Functions to which calls lead that are sure enough for effects to travel, sorted."""
    return sorted({t for site in sites if site.how in _TRAVELS for t in site.targets if t in known})


def order(nodes: Sequence[str], successors: Callable[[str], Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Components, leaves first, members sorted."""
    return tuple(tuple(sorted(component)) for component in components(nodes, successors))
