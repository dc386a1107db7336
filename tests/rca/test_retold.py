"""What one tool retells of another, with its place: a compiler's words in Flutter's, a worker's error in its parent, a shell's in make's."""

from __future__ import annotations

import pytest

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.source import of_bytes

XCODE = """\
Building dev.till.app for device (ios-release)...
Failed to build iOS app
Swift Compiler Error (Xcode): Stored properties cannot be marked potentially unavailable with '@available'
/srv/shop/ios/Classes/Till.swift:31:5

Encountered error while building for device.
"""
GINKGO = """\
  [FAILED] in [It] - /home/runner/work/shop/shop/tests/till_test.go:53 @ 10/12/25 00:00:14.527
• [FAILED] [83.184 seconds]
Till opening the drawer [It] should open
/home/runner/work/shop/shop/tests/till_test.go:40

  [FAILED] Expected
      <[]v1.Coin | len:0, cap:0>: nil
  to have length 4
  In [It] at: /home/runner/work/shop/shop/tests/till_test.go:53 @ 10/12/25 00:00:14.527
------------------------------

Summarizing 1 Failure:
  [FAIL] Till opening the drawer [It] should open
  /home/runner/work/shop/shop/tests/till_test.go:53

FAIL! -- 0 Passed | 1 Failed | 5 Pending | 113 Skipped
--- FAIL: TestTill (83.25s)
FAIL
"""
WORKER = """\
multiprocessing.pool.RemoteTraceback:
\"\"\"
Traceback (most recent call last):
  File "/srv/shop/till/drawer.py", line 114, in open
    raise DrawerError("stuck")
till.drawer.DrawerError: stuck

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/django/test/runner.py", line 186, in _confirm_picklable
    pickle.loads(pickle.dumps(obj))
TypeError: cannot pickle 'traceback' object
\"\"\"

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/shop/manage.py", line 22, in <module>
    main()
  File "/usr/lib/python3.12/multiprocessing/pool.py", line 873, in next
    raise value
TypeError: cannot pickle 'traceback' object
"""
RECIPE = """\
=> tidy
/bin/bash: line 1: cd: coins: No such file or directory
make[1]: *** [make/go.mk:103: tidy.coins] Error 1
make: *** [make/go.mk:90: tidy] Error 2
"""
LINTED = """\
#14 43.93  ✓ Compiled successfully in 36.0s
#14 43.93    Linting and checking validity of types ...
#14 50.84
#14 50.84 Failed to compile.
#14 50.84
#14 50.84 ./src/till.tsx
#14 50.84 103:50  Error: `'` can be escaped with `&apos;`, `&lsquo;`, `&#39;`, `&rsquo;`.  react/no-unescaped-entities
#14 50.84 104:46  Error: `'` can be escaped with `&apos;`, `&lsquo;`, `&#39;`, `&rsquo;`.  react/no-unescaped-entities
#14 ERROR: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1
Dockerfile:11
--------------------
  11 | >>> RUN npm run build
--------------------
ERROR: failed to build: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1
❌ Deployment failed. Cleaning up partial resources...
"""
SCRIPT = """\
   Compiling till v0.1.0 (D:\\a\\till\\till)
error: failed to run custom build command for `till v0.1.0 (D:\\a\\till\\till)`

Caused by:
  process didn't exit successfully: `D:\\a\\till\\target\\release\\build\\till-55ef\\build-script-build` (exit code: 1)
  --- stdout
  cargo:rerun-if-changed=coins
  cargo:rustc-cfg=drawer
  `icons/till.ico` not found; it is needed for the resource file
warning: build failed, waiting for other jobs to finish...
failed to build app: failed to build app
       Error failed to build app: failed to build app
[ELIFECYCLE] Command failed with exit code 1.
##[error]Process completed with exit code 1.
"""
HEADER = """\
/srv/shop/node_modules/till/apple/Till.h:5:9: fatal error: 'coins/coins.h' file not found
    5 | #import <coins/coins.h>
      |         ^~~~~~~~~~~~~~~
make: *** [Makefile:3: till.o] Error 1
"""


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


@pytest.mark.parametrize(
    ("log", "line", "place"),
    [
        (XCODE, 3, ("/srv/shop/ios/Classes/Till.swift", 31)),
        (GINKGO, 6, ("tests/till_test.go", 53)),
        (WORKER, 23, ("/srv/shop/till/drawer.py", 114)),
        (RECIPE, 2, ("make/go.mk", 103)),
        (LINTED, 7, ("src/till.tsx", 103)),
        (SCRIPT, 9, ("", 0)),
        (HEADER, 1, ("/srv/shop/node_modules/till/apple/Till.h", 5)),
    ],
)
def test_what_is_retold_stands_where_it_was_found(log: str, line: int, place: tuple[str, int]) -> None:
    """A stack of libraries alone has the place of what it comes from; a header that is missing is asked for in a file, whosever it is."""
    first = told(log).findings[0]
    assert (first.line, (first.file, first.file_line)) == (line, place)


def test_what_was_found_and_what_was_expected_are_told_in_one() -> None:
    assert told(GINKGO).findings[0].message == "Expected <[]v1.Coin | len:0, cap:0>: nil to have length 4"
