"""Cases are found again by what they mean, weighed by what people said, and pruned by one formula."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowscout.__main__ import main
from flowscout.adapters.memory.remembering import OpenMemory, chosen_embedding, opened
from flowscout.errors import ConfigError
from flowscout.model.finding import Finding, ParsedError, RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.memory import CauseDocument, Filters, document
from flowscout.rca.memory.cached import packed, unpacked
from flowscout.rca.memory.document import quality
from flowscout.rca.memory.feedback import applied, stats
from flowscout.rca.memory.fingerprint import fingerprint, masked
from flowscout.rca.memory.fixes import fixed
from flowscout.rca.memory.quality import MAX_AGE, evaluated, metrics
from flowscout.rca.source import of_bytes
from llm.server import Server
from rca.postgres import server, tools

NOW = 1_700_000_000_000


def case(
    message: str, error_type: str = "lateinit", language: str = "kotlin", confidence: float = 0.9, sha: str = "a"
) -> CauseDocument:
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


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a real PostgreSQL."""
    bin_ = tools()
    if bin_ is None:
        if os.environ.get("CI"):
            pytest.fail("CI installs postgresql, so that the memory behind it is tested")
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    with server(bin_) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def memory(request: pytest.FixtureRequest, memory_file: Path) -> Iterator[OpenMemory]:
    """Every test of a memory is of both."""
    kind = request.param
    address = str(memory_file) if kind == "sqlite" else request.getfixturevalue("database")
    made = opened({"FLOWSCOUT_MEMORY": address})
    made.delete([one.id for one in made.all()])
    yield made
    made.close()


def test_equal_failures_have_one_fingerprint_and_versions_stay_apart() -> None:
    one = "/home/a/work/x/Main.kt:12:5: 2026-01-02T03:04:05Z pointer 0x7ffe took 12 ms in /tmp/run-33/y: version 1.9.0"
    same = "/builds/b/Main.kt:99:1: 2025-11-12T13:14:15Z pointer 0x1234 took 7 ms in /tmp/run-99/y: version 1.9.0"
    assert masked(one) == masked(same)
    assert fingerprint("t", "x", one) != fingerprint("t", "x", one.replace("1.9.0", "1.10.0"))
    assert fingerprint("t", "x", "error TS2307") != fingerprint("t", "x", "error TS2322")


def test_storing_again_updates(memory: OpenMemory) -> None:
    first = memory.add(case("property user has not been initialized"))
    again = memory.add(case("property user has not been initialized")._replace(confidence=0.5))
    other = memory.add(case("property user has not been initialized", sha="b"))
    assert first == again != other
    assert len(list(memory.all())) == 2


def test_the_most_alike_comes_first_and_filters_hold(memory: OpenMemory) -> None:
    memory.add(case("lateinit property user has not been initialized"))
    memory.add(case("Unresolved reference: stringResource", "unresolved_reference"))
    memory.add(case("cannot find symbol class Users", "missing_symbol", "java"))
    found = memory.similar("lateinit property account has not been initialised", Filters(limit=3))
    assert found[0].document.error_type == "lateinit"
    assert found[0].similarity > 0.6 > found[-1].similarity or len(found) == 1
    assert [m.document.language for m in memory.similar("symbol property user", Filters(language="java"))] == ["java"]
    assert memory.similar("property user", Filters(min_confidence=0.95)) == []


def test_only_a_project_s_own_cases_come_up_where_it_is_named(memory: OpenMemory) -> None:
    own = memory.add(case("lateinit property user has not been initialized")._replace(repository="shop"))
    memory.add(
        case("lateinit property user has not been initialized", sha="b")._replace(id="0" * 16, repository="other")
    )
    asked = "lateinit property user"
    assert [m.document.id for m in memory.similar(asked, Filters(repository="shop"))] == [own]
    assert memory.similar(asked, Filters(repository="")) == []
    assert len(memory.similar(asked, Filters())) == 2


def test_a_project_s_own_case_comes_up_behind_many_of_others(memory: OpenMemory) -> None:
    for n in range(600):
        memory.add(
            case("lateinit property user has not been initialized", sha=f"{n}")._replace(
                id=f"{n:016x}", repository="other"
            )
        )
    own = memory.add(case("user is not there, a property")._replace(repository="shop"))
    assert [m.document.id for m in memory.similar("lateinit property user", Filters(repository="shop"))] == [own]


def test_any_text_can_be_asked_for(memory: OpenMemory) -> None:
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


def test_a_vote_moves_confidence_within_its_bounds_and_counts_once(memory: OpenMemory) -> None:
    one = case("x", confidence=0.9)
    up, down = applied(one, True, NOW), applied(one, False, NOW)
    assert (up.new, down.new) == (1.0, 0.45)
    assert applied(case("y", confidence=0.15), False, NOW).new == 0.1
    assert memory.voted("ann", one.id, True, 0.1)
    assert not memory.voted("ann", one.id, False, -0.45)
    assert stats([(True, 0.1), (False, -0.45)])["successRate"] == 0.5


def test_what_people_said_outlives_the_next_run(memory: OpenMemory) -> None:
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


def test_what_a_log_said_does_not_steer_the_terminal(memory_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = opened({"FLOWSCOUT_MEMORY": str(memory_file)})
    held.add(one := case("name \x1b]0;owned\x07 is \x1b[2Junknown")._replace(fixed_in=("a\x1b[8mb.kt",)))
    held.close()
    for asked in (["show", one.id], ["history"], ["similar", "name is unknown"]):
        assert main(["rca", *asked, "--all-projects"]) == 0
        said = capsys.readouterr().out
        assert "unknown" in said
        assert not {"\x1b", "\x07"} & {*said}


def test_a_broken_memory_costs_nothing_but_itself(
    tmp_path: Path, memory_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    memory_file.write_bytes(b"not a database" * 100)
    log = tmp_path / "a.log"
    log.write_text("a.c:1:1: error: x\n")
    assert main(["rca", str(log), "--no-code"]) == 0
    assert "a.c:1" in capsys.readouterr().out


def test_a_document_is_read_back_as_it_was(memory: OpenMemory) -> None:
    one = case("ñ \u2028 'quoted' %s \\ x")._replace(fixed_in=("a.kt",), path_files=("b.kt",))
    memory.add(one)
    assert memory.get(one.id) == one
    assert memory.find(one.id[:5]) == [one]
    assert [document.id for document in memory.history(3)] == [one.id]
    assert memory.delete([one.id, "none"]) == 1
    assert memory.get(one.id) is None


def test_a_green_run_tells_what_fixed_the_job(memory: OpenMemory) -> None:
    one = case("x", sha="a1")._replace(path_files=("core/rate.kt", "Main.kt"))
    memory.add(one)
    memory.add(case("y", sha="b2"))
    since = {"a1": ("core/rate.kt", "docs/a.md")}
    assert fixed(memory, "r", "j", since.get, NOW + 5) == (one.id,)
    assert fixed(memory, "r", "j", since.get, NOW + 6) == ()
    kept = memory.get(one.id)
    assert kept is not None
    assert kept.fixed_in == ("core/rate.kt",)
    memory.add(one)
    kept = memory.get(one.id)
    assert kept is not None
    assert kept.fixed_in == ("core/rate.kt",)


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_a_models_vectors_are_never_mixed_with_the_hashed_ones(provider: str, memory_file: Path) -> None:
    said: list[str] = []
    with Server() as model:
        reached = {
            "FLOWSCOUT_MEMORY": str(memory_file),
            "FLOWSCOUT_EMBEDDINGS": f"{provider}:tiny",
            "FLOWSCOUT_PROVIDER": provider,
            "FLOWSCOUT_BASE_URL": model.url if provider == "ollama" else f"{model.url}/v1",
            "OPENAI_API_KEY": "k",
        }
        before = opened(reached | {"FLOWSCOUT_EMBEDDINGS": "hashed"})
        before.add(case("stored before a model was chosen"))
        before.close()
        memory = opened(reached, said.append)
        memory.add(case("lateinit property user has not been initialized"))
        found = memory.similar("lateinit lateinit property user has not been initialized", Filters())
        assert [one.document.error_message for one in found] == ["lateinit property user has not been initialized"]
        assert found[0].similarity == 1.0
        assert said == []
    stand_in = memory.similar("lateinit property stored before", Filters())
    memory.close()
    assert {one.document.error_message for one in stand_in} == {
        "lateinit property user has not been initialized",
        "stored before a model was chosen",
    }
    assert said == [f"{provider}:tiny does not answer: the hashed vectors stand in for it"]


def test_embeddings_that_are_none_are_an_error() -> None:
    for said in ("chroma", "ollama", "openai:"):
        with pytest.raises(ConfigError):
            chosen_embedding({"FLOWSCOUT_EMBEDDINGS": said})


def test_a_database_that_is_not_there_is_an_error_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLOWSCOUT_MEMORY", "postgresql://nobody@127.0.0.1:1/none")
    assert main(["rca", "history"]) == 2
    assert "FLOWSCOUT_MEMORY=off" in capsys.readouterr().err


def test_the_commit_that_turns_a_job_green_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A red log at one commit, a green one at the next."""
    monkeypatch.chdir(tmp_path)

    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], check=True, capture_output=True
        )

    git("init", "-q")
    (tmp_path / "shop.py").write_text("def total(prices):\n    return sum(prices) / len(prices)\n")
    (tmp_path / "notes.md").write_text("x\n")
    git("add", ".")
    git("commit", "-qm", "a")
    red = 'Traceback (most recent call last):\n  File "shop.py", line 2, in <module>\n    return 1\nZeroDivisionError: division by zero\n'
    (tmp_path / "red.log").write_text(red)
    main(["rca", "red.log", "--job", "test", "--format", "summary"])
    (tmp_path / "shop.py").write_text("def total(prices):\n    return sum(prices)\n")
    (tmp_path / "notes.md").write_text("y\n")
    git("commit", "-qam", "b")
    (tmp_path / "green.log").write_text("===== 3 passed in 0.1s =====\nJob succeeded\n")
    assert main(["rca", "green.log", "--job", "test"]) == 0
    assert "is mended" in capsys.readouterr().err
    main(["rca", "history", "--format", "json"])
    assert [one["fixed_in"] for one in json.loads(capsys.readouterr().out)] == [["shop.py"]]


def test_a_log_is_read_once_a_day_unless_somebody_says_it_was_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    log = tmp_path / "a.log"
    log.write_text("src/a.c:3:1: error: unknown type name 'x'\nmake: *** [a.o] Error 1\n")
    asked = ["rca", str(log), "--no-code", "--format", "json"]

    def read() -> tuple[str, int]:
        """What was said, and how many results are kept."""
        assert main(asked) == 0
        database = sqlite3.connect(tmp_path / "cache" / "flowscout" / "rootcauses.sqlite3")
        (count,) = database.execute("SELECT count(*) FROM results").fetchone()
        database.close()
        return capsys.readouterr().out, count

    first, again = read(), read()
    assert first == again
    assert first[1] == 1
    log.write_text("src/b.c:4:1: error: unknown type name 'y'\n")
    assert read()[1] == 2
    monkeypatch.setenv("FLOWSCOUT_RCA_TTL", "0")
    assert read()[1] == 2
    main(["rca", "history", "--format", "json"])
    newest = json.loads(capsys.readouterr().out)[0]["id"]
    main(["feedback", newest, "down"])
    capsys.readouterr()
    assert read()[1] == 1


def test_a_root_cause_is_kept_as_it_was() -> None:
    log = b"Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\nKeyError: 'x'\n"
    found = diagnosed(of_bytes(log), extractor(), str)
    assert unpacked(packed(found)) == found
    assert unpacked("[1]") is None
    assert unpacked("{") is None
