"""Lists of errors, what is said twice, what is said by the way, and what is to fail still."""

from __future__ import annotations

import pytest

from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.rank.telling import telling
from flowscout.rca.rank.verdict import OK
from flowscout.rca.source import of_bytes
from rca.test_consoles import first

LIST = "".join(f"dm\\till{n}.dm:{n + 3}:error: till{n}.{'abcde'[n % 5] * (n + 1)}: undefined var\n" for n in range(30))
BROWSER = "Chrome Headless 144.0.0.0 (Linux 0.0.0)"
KARMA = (
    f"{BROWSER}: Executed 6 of 26 SUCCESS (0 secs / 0.1 secs)\n{BROWSER} TillComponent opens with the date FAILED\n"
    "\tExpected undefined to be 'today'.\n\t    at <Jasmine>\n\t    at UserContext.<anonymous> (src/till.spec.ts:27:50)\n"
    f"{BROWSER}: Executed 7 of 26 (1 FAILED) (0 secs / 0.1 secs)\n{BROWSER}: Executed 26 of 26 (1 FAILED) (0.2 secs / 0.1 secs)\n"
)
PENDING = (
    "Pending: (Failures listed here are expected and do not affect your suite's status)\n\n  1) Ring grows\n     # not yet\n"
    "     Failure/Error: expect(ring.size).to eq 9\n       expected: 9\n            got: 3\n"
    "     # ./spec/ring_spec.rb:21:in 'block (2 levels) in <top (required)>'\n\nFailures:\n\n  1) Till opens\n"
    "     Failure/Error: expect(till).to be_open\n       expected it to be open\n     # ./spec/till_spec.rb:8:in 'block (2 levels) in <top (required)>'\n\n"
    "2 examples, 1 failure, 1 pending\n"
)
VERBOSE = (
    " RUN  v3.1.4 /srv/shop\n\n ✓ tests/till.test.ts > shuts 1ms\n × tests/till.test.ts > opens > throws on a bad key 5ms\n"
    "   → expected [Function] to throw error matching /BAD/ but got 'Unsupported'\n ✓ tests/till.test.ts > locks 1ms\n"
    " × tests/ring.test.ts > opens > throws on two keys 5ms\n   → expected 2 to be 3\n Test Files  2 failed (2)\n      Tests  2 failed | 2 passed (4)\n"
)
STEP = "#14 [builder 5/5] RUN cargo build --release\n#14 %s   = note: /usr/bin/ld: cannot find -lssl: No such file or directory\n#14 %s collect2: error: ld returned 1 exit status\n"
RECAP = "------\n > [builder 5/5] RUN cargo build --release:\n%s   = note: /usr/bin/ld: cannot find -lssl: No such file or directory\n------\n"
DOCKER = STEP % ("84.6", "84.6") + RECAP % "84.6" + "ERROR: failed to build: failed to solve: exit code: 101\n"
SUREFIRE = (
    "testRead(org.shop.till.TillTest)  Time elapsed: 0.046 sec  <<< ERROR!\njava.io.FileNotFoundException: target\\till.txt (denied)\n"
    "\tat java.io.FileOutputStream.open(Native Method)\n\tat org.bench.commons.FileUtil.copy(FileUtil.java:88)\n"
    "\tat org.shop.till.TillTest.prepare(TillTest.java:56)\n\nTests run: 1, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n"
)
NARROW = (
    "cargo :    Compiling \nshop v0.1.0 (C:\\shop)\nAt line:1 char:1\n+ cargo test > a.txt 2>&1\n+ ~~~~~~~~~~~~~~~~~~~~~~~\n"
    "    + CategoryInfo          \n   : NotSpecified: (   Co\n  mpiling shop:String) [], \n RemoteException\n    + FullyQualifiedErrorId\n"
    "   : NativeCommandError\n \nerror: cannot find till \n`open` in this till scope \n  --> src\\lib.rs:42:3\n   |\n42 | #[open]\n   |   ^^^^\n \n"
    "error: could not compile \n`shop` (lib) due to 1 \nprevious error\n"
)


@pytest.mark.parametrize(
    ("log", "file", "line"),
    [
        (LIST, "dm\\till0.dm", 3),
        (KARMA, "src/till.spec.ts", 27),
        (PENDING, "spec/till_spec.rb", 8),
        (SUREFIRE, "TillTest.java", 56),
        (NARROW, "src\\lib.rs", 42),
    ],
)
def test_the_first_that_failed_is_told_with_its_place(log: str, file: str, line: int) -> None:
    assert first(log)[1:3] == (file, line)


@pytest.mark.parametrize(("log", "line"), [(VERBOSE, 5), (DOCKER, 2)])
def test_what_is_said_again_below_is_told_where_it_was_said_first(log: str, line: int) -> None:
    assert analysed(of_bytes(log.encode()), extractor()).ranking.causes[0].record.line == line


def test_tests_that_are_still_run_have_not_gone_well_and_a_run_of_all_has() -> None:
    run = f"{BROWSER}: Executed %s of 26 SUCCESS (0 secs / 0.1 secs)\n"
    said = [analysed(of_bytes((run % n + "stopped\n").encode()), extractor()).ranking.verdict for n in (6, 26)]
    assert [(one.said, one.by) for one in said] == [(OK, "records"), (OK, "tool")]


def test_what_stands_in_brackets_at_the_end_tells_less() -> None:
    assert telling("  ~/a8.js (no source map found, id 7)") < 0.8 < telling("no source map found for ~/a8.js")


BIOME = (
    "src/ring.ts:3:15 lint/suspicious/noExplicitAny ━━━━━━━━━━━━━━━━\n\n  ! Unexpected any. Specify a different type.\n\n"
    "src/till.ts format ━━━━━━━━━━━━━━━━\n\n  × Formatter would have printed the following content:\n\nFound 1 error.\nFound 1 warning.\n"
)
JAVA = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n25.0.3\n\n* Try:\n> Run with --info.\n\nBUILD FAILED in 1s\n"


def test_what_a_linter_marks_as_a_warning_is_not_told_before_its_error() -> None:
    assert first(BIOME)[1] == "src/till.ts"


def test_a_version_alone_is_of_the_java_that_the_build_does_not_know() -> None:
    said = analysed(of_bytes(JAVA.encode()), extractor()).ranking.causes[0].record
    assert (said.line, said.kind, said.message.split()[0]) == (4, "version_mismatch", "25.0.3")


GRADLEW = (
    "> Task :compileJava\n.\\gradlew : C:\\My \nwork\\shop\\till\\Till.java:24: error: \ncannot find symbol\nAt line:1 char:1\n"
    "+ .\\gradlew compileJava > a.txt 2>\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n    + CategoryInfo          : \n   NotSpecified: (C:\\My...symbol:String) \n"
    "  [], RemoteException\n    + FullyQualifiedErrorId : \n   NativeCommandError\n \nimport shop.Till;\n           ^\n1 error\n\nBUILD FAILED in 8s\n"
)


def test_a_message_that_a_console_broke_at_its_words_is_quoted_to_its_end() -> None:
    cause = analysed(of_bytes(GRADLEW.encode()), extractor()).ranking.causes[0].record
    assert (cause.line, cause.end_line, cause.message) == (2, 4, "cannot find symbol")
