"""Failed jobs that one cause stands behind: those of a matrix, those that only report the others, and one that fails
without the change too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...model.event import Job as CiJob
from ...model.finding import Finding, RootCause
from ...model.record import NamedTuple
from ...rca.memory.fingerprint import fingerprint

REPORTS = "gate"  # the type of a message that says only that another job failed


class AlikeReport(NamedTuple):
    """What one or more jobs that failed alike have to tell. paths: of the repository at that commit. where: the place,
    linked. reports: jobs that failed because of these. standing: the commit of the default branch where it fails alike,
    "" for none."""

    names: tuple[str, ...]
    root: RootCause
    text: str
    paths: frozenset[str]
    where: str = ""
    reports: tuple[str, ...] = ()
    standing: str = ""


def spread(failed: Sequence[CiJob], most: int) -> list[CiJob]:
    """The first of each matrix, then the second of each: what fails in one way is not read at the cost of what fails in
    another."""
    seen: Counter[str] = Counter()
    turns = []
    for at, one in enumerate(failed):
        matrix = one.name.partition(" (")[0]
        turns.append((seen[matrix], at))
        seen[matrix] += 1
    return [failed[at] for _, at in sorted(turns)[:most]]


def joined(told: Sequence[AlikeReport]) -> list[AlikeReport]:
    """Jobs that say the same are told once, by the first of them; one that only reports the others, with the first that
    has a cause."""
    groups: dict[object, list[AlikeReport]] = {}
    for one in told:
        groups.setdefault(_key(one), []).append(one)
    found = [group[0]._replace(names=tuple(name for one in group for name in one.names)) for group in groups.values()]
    causes, reports = [one for one in found if not _reports(one)], [one for one in found if _reports(one)]
    if not causes or not any(one.root.findings for one in causes):
        return found
    names = tuple(name for one in reports for name in one.names)
    return [*causes[:-1], causes[-1]._replace(reports=names)]


def same(one: RootCause, other: RootCause) -> bool:
    """Whether two logs have one cause."""
    return bool(one.findings and other.findings) and _print(one.findings[0]) == _print(other.findings[0])


def _key(one: AlikeReport) -> object:
    """A place is one cause, whatever each system says of it; without one the message decides."""
    first = next(iter(one.root.findings), None)
    if first is None:
        return one.names
    return (first.type, first.file, first.file_line) if first.file_line else (_print(first), first.file)


def _print(first: Finding) -> str:
    return fingerprint(first.tool, first.type, first.message)


def _reports(one: AlikeReport) -> bool:
    return any(first.type == REPORTS for first in one.root.findings[:1])


def notes(told: AlikeReport) -> Iterator[str]:
    """What is said of it beside what the log says."""
    if told.standing:
        yield f"The default branch fails in the same way at `{told.standing[:12]}`, without this change."
