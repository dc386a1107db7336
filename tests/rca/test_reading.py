"""Whatever a log went through on its way, its clean lines keep the numbers of the raw log."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.reading import LineBlock, LogStructure, blocks, chunks
from flowscout.rca.source import of_bytes
from flowscout.tasks.diagnose.markdown import markdown


def read(data: bytes) -> tuple[list[str], LogStructure, list[int]]:
    structure = LogStructure()
    found: list[LineBlock] = list(blocks(chunks(io.BytesIO(data)), structure))
    return [text for block in found for text in block.texts], structure, [s for block in found for s in block.sections]


def texts(data: bytes | str) -> list[str]:
    return read(data.encode() if isinstance(data, str) else data)[0]


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("2026-05-07T20:38:28.9752649Z main.c:3:1: error: x\n", "main.c:3:1: error: x"),
        ("\ufeff2026-05-07T20:38:28.9752649Z   indented\n", "  indented"),
        ("build\tRun make\t2026-05-07T20:38:28.9752649Z cc -c a.c\n", "cc -c a.c"),
        ("[task 2025-01-02T03:04:05.678Z] 03:04:05     INFO - TEST-UNEXPECTED-FAIL\n", "TEST-UNEXPECTED-FAIL"),
        ("[08:38:44]: ▸ Compiling\n", "Compiling"),
        ("DEBUG util.py:459:  gcc: fatal error\n", "gcc: fatal error"),
        ("2024-03-01T10:00:00.000000Z 01O text of GitLab\n", "text of GitLab"),
        ("\x1b_bk;t=1700000000000\x07text of Buildkite\n", "text of Buildkite"),
        ("10-17 14:02:26.461  9449  9449 E AndroidRuntime: FATAL EXCEPTION\n", "E AndroidRuntime: FATAL EXCEPTION"),
        ("\x1b[1m\x1b[31merror[E0425]\x1b[0m\x1b[1m: x\x1b[0m\n", "error[E0425]: x"),
        ("\x1b]8;;https://a.b/c\x07link\x1b]8;;\x07 text\n", "link text"),
        ("^[[31merror^[[0m: lost escape\n", "error: lost escape"),
        ("[31merror[0m: bare\n", "error: bare"),
        ("10%\r20%\r100% done\n", "100% done"),
        (
            "  0 0\r  0 0 --:--:-- 0curl: (6) Could not resolve host: a\n",
            "  0 0 --:--:-- 0curl: (6) Could not resolve host: a",
        ),
        ("error: disk\rprogress 3/9\n", "error: disk"),
        ("a\x00b\x07c\u202e\n", "abc"),
        ("crlf\r\n", "crlf"),
    ],
)
def test_a_line_is_what_the_tool_printed(raw: str, seen: str) -> None:
    assert texts(raw) == [seen]


def test_only_a_line_feed_ends_a_line() -> None:
    assert len(texts("a\x0bb\x0cc\u2028d\x85e\rf\ng\n")) == 2


def test_a_container_build_alternates_between_its_stages() -> None:
    log = "#7 [2/3] RUN make\n#8 [web 1/2] RUN npm ci\n#7 1.25 cc a.c\n#8 0.9 npm error\n#7 DONE 2s\nafter\n"
    lines, structure, sections = read(log.encode())
    assert lines == ["[2/3] RUN make", "[web 1/2] RUN npm ci", "cc a.c", "npm error", "DONE 2s", "after"]
    assert sections[0] == sections[2] == sections[4] != sections[1] == sections[3]
    assert structure.sections[sections[1]].name == "[web 1/2] RUN npm ci"


def test_a_task_of_a_container_build_has_its_name_off() -> None:
    log = "#7 [2/3] RUN turbo run build\n#7 1.25 web:build: error: no till\n#7 1.5 web:build: at x\n"
    assert read(log.encode())[0][1:] == ["error: no till", "at x"]


def test_the_echo_of_a_script_is_not_what_happened() -> None:
    log = (
        "2026-01-01T00:00:00.0000000Z ##[group]Run make\n"
        '2026-01-01T00:00:00.0000000Z \x1b[36;1mmake || { echo "::error::broken"; exit 1; }\x1b[0m\n'
        "2026-01-01T00:00:00.0000000Z shell: /usr/bin/bash -e {0}\n"
        "2026-01-01T00:00:00.0000000Z ##[endgroup]\n"
        "2026-01-01T00:00:00.0000000Z cc a.c\n"
        "2026-01-01T00:00:00.0000000Z ##[error]Process completed with exit code 2.\n"
    )
    lines, structure, _ = read(log.encode())
    assert lines[:4] == ["", "", "", ""]
    assert [s.name for s in structure.sections] == ["", "make"]
    assert [(m.line, m.text) for m in structure.marks] == [(6, "Process completed with exit code 2.")]


def test_an_output_that_begins_with_run_is_no_script_of_the_next_step() -> None:
    log = "##[group]Run make\nmake\n##[endgroup]\nRun npm audit for details\nsh: 1: Syntax error: end of file unexpected\n##[error]x\n##[group]Run true\ntrue\nshell: /usr/bin/bash -e {0}\n##[endgroup]\n"
    assert "sh: 1: Syntax error: end of file unexpected" in texts(log)


def test_a_script_copied_from_the_page_is_an_echo_too() -> None:
    log = 'Run make\n  make || echo "error: no"\n  shell: /usr/bin/bash -e {0}\n  env:\n    CI: true\nreal\n'
    assert texts(log) == ["Run make", "", "", "", "", "real"]


def test_folds_and_steps_are_sections() -> None:
    travis = (
        "travis_fold:start:git\r\x1b[0Ktravis_time:start:1\r\x1b[0K$ git clone\nx\ntravis_fold:end:git\r\x1b[0Kafter\n"
    )
    lines, structure, sections = read(travis.encode())
    assert lines == ["$ git clone", "x", "after"]
    assert structure.sections[sections[0]].name == "git"
    assert sections[0] == sections[1] != sections[2]
    gitlab = "section_start:1700000000:build\r\x1b[0Kbuild it\nx\nsection_end:1700000001:build\r\x1b[0K\n"
    assert read(gitlab.encode())[1].sections[1].name == "build"


def test_what_other_tools_print_opens_no_section() -> None:
    assert (
        len(
            read(
                b"--- FAIL: TestA (0.01s)\n--- a/x.c\n+++ b/x.c\n--- Expected\n+++ Actual\n#include <x>\n# 3 comment\n"
            )[1].sections
        )
        == 1
    )


def test_utf16_of_powershell_counts_its_lines() -> None:
    text = "one\r\ntwo: error\r\nthree\r\n"
    assert texts(text.encode("utf-16")) == ["one", "two: error", "three"]
    assert texts(("x" * 20 + "\n" + text).encode("utf-16-le"))[1:] == ["one", "two: error", "three"]


def test_utf16_of_one_tool_inside_another_log() -> None:
    assert texts(b"start\n" + "wide\n".encode("utf-16-le") + b"\nend\n") == ["start", "wide", "", "end"]


def test_hard_wrapped_text_is_whole_again_at_its_first_line() -> None:
    said = [
        "./gradlew : e: file:///C:/work/app/src/main/java/Main.kt:12:5 Unresolved reference 'foo'.",
        "    + CategoryInfo          : NotSpecified: (e: file:///C:/w...ence 'foo'.:String), RemoteException",
        "    + FullyQualifiedErrorId : NativeCommandError and some further words that go on and on",
        "FAILURE: Build failed with an exception because of what stands above in this very log.",
    ]
    wide = 34
    broken = [part[i : i + wide] for part in said for i in range(0, len(part), wide)]
    lines = texts("\r\n".join(broken) + "\r\n")
    assert [line for line in lines if line] == said
    assert len(lines) == len(broken)
    assert lines[0] == said[0]


def test_only_what_powershell_captured_is_wrapped() -> None:
    said = [
        "> Task :app:generateResourceAccessorsForAndroidDebug NO-SOURCE and more of what was never wrapped",
        ".\\gradlew.bat : e: file:///C:/work/app/src/commonMain/kotlin/com/shop/Detail",
        "Screen.kt:6:40 Unresolved reference 'item'.",
        "At line:1 char:1",
        "+ .\\gradlew.bat compileKotlin > build.log",
        "    + CategoryInfo          : NotSpecified: (e: file:/// ",
        "   C:/...item'.:String) [], RemoteException",
        "BUILD FAILED in 3s",
    ]
    lines = texts("\r\n".join(said) + "\r\n")
    assert lines[1] == said[1] + said[2]
    assert lines[2] == ""
    assert lines[0] == said[0]
    assert lines[7] == said[7]


def test_gzip_and_the_zip_of_a_run() -> None:
    assert texts(gzip.compress(b"a\n") + gzip.compress(b"b\n")) == ["a", "b"]
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("build/1_Set up job.txt", "step\n")
        archive.writestr("0_build.txt", "job\nerror: x\n")
    assert texts(held.getvalue()) == ["job", "error: x"]


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_zip_that_github_does_not_pack_is_empty_whatever_is_wrong_with_it(method: int) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("0_build.txt", "error: x\n" * 100, method)
    data = bytearray(held.getvalue())
    for spoilt in range(30, len(data) - 60, 7):
        broken = data[:]
        broken[spoilt] ^= 0xFF
        assert texts(bytes(broken)) == []


@pytest.mark.parametrize(
    "data", [b"", b"\x1f\x8b\x08broken", b"PK\x03\x04broken", bytes(range(256)) * 64, b"\xff\xfe\x00", b"\n" * 9]
)
def test_any_bytes_are_read(data: bytes) -> None:
    texts(data)


def test_a_line_without_an_end_keeps_its_ends() -> None:
    line = texts(b"begin " + b"x" * 5_000_000 + b" error: end\nnext\n")
    assert len(line) == 2
    assert line[0].startswith("begin ")
    assert line[0].endswith(" error: end")
    assert len(line[0]) < 10_000


def test_a_finding_in_the_zip_of_a_run_says_which_log_and_counts_as_that_does() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("0_lint.txt", "all is well\n" * 40 + "no newline at the end")
        archive.writestr("1_build.txt", "cc -c a.c\na.c:7:1: error: unknown type name 'x'\nmake: *** [a.o] Error 1\n")
        archive.writestr("build/3_compile.txt", "a.c:7:1: error: unknown type name 'x'\n")
    found = diagnosed(of_bytes(held.getvalue()), extractor(), str)
    assert [(one.member, one.line, one.end_line) for one in found.findings] == [("1_build.txt", 2, 2)]
    assert found.findings[0].follows == ((3, "make: *** [a.o] Error 1"),)
    assert "Line 2 of 1\\_build.txt" in markdown(found)


def _folded(said: list[str], wide: int, keep: bool) -> list[str]:
    """As `fold -s` does (keep: the blank stays at the end), or a console that drops it."""
    out = []
    for line in said:
        while len(line) > wide:
            at = line.rfind(" ", 0, wide) + 1 or wide
            out.append(line[:at] if keep else line[:at].rstrip())
            line = line[at:]
        out.append(line)
    return out


@pytest.mark.parametrize("keep", [True, False], ids=["fold -s", "console"])
def test_text_wrapped_at_blanks_is_whole_again(keep: bool) -> None:
    text = "compiling the modules of this shop with all checks turned on and showing every warning they may give"
    words = text.split()
    said = [" ".join(["Compiling", *words[n:], *words[:n]]) for n in range(16)]
    said += [
        "src/shop/cart.c:12:5: error: passing argument two of 'add_item' makes integer from pointer without a cast"
    ]
    said += ["The build stops here because of what stands above and nothing else is tried after it in this run"]
    broken = _folded(said, 60, keep)
    lines = texts("\n".join(broken) + "\n")
    assert [line for line in lines if line] == said
    assert len(lines) == len(broken)
    assert lines[broken.index(next(line for line in broken if "cart.c:12" in line))] == said[16]


def test_lines_that_only_happen_to_be_short_stay_as_they_are() -> None:
    said = [
        "make[1]: Entering directory '/srv'",
        "cc -c a.c",
        "a.c:3:1: error: unknown type name 'x'",
        "    3 | x y;",
        "      | ^",
    ] * 10
    assert texts("\n".join(said) + "\n") == said


def test_a_console_that_keeps_words_whole_breaks_at_the_blank_that_it_leaves() -> None:
    log = (
        "cargo :    Checking \nmodel v0.1.0 (C:\\Users\\a\nlice\\Desktop\\model)\nAt line:1 char:1\n+ cargo check > \nout.txt 2>&1\n"
        "+ ~~~~~~~~~~~~~~~~~~~~~~~~\n~~~~~~~~~~~\n    + FullyQualifiedError \n   Id : NativeCommandErr \n   or\n\n"
        "error[E0597]: \n`models_registry` does \nnot live long enough\n   --> src\\neural_engines.\nrs:24:39\n"
    )
    assert texts(log)[12:17] == [
        "error[E0597]: `models_registry` does not live long enough",
        "",
        "",
        "   --> src\\neural_engines.rs:24:39",
        "",
    ]
