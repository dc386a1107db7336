"""What PowerShell and its console make of a log: records of errors, lines broken at the window's width, symbols in another code page."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.reading import LogStructure, blocks
from flowscout.rca.reading.mojibake import mended
from flowscout.rca.source import of_bytes

NATIVE = "At C:\\work\\run.ps1:3 char:1\n+ {0}\n+ ~~~~~~~~\n    + CategoryInfo          : NotSpecified: ({1}:String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError\n \n"
THROWN = (
    "{0}\nAt C:\\work\\build.ps1:12 char:3\n+   {1}\n+   ~~~~~~~~\n    + CategoryInfo          : ObjectNotFound: (:) [{1}], ItemNotFoundException\n"
    "    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.GetContentCommand\n"
)


def first(log: str) -> tuple[str, str, int, str]:
    """(tool, file, line, message) of the first cause."""
    causes = analysed(of_bytes(log.encode()), extractor()).ranking.causes
    record = causes[0].record if causes else None
    return (record.format, record.file, record.file_line, record.message) if record else ("", "", 0, "")


def texts(log: str) -> list[str]:
    return [text for block in blocks([log.encode()], LogStructure()) for text in block.texts if text]


def test_what_powershell_itself_throws_is_a_cause_with_its_place() -> None:
    log = "building\n" + THROWN.format(
        "Get-Content : Cannot find path 'C:\\work\\rates.json' because it does not exist.", "Get-Content"
    )
    assert first(log) == (
        "shell",
        "C:\\work\\build.ps1",
        12,
        "Cannot find path 'C:\\work\\rates.json' because it does not exist.",
    )


def test_what_a_program_wrote_to_its_errors_is_the_programs_own() -> None:
    log = (
        "cmake : CMake Error at CMakeLists.txt:12 (find_package):\n"
        + NATIVE.format("cmake -S .", "CMake Error")
        + "  Could not find fmt.\n"
    )
    assert first(log)[:3] == ("cmake", "CMakeLists.txt", 12)
    quiet = (
        "git : From https://example.org/shop\n"
        + NATIVE.format("git fetch", "From https:")
        + "   1a2b3c4..5d6e7f8  main -> origin/main\n"
    )
    assert first(quiet) == ("", "", 0, "")


def test_the_first_line_that_a_script_cannot_be_read_at_is_named() -> None:
    log = (
        "At D:\\port\\build.ps1:151 char:68\n+ ... Write-Host ('{0,-9} : {1}  [Microsoft Store stub ...\n+                        ~~~~~~\nUnexpected token 'Python' in expression or statement.\n"
        "At D:\\port\\build.ps1:169 char:55\n+         Write-Warn 'Repo path is long' Submod ...\n+                                                       ~\nMissing closing ')' in expression.\n"
        "    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException\n    + FullyQualifiedErrorId : UnexpectedToken\n"
    )
    assert first(log) == ("shell", "D:\\port\\build.ps1", 151, "Unexpected token 'Python' in expression or statement.")


def test_a_record_that_is_broken_itself_tells_the_width() -> None:
    log = (
        "> ng build\nnode.exe : D:\\Trading Agent\\F\nrontend\\node_modules\\tailwind\ncss\\dist\\lib.js:38\nAt C:\\Program \nFiles\\nodejs\\npm.ps1:29 \nchar:3\n"
        "    + FullyQualifiedErrorId  \n   : NativeCommandError\n \nError: It looks like you're \ntrying to use `tailwindcss` \ndirectly as a PostCSS \nplugin.\n"
    )
    assert texts(log)[-1] == "Error: It looks like you're trying to use `tailwindcss` directly as a PostCSS plugin."


def test_a_message_that_was_broken_is_followed_past_what_joining_left_empty() -> None:
    wide = "cargo : warning: unused\n" + NATIVE.format("cargo test", "warning").replace(
        "~~~~~~~~\n", "~" * 58 + "\n" + "~" * 20 + "\n"
    )
    panic = "thread 'main' panicked at src/of_a_long_name_that_is_brok\nen_by_the_console/build.rs:319:13:\nthe path is too long\n".replace(
        "brok\n", "broken_\n"
    )
    assert first(wide + panic)[2:] == (319, "the path is too long")


@pytest.mark.parametrize(
    ("shown", "meant"),
    [
        ("Γ£ô built in 15s", "✓ built in 15s"),
        ("Γ¿» Build for macOS is supported only on macOS", "⨯ Build for macOS is supported only on macOS"),
        ("├ù adds up", "× adds up"),
        ("Ô£ö Building...", "✔ Building..."),
        ("âœ“ adds up", "✓ adds up"),
        ("竡ｯ 笶ｯ app/till.test.ts 窶ｦ", "⎯ ❯ app/till.test.ts …"),
        ("窓ｶﾞﾗｽ 笊", "窓ｶﾞﾗｽ 笊"),
        ("├── src", "├── src"),
        ("╔═╗ ΓΔ Ã la carte, déjà vu", "╔═╗ ΓΔ Ã la carte, déjà vu"),
        ("├┬┐", "├┬┐"),
    ],
)
def test_symbols_read_in_another_code_page_are_taken_back_where_that_can_be_told(shown: str, meant: str) -> None:
    assert mended([shown]) == [meant]


def test_the_category_tells_the_width_whatever_language_the_console_speaks() -> None:
    log = (
        "docker : #0 building with the default instance\nEn línea: 1 Carácter: 1\n+ docker build -t shop . 2>&1 | Tee-Object ...\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        "    + CategoryInfo          : NotSpecified: (#0 building wit...\n   instance:String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError\n \n"
        "#9 1.00 [ERROR] /workspace/src/main/java/org/acme/shop/TillsTTT\nTray.java:[7,38] cannot find symbol\n#9 1.00   symbol:   class Job\n"
    )
    assert first(log)[1:3] == ("/workspace/src/main/java/org/acme/shop/TillsTTTTray.java", 7)


def test_a_broken_message_is_quoted_whole_and_the_line_of_a_box_is_no_part_of_it() -> None:
    box = "[INFO] " + "-" * 56 + "\n"
    log = (
        "docker : building\nEn línea: 1 Carácter: 1\n+ mvn package 2>&1 | Tee-Object ...\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        "    + CategoryInfo          : NotSpecified: (#0 building wit...\n   instance:String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError\n \n"
        + box
        + "[ERROR] /workspace/src/main/java/org/acme/shop/front/TillsTTTTT\nTray.java:[7,38] cannot find symbol\n  symbol:   class Job\n"
    )
    found = diagnosed(of_bytes(log.encode()), extractor(), str).findings[0]
    assert (found.file_line, found.line, found.quote[:2]) == (
        7,
        10,
        ("[ERROR] /workspace/src/main/java/org/acme/shop/front/TillsTTTTT", "Tray.java:[7,38] cannot find symbol"),
    )


def test_a_quote_shows_what_a_person_would_have_seen() -> None:
    """Escapes that `gh` spelled, and symbols that PowerShell read in its own code page, are no part of what was said."""
    log = "^[[1m^[[91merror^[[0m^[[1m: the till is invalid^[[0m\n\u0393\u00a3\u00f9 Too many teas: cannot go on\nmake: *** [Makefile:3: test] Error 1\n"
    quotes = [line for found in diagnosed(of_bytes(log.encode()), extractor(), str).findings for line in found.quote]
    assert quotes
    assert not any("^[[" in line or "\u0393" in line for line in quotes)


def test_the_message_of_a_record_tells_the_width_in_any_language() -> None:
    said = "e: file:///C:/Users/dev/projects/acme/app/src/main/java/com/acme/Chat.kt:82:1 Class 'Chat' is not abstract and does not implement onKeySet"
    cut = said.index("'Chat'")
    log = (
        f"./gradlew : e: \n{said[3:cut]}\n{said[cut:]}\nIn Zeile:1 Zeichen:1\n+ ./gradlew build > log.txt 2>&1\n+ ~~~~~~~~~\n"
        "    + CategoryInfo          : NotSpecified: (:String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError\n \n"
    )
    assert said in texts(log)[0]


def test_lines_that_a_console_broke_with_their_colours_counted_are_joined() -> None:
    wide = "node : \nts-jest[config] \n(WARN) \nAt line:1 char:1\n+ node till 2>&1 | Out\n+ ~~~~~~~~~~~~~~~~~~~~\n~~~~~~~~~~~~~~~~~~~~~~\n    + CategoryInfo    \n          : NotSpeci  \n  fied: (ts-jest)     \n\n"
    log = (
        wide
        + "FAIL src/__tests__/db.\ntest.ts\n  ● Test suite \nfailed to run\n\n    \x1b[96msrc/__tests__\n/db.test.ts\x1b[0m:\x1b[93m7\n0\x1b[0m:\x1b[93m37\x1b[0m - \n\x1b[91merror\x1b[0m\x1b[90m \nTS2345: \x1b[0mArgument \nof type 'tea' is not \nassignable to \n'never'.\n\n"
    )
    assert first(log)[1:3] == ("src/__tests__/db.test.ts", 70)


def test_a_line_that_a_console_broke_at_a_blank_goes_on_whatever_it_begins_with() -> None:
    log = (
        'a line that was not broken\nnode.exe : \nAt line:1 char:1\n+ & "C:\\nodejs/node"\n+ ~~~~~~~~~~~~~~~~~~~~~\n~~~~~~\n    + CategoryInfo     \n         : NotSpecifi  \n'
        "    + FullyQualifiedEr \n   rorId : NativeComm  \n  andError\n \nthe tests of the till \n> that the tea is hot\n"
    )
    assert "the tests of the till  > that the tea is hot" in " ".join(texts(log)).replace("till > ", "till  > ")


def test_a_record_of_whole_words_may_be_narrower_than_its_console() -> None:
    wide = 63
    line = "    at ei.brew (C:\\shop\\node_modul".ljust(wide, "x")
    log = (
        "node : ---\nAt line:1 char:1\n+ node till.js --with a very long command line of words > out. \n2>&1\n+ \n"
        + "~" * 62
        + "\n"
        "    + CategoryInfo          : NotSpecified: \n(---------------...-    --------------:String) [], \nRemoteException\n"
        "    + FullyQualifiedErrorId : NativeCommandError\n \n" + f"{line}\nes\\tea.js:1:7)\n" * 3
    )
    assert any(text.endswith("es\\tea.js:1:7)") and text.startswith("    at") for text in texts(log))


def test_what_is_wider_than_the_console_was_not_broken_there() -> None:
    row = "expected to brew"
    log = f"node : a\nAt line:1 char:1\n+ node till.js\n{'~' * 20}\n+ {'~' * 18}\n~~~~\n    + Category          \n  : NotSpecified\n \n{row.rjust(20)}\n    # ./spec/till_spec.rb:25:in block\n"
    assert row in [text.strip() for text in texts(log)]


def test_what_the_server_of_the_browser_tests_says_is_read_as_if_it_stood_alone() -> None:
    log = "> playwright test\n[WebServer] src/till.ts(3,9): error TS2304: Cannot find name 'tea'.\nError: Process from config.webServer was not able to start. Exit code: 1\n"
    assert first(log) == ("tsc", "src/till.ts", 3, "Cannot find name 'tea'.")


def test_half_of_the_day_belongs_to_the_time_before_a_line() -> None:
    log = "3:01:02 PM [vite] ready\n03:01:05 PM src/till.ts(3,9): error TS2304: Cannot find name 'tea'.\n"
    assert first(log)[1:3] == ("src/till.ts", 3)


def test_what_a_program_prints_below_its_first_line_stands_below_the_record_of_powershell() -> None:
    log = (
        "ruby : rails aborted!\n"
        + NATIVE.format("ruby -S rails", "rails aborted!")
        + "PG::ConnectionBad: no till is there\nTasks: TOP => db:migrate\n"
    )
    assert first(log)[0::3] == ("ruby", "PG::ConnectionBad: no till is there")


def test_a_frame_that_rspec_lists_is_no_message() -> None:
    log = "Failure/Error: open_till!\nTillError:\n  the till is closed\n# ./spec/rails_helper.rb:28:in `<top (required)>'\n"
    assert "rails_helper" not in first(log)[3]
