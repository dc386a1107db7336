"""What stands between a tool and its reader: a service that drives the build, a narrow console, a record that keeps a text in one line."""

from __future__ import annotations

import json

import pytest

from flowscout.rca.locate import repository_path
from rca.test_consoles import first

PHASES = """\
[RUN_GRADLEW] > Task :app:compileReleaseKotlin FAILED
[RUN_GRADLEW] e: file:///home/expo/workingdir/build/android/app/Till.kt:12:5 Unresolved reference: Drawer
[RUN_GRADLEW] FAILURE: Build failed with an exception.
[RUN_GRADLEW] BUILD FAILED in 5m 1s
"""
STREAMS = """\
[stderr]
error Unable to resolve module ../till from /home/expo/workingdir/build/screens/Shop.tsx:
[stderr]
None of these files exist:
[stderr]
   9 | import shelf from "../shelf";
[stderr]
> 10 | import till from "../till";
[stderr]
     |                   ^

> Task :app:createBundleReleaseJsAndAssets FAILED
"""
DRAWN = """\
› Compiling Till Pods/Till » AppDelegate.swift
❌  (ios/Till/AppDelegate.swift:12:34)

  11 |   func open() {
> 12 |     let till = Drawer()
     |                ^ cannot find 'Drawer' in scope
  13 |   }

› 1 error(s), and 3 warning(s)
CommandError: Failed to build iOS project. "xcodebuild" exited with error code 65.
"""
BUNDLED = """\
iOS Bundling failed 12034ms node_modules/expo-router/entry.js (1204 modules)
Unable to resolve "till-svg" from "app/(tabs)/index.tsx"
"""
ANT = """\
Buildfile: /srv/shop/build.xml

compile:
    [mxmlc] /srv/shop/generated/Till.as:42
    [mxmlc] Error: Access of possibly undefined property till.
    [mxmlc]         this.open(till)
"""
TABLE = """\
  0/70 [░░░░░░░░░░░░░░░░░░░░░░░░░░░░]   0%
 ------ --------------------------
  Line   src/Till.php
 ------ --------------------------
  38     Method Till::__construct()
         has parameter $options
         with no value type.
         💡 See:
            https://phpstan.org/blog
  77     Access to an undefined
         property Till::$drawer.
         🪪  property.notFound
 ------ --------------------------

 [ERROR] Found 2 errors

PHPUnit 10.5.46 by Sebastian Bergmann and contributors.
OK (148 tests, 791 assertions)
"""
NARROW = """\
 -- ------------------------
     Error
 -- ------------------------
     Internal error: Cannot
     read the generator
     'drawer.till_generator.
     of_the_shop'
     while analysing file
     src/Till.php
 -- ------------------------

 [ERROR] Found 1 error
"""
PULLED = """\
#2 [internal] load metadata for docker.io/library/node:20
#2 ERROR: failed to authorize: failed to fetch oauth token: dial tcp 38.121.72.166:443: i/o timeout
------
 > [internal] load metadata for docker.io/library/node:20:
------
Dockerfile:2
--------------------
   2 | >>> FROM node:20 AS builder
--------------------
"""
TRACE = """\
Traceback (most recent call last):
  File "/vercel/path0/manage.py", line 22, in <module>
    main()
  File "/vercel/path0/shop/settings.py", line 14, in main
    import till
ModuleNotFoundError: No module named 'till'
"""
EVENT = json.dumps({"type": "stderr", "created": 1, "payload": {"text": TRACE, "date": 1}})
RECORD = json.dumps({"level": "error", "msg": TRACE.rstrip(), "at": "start"})
COMMAND = "::error::" + TRACE.rstrip().replace("\n", "%0A")


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (PHASES, ("kotlinc", "android/app/Till.kt", 12)),
        (STREAMS, ("webpack", "screens/Shop.tsx", 10)),
        (DRAWN, ("swift", "ios/Till/AppDelegate.swift", 12)),
        (BUNDLED, ("webpack", "app/(tabs)/index.tsx", 0)),
        (ANT, ("plain", "srv/shop/generated/Till.as", 42)),
        (TABLE, ("phpstan", "src/Till.php", 38)),
        (NARROW, ("phpstan", "src/Till.php", 0)),
        (PULLED, ("docker", "Dockerfile", 2)),
        (EVENT, ("python", "shop/settings.py", 14)),
        (RECORD, ("python", "shop/settings.py", 14)),
        (COMMAND, ("python", "shop/settings.py", 14)),
    ],
    ids=["phases", "streams", "drawn", "bundled", "ant", "table", "narrow", "pulled", "event", "record", "command"],
)
def test_the_place_is_told_through_what_stands_between(log: str, told: tuple[str, str, int]) -> None:
    tool, file, line, _ = first(log)
    assert (tool, repository_path(file), line) == told


def test_what_a_console_cut_is_one_message_again() -> None:
    assert first(TABLE)[3] == "Method Till::__construct() has parameter $options with no value type."
    assert "read the generator 'drawer.till_generator.of_the_shop' while analysing" in first(NARROW)[3]


def test_a_trace_in_one_line_ends_in_what_was_raised() -> None:
    for log in (EVENT, RECORD, COMMAND):
        assert first(log)[3] == "ModuleNotFoundError: No module named 'till'"


def test_of_a_chain_in_one_line_the_last_is_told() -> None:
    below = (
        "\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n"
    )
    chain = TRACE + below + '  File "/srv/shop/till.py", line 9, in <module>\n    shut()\nRuntimeError: shut\n'
    for log in (json.dumps({"msg": chain}), json.dumps({"type": "stderr", "payload": {"text": chain}})):
        assert first(log)[1:] == ("/srv/shop/till.py", 9, "RuntimeError: shut")


def test_a_frame_alone_is_no_trace() -> None:
    assert first('INFO serving File "/srv/till.py", line 3, in main\n') == ("", "", 0, "")
