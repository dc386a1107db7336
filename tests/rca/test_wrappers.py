"""What only says that another program failed gives way to what that program said, and a place is a place of ours."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.log import analysed
from flowscout.rca.rank import Cause
from flowscout.rca.source import of_bytes

BUILT = """\
FAILED: build/ring.obj
cl /nologo /c ring.cpp
C:\\w\\ring.h(52): error C2143: syntax error: missing ';' before '{'
ninja: build stopped: subcommand failed.
Traceback (most recent call last):
  File "C:\\Python\\Lib\\site-packages\\torch\\utils\\cpp_extension.py", line 2209, in _run_ninja_build
    subprocess.run(
  File "C:\\Python\\Lib\\subprocess.py", line 571, in run
    raise CalledProcessError(retcode, process.args,
subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "C:\\w\\setup.py", line 51, in <module>
    setup(
  File "C:\\Python\\Lib\\site-packages\\torch\\utils\\cpp_extension.py", line 2225, in _run_ninja_build
    raise RuntimeError(message) from e
RuntimeError: Error compiling objects for extension
##[error]Process completed with exit code 1.
"""
APPLIED = """\
============================= test session starts ==============================
Terraform will perform the following actions:
Plan: 1 to add, 0 to change, 0 to destroy.
\u2577
\u2502 Error: operation error DynamoDB: DescribeTable, https response error StatusCode: 400, api error ValidationException:
\u2502\x20
\u2502   with module.dns.aws_dynamodb_table.lock,
\u2502   on modules/dns/dynamodb.tf line 6, in resource "aws_dynamodb_table" "lock":
\u2502    6: resource "aws_dynamodb_table" "lock" {
==================================== ERRORS ====================================
_____________________ ERROR at setup of test_table ______________________
    def table():
>       subprocess.run(["terraform", "apply"], check=True)

src/fixtures.py:105: CalledProcessError
E   subprocess.CalledProcessError: Command 'terraform apply' returned non-zero exit status 1.
=========================== short test summary info ============================
ERROR tests/test_table.py::test_table - subprocess.CalledProcessError: Command 'terraform apply' returned non-zero exit status 1.
=============================== 1 error in 1.60s ===============================
##[error]Process completed with exit code 1.
"""
RELEASED = """\
##[group]Run acme/release@v1
##[endgroup]
Creating new release for tag v1.0.0...
GitHub release failed with status: 403
retrying... (0 retries remaining)
Too many retries. Aborting...
##[error]Too many retries.
"""
INSTALLED = """\
Building ring-0.2.10...
Failed to install ring-0.2.10
Last 10 lines of the build log ( /root/.cabal/logs/ring-0.2.10.log ):
[5 of 9] Compiling Data.Ring ( Data/Ring.hs, dist/build/Data/Ring.o )

Data/Ring.hs:45:31: Not in scope: `sise'
cabal: Error: some packages failed to install:
ring-0.2.10 failed during the building phase. The exception was:
ExitFailure 1
"""
LOGGED = """\
=== RUN   TestTable
    sink.go:41: | apply | CREATE | OK    | v1/Namespace
    sink.go:41: | apply | ASSERT | ERROR | v1/Table: Required value: field not found
    sink.go:41: | apply | CLEANUP | SKIP  |
--- FAIL: TestTable (0.00s)
FAIL
FAIL\texample.com/table\t0.5s
"""


def _first(log: str) -> Cause:
    return analysed(of_bytes(log.encode()), extractor()).ranking.causes[0]


@pytest.mark.parametrize(
    ("log", "line", "file"),
    [
        (BUILT, 3, "C:/w/ring.h"),
        (APPLIED, 5, "modules/dns/dynamodb.tf"),
        (RELEASED, 4, ""),
        (INSTALLED, 6, "Data/Ring.hs"),
        (LOGGED, 3, "sink.go"),
    ],
)
def test_what_the_program_said_comes_first(log: str, line: int, file: str) -> None:
    found = _first(log).record
    assert (found.line, found.file.replace("\\", "/")) == (line, file)


def test_a_frame_of_a_library_is_no_place() -> None:
    log = (
        " FAIL  test/a.test.ts > proxy > starts\nCredentialsProviderError: Could not load credentials\n"
        " \u276f node_modules/@acme/provider/dist/index.js:129:13\n \u276f coalesce node_modules/@acme/other/dist/index.js:126:18\n"
        " \u276f Proxy.init src/index.ts:243:7\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n"
    )
    assert (_first(log).record.file, _first(log).record.file_line) == ("src/index.ts", 243)


def test_an_annotation_names_its_file_up_to_the_comma() -> None:
    log = "::error file=/w/app/Chat.swift,line=344,col=68::missing argument for parameter 'root' in call\n##[error]Process completed with exit code 1.\n"
    assert (_first(log).record.file, _first(log).record.file_line) == ("/w/app/Chat.swift", 344)


ANT = """\
Started by user dev
Buildfile: /home/jenkins/workspace/app/build.xml
     [exec] Reading the libraries ...
     [exec] ERROR: folder of libraries not found

BUILD FAILED
/home/jenkins/workspace/app/build.xml:6: exec returned: 1
Finished: FAILURE
"""
CODE_ONLY = """\
##[group]Run make apk
##[endgroup]
Traceback (most recent call last):
  File "/home/runner/work/a/a/tools/build.py", line 12, in <module>
    run("autoreconf")
sh.ErrorReturnCode_2:

  RAN: /usr/bin/autoreconf -vif

  STDOUT:
Can't exec "autopoint": No such file or directory at /usr/share/autoconf/FileUtils.pm line 293.
##[error]Process completed with exit code 1.
"""
XUNIT = """\
Starting test execution, please wait...
[xUnit.net 00:00:00.68]     Shop.Tests.HomePage.Shows [FAIL]
[xUnit.net 00:00:00.69]     Shop.Tests.Basket.Adds [FAIL]
  Failed Shop.Tests.HomePage.Shows [1 ms]
  Error Message:
   System.IO.FileNotFoundException : Could not load file or assembly 'Acme.Settings'
  Stack Trace:
     at Program.Main()
##[error]Process completed with exit code 1.
"""
WARNED = """\
##[group]Run tool build
##[endgroup]
Loading packages...
Warning: Failed to find package platforms;android-36
[===     ] 10% Computing updates...
# Command failed: ['sdkmanager', 'platforms;android-36']
# ENVIRONMENT:
#     SHELL = '/bin/bash'
##[error]Process completed with exit code 1.
"""
PIPED = """\
##[group]Run yes "" | make oldconfig
##[endgroup]
# No change to .config
#
yes: standard output: Broken pipe
##[error]Process completed with exit code 1.
"""
LINTED = """\
##[group]Run npx eslint . --max-warnings 0
##[endgroup]

/home/runner/work/a/a/src/setup.ts
##[warning]  71:32  warning  Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any

ESLint found too many warnings (maximum: 0).
✖ 1 problem (0 errors, 1 warning)
##[error]Process completed with exit code 1.
"""
MARKED = """\
##[group]Run cargo test
##[endgroup]
error[E0061]: this function takes 2 arguments but 1 argument was supplied
##[error]  --> tests/e2e.rs:14:20
   |
14 |     let response = handle(request);
   |                    ^^^^^^--------- argument #2 is missing
   |
note: function defined here
  --> /home/runner/work/a/a/src/lib.rs:8:14
error: could not compile `a` (test "e2e") due to 1 previous error
##[error]Process completed with exit code 101.
"""
COMPILED = """\
##[group]Run ./gradlew build
##[endgroup]
> Task :app:compileDebugKotlin FAILED
e: file:///home/runner/work/a/a/app/src/ui/BottomBar.kt:16:50 Unresolved reference: Receipt
e: file:///home/runner/work/a/a/app/src/ui/Inputs.kt:86:17 @Composable invocations can only happen from the context of a @Composable function

FAILURE: Build failed with an exception.
##[error]Process completed with exit code 1.
"""
UPLOADED = """\
##[group]Run acme/upload@v1
##[endgroup]
ERROR    HTTPError: 400 Bad Request from https://upload.pypi.org/legacy/
         File already exists
         ('acme-0.4.2-py3-none-any.whl', with
         blake2_256
         hash
         'df1a0d4d'). See the help for more
         information.
Post job cleanup.
[command]/usr/bin/git version
Cleaning up orphan processes
"""
MACH = """\
##[group]Run ./mach build
##[endgroup]
131:32.41 browser/app/silicium.exe.res
131:32.79 llvm-rc: Error in ICON statement (ID 1):
131:32.79 no such file or directory
131:32.83 mingw32-make[4]: *** [D:/a/w/config/rules.mk:804: private.exe.res] Error 1
##[error]Process completed with exit code 1.
"""
INNER = """\
=================================== FAILURES ===================================
____________________________ TestClient.test_search ____________________________
        for p in parts:
>           result = getattr(result, p)
E           AttributeError: module 'client' has no attribute 'requests'

..\\..\\AppData\\Roaming\\uv\\python\\cpython-3.12.12-windows-x86_64-none\\Lib\\pkgutil.py:528: AttributeError
=========================== short test summary info ============================
FAILED tests/test_client.py::TestClient::test_search
============================== 1 failed in 1.61s ===============================
"""
SPOKEN = """\
##[group]Run acme/ssh@v1
##[endgroup]
Traceback (most recent call last):
  File "/opt/hostedtoolcache/gcloud/lib/tunnel.py", line 444, in wait
    raise ConnectionCreationError(error)
googlesdk.api_lib.tunnel.ConnectionCreationError while connecting [4033: 'not authorized'].
Connection closed by UNKNOWN port 65535

Recommendation: To check for possible causes of SSH connectivity issues and get
recommendations, run again with --troubleshoot.
##[error]Process completed with exit code 1.
"""
KERNEL = """\
##[group]Run make -j4
##[endgroup]
  CC [M]  drivers/acme/dummy.o
../drivers/acme/dummy.c:1:0: sorry, unimplemented: code model 'large' with -fPIC
../drivers/acme/dummy.c:1: confused by earlier errors, bailing out
make[4]: *** [../scripts/Makefile.build:371: drivers/acme/dummy.o] Error 1
  CC      drivers/acme/ril.o
../drivers/acme/ril.c:119:5: warning: passing argument 2 of 'copy' from incompatible pointer type
../include/linux/string.h:24:15: note: expected 'char *' but argument is of type 'char **'
make: *** [Makefile:153: sub-make] Error 2
##[error]Process completed with exit code 2.
"""
SUREFIRE = """\
[INFO] Scanning for projects...
[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 5.923 s <<< FAILURE! - in com.acme.ShopTests
[ERROR] com.acme.ShopTests.contextLoads  Time elapsed: 0.009 s  <<< ERROR!
java.lang.IllegalStateException: Failed to load ApplicationContext for [WebMergedContextConfiguration@6fe33512]
	at org.springframework.test.context.cache.DefaultCacheAware.loadContext(DefaultCacheAware.java:143)
	at org.springframework.test.context.support.DefaultTestContext.getApplicationContext(DefaultTestContext.java:127)
[INFO] BUILD FAILURE
"""
RULED = """\
##[group]Run npm run build
##[endgroup]
Error:\x20
--------------------------------------------------
app/page cannot use the edge runtime.
--------------------------------------------------
##[error]Process completed with exit code 1.
"""


@pytest.mark.parametrize(
    ("log", "line", "file"),
    [
        pytest.param(SPOKEN, 6, "", id="an exception that begins a sentence"),
        pytest.param(KERNEL, 4, "drivers/acme/dummy.c", id="what a compiler has not learned, before notes"),
        pytest.param(SUREFIRE, 4, "", id="a summary names no test, and a framework no place"),
        pytest.param(RULED, 3, "", id="a label above a rule"),
        pytest.param(ANT, 4, "build.xml", id="ant"),
        pytest.param(CODE_ONLY, 11, "", id="a code and nothing else"),
        pytest.param(XUNIT, 6, "", id="the heading of a test is not its message"),
        pytest.param(WARNED, 4, "", id="nothing but a warning"),
        pytest.param(PIPED, 5, "", id="nothing but a broken pipe"),
        pytest.param(LINTED, 7, "src/setup.ts", id="too many warnings"),
        pytest.param(MARKED, 3, "tests/e2e.rs", id="a mark within a message"),
        pytest.param(COMPILED, 4, "app/src/ui/BottomBar.kt", id="two formats of one compiler"),
        pytest.param(UPLOADED, 3, "", id="an action without a mark"),
        pytest.param(MACH, 4, "browser/app/silicium.exe.res", id="minutes before each line"),
        pytest.param(INNER, 5, "tests/test_client.py", id="a stack in libraries alone"),
    ],
)
def test_what_a_log_calls_otherwise_is_found(log: str, line: int, file: str) -> None:
    found = diagnosed(of_bytes(log.encode()), extractor(), str).findings[0]
    assert (found.line, found.file) == (line, file)


def test_a_label_above_a_rule_is_told_with_what_stands_below_it() -> None:
    assert _first(RULED).record.message == "Error: app/page cannot use the edge runtime."


def test_a_row_of_a_table_that_counts_none_is_no_failure() -> None:
    table = "\u274c Failed      | 0     |\n\u26d4 Unsupported | 0     |\n"
    log = f"##[group]Run acme/links@v1\n##[endgroup]\n{table}Post job cleanup.\nCleaning up orphan processes\n"
    assert not diagnosed(of_bytes(log.encode()), extractor(), str).findings


def test_a_summary_is_no_tests_name() -> None:
    assert dict(_first(SUREFIRE).record.metadata)["test"] == "com.acme.ShopTests.contextLoads"


JOBS = """\
back\tInstall\t2026-04-01T09:26:10.9Z ##[group]Run pip install -r requirements.txt
back\tInstall\t2026-04-01T09:26:11.1Z ##[endgroup]
back\tInstall\t2026-04-01T09:26:31.2Z ERROR: Could not find a version that satisfies the requirement ring>=9 (from versions: 1.0)
back\tInstall\t2026-04-01T09:26:31.3Z ERROR: No matching distribution found for ring>=9
back\tInstall\t2026-04-01T09:26:31.4Z ##[error]Process completed with exit code 1.
front\tBuild\t2026-04-01T09:26:40.1Z ##[group]Run npm run build
front\tBuild\t2026-04-01T09:26:40.2Z ##[endgroup]
front\tBuild\t2026-04-01T09:26:42.1Z error during build:
front\tBuild\t2026-04-01T09:26:42.2Z TypeError: chunks is not a function
front\tBuild\t2026-04-01T09:26:42.3Z     at split (file:///w/front/node_modules/ring/dist/split.js:12:5)
front\tBuild\t2026-04-01T09:26:42.4Z ##[error]Process completed with exit code 1.
"""
WORDED = """\
CMake Error at CMakeLists.txt:298 (message):
  The shop must be cloned into a directory named exactly
  `shop`; found `ring`.  See the handbook.


-- Configuring incomplete, errors occurred!
error: failed-wheel-build-for-install

\u00d7 Failed to build installable wheels for some pyproject.toml based projects
##[error]Process completed with exit code 1.
"""
SERVED = """\
##[group]Run acme/lint@v3
##[endgroup]
##[error]Failed to run: Error: Unexpected HTTP response: 404, Error: Unexpected HTTP response: 404
##[error]Unexpected HTTP response: 404
"""
TASK = """\
> Task :npmCi
npm error code ECONNRESET
npm error network aborted

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':npmCi'.
> Process 'command '/w/bin/npm'' finished with non-zero exit value 1

BUILD FAILED in 15s
"""


def test_each_job_that_failed_is_told_and_what_follows_is_of_its_own_job() -> None:
    back, front = analysed(of_bytes(JOBS.encode()), extractor()).ranking.causes[:2]
    assert (back.record.line, front.record.line) == (3, 9)
    assert max(one.line for one in back.follows) == 5


@pytest.mark.parametrize("log", [WORDED, SERVED])
def test_what_says_the_same_again_is_no_further_cause(log: str) -> None:
    assert len(analysed(of_bytes(log.encode()), extractor()).ranking.causes) == 1


def test_a_message_over_several_lines_is_told_whole() -> None:
    assert _first(WORDED).record.message == (
        "The shop must be cloned into a directory named exactly `shop`; found `ring`.  See the handbook."
    )


def test_how_the_command_of_a_task_ended_gives_way_to_what_it_said() -> None:
    assert _first(TASK).record.line == 2
