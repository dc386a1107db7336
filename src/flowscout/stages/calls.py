"""Resolved call sites -> the call graph, with its strongly connected components leaves first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from ..engine.scc import components
from ..model.calls import CallEdge, CallGraph, Resolved
from ..model.identity import path_of
from ..model.product import is_aside, is_test

_TRAVELS = frozenset({"exact", "candidates"})


def calls(resolved: Mapping[str, Sequence[Resolved]], lines: Mapping[str, Sequence[int]]) -> CallGraph:
    """resolved: by function id; lines: line in the file of each call site, by function id and site."""
    nodes = tuple(sorted(resolved))
    edges = [
        CallEdge(
            caller,
            target,
            lines[caller][site.site],
            site.confidence,
            site.how,
            site.targets if len(site.targets) > 1 else (),
            site.site,
        )
        for caller in nodes
        for site in resolved[caller]
        for target in site.targets
        if target in resolved
    ]
    edges.sort()
    return CallGraph(nodes, tuple(edges), order(nodes, lambda f: travelling(resolved[f], resolved)))


def product_candidates(sites: tuple[Resolved, ...], path: str) -> tuple[Resolved, ...]:
    """What the calls of a function in that file may mean: for product code no test's double; no example or somebody else's code either,
    unless there is nothing else. These are candidates among themselves."""
    if not any(site.how == "candidates" for site in sites) or is_aside(path):
        return sites
    made = [(site, _of_product(site) if site.how == "candidates" else site.targets) for site in sites]
    sure = {site.site for site, own in made if own or site.external}
    kept = [
        site._replace(targets=own or _untested(site)) if site.how == "candidates" else site
        for site, own in made
        if site.how != "candidates" or own or (site.site not in sure and _untested(site))
    ]
    return tuple(kept)


def _of_product(site: Resolved) -> tuple[str, ...]:
    return tuple([target for target in site.targets if not is_aside(path_of(target))])


def _untested(site: Resolved) -> tuple[str, ...]:
    return tuple([target for target in site.targets if not is_test(path_of(target))])


def travelling(sites: Iterable[Resolved], known: Container[str]) -> list[str]:
    """Functions to which calls lead that are sure enough for effects to travel, sorted."""
    return sorted({t for site in sites if site.how in _TRAVELS for t in site.targets if t in known})


def order(nodes: Sequence[str], successors: Callable[[str], Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Components, leaves first, members sorted."""
    return tuple(tuple(sorted(component)) for component in components(nodes, successors))
