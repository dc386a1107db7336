"""What speaks for a record's being the cause, each reason by itself, and who says that a build failed."""

from __future__ import annotations

from flowscout.model.logformat import CAUSE, CONSEQUENCE, SUCCESS, Record
from flowscout.rca.rank.confidence import features
from flowscout.rca.rank.evidence import weighed
from flowscout.rca.rank.features import described, scene
from flowscout.rca.rank.learned import Scored
from flowscout.rca.rank.runner import NAME as RUNNER
from flowscout.rca.rank.verdict import FAILED, OK, Verdict, verdict
from flowscout.rca.reading import LogSection, RunnerMark

OPEN = Verdict("")


def said(
    line: int, role: str = CAUSE, form: str = "tool", kind: str = "compile_error", file: str = "", weight: int = 1
) -> Record:
    return Record(line, line, "sort", kind, role, "error", f"message {line}", form, file=file, weight=weight)


def reasons(
    record: Record, *others: Record, verdict_: Verdict = OPEN, strangers: frozenset[str] = frozenset()
) -> set[str]:
    return {
        name
        for row in weighed([record, *others], verdict_, strangers=strangers)
        if row.record == record
        for name, _ in row.why
    }


def test_a_success_of_its_own_tool_or_of_the_runner_speaks_against_what_stood_before() -> None:
    assert "success after" in reasons(said(1), said(2, SUCCESS))
    assert "success after" in reasons(said(1), said(2, SUCCESS, RUNNER))
    assert "success after" not in reasons(said(1), said(2, SUCCESS, "other"))
    assert "success after" not in reasons(said(3), said(2, SUCCESS, RUNNER))


def test_a_success_counts_where_it_is_the_next_word_of_its_tool() -> None:
    assert "success after" not in reasons(said(1), said(2, CONSEQUENCE), said(3, SUCCESS))
    assert "success after" in reasons(said(1), said(2, CONSEQUENCE, weight=0), said(3, SUCCESS))


def test_what_names_a_file_is_believed_a_little_more() -> None:
    assert "file" in reasons(said(1, file="src/a.c"))
    assert "file" not in reasons(said(1))


def points(record: Record, *others: Record, verdict_: Verdict = OPEN) -> float:
    return next(row.points for row in weighed([record, *others], verdict_) if row.record == record)


def test_what_speaks_against_a_record_costs_it_points() -> None:
    """Its tool went well afterwards; it is thrown by the code that a failing test runs; it stands in a part that passed."""
    plain, thrown = said(1), said(1, kind="runtime_error")
    passed = Verdict(FAILED, passed=frozenset({plain.section}))
    assert points(plain, said(2, SUCCESS)) <= points(plain) - 1
    assert points(thrown, said(2, kind="test_failure")) < points(thrown)
    assert points(plain, verdict_=passed) <= points(plain, verdict_=Verdict(FAILED)) - 1


def test_a_tool_of_which_the_log_shows_nothing_else_is_believed_less() -> None:
    assert "tool not seen" in reasons(said(1), strangers=frozenset({"tool"}))
    assert "tool not seen" not in reasons(said(1), strangers=frozenset({"other"}))


def test_what_stands_on_the_line_of_the_verdict_does_not_stand_after_it() -> None:
    ended = Verdict(FAILED, 5, "runner")
    assert "after the verdict" in reasons(said(6), verdict_=ended)
    assert "after the verdict" not in reasons(said(5), verdict_=ended)


def test_only_what_names_a_file_is_in_the_project() -> None:
    for record, inside in (
        (said(1, file="src/a.c"), True),
        (said(1), False),
        (said(1, file="/usr/include/stdio.h"), False),
    ):
        assert ("in the project" in dict(described(record, scene([record], [record], [], OPEN)))) is inside


def test_the_lead_is_over_the_best_that_stands_elsewhere() -> None:
    rows = [Scored(said(line), 0, score, (), ()) for line, score in ((10, 5.0), (12, 4.9), (40, 1.0), (80, 4.0))]
    assert features(rows[0], rows)[1] == 1.0


def test_a_tool_that_ended_well_speaks_for_the_build_where_no_runner_does() -> None:
    told = verdict([said(1, SUCCESS)], [], [])
    assert (told.said, told.by) == (OK, "tool")
    assert verdict([], [], []).said == ""


def test_after_a_success_an_error_that_ends_no_program_counts_where_somebody_says_so() -> None:
    well, error = said(1, SUCCESS), said(2, form="other", weight=0)
    assert verdict([well, error], [], []).said == OK
    assert verdict([well, error, said(3, CONSEQUENCE, "third", weight=0)], [], []).said == FAILED
    assert verdict([well, said(3, CONSEQUENCE, "third", weight=0)], [], []).said == OK
    assert verdict([well, said(2, form="other")], [], []).said == FAILED


def test_an_action_that_warns_after_its_error_did_not_die_of_it() -> None:
    sections = [LogSection(0, "", "job", 1), LogSection(1, "cache", "step", 2), LogSection(2, "after", "cleanup", 6)]
    error, warning = said(3, kind="network"), RunnerMark(4, 1, "warning", "Cache save failed.")
    assert verdict([error], sections, []).said == FAILED
    assert verdict([error], sections, [warning]).said == OK
