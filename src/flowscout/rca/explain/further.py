"""What is said of the tests that fail beside the first one: how many of the same, and how many otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..extract.records import KEPT
from ..rank import Cause, Ranking
from ..rank.failing import Failing, exception_of

NAMED = 3  # tests of one error that are named
LISTED = 4  # further errors that are named
LONGEST = 80  # of a test's name


def further(ranking: Ranking) -> Iterator[str]:
    if not ranking.causes or not ranking.causes[0].tests:
        return
    same = ranking.causes[0].tests[1:]
    least = "At least " if len(ranking.candidates) >= KEPT else ""
    if same:
        yield f"{least}{_tests(len(same), ranking.causes[0])} with the same error: {_names(same)}."
    if ranking.rest:
        yield f"{least}{_otherwise(ranking.causes[0], ranking.rest)}"


def _tests(count: int, cause: Cause) -> str:
    """`2 more tests fail`."""
    if any(name == "collected" for name, _ in cause.record.metadata):
        return f"{count} more {'files' if count > 1 else 'file'} of tests cannot be loaded,"
    return f"{count} more tests fail" if count > 1 else "1 more test fails"


def _otherwise(first: Cause, rest: Sequence[Failing]) -> str:
    """The rest in one line: what of, where an exception is known, and the tests of it."""
    tests = [name for group in rest for name in group.tests]
    named: dict[str, list[str]] = {}
    for group in rest:
        named.setdefault(exception_of(group.one.record), []).extend(group.tests)
    if set(named) == {""}:
        return f"{_tests(len(tests), first)} otherwise: {_names(tests)}."
    kinds = sorted(named.items(), key=lambda row: -len(row[1]))
    told = [f"{len(of)} with {f'`{kind}`' if kind else 'another error'} ({_names(of)})" for kind, of in kinds[:LISTED]]
    left = sum(len(of) for _, of in kinds[LISTED:])
    return f"{_tests(len(tests), first)} otherwise: {', '.join([*told, *([f'{left} others'] if left else [])])}."


def _names(tests: Sequence[str]) -> str:
    shown = [f"`{name.replace('`', '')[:LONGEST]}`" for name in tests[:NAMED]]
    left = len(tests) - len(shown)
    if left:
        return f"{', '.join(shown)} and {left} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
