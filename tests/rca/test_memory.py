"""Cases are found again by what they mean, weighed by what people said, and pruned by one formula."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowscout.__main__ import main
from flowscout.adapters.memory import SqliteMemory
from flowscout.model.finding import Finding, ParsedError, RootCause
from flowscout.rca.memory import Document, Filters, document
from flowscout.rca.memory.feedback import applied, stats
from flowscout.rca.memory.fingerprint import fingerprint, masked
from flowscout.rca.memory.quality import MAX_AGE, evaluated, metrics, quality

NOW = 1_700_000_000_000


def case(
    message: str, error_type: str = "lateinit", language: str = "kotlin", confidence: float = 0.9, sha: str = "a"
) -> Document:
    error = ParsedError(error_type, message, "Main.kt", 45, language)
    finding = Finding(
        3,
        3,
        error_type,
        "runtime_error",
        "error",
        message,
        "kotlinc",
        language,
        "Main.kt",
        45,
        0,
        confidence,
        error,
        (message,),
    )
    made = document(
        RootCause("failed", (finding,), f"Because {message}", ("Mend it.",)), NOW, repository="r", head_sha=sha, job="j"
    )
    assert made is not None
    return made


@pytest.fixture
def memory(memory_file: Path) -> SqliteMemory:
    return SqliteMemory(memory_file)


def test_equal_failures_have_one_fingerprint_and_versions_stay_apart() -> None:
    one = "/home/a/work/x/Main.kt:12:5: 2026-01-02T03:04:05Z pointer 0x7ffe took 12 ms in /tmp/run-33/y: version 1.9.0"
    same = "/builds/b/Main.kt:99:1: 2025-11-12T13:14:15Z pointer 0x1234 took 7 ms in /tmp/run-99/y: version 1.9.0"
    assert masked(one) == masked(same)
    assert fingerprint("t", "x", one) != fingerprint("t", "x", one.replace("1.9.0", "1.10.0"))
    assert fingerprint("t", "x", "error TS2307") != fingerprint("t", "x", "error TS2322")


def test_storing_again_updates(memory: SqliteMemory) -> None:
    first = memory.add(case("property user has not been initialized"))
    again = memory.add(case("property user has not been initialized")._replace(confidence=0.5))
    other = memory.add(case("property user has not been initialized", sha="b"))
    assert first == again != other
    assert len(list(memory.all())) == 2


def test_the_most_alike_comes_first_and_filters_hold(memory: SqliteMemory) -> None:
    memory.add(case("lateinit property user has not been initialized"))
    memory.add(case("Unresolved reference: stringResource", "unresolved_reference"))
    memory.add(case("cannot find symbol class Users", "missing_symbol", "java"))
    found = memory.similar("lateinit property account has not been initialised", Filters(limit=3))
    assert found[0].document.error_type == "lateinit"
    assert found[0].similarity > 0.6 > found[-1].similarity or len(found) == 1
    assert [m.document.language for m in memory.similar("symbol property user", Filters(language="java"))] == ["java"]
    assert memory.similar("property user", Filters(min_confidence=0.95)) == []


def test_any_text_can_be_asked_for(memory: SqliteMemory) -> None:
    memory.add(case('quote " AND NOT ( * ^ NEAR'))
    assert memory.similar('" OR 1=1; DROP TABLE documents; -- NEAR( "*', Filters()) is not None
    assert memory.similar("\x00\ud800 !!", Filters()) == []


def test_quality_is_one_formula_and_every_document_is_rated() -> None:
    assert quality(0.9, False, False) == 0.63
    good, poor = case("x"), case("y", confidence=0.3)
    assert [evaluated(one, NOW).recommendation for one in (good, poor)] == ["keep", "prune"]
    assert evaluated(good, NOW + MAX_AGE + 1).recommendation == "prune"
    assert evaluated(good, NOW + MAX_AGE * 95 // 100).recommendation == "flag"
    said = metrics([good, poor], NOW)
    assert said["qualityDistribution"] == {"excellent": 0, "good": 1, "fair": 0, "poor": 1}
    assert said["totalDocuments"] == 2


def test_a_vote_moves_confidence_within_its_bounds_and_counts_once(memory: SqliteMemory) -> None:
    one = case("x", confidence=0.9)
    up, down = applied(one, True, NOW), applied(one, False, NOW)
    assert (up.new, down.new) == (1.0, 0.45)
    assert applied(case("y", confidence=0.15), False, NOW).new == 0.1
    assert memory.voted("ann", one.id, True, 0.1)
    assert not memory.voted("ann", one.id, False, -0.45)
    assert stats([(True, 0.1), (False, -0.45)])["successRate"] == 0.5


def test_what_people_said_outlives_the_next_run(memory: SqliteMemory) -> None:
    one = case("x")
    memory.add(one)
    memory.add(applied(one, False, NOW + 1).document)
    memory.add(one._replace(updated_at=NOW + 2))
    kept = memory.get(one.id)
    assert kept is not None
    assert kept.confidence == 0.45


def test_the_command_line_remembers_and_forgets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        log = tmp_path / f"{number}.log"
        log.write_text(
            f"cc -c a.c\na.c:{number}:1: error: unknown type name 'volume_{'ab'[number - 1]}'\nmake: *** [a.o] Error 1\n"
        )
        assert main(["rca", str(log), "--no-code", "--job", str(number), "--format", "json"]) == 0
    seen = json.loads(capsys.readouterr().out.partition("}\n{")[2].join(["{", ""]))
    assert seen["similar"][0]["similarity"] > 0.5
    assert main(["rca", "history", "--format", "json"]) == 0
    cases = json.loads(capsys.readouterr().out)
    assert len(cases) == 2
    assert main(["feedback", cases[0]["id"][:10], "up", "--voter", "ann"]) == 0
    assert main(["feedback", cases[0]["id"][:10], "up", "--voter", "ann"]) == 0
    assert "voted on it before" in capsys.readouterr().err
    assert main(["rca", "stats"]) == 0
    assert json.loads(capsys.readouterr().out)["feedback"]["totalPositive"] == 1
    assert main(["rca", "clear"]) == 2
    assert main(["rca", "clear", "yes"]) == 0
    assert main(["rca", "show", cases[0]["id"]]) == 2


def test_a_broken_memory_costs_nothing_but_itself(
    tmp_path: Path, memory_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    memory_file.write_bytes(b"not a database" * 100)
    log = tmp_path / "a.log"
    log.write_text("a.c:1:1: error: x\n")
    assert main(["rca", str(log), "--no-code"]) == 0
    assert "a.c:1" in capsys.readouterr().out
