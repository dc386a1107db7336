"""What to do is filled with the facts of the case, and versions are compared as versions."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from flowscout.__main__ import main
from flowscout.model.logformat import KINDS
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.explain import alike, filled
from flowscout.rca.explain.gradle import analysed, recommended, repository_of
from flowscout.rca.explain.lessons import LESSONS
from flowscout.rca.explain.versions import highest, key
from flowscout.rca.formats import extractor
from flowscout.rca.report.terminal import text
from flowscout.rca.report.words import bar, label, quick_summary
from flowscout.rca.source import of_bytes
from flowscout.tasks.diagnose.markdown import markdown
from rca.labelled import Label, labels

SHARES = 9  # of the logs, each a test


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("1.9.99", "1.10.0"),
        ("1.0.0-rc1", "1.0.0"),
        ("1.0.0-alpha2", "1.0.0-beta1"),
        ("1.0.0-alpha2", "1.0.0-alpha10"),
        ("1.0-SNAPSHOT", "1.0"),
        ("v1.2.3", "V2.0.0"),
        ("1.0", "1.0.1"),
        ("2.0.0-beta07", "2.0.0"),
        ("28.0-android", "30.1-android"),
    ],
)
def test_versions_compare_as_versions(lower: str, higher: str) -> None:
    assert key(lower) < key(higher)
    assert highest([higher, lower]) == higher


def test_equal_versions_are_equal() -> None:
    assert key("1.0") == key("1.0.0") == key("v1.0.0") == key("1.0.Final")


def test_a_conflict_is_resolved_in_both_languages() -> None:
    found = recommended("androidx.core:core-ktx", ("1.9.0", "1.12.0"))
    assert found is not None
    assert found.recommended == "1.12.0"
    assert "force 'androidx.core:core-ktx:1.12.0'" in found.groovy
    assert 'force("androidx.core:core-ktx:1.12.0")' in found.kotlin
    assert 'exclude(group = "androidx.core", module = "core-ktx")' in found.kotlin
    seen = analysed({"dependency": "com.google.guava:guava", "message": "Conflict: 28.0-android versus 30.1-android"})
    assert seen is not None
    assert seen.requested_versions == ("28.0-android", "30.1-android")


def test_a_missing_artefact_is_sent_to_its_repository() -> None:
    assert "google()" in repository_of("androidx.core:core:1.0")
    assert "jitpack.io" in repository_of("com.github.User:repo:1.0")
    assert "mavenCentral()" in repository_of("org.slf4j:slf4j-api:2.0")
    assert repository_of("not a coordinate") == ""


def test_where_it_was_looked_for_already_it_is_not_sent_again() -> None:
    assert "google()" not in repository_of("androidx.core:core:1.0", ["dl.google.com"])
    assert "version 1.0" in repository_of("androidx.core:core:1.0", ["dl.google.com"])


def test_one_version_is_no_choice() -> None:
    assert recommended("androidx.core:core", ("1.0",)) is None


def test_a_template_that_names_what_is_not_known_is_left_out() -> None:
    assert filled("{a} and {b}", {"a": "1", "b": "2"}) == "1 and 2"
    assert filled("{a} and {c}", {"a": "1"}) is None


def test_gradle_could_not_find_says_where_it_should_be() -> None:
    log = (
        "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n"
        "> Could not resolve all files for configuration ':app:debugRuntimeClasspath'.\n"
        "   > Could not find com.google.android.material:material:9.9.0.\n     Required by:\n         project :app\n\nBUILD FAILED in 3s\n"
    )
    found = diagnosed(of_bytes(log.encode()), extractor(), str)
    assert found.findings[0].line == 6
    assert dict(found.findings[0].error.metadata)["dependency"] == "com.google.android.material:material:9.9.0"
    assert any("google()" in step for step in found.fix)


def test_the_words_of_the_report() -> None:
    assert [label(value) for value in (0.39, 0.4, 0.7, 0.99, 1.0)] == ["Low", "Medium", "High", "High", "Perfect"]
    assert bar(0.9) == "█████████░"
    found = diagnosed(
        of_bytes(b"src/a.c:3:1: error: unknown type name 'x'\nmake: *** [a.o] Error 1\n"), extractor(), str
    )
    assert quick_summary(found).startswith("Compilation error in src/a.c:3 - ")
    assert quick_summary(found).endswith("% confidence)")


def test_no_two_steps_say_nearly_the_same() -> None:
    """Whatever a format advises, what is known of the kind is added only where it says more."""
    log = b"Traceback (most recent call last):\n  File \"gen.py\", line 2, in <module>\n    open(f)\nFileNotFoundError: [Errno 2] No such file or directory: 'v.json'\n"
    found = diagnosed(of_bytes(log), extractor(), str)
    assert len(found.fix) == 1
    assert found.cause == "A file is not there: No such file or directory: 'v.json'"
    assert quick_summary(found).startswith("File not found error in gen.py:2 - ")


@pytest.mark.parametrize("share", range(SHARES))
def test_the_steps_for_every_labelled_log_differ(share: int) -> None:
    assert [f"{label.log.stem}: {pair}" for label in labels()[share::SHARES] for pair in _alike(label)] == []


def _alike(label: Label) -> list[tuple[str, str]]:
    steps = diagnosed(of_bytes(label.log.read_bytes()), extractor(), str).fix
    return [(a, b) for a, b in itertools.combinations(steps, 2) if a == b or (alike(a, b) and a[:12] == b[:12])]


def test_learning_notes_come_when_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("src/a.c:3:1: error: unknown type name 'x'\nmake: *** [a.o] Error 1\n")
    main(["rca", str(log), "--no-code", "--no-memory", "--format", "json"])
    assert "learningNotes" not in json.loads(capsys.readouterr().out)
    main(["rca", str(log), "--no-code", "--no-memory", "--learn", "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    notes = said["learningNotes"]
    assert [note.split("\n")[0] for note in notes] == [
        "🎓 **What is this error?**",
        "🔍 **Why did this happen?**",
        "🛡️ **How to prevent this:**",
    ]
    assert said["rootCause"] in notes[1]
    assert [line[:2] for line in notes[2].split("\n")[2:]] == ["1.", "2.", "3."]
    for form in ("markdown", "text"):
        main(["rca", str(log), "--no-code", "--no-memory", "--learn", "--format", form])
        assert "How to prevent this" in capsys.readouterr().out


def test_every_kind_has_a_lesson() -> None:
    assert set(KINDS) - set(LESSONS) == {"runtime_error", "unknown"}


COLLECTED = (
    "test (3.11)\tRun pytest\t2026-04-14T02:47:48.8514206Z ________________ ERROR collecting tests/test_cart.py ________________\n"
    "test (3.11)\tRun pytest\t2026-04-14T02:47:48.8517569Z tests/test_cart.py:2: in <module>\n"
    "test (3.11)\tRun pytest\t2026-04-14T02:47:48.8520382Z     from shop.cart import Cart\n"
    "test (3.11)\tRun pytest\t2026-04-14T02:47:48.8520784Z E   {said}\n"
    "test (3.11)\tRun pytest\t2026-04-14T02:47:49.8520784Z ##[error]Process completed with exit code 2.\n"
)


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("ModuleNotFoundError: No module named 'shop'", "Install shop, or correct the import."),
        ("ModuleNotFoundError: No module named 'shop.cart'", "`shop` is there, but it has no `cart`: correct the import, or install what brings it."),
        ("ImportError: cannot import name 'Cart' from 'shop.cart' (/x/cart.py)", "Check that shop.cart still defines Cart; a newer version may have dropped it."),
        ("ImportError: cannot import name 'Cart' from partially initialized module 'shop.cart' (most likely due to a circular import)", "shop.cart is imported while it is still being loaded: break the circle, or import inside the function that needs it."),
    ],
)  # fmt: skip
def test_an_import_that_fails_is_mended_by_what_failed_about_it(said: str, step: str) -> None:
    assert diagnosed(of_bytes(COLLECTED.format(said=said).encode()), extractor(), str).fix == (step,)


def test_a_report_quotes_what_the_tool_said_and_no_columns_of_the_runner() -> None:
    found = diagnosed(
        of_bytes(COLLECTED.format(said="ModuleNotFoundError: No module named 'shop.cart'").encode()), extractor(), str
    )
    for shown in (markdown(found), text(found)):
        assert "from shop.cart import Cart" in shown
        assert "Run pytest" not in shown
        assert "2026-04-14T" not in shown
    assert "Tool Usage" not in markdown(found)
    assert "**Test:**" not in markdown(found)
