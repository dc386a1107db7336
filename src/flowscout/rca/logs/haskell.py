"""Haskell: GHC, Cabal, Stack, Hspec, Tasty, HLint.

`file.hs:12:5: error: [GHC-83865]` with the text indented below. Cabal: `Error: cabal: Could not resolve dependencies:`; Hspec numbers failures.
Form: GHC user guide; Cabal's solver messages.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_HS = r"^(?:\S+\s+>\s)?(?P<file>[^\s:][^:]{0,300}\.(?:l?hs|hsc|chs|hs-boot)):(?P<line>\d+):(?P<column>\d+)(?:-\d+)?: "

PLUGIN: Final = LogFormat(
    name="ghc",
    languages=("haskell",),
    patterns=(
        Pattern(
            "missing_module",
            "import_error",
            _HS + r"error:",
            (".hs:", ".lhs:"),
            then=((r"^\s+(?:• )?(?P<message>Could not (?:find|load) module [‘`'](?P<dependency>[^’']+)['’].*)", 2),),
            more=r"^\s{2,}\S|^\s*\|",
            weight=1,
        ),
        Pattern(
            "not_in_scope",
            "compile_error",
            _HS + r"error:.*",
            (".hs:", ".lhs:"),
            then=(
                (
                    r"^\s+(?:• )?(?P<message>(?:Variable|Data constructor|Not in scope|Type constructor).*(?:not in scope)?.*)",
                    1,
                ),
            ),
            more=r"^\s{2,}\S|^\s*\|",
            weight=0,
        ),
        Pattern(
            "type_error",
            "type_error",
            _HS + r"error:.*",
            (".hs:", ".lhs:"),
            then=(
                (
                    r"^\s+(?:• )?(?P<message>(?:Couldn't match|No instance for|Expected|Ambiguous type|Occurs check|Non type-variable).*)",
                    1,
                ),
            ),
            more=r"^\s{2,}\S|^\s*\|",
            weight=0,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            _HS + r"(?:fatal )?error:(?: (?P<message>\[?.*))?$",
            (".hs:", ".lhs:", ".hsc:"),
            then=((r"^\s+(?:• )?(?P<text>\S.+)", -1),),
            more=r"^\s{2,}\S|^\s*\|",
        ),
        Pattern(
            "hlint",
            "lint_failure",
            _HS + r"(?P<severity>Warning|Suggestion|Error): (?P<message>.+)",
            (".hs:",),
            weight=0,
        ),
        Pattern(
            "dependency_resolution",
            "dependency_resolution",
            r"^(?:Error: )?(?:\[Cabal-\d+\]|cabal: |Error: cabal: |)\s*(?P<message>(?:Could not resolve dependencies:|Encountered missing or private dependencies:|Error: While constructing the build plan).*)",
            ("Could not resolve dependencies", "missing or private dependencies", "constructing the build plan"),
            more=r"^\[__\d+\]|^\s+\S|^$|^After searching|^In the dependencies",
            weight=1,
        ),
        Pattern(
            "unknown_package",
            "dependency_resolution",
            r"^(?:cabal: |Error: )?(?P<message>(?:There is no package named '(?P<dependency>[^']+)'|(?>.*?rejecting: ).*\(conflict: .*|.* needed, but the stack configuration has no specified version.*))",
            ("no package named", "needed, but the stack"),
            weight=0,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^  \d{1,4}\) (?P<test>\S.{0,300})$",
            (
                "0) ",
                "1) ",
                "2) ",
                "3) ",
                "4) ",
                "5) ",
                "6) ",
                "7) ",
                "8) ",
                "9) ",
            ),
            then=((r"^\s{6,}(?P<message>(?:expected|predicate failed|uncaught exception|Falsifi).*)", 3),),
            at=1,
            above=(r"^  (?P<file>\S+\.hs):(?P<line>\d+):(?P<column>\d+):", 1),
            more=r"^\s{6,}",
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s+(?P<test>\S.{0,200}?):\s+FAIL(?: \([\d.]+s\))?$",
            ("FAIL",),
            then=((r"^\s+(?:(?P<file>\S+\.hs):(?P<line>\d+):?|(?P<message>\S.+))$", 1),),
            at=0,
            weight=-1,
        ),
        Pattern("test_failure", "test_failure", r"^\s{1,40}(?P<test>\S.{0,300}) \[[✘✖]\]$", ("[✘]", "[✖]"), weight=0, message="{test} fails"),
        Pattern(
            "failed",
            "compile_error",
            r"^(?:(?:Error: )?(?:\[Cabal-\d+\]\s*)?cabal: Tests failed for |(?:Error: )?(?:\[Cabal-\d+\]\s*)?(?:cabal: )?Failed to build .*|Process exited with code: ExitFailure \d+|Error: \[S-\d+\]|\d+ examples?, [1-9]\d* failures?|\d+ out of \d+ tests failed.*|Test suite \S+: FAIL|Some packages failed)",
            ("Failed to build", "Tests failed for", "ExitFailure", "Error: [S-", "failure", "tests failed", ": FAIL"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^All \d+ tests passed|^Test suite \S+: PASS",
            ("tests passed", ": PASS"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
src/Ring.hs:12:9: error: [GHC-83865]
    • Couldn't match expected type ‘Int’ with actual type ‘[Char]’
   |
12 |   get = "x"
src/Main.hs:3:1: error: [GHC-87110]
    Could not find module ‘Data.Non’.
Error: [Cabal-7125]
Failed to build app-0.1 (which is required by exe:app from app-0.1).
""",
    expected=((1, "type_error", "src/Ring.hs", 12), (5, "missing_module", "src/Main.hs", 3)),
    signs=(r"^\[\d+ of \d+\] Compiling ", r"^Build profile: ", r"\b(?:cabal|stack) (?:build|test)", r"^\d+ out of \d+ tests failed"),
    advice={
        "missing_module": Advice(
            "GHC finds no module `{dependency}`.",
            ("Add its package to build-depends, or list it in other-modules.",),
            "cabal build",
        ),
        "not_in_scope": Advice("{message} ({file}:{line})", ("Import it, or correct the name.",), "cabal build"),
        "type_error": Advice(
            "Types disagree at {file}:{line}: {message}",
            ("Compare with the signature that the change touched.",),
            "cabal build",
        ),
        "compilation_error": Advice("{file}:{line} does not compile: {text}", ("Correct the line.",), "cabal build"),
        "hlint": Advice("HLint at {file}:{line}: {message}", ("Take its suggestion.",), "hlint ."),
        "dependency_resolution": Advice(
            "The dependencies cannot be resolved.",
            ("Widen the bounds that the conflict names, or update the index.",),
            "cabal build --dry-run",
        ),
        "unknown_package": Advice("{message}", ("Correct its name, or add it to extra-deps.",)),
        "test_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "cabal test"),
    },
)
