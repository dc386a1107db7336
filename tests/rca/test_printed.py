"""How a log came to be printed, and what it says then: by a service that keeps events, a bundler, a narrow console, a thrower of widgets."""

from __future__ import annotations

import json

import pytest

from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.reading.events import printed
from flowscout.rca.source import of_bytes

WIDGET = """\
00:00 +0: Counts up
══╡ EXCEPTION CAUGHT BY FLUTTER TEST FRAMEWORK ╞════════════════════════════════════════════════════
The following TestFailure was thrown running a test:
Expected: exactly one matching candidate
  Actual: _TextWidgetFinder:<Found 0 widgets with text "0": []>
   Which: means none were found but one was expected

When the exception was thrown, this was the stack:
#5      testWidgets.<anonymous closure> (package:flutter_test/src/widget_tester.dart:192:15)

This was caught by the test expectation on the following line:
  file:///srv/till/test/till_test.dart line 19
The test description was:
  Counts up
════════════════════════════════════════════════════════════════════════════════════════════════════
00:00 +0 -1: Counts up [E]
  Test failed. See exception logs above.
  The test description was: Counts up

00:00 +0 -1: Some tests failed.
"""
LOADED = """\
Exception in thread "main" java.lang.RuntimeException: Exception in Application start method
\tat javafx.graphics@21.0.2/com.sun.javafx.application.LauncherImpl.launchApplication1(LauncherImpl.java:893)
Caused by: javafx.fxml.LoadException:
/srv/till/target/classes/view/till.fxml

\tat javafx.fxml@21.0.2/javafx.fxml.FXMLLoader.load(FXMLLoader.java:2531)
\tat shop.Till.start(Till.java:17)
Caused by: javax.xml.stream.XMLStreamException: ParseError at [row,col]:[1,1]
Message: Content is not allowed in prolog.
\tat javafx.fxml@21.0.2/javafx.fxml.FXMLLoader.loadImpl(FXMLLoader.java:2635)
\t... 13 more
"""
DEPLOYED = """\
Building: Running build in Washington, D.C., USA (East)
Building: Build machine configuration: 2 cores, 8 GB
Building: Running "vercel build"
Building: Failed to type check.
Building: ./src/app/groups/%5Bid%5D/page.tsx:80:78
Building: Type error: Argument of type 'string' is not assignable to parameter of type 'Tea'.
Building: Error: Command "npm run build" exited with 1
Error: Command "npm run build" exited with 1
"""
WARNED = """\
 ⚠ Invalid next.config.ts options detected:
 ⚠     Unrecognized key(s) in object: 'tea'
> Build error occurred
Error: EPERM: operation not permitted, unlink '/srv/till/.next/server/app/tea'
"""
BUILT = """\
docker : #0 building with "desktop"
No linha:1 caractere:1
+ docker build . > build.log 2>&1
+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    + CategoryInfo          : NotSpecified: (#0 building:String) [], RemoteException
    + FullyQualifiedErrorId : NativeCommandError

#21 [builder 12/12]
RUN pnpm prune --prod
#21 0.958 ERR_PNPM_ABORTED_REMOVE_MODULES_DIR_NO_TTY Aborted removal of modules directory due to no TTY
#21 ERROR: process "/bin/sh -c pnpm prune --prod" did not complete successfully: exit code: 1
"""
WIDE = 21  # the console's
NARROW = "\n".join(line[at : at + WIDE] for line in BUILT.split("\n") for at in range(0, max(1, len(line)), WIDE))
COPIED = """\
Permission to reach the shop is asked for
till@shop.example: Permission denied (publickey,password).
rsync error: unexplained error (code 255) at io.c(232) [sender=3.2.7]
❌ [ERROR] rsync exited with code 255
"""
EXTERNAL = """\
[plugin:vite:resolve] [plugin vite:resolve] Module "node:tea" has been externalized for browser compatibility, imported by "/srv/till/node_modules/tea/a.mjs".
✓ 7508 modules transformed.
x Build failed in 24.49s
error during build:
src/tea/config.ts (6:2): "brew" is not exported by "node_modules/tea/index.js", imported by "src/tea/config.ts".
"""
INTERLEAVED = """\
#9 37.21 /app/src/main/java/shop/Till.java:56: error: cannot find symbol
#9 37.41 1 error
#9 37.41 > Task :compileJava FAILED
#9 37.50 Execution failed for task ':compileJava'.
#9 37.50 > Compilation failed; see the compiler error output for details.
#9 37.50
#9 37.50 * Try:
#9 37.50 > Run with --info option to get more log output.
#9 37.50 > 2 actionable tasks: 2 executedRun with --scan to get full insights.
#9 37.50
#9 37.50 BUILD FAILED in 37s
#9 ERROR: process "/bin/sh -c ./gradlew bootJar" did not complete successfully: exit code: 1
"""
TORN = """\
python : Traceback (most recent call last):
At line:1 char:58
+ python till.py 2>&1
+ ~~~~~~~~~~~~~~~~~~~
    + CategoryInfo          : NotSpecified: (Traceback (most recent call last)::String) [], RemoteException
    + FullyQualifiedErrorId : NativeCommandError

  File "C:\\till\\till.py", line 406, in <module>
    main()
UnicodeEncodeError: 'charmap' codec can't encode character '\\U0001f4cd' in position 2
"""
BASE = """\
There was 1 error:

1) Tests\\TillTest::testOpens
LogicException: Cannot open what is not there.

/srv/till/vendor/drawer/Kernel.php:272
/srv/till/tests/AbstractTillTestCase.php:333
/srv/till/tests/TillTest.php:229

ERRORS!
Tests: 1, Assertions: 0, Errors: 1.
"""
VIGNETTE = """\
* creating vignettes ... ERROR
Quitting from till.Rmd:46-55 [load]
~~~~~~~~
<error/rlang_error>
Error in `load_till()`:
! could not find function "load_till"
"""
SUMS = """\
✖ | 1 1      0 | till
Error ('test-till.R:23:3'): sums
Error in `purrr::map()`: In index: 1.
[ FAIL 1 | WARN 0 | SKIP 0 | PASS 0 ]
Execution halted
"""
TOLD = {
    "a bundler's remark is no error": (
        EXTERNAL, "src/tea/config.ts", 6,
        '"brew" is not exported by "node_modules/tea/index.js", imported by "src/tea/config.ts".',
    ),
    "what two streams wrote into one line is no reason": (
        INTERLEAVED, "/app/src/main/java/shop/Till.java", 56, "cannot find symbol"
    ),
    "a trace goes on behind the record of its header": (
        TORN, "C:\\till\\till.py", 406,
        "UnicodeEncodeError: 'charmap' codec can't encode character '\\U0001f4cd' in position 2",
    ),
    "a test stands in its own class, not in what that extends": (
        BASE, "/srv/till/tests/TillTest.php", 229, "LogicException: Cannot open what is not there."
    ),
    "a vignette is left at its line": (VIGNETTE, "till.Rmd", 46, "Error in `load_till()`:"),
    "a test of R is told with its place": (SUMS, "test-till.R", 23, "Error in `purrr::map()`: In index: 1."),
    "what a widget's test threw stands above its own line": (
        WIDGET, "/srv/till/test/till_test.dart", 19, "Expected: exactly one matching candidate"
    ),
    "the last cause of a trace may stand below a message of several lines": (
        LOADED, "Till.java", 17, "javax.xml.stream.XMLStreamException: ParseError at [row,col]:[1,1]"
    ),
    "a deployment's builder puts its name before each line": (
        DEPLOYED, "src/app/groups/%5Bid%5D/page.tsx", 80, "Argument of type 'string' is not assignable to parameter of type 'Tea'."
    ),
    "a line with the sign of a warning is one": (
        WARNED, "", 0, "EPERM: operation not permitted, unlink '/srv/till/.next/server/app/tea'"
    ),
    "a line of a container's build begins anew": (
        NARROW, "", 0, "ERR_PNPM_ABORTED_REMOVE_MODULES_DIR_NO_TTY Aborted removal of modules directory due to no TTY"
    ),
    "who was refused is told by ssh": (COPIED, "", 0, "till@shop.example: Permission denied (publickey,password)."),
    "a folder of a router is one": (
        "src/app/(till)/teas/page.tsx(60,13): error TS1109: Expression expected.\n",
        "src/app/(till)/teas/page.tsx", 60, "Expression expected.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("said", TOLD)
def test_a_log_is_read_as_it_was_printed(said: str) -> None:
    log, file, line, message = TOLD[said]
    first = analysed(of_bytes(log.encode()), extractor()).ranking.causes[0].record
    assert (first.file, first.file_line, first.message) == (file, line, message)


def test_what_is_kept_as_events_is_what_was_printed() -> None:
    kept = [
        json.dumps({"log": "tea\n", "stream": "stdout", "time": "2026-05-07T20:38:28Z"}),
        json.dumps({"type": "stderr", "created": 1, "payload": {"info": {"name": "x"}, "text": "a.c:3:1: error: tea"}}),
    ]
    assert printed("\n".join([*kept, "", "x"])) == "tea\na.c:3:1: error: tea\n\nx"
    strange = ['{"stdout"', '{"text": 3, "to": "stdout"}', '{"a": "stdout"}', '{"payload": [], "b": "stderr"}']
    assert printed("\n".join(strange)) == "\n".join(strange)
    deep = '{"stdout":' + "[" * 100_000
    assert printed(deep) == deep


@pytest.mark.parametrize("kept", [
    {"level": "error", "message": "ValueError: disk full at write", "log": "app.log", "stream": "stdout"},
    {"type": "stdout", "text": "ok", "message": "TypeError: no such column"},
    {"log": "no name of a stream", "stream": "audit", "note": "stdout"},
])  # fmt: skip
def test_a_programs_own_record_is_no_event_of_a_service(kept: dict[str, str]) -> None:
    line = json.dumps(kept)
    assert printed(line) == line
