"""What is counted of a file: the figures of a project are sums of it, so none of them is counted twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from .calls import Resolved
from .facts import FileFacts
from .record import NamedTuple

WRITTEN: Final = frozenset({"call", "super", "new", "delete"})  # as expressions that nothing but a call can be


class Counts(NamedTuple):
    """files: how many are counted here. functions: without what stands outside of them. leaves: those of all that call none of the project. written: call
    expressions, of which something is known of `answered`. exact to unresolved: call sites by what is known of them."""

    files: int
    lines: int
    functions: int
    types: int
    leaves: int
    edges: int
    exact: int
    external: int
    approximate: int
    unresolved: int
    written: int
    answered: int


class Counted(NamedTuple):
    """of: language and counts of each file. functions: all that are nodes of the graph. cycles: how many functions each
    cycle of sure calls has, in no order."""

    of: Iterable[tuple[str, Counts]]
    functions: int
    cycles: Sequence[int]


def counts_of(facts: FileFacts, sites: Sequence[Sequence[Resolved]]) -> Counts:
    """sites: of each function in the file's order."""
    how: Counter[str] = Counter()
    leaves = edges = written = answered = 0
    for function, found in zip(facts.functions, sites, strict=True):
        calls = {at for at, kind in enumerate(function.kinds_of_calls) if kind in WRITTEN}
        written += len(calls)
        answered += len(calls & {site.site for site in found if site.how != "unresolved"})
        how.update([site.how for site in found])
        inside = sum([len(site.targets) for site in found])
        edges += inside
        leaves += not inside
    return Counts(
        1,
        facts.lines,
        sum(function.kind != "module" for function in facts.functions),
        len(facts.types),
        leaves,
        edges,
        how["exact"],
        how["external"],
        how["candidates"] + how["possible"] + how["many"],
        how["unresolved"],
        written,
        answered,
    )


def total(counts: Iterable[Counts]) -> Counts:
    every = list(counts)
    return Counts._make(map(sum, zip(*every, strict=True))) if every else Counts(*[0] * len(Counts._fields))


def by_language(counted: Iterable[tuple[str, Counts]]) -> Mapping[str, list[Counts]]:
    found: dict[str, list[Counts]] = {}
    for language, counts in counted:
        found.setdefault(language, []).append(counts)
    return dict(sorted(found.items()))
