"""Compilers and runtimes with few logs each: Zig, OCaml and dune, Nim, D, Crystal, V, Ada, Pascal, Fortran's runtime, Solidity, Verilog, Arduino.

Each prints `file:line:column: error: text`, or a form near to it; OCaml names the place first (`File "a.ml", line 3, characters 5-9:`), then `Error: text`.
Form: the compilers' own documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="native",
    languages=("zig", "ocaml", "nim", "d", "crystal", "v", "ada", "pascal", "solidity", "verilog"),
    patterns=(
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>[^\s:][^:]{0,300}\.zig(?:\.zon)?):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)",
            (".zig:", ".zon:"),
            more=r"^\s|^.*: note: ",
            language="zig",
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^error: '(?P<test>[^']+)' failed: ?(?P<message>.*)",
            ("' failed: ",),
            then=((r"^(?P<file>/(?!usr/)[^\s:]+\.zig):(?P<line>\d+):(?P<column>\d+):", -12),),
            language="zig",
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?P<number>\d+)/\d+ (?P<test>\S+)\.\.\.FAIL \((?P<message>\w+)\)",
            ("...FAIL (",),
            then=((r"^(?P<file>/(?!usr/)\S{0,200}(?<!testing)\.zig):(?P<line>\d+):(?P<column>\d+):", -6),),
            language="zig",
            weight=2,
        ),
        Pattern(
            "zig_failed",
            "compile_error",
            r"^(?:error: the following (?:build )?command (?:failed|exited).*|Build Summary: \d+/\d+ steps succeeded; \d+ failed.*|[+└├].*(?:\d errors|failure|transitive failure)$|\d+ passed; \d+ skipped; [1-9]\d* failed\.)",
            ("the following", "Build Summary", "errors", "failure", "failed."),
            role=CONSEQUENCE,
            weight=1,
            language="zig",
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^File \"(?P<file>[^\"]{1,300}\.(?:mli?|mll|mly|re)|[^\"]{0,300}dune(?:-project)?|[^\"]{1,300}\.opam)\", lines? (?P<line>\d+)(?:-\d+)?(?:, characters (?P<column>\d+)-\d+)?:",
            ('File "',),
            then=((r"^Error(?: \(.+\))?: (?P<message>.+)", 12),),
            at=1,
            more=r"^\s{2,}\S",
            language="ocaml",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>[^\s:]+\.(?:vala|vapi|gs)):(?P<line>\d+)\.(?P<column>\d+)-\d+\.\d+: error: (?P<message>.+)",
            (".vala:", ".vapi:", ".gs:"),
            language="vala",
        ),
        Pattern(
            "missing_library",
            "dependency_resolution",
            r"^error: (?P<message>Package `(?P<dependency>[^']+)' not found in specified Vala API directories.*)|^Error: (?P<said>Library \"(?P<library>[^\"]+)\" not found\..*)",
            ("Vala API", "Error: Library"),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^%Error(?:-\w+)?: (?P<message>(?!Exiting due to).+)",
            ("%Error",),
            language="verilog",
            weight=-1,
        ),
        Pattern(
            "opam_error",
            "dependency_resolution",
            r"^\[ERROR\] (?P<message>(?:No solution found|Package conflict!|No package named (?P<dependency>\S+)|The compilation of (?P<package>\S+) failed).*)",
            ("[ERROR] ",),
            more=r"^\s+[*-]",
            language="ocaml",
            weight=1,
        ),
        Pattern(
            "ocaml_exception",
            "runtime_error",
            r"^Fatal error: exception (?P<message>.+)",
            ("Fatal error: exception",),
            then=((r"^(?:Raised at|Called from) .*file \"(?P<file>(?!stdlib)[^\"]+)\"[^\"]{0,100}, line (?P<line>\d+)", -6),),
            language="ocaml",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>[^\s(][^(]{0,300}\.(?:nim|nims|d|di|pas|pp|lpr|dpr|inc))\((?P<line>\d+)(?:, ?(?P<column>\d+))?\):? (?:Fatal|Error):? ?(?P<message>.+)",
            ("Error", "Fatal"),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:Error: )?[Ii]n (?P<file>[^\s:]+\.cr):(?P<line>\d+):(?P<column>\d+)",
            (".cr:",),
            then=((r"^(?:Error: (?P<message>.+)|Syntax error.*)", 8),),
            at=1,
            language="crystal",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>[^\s:]+\.(?:v|vsh|adb|ads|gpr|sv|svh|vhd|vhdl)):(?P<line>\d+):(?:(?P<column>\d+):)? (?:error: |syntax error|\(?error\)?: )?(?P<message>(?!warning: |note: |info: |\(style\)).+)",
            (".v:", ".adb:", ".ads:", ".sv:", ".vhd", ".gpr:"),
            weight=0,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^%(?:Error|Warning)(?:-(?P<code>\w+))?: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<message>.+)",
            ("%Error", "%Warning"),
            language="verilog",
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:Error \(\d+\)|\w*Error): (?P<message>.+)",
            ("Error",),
            then=((r"^\s*--> (?P<file>[^\s:]+\.sol):(?P<line>\d+):(?P<column>\d+)", 2),),
            language="solidity",
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\[FAIL(?:[:.] (?P<message>.+?))?\] (?P<test>\w+\(.{0,200}\))",
            ("[FAIL",),
            language="solidity",
            weight=2,
        ),
        Pattern(
            "fortran_runtime",
            "runtime_error",
            r"^At line (?P<line>\d+) of file (?P<file>\S+)",
            ("At line ",),
            then=((r"^Fortran runtime error: (?P<message>.+)", 2),),
            at=1,
            language="fortran",
            weight=2,
        ),
        Pattern(
            "backtrace",
            "crash",
            r"^(?P<message>Program received signal SIG\w+.*)",
            ("Program received signal",),
            then=(
                (
                    r"^#\d+ .* (?:at|in) (?P<file>(?!(?:\.\./|\./)+(?:sysdeps|nptl|csu|malloc|string)/|/usr/|/build/)[^\s:]+):(?P<line>\d+)",
                    -12,
                ),
            ),
            weight=1,
        ),
        Pattern(
            "ada_exception",
            "runtime_error",
            r"^raised (?P<exception>[A-Z][A-Z_.]+) : (?P<file>[^\s:]+):(?P<line>\d+) (?P<message>.+)",
            ("raised ",),
            weight=1,
            language="ada",
        ),
        Pattern(
            "scheme_error",
            "runtime_error",
            r"^(?P<place>\S+:\d+:\d+: )?(?P<message>In procedure \S+: .+|Unbound variable: .+)",
            ("In procedure", "Unbound variable"),
            weight=1,
            language="scheme",
        ),
        Pattern(
            "lisp_error",
            "runtime_error",
            r"^(?:debugger invoked on an?|Unhandled|debugger invoked on a) (?P<exception>[A-Z][A-Z0-9:-]{3,60})\b.*",
            ("debugger invoked", "Unhandled "),
            then=((r"^  (?P<message>\S.+)", -3),),
            weight=1,
            language="lisp",
        ),
        Pattern(
            "arduino_missing",
            "missing_file",
            r"^(?P<message>(?:Platform '[^']+' not found|Error resolving FQBN: .+|Library '(?P<dependency>[^']+)' not found|UnknownPackageError: .+))",
            ("not found", "resolving FQBN", "UnknownPackageError"),
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^All \d+ tests passed\.|^\[Suite\] .*PASSED|^Build Summary: (?P<n>\d+)/(?P=n) steps succeeded$",
            ("tests passed.", "PASSED", "steps succeeded"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
src/ring.zig:12:9: error: use of undeclared identifier 'sise'
File "bin/main.ml", line 3, characters 8-12:
3 | let x = opn 4
            ^^^
Error: Unbound value opn
ring.nim(12, 5) Error: undeclared identifier: 'sise'
At line 9 of file ring.f90
Fortran runtime error: Index '9' of dimension 1 of array 'a' above upper bound of 4
""",
    expected=(
        (1, "compilation_error", "src/ring.zig", 12),
        (5, "compilation_error", "bin/main.ml", 3),
        (6, "compilation_error", "ring.nim", 12),
        (8, "fortran_runtime", "ring.f90", 9),
    ),
    signs=(r"^[ \t]*ocamlfind ", r"^steps \[\d+/\d+\]", r"\bzig build\b", r"\bdune (?:build|runtest)"),
    advice={
        "missing_library": Advice(
            "A library is missing: {dependency}{library}", ("Install it in the build environment.",)
        ),
        "compilation_error": Advice("{file}:{line} does not compile: {message}", ()),
        "test_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",)),
        "opam_error": Advice("opam: {message}", ("Loosen a constraint; install system packages with `opam depext`.",)),
        "ocaml_exception": Advice(
            "An exception was not caught: {message}", ("Look at {file}:{line}; OCAMLRUNPARAM=b shows the way.",)
        ),
        "fortran_runtime": Advice(
            "The Fortran program stopped at {file}:{line}: {message}", ("Check bounds and files there.",)
        ),
        "ada_exception": Advice("{exception} at {file}:{line}: {message}", ("Look at the values used on that line.",)),
        "scheme_error": Advice("{message}", ("Look at the innermost call of the backtrace above.",)),
        "lisp_error": Advice(
            "{exception} stopped the program.", ("Look at the innermost call of the backtrace below.",)
        ),
        "backtrace": Advice("{message}", ("Look at {file}:{line}.",)),
        "arduino_missing": Advice("{message}", ("Install the core or library in the job.",)),
    },
)
