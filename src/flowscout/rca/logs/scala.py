"""Scala: scalac 2 and 3, sbt, Mill, ScalaTest, MUnit, specs2, scalafmt, scalafix; Clojure's Leiningen.

sbt marks every line `[error] `; Scala 2: `[error] /path/F.scala:12:5: text`, Scala 3: `-- [E007] Type Mismatch Error: path:12:5 ----`. ScalaTest: `- should wrap *** FAILED ***` with
`  3 did not equal 4 (RingSpec.scala:21)`.
Form: sbt's and dotty's reporters, ScalaTest's reporter.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:\[\]][^:\[\]]{0,300}\.(?:scala|sc|sbt|mill))"

PLUGIN: Final = LogFormat(
    name="scala",
    languages=("scala",),
    patterns=(
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:\[error\] )?-- (?:\[(?P<code>E\d+)\] )?(?P<message>[\w -]*Error): "
            + _FILE
            + r":(?P<line>\d+):(?P<column>\d+) ?-*",
            ("Error: ",),
            more=r"^(?:\[error\] )?\s*\d* ?\|",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\[error\] (?:\[E\d+\] )?" + _FILE + r":(?P<line>\d+)(?::(?P<column>\d+))?: (?:error: )?(?P<message>.+)",
            ("[error] ",),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^" + _FILE + r":(?P<line>\d+):(?:(?P<column>\d+):)? error: (?P<message>.+)",
            (".scala:", ".sc:"),
            more=r"^\s",
            weight=0,
        ),
        Pattern(
            "build_definition",
            "build_script",
            r"^(?:\[error\] )?" + _FILE + r":(?P<line>\d+): error: (?P<message>.+)",
            (".sbt:",),
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:\[\w+\] )?\s*- (?P<test>\S.{0,300}?) \*\*\* FAILED \*\*\*",
            ("*** FAILED ***",),
            then=((r"^(?:\[\w+\] )?\s+(?P<message>\S.+?)(?: \((?P<file>\w+\.scala):(?P<line>\d+)\))?$", 2),),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:\[\w+\] )?==> X (?P<test>\S.*?)(?<!\s)\s++[\d.]+s (?P<exception>[\w.]+): (?:(?P<file>[^\s:]+\.scala):(?P<line>\d+))?(?P<message>.*)",
            ("==> X ",),
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\[error\]\s+(?:x|!) (?P<test>\S.{1,300})$",
            ("[error] ",),
            then=((r"^\[error\]\s+(?P<message>\S.+?) \((?P<file>\w+\.scala):(?P<line>\d+)\)", 4),),
            at=1,
            weight=2,
        ),
        Pattern(
            "unresolved_dependency",
            "dependency_resolution",
            r"^\[error\]\s++(?:\(\S+ / update\) )?(?P<message>(?:Error downloading (?P<dependency>\S+)|sbt\.librarymanagement\.ResolveException.*|not found: (?P<url>\S+)|unresolved dependency: (?P<module>\S+).*|.*lmcoursier\S{0,100}FetchError\S{0,100}: .*|found version conflict\(s\).*))",
            ("[error]",),
            more=r"^\[error\]\s{3,}",
            weight=1,
        ),
        Pattern(
            "sbt_error",
            "build_script",
            r"^\[error\] (?P<message>(?:Not a valid (?:command|key|project ID)|No such setting/task|Expected |sbt\.\w+Exception|References? to undefined setting|java\.lang\.\w+|\(\S+ / \S+\) (?!.*(?:compileIncremental|Compilation failed|Tests unsuccessful|Failed tests)).+).*)",
            ("[error] ",),
            weight=0,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^\[(?:error|warn)\] (?P<message>(?>(?:.*?scalafmt: )?)(?P<file>\S+\.(?:scala|sbt)(?!\S))? ?(?:isn't formatted properly!|.*not formatted properly.*|must be formatted))",
            ("formatted",),
            weight=1,
        ),
        Pattern(
            "clojure_error",
            "compile_error",
            r"^(?:Syntax error|Execution error|Unexpected error) (?P<message>.{0,200}?)(?: compiling| macroexpanding|)? ?.{0,60}at \((?P<file>[^:()]+):(?P<line>\d+)(?::(?P<column>\d+))?\)",
            ("yntax error", "xecution error", "nexpected error"),
            then=((r"^(?P<reason>\S.+)", -1),),
            weight=1,
        ),
        Pattern(
            "clojure_test",
            "test_failure",
            r"^(?:FAIL|ERROR) in \((?P<test>[^)]+)\) \((?P<file>[^:()]+):(?P<line>\d+)\)",
            ("FAIL in (", "ERROR in ("),
            then=((r"^(?P<message>expected: .+|\S.+)", 2),),
            weight=2,
        ),
        Pattern(
            "failed",
            "compile_error",
            r"^\[error\] (?:\d+ errors? found|(?:one|two|three|four|five) errors? found|Total time: .*|\(\S+ / \S*(?:compileIncremental|[Tt]est\S*)\) .*|Failed: Total \d+|Failed tests:|Error during tests|\s+\S+(?:Test|Spec|Suite)$)|^\[info\] \*\*\* \d+ TESTS? FAILED \*\*\*|^\d+ errors? found|^(?:one|two) errors? found|^\d+ targets? failed|^[1-9]\d* failures?, \d+ errors?\.|^0 failures, [1-9]\d* errors",
            ("[error] ", "FAILED ***", "errors found", "error found", "targets failed", "failures"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\[info\] All tests passed\.|^\[success\] Total time|^0 failures, 0 errors",
            ("All tests passed", "[success]", "0 failures, 0 errors"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
[error] /home/me/app/src/main/scala/Ring.scala:12:9: not found: value sise
[error]   sise
[error]   ^
[error] -- [E007] Type Mismatch Error: /home/me/app/src/main/scala/Store.scala:3:14
[info] - should wrap *** FAILED ***
[info]   3 did not equal 4 (RingSpec.scala:21)
[error] (Compile / compileIncremental) Compilation failed
""",
    expected=(
        (1, "compilation_error", "/home/me/app/src/main/scala/Ring.scala", 12),
        (4, "compilation_error", "/home/me/app/src/main/scala/Store.scala", 3),
        (6, "test_failure", "RingSpec.scala", 21),
    ),
    signs=(r"^\[info\] (?:welcome to sbt|loading project|compiling \d+ Scala)", r"\bsbt\b.{0,40}\btest\b"),
    advice={
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}", ("Mend the first error first.",), "sbt compile"
        ),
        "build_definition": Advice(
            "The build definition is wrong at {file}:{line}: {message}", (), "sbt reload"
        ),
        "test_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "sbt 'testOnly *'"),
        "unresolved_dependency": Advice(
            "A dependency cannot be had: {message}",
            ("Check that it exists for this Scala version, and the resolvers.",),
            "sbt update",
        ),
        "sbt_error": Advice("sbt stopped: {message}", ("Correct the command or the setting.",)),
        "unformatted": Advice("{file} is not formatted.", ("Run scalafmt and commit.",), "sbt scalafmtCheckAll"),
        "clojure_error": Advice("{file}:{line}: {message} {reason}", ("Correct the form there.",)),
        "clojure_test": Advice("{test} fails: {message}", ("Look at {file}:{line}.",)),
    },
)
