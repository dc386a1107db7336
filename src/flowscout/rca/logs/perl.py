"""Perl, prove and CPAN; Lua, busted and LuaRocks; Tcl.

`text at file line n.`, `Can't locate A/B.pm in @INC … at file line n.`, `#   Failed test 'name'` with `#   at t/a.t line 5.`, prove's "Result: FAIL". Lua: `lua: file:12: text`.
Form: perldiag, Test::More, Lua manual.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_AT = r" at (?P<file>\S{1,300}) line (?P<line>\d+)"

PLUGIN: Final = LogFormat(
    name="perl",
    languages=("perl", "lua"),
    patterns=(
        Pattern(
            "missing_module",
            "import_error",
            r"(?P<message>Can't locate (?P<dependency>\S{1,200}) in @INC.*?)(?:" + _AT + r"\.?)?(?![^\n])",
            ("Can't locate",),
            weight=2,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?P<message>(?:syntax error|Global symbol \"[^\"]+\" requires explicit package name|Can't find string terminator|Missing right curly|Bareword \"[^\"]+\" not allowed|Unmatched right).{0,200}?)"
            + _AT,
            (" line ",),
            weight=1,
        ),
        Pattern(
            "compile_failed",
            "compile_error",
            r"^(?:BEGIN failed--compilation aborted|Compilation failed in require|Execution of \S+ aborted due to compilation errors)|^\S+ had compilation errors\.",
            ("compilation aborted", "Compilation failed in", "compilation errors"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*#\s+Failed test(?: '(?P<test>.{1,300})'|(?: at (?P<source>\S+) line \d+\.?)?)$",
            ("#   Failed test", "# Failed test"),
            then=(
                (r"^\s*#\s+(?:in |at )(?P<file>\S+?)(?: at)? line (?P<line>\d+)\.?", 2),
                (r"^\s*#\s+(?P<message>(?:got|expected|'|\$|Structures|[^L]).+)", -3),
            ),
            weight=2,
        ),
        Pattern(
            "test_died",
            "test_failure",
            r"^# Looks like your test exited with \d+|^# Looks like you (?:planned|failed) .*",
            ("# Looks like",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "missing_module",
            "import_error",
            r"^(?:- )?(?P<message>(?:(?P<dependency>[A-Z]\w*(?:::\w+)*) (?:version \S+ required--this is only version \S++|\s*\.\.\.missing\..*|.{0,60}does not appear to be installed)|Required plugin (?:bundle )?(?P<plugin>\S+) isn't installed\.|Can't open perl script \"(?P<script>[^\"]+)\").*?)(?:"
            + _AT
            + r"\.?)?(?![^\n])",
            (
                "required--this is only",
                "...missing.",
                "does not appear to be installed",
                "isn't installed.",
                "Can't open perl script",
            ),
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?P<message>(?:String|Bareword|Number|Scalar) found where operator expected) at (?P<file>\S+) line (?P<line>\d+)",
            ("found where operator expected",),
            weight=1,
        ),
        Pattern(
            "perl_died",
            "runtime_error",
            r"^(?P<message>(?:Can't (?:call method|open|use|find|exec|load|modify|coerce)|Undefined subroutine|Illegal division|Not an? \w+ reference|Can't|Died|Modification of|Useless use|Use of uninitialized).{0,300}?)"
            + _AT,
            (" line ",),
            weight=0,
        ),
        Pattern(
            "uninitialized",
            "runtime_error",
            r"^Use of uninitialized value .*",
            ("Use of uninitialized",),
            role="noise",
            severity="warning",
        ),
        Pattern(
            "cpan_error",
            "dependency_resolution",
            r"^(?:! |ERROR: )(?P<message>(?:Finding \S+ \([^()]*\) on .* failed|Couldn't find module or a distribution (?P<dependency>\S+)|Installing the dependencies failed: .*|Configure failed for \S+|Installing \S+ failed|.* not found.*).*)",
            ("! ", "ERROR: "),
            weight=0,
        ),
        Pattern(
            "lua_error",
            "runtime_error",
            r"^(?:lua[\d.]*|luajit|luac[\d.]*|busted): (?P<file>[^\s:]+):(?P<line>\d+): (?P<message>.+)",
            (
                "lua: ",
                "luajit: ",
                "luac: ",
                "lua5",
                "busted: ",
            ),
            weight=1,
            language="lua",
        ),
        Pattern(
            "lua_test",
            "test_failure",
            r"^(?:Failure|Error) → (?P<file>[^\s:]+) @ (?P<line>\d+)$",
            ("Failure →", "Error →"),
            then=((r"^(?P<test>\S.+)", 1), (r"^(?P<message>\S.+)", 2)),
            at=2,
            weight=2,
            language="lua",
        ),
        Pattern(
            "luacheck",
            "lint_failure",
            r"^\s+(?P<file>[^\s:]+\.lua):(?P<line>\d+):(?P<column>\d+): (?P<message>\(?[EW]?\d*\)? ?.+)",
            (".lua:",),
            weight=0,
            language="lua",
        ),
        Pattern(
            "luarocks",
            "dependency_resolution",
            r"^Error: (?P<message>(?:No results matching query|Could not satisfy dependency|Build error: ).+)",
            ("Error: ",),
            weight=1,
            language="lua",
        ),
        Pattern(
            "failed",
            "test_failure",
            r"^Result: FAIL$|^Failed \d+/\d+ (?:test )?(?:programs|subtests)|^(?:t/\S+|\S+\.t) .*(?:Dubious|Failed|Wstat)|^Test Summary Report|^\s+Failed tests?:  \d|^\d+ successes? / [1-9]\d* failures?|^Total: [1-9]\d* warnings?",
            ("Result: FAIL", "Failed ", "Dubious", "Wstat", "Test Summary", "Failed test", "failures", "Total: "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^Result: PASS$|^All tests successful\.|^\d+ successes? / 0 failures / 0 errors",
            ("Result: PASS", "All tests successful", "/ 0 failures"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
Can't locate JSON/None.pm in @INC (you may need to install the JSON::None module) (@INC contains: /etc/perl) at lib/Store.pm line 4.
BEGIN failed--compilation aborted at lib/Store.pm line 4.
#   Failed test 'wraps'
#   at t/ring.t line 9.
#          got: '3'
#     expected: '4'
# Looks like you failed 1 test of 2.
Can't call method "opn" on an undefined value at lib/Ring.pm line 12.
lua: ring.lua:12: attempt to index a nil value (global 'ring')
Result: FAIL
""",
    expected=(
        (1, "missing_module", "lib/Store.pm", 4),
        (3, "test_failure", "t/ring.t", 9),
        (8, "perl_died", "lib/Ring.pm", 12),
        (9, "lua_error", "ring.lua", 12),
    ),
    signs=(r"^t/\S+\.t \.+ ok", r"\bprove\b", r"^\*\*\* Installing |^--> Working on "),
    advice={
        "missing_module": Advice(
            "Perl finds no {dependency}.", ("Add it to cpanfile or Makefile.PL and install it; check PERL5LIB.",)
        ),
        "syntax_error": Advice("{file}:{line} cannot be parsed: {message}", ("Correct the line.",), "perl -c {file}"),
        "test_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "prove -lv {file}"),
        "perl_died": Advice("The program died: {message}", ("Look at {file}:{line}.",)),
        "cpan_error": Advice("CPAN: {message}", ("Check the module's name; its build log says more.",)),
        "lua_error": Advice("Lua stopped: {message}", ("Look at {file}:{line}.",)),
        "lua_test": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "busted {file}"),
        "luacheck": Advice("{file}:{line}: {message}", ("Mend it.",), "luacheck ."),
        "luarocks": Advice("LuaRocks: {message}", ("Check name and version.",)),
    },
)
