"""What only says that another program failed gives way to what that program said, and a place is a place of ours."""

from __future__ import annotations

import pytest

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
