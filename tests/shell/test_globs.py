"""Patterns match what git's own ignore files match, and none of them is slow."""

from __future__ import annotations

import re
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from flowscout.tasks import globs
from flowscout.tasks.entrypoints import is_test
from shell.repositories import Repo

PATTERNS = [
    "*.c", "/a.c", "a/*.c", "a/**", "**/b.c", "a/**/b.c", "b", "b/", "/b", "a/b/", "?.c", "[ab].c", "[!a].c", "a*/b*", "**", "*",
    "**/x/**/b.c", "a/*/b.c", "x", "**/**/b.c", "a/**/x/**/*.c", "*a*b*c*", r"\*.c", "a.c/", "[a-c].?", "d**e", "**a",
]  # fmt: skip
PATHS = [
    "a.c", "b.c", "a/b.c", "a/x/b.c", "a/x/y/b.c", "b/a.c", "b/x/a.c", "x/b", "x/b/b.c", "a/b/c.c", "ab/bc.c", "*.c", "aabbcc", "d/f/e",
]  # fmt: skip


def test_patterns_match_as_git_ignores(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    for pattern in PATTERNS:
        repo.write({".git/info/exclude": pattern + "\n"})
        shown = repo.git("-c", "core.quotepath=off", "check-ignore", "--no-index", "--verbose", "--non-matching", "--stdin",
                         stdin="\n".join(PATHS).encode(), codes=(0, 1))  # fmt: skip
        git = {line.split("\t")[1] for line in shown.splitlines() if not line.startswith("::")}
        assert {path for path in PATHS if globs.ignored([pattern], path)} == git, pattern


@settings(max_examples=300)
@given(st.text("ab/*?", min_size=1, max_size=9), st.text("ab/", min_size=1, max_size=9))
def test_walking_and_searching_agree(pattern: str, path: str) -> None:
    parts = globs.pieces(pattern)
    spelled = "".join(re.escape(p.text) if p.kind == "one" else p.text or globs._SPELLED[p.kind] for p in parts)
    assert globs._walked(parts, path) == (re.fullmatch(spelled, path, re.DOTALL) is not None)


def test_no_pattern_is_slow() -> None:
    start = time.perf_counter()
    for pattern in ("**a" * 60 + "b", "**/a/" * 40 + "b", "*a" * 100 + "b", "*" * 300 + "b"):
        assert not globs.matches(pattern, "/".join(["a" * 20] * 40))
    assert time.perf_counter() - start < 5


TESTS = [
    "tests/a.py", "a/test/b.c", "fixtures/x.h", "a/testdata/b/c.py", "unit_tests/a.c", "test.py", "a/tests.js", "conftest.py", "test_a.py",
    "a/b_test.go", "a/b_tests.cc", "b_unittest.cc", "a-test", "a.b_test.c", "Tests/A.py", "test", "a/test", "test-a.py", "a_test/b.c",
    "a/ArgumentsTests.py", "FSTest.cc", "testing/a.py", "base/testing/a.cc", "web/testing/test_client.py", "tests/testing/a.py",
]  # fmt: skip
NO_TESTS = [
    "src/web/test.py", "web/testing/client.py", "src/web/testing/client.py",
    "a.py", "src/latest/a.py", "contest.py", "testing.py", "attest/b.c", "a/tests.x.y", "mytests/a.py", "b_test.a.c", "",
    "fixtures.py", "LATEST.py", "a/Contest.cc", "Tester.py",
]  # fmt: skip


def test_tests_are_told_by_their_folders_and_names() -> None:
    assert [path for path in TESTS if not is_test(path)] == []
    assert [path for path in NO_TESTS if is_test(path)] == []
