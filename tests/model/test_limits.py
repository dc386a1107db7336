"""Every budget stays below what others enforce; what Mermaid enforces is asked of Mermaid."""

from __future__ import annotations

import pytest

from flowscout.model import limits
from mermaid import harness

BUDGETS = sorted(name.removesuffix("_LIMIT") for name in vars(limits) if name.endswith("_LIMIT"))


@pytest.mark.parametrize("name", [name for name in BUDGETS if hasattr(limits, name)])
def test_the_budget_is_below_the_limit(name: str) -> None:
    assert 0 < getattr(limits, name) < getattr(limits, f"{name}_LIMIT")


def test_limits_are_those_that_others_document() -> None:
    documented = {
        "MERMAID_TEXT_LIMIT": 50_000,
        "MERMAID_EDGE_LIMIT": 500,
        "COMMENT_LIMIT": 65_536,
        "COMMENT_BYTES_LIMIT": 262_144,
        "CHECK_TEXT_LIMIT": 65_535,
        "CHECK_ANNOTATIONS_PER_REQUEST": 50,
        "COMMAND_ANNOTATIONS_LIMIT": 10,
        "COMMAND_TEXT_LIMIT": 4_096,
        "STEP_SUMMARY_LIMIT": 1_048_576,
        "REVIEW_COMMENTS_LIMIT": 30,
        "COMPARE_FILES_LIMIT": 300,
        "SLASH_ARGUMENTS_LIMIT": 50,
        "CACHE_ENTRY_LIMIT": 10_000_000_000,
        "LOG_JOB_NAME_LIMIT": 90,
        "PRE_COMMIT_ARGV_LIMIT": 131_072,
        "PRE_COMMIT_ARGV_LIMIT_WINDOWS": 30_720,
    }
    assert {name: getattr(limits, name) for name in documented} == documented
    assert {name for name in vars(limits) if name.endswith("_LIMIT")} <= set(documented)


def test_a_comment_within_budget_is_within_the_limit_in_bytes_too() -> None:
    assert limits.COMMENT * 3 < limits.COMMENT_BYTES_LIMIT  # a UTF-16 unit is at most three bytes in UTF-8


def _edges(count: int) -> str:
    return "flowchart TD\n" + "".join(f"  n{at} --> n{at + 1}\n" for at in range(count))


@pytest.mark.node
@pytest.mark.parametrize("package", harness.VERSIONS)
def test_mermaid_really_stops_at_its_edge_limit(package: str) -> None:
    charts = {str(count): _edges(count) for count in (limits.MERMAID_EDGE_LIMIT, limits.MERMAID_EDGE_LIMIT + 1)}
    assert [verdict.ok for verdict in harness.validate(charts, package).values()] == [True, False]


@pytest.mark.browser
def test_mermaid_really_stops_at_its_text_limit() -> None:
    line = '  n1["x"]\n'
    fits = "flowchart TD\n" + line * ((limits.MERMAID_TEXT_LIMIT - 13) // len(line))
    seen = harness.render({"fits": fits, "over": fits + line * 2})
    assert (seen["fits"].ok, seen["over"].ok) == (True, False)
