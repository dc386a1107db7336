"""Elixir and Erlang: mix, ExUnit, Credo, Dialyzer, rebar3, EUnit, Common Test; Gleam.

`** (CompileError) lib/a.ex:12: text`, since 1.15 `error: text` with `└─ lib/a.ex:12:5: Mod.fun/1` below. ExUnit: `  1) test name (Mod)`, `     test/a_test.exs:5`, the reason.
Form: ExUnit's CLI formatter, Elixir's diagnostics, rebar3's output.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_EX = r"(?P<file>[^\s:(]{1,300}\.(?:exs?|erl|hrl|heex|leex|eex|gleam))"

PLUGIN: Final = LogFormat(
    name="mix",
    languages=("elixir", "erlang"),
    patterns=(
        Pattern(
            "init_terminating",
            "runtime_error",
            r"^\{?\"?init terminating in do_boot\"?[ ,]+(?P<message>.+)",
            ("init terminating",),
            then=(),
            weight=1,
            language="erlang",
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s{1,4}\d{1,5}\) (?P<test>(?:test|doctest|property|feature|scenario) .{1,300})$",
            (") test ", ") doctest ", ") property ", ") feature ", ") scenario "),
            then=((r"^\s+" + _EX + r":(?P<line>\d+)$", 1), (r"^\s+(?P<message>\S.*)", 1)),
            at=2,
            more=r"^\s{5,}\S",
            weight=2,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\*\* \((?P<exception>CompileError|SyntaxError|TokenMissingError|MismatchedDelimiterError)\) "
            + _EX
            + r":(?P<line>\d+)(?::(?P<column>\d+))?: (?P<message>.+)",
            ("** (",),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\s*error: (?P<message>.+)",
            ("error: ",),
            then=((r"^\s*└─ " + _EX + r":(?P<line>\d+)(?::(?P<column>\d+))?", 12),),
            weight=1,
        ),
        Pattern(
            "cannot_compile",
            "compile_error",
            r"^(?:\*\* \(CompileError\) )?.{0,200}: cannot compile module .*|^== Compilation error in file .* ==|^could not compile dependency",
            ("cannot compile module", "Compilation error in file", "could not compile dependency"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "warning_as_error",
            "compile_error",
            r"^Compilation failed due to warnings while using the --warnings-as-errors option",
            ("--warnings-as-errors",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "warning",
            "lint_failure",
            r"^\s*warning: (?P<message>.+)",
            ("warning: ",),
            then=((r"^\s*(?:└─ )?" + _EX + r":(?P<line>\d+)(?::(?P<column>\d+))?", 12),),
            severity="warning",
        ),
        Pattern(
            "dependency_error",
            "dependency_resolution",
            r"^(?:\*\* \(Mix\) )?(?P<message>(?:Because (?:your app|\").{1,300}|Hex dependency resolution failed.*|Can't continue due to errors on dependencies|Unchecked dependencies for environment .*|\*\* \(Mix\) No package with name (?P<dependency>\S+).*|the dependency (?P<name>\S+) .* (?:is not available|does not match|requires).*))",
            (
                "Because ",
                "Hex dependency",
                "errors on dependencies",
                "Unchecked dependencies",
                "No package with name",
                "the dependency",
            ),
            more=r"^\s+\S|^and ",
            weight=0,
        ),
        Pattern("mix_error", "configuration", r"^\*\* \(Mix\) (?P<message>.+)", ("** (Mix)",), weight=0),
        Pattern(
            "uncaught_exception",
            "runtime_error",
            r"^\s*\*\* \((?P<exception>[A-Z]\w*(?:\.\w+)*|exit|EXIT from \S+|throw)\) (?P<message>.+)",
            ("** (",),
            then=((r"^\s+(?:\(\S+ \S+\) )?" + _EX + r":(?P<line>\d+): ", -8),),
            weight=0,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^\*\* \(Mix\) mix format failed due to --check-formatted|^The following files are not formatted:",
            ("check-formatted", "files are not formatted"),
            then=((r"^\s+(?:\* )?" + _EX, -3),),
            weight=1,
        ),
        Pattern(
            "credo",
            "lint_failure",
            r"^[┃│]\s+\[(?P<code>[WRDCF])\] [↗→↘↑↓] (?P<message>.+)",
            ("┃", "│"),
            then=((r"^[┃│]\s+" + _EX + r":(?P<line>\d+)(?::(?P<column>\d+))?", 1),),
        ),
        Pattern(
            "dialyzer",
            "type_error",
            r"^" + _EX + r":(?P<line>\d+)(?::(?P<column>\d+))?:(?P<code>\w+)$",
            (".ex:", ".exs:", ".erl:"),
            then=((r"^(?P<message>\S.+)", 1),),
        ),
        Pattern(
            "erlang_error",
            "compile_error",
            r"^(?:===> Compiling \S+ failed|"
            + _EX
            + r":(?P<line>\d+):(?:(?P<column>\d+):)? (?P<message>(?!Warning).+))$",
            (".erl:", ".hrl:"),
            weight=0,
        ),
        Pattern(
            "rebar_error",
            "compile_error",
            r"^(?:===> )?.*┌─ " + _EX + r":",
            ("┌─",),
            then=((r"^\s*(?P<line>\d+) │", 2), (r"│\s+[╰^].{0,20}? (?P<message>\w.+)", 4)),
            weight=1,
        ),
        Pattern(
            "gleam_error",
            "compile_error",
            r"^error: (?P<message>[A-Z].+)",
            ("error: ",),
            then=((r"^\s*┌─ " + _EX + r":(?P<line>\d+):(?P<column>\d+)", 1),),
            weight=1,
        ),
        Pattern(
            "summary",
            "test_failure",
            r"^\s*(?:\d{1,6} (?:doctests?|properties|property|features?|scenarios?|tests?), ){1,6}[1-9]\d{0,6} failures?|^===> (?:Compiling .* failed|Failures?.*)|^Failed: [1-9]\d*\.|^\d+ mods/funs, found [1-9]|^Total errors: [1-9]",
            ("failure", "===> ", "Failed: ", "found ", "Total errors"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\s*(?:\d{1,6} (?:doctests?|properties|property|features?|scenarios?|tests?), ){1,6}0 failures|^All \d+ tests passed\.",
            ("0 failures", "tests passed"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
  1) test wraps (RingTest)
     test/ring_test.exs:5
     Assertion with == failed
     code:  assert Ring.get(0) == 4
     left:  3
** (CompileError) lib/store.ex:12: undefined function opn/1
    error: undefined variable "sise"
    │
 12 │     sise
    │     ^^^^
    │
    └─ lib/ring.ex:12:5: Ring.get/1
2 tests, 1 failure
""",
    expected=(
        (3, "test_failure", "test/ring_test.exs", 5),
        (6, "compilation_error", "lib/store.ex", 12),
        (7, "compilation_error", "lib/ring.ex", 12),
    ),
    signs=(
        r"^Generated \S+ app",
        r"^Running ExUnit with seed",
        r"^===> Verifying dependencies",
        r"\bmix (?:test|compile|deps)",
    ),
    advice={
        "test_failure": Advice(
            "{test} fails: {message}", ("Compare left and right; look at {file}:{line}.",), "mix test {file}:{line}"
        ),
        "compilation_error": Advice("{file}:{line} does not compile: {message}", ("Correct the line.",), "mix compile"),
        "warning": Advice(
            "A warning at {file}:{line}: {message}",
            ("Mend it; with --warnings-as-errors it fails the build.",),
            "mix compile --warnings-as-errors",
        ),
        "dependency_error": Advice(
            "The dependencies cannot be resolved: {message}",
            ("Loosen a requirement, and commit mix.lock.",),
            "mix deps.get",
        ),
        "mix_error": Advice("mix stopped: {message}", ("Correct what it names.",)),
        "uncaught_exception": Advice("{exception}: {message}", ("Look at {file}:{line}.",)),
        "unformatted": Advice(
            "Files are not formatted.", ("Run `mix format` and commit.",), "mix format --check-formatted"
        ),
        "credo": Advice("Credo at {file}:{line}: {message}", ("Mend it.",), "mix credo"),
        "dialyzer": Advice(
            "Dialyzer {code} at {file}:{line}: {message}", ("Correct the spec or the call.",), "mix dialyzer"
        ),
        "erlang_error": Advice("{file}:{line} does not compile: {message}", ("Correct the line.",), "rebar3 compile"),
        "rebar_error": Advice("{file}:{line} does not compile: {message}", ("Correct the line.",), "rebar3 compile"),
        "gleam_error": Advice("{file}:{line}: {message}", ("Correct the line.",), "gleam check"),
    },
)
