"""Make, Ninja, Meson, Autoconf and the tools they call.

`make: *** [Makefile:12: target] Error 2` says only that a recipe failed: the cause stands above. What make itself cannot do
is a cause: `No rule to make target`, `missing separator`. `FAILED: target` of Ninja is followed by the command and by what
it printed. configure ends in `configure: error: text`.
Form: GNU make manual "Summary of Error Messages"; Ninja manual; Autoconf manual `AC_MSG_ERROR`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import (
    CONSEQUENCE,
    NOISE,
    POINTER,
    Advice,
    Line,
    LogFormat,
    Pattern,
    Reading,
    Record,
)

_MAKE = r"^(?:\S*/)?(?:g|b|mingw32-|bsd)?n?make(?:\[\d+\])?(?:\.exe)?: "

_ANY: Final = re.compile(_MAKE)
_IGNORED: Final = re.compile(_MAKE + r"\[.{1,300}\] Error -?\d+ \(ignored\)$")
_PRINTED: Final = 3  # lines that a recipe whose failure is ignored prints before make says so


def _ignored(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """`make: [Makefile:2: all] Error 1 (ignored)`: what stands right above is noise, and so is it."""
    if not _IGNORED.match(lines[at].text):
        return (), 1
    above = at
    while above > max(0, at - _PRINTED) and lines[above - 1].text.strip() and not _ANY.match(lines[above - 1].text):
        above -= 1
    line = lines[at]
    return (
        Record(line.number, line.number, "ignored", "unknown", NOISE, "info", "", "make", first=lines[above].number, section=line.section),
    ), 1  # fmt: skip


PLUGIN: Final = LogFormat(
    name="make",
    languages=("make",),
    readings=(Reading(("(ignored)",), _ignored),),
    patterns=(
        Pattern(
            "missing_rule",
            "build_script",
            _MAKE
            + r"\*\*\* (?P<message>No rule to make target [`'‘](?P<target>[^'’]{1,300})['’](?:, needed by [`'‘](?P<neededBy>[^'’]{1,300})['’])?.*)",
            ("No rule to make target",),
            weight=1,
        ),
        Pattern(
            "missing_rule",
            "build_script",
            _MAKE + r"(?P<message>don't know how to make (?P<target>\S+).*)",
            ("don't know how to make",),
            weight=1,
        ),
        Pattern(
            "makefile_error",
            "missing_file",
            r"^(?P<file>\S*(?:[Mm]akefile[^\s:]{0,60}|rules|\.mk|\.mak)):(?P<line>\d+): (?P<message>(?P<missing>\S+): No such file or directory)",
            ("No such file or directory",),
            weight=1,
        ),
        Pattern(
            "makefile_error",
            "build_script",
            r"^(?P<file>[^\s:][^:]{0,200}):(?P<line>\d+): \*\*\* (?P<message>.+?)(?:  ?Stop\.)?$",
            (": *** ",),
            weight=1,
        ),
        Pattern(
            "missing_command",
            "missing_command",
            _MAKE
            + r"(?P<message>(?P<command>[^\s:]{1,100}): (?:No such file or directory|Command not found|Permission denied))",
            ("No such file", "ommand not found", "Permission denied"),
            weight=1,
        ),
        Pattern(
            "disk_full",
            "disk_full",
            _MAKE + r"\*\*\* (?P<message>write error: stdout|.*No space left on device.*)",
            ("write error", "No space"),
            weight=1,
        ),
        Pattern(
            "makefile_error",
            "build_script",
            _MAKE
            + r"\*\*\* (?P<message>(?:missing separator|No targets|commands commence|recipe commences|missing [`'‘]endif|multiple target patterns|unterminated|Recursive variable|virtual memory|no makefile found|target pattern contains).*)",
            ("*** ",),
            weight=1,
        ),
        Pattern(
            "recipe_failed",
            "build_script",
            _MAKE
            + r"\*\*\* \[(?P<target>.{1,300}?)\] (?:Error (?P<code>-?\d+)|(?P<signal>[A-Z][\w ]+?)(?: \(core dumped\))?)(?: \(ignored\))?$",
            ("*** [",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "waiting",
            "build_script",
            _MAKE
            + r"(?:\*\*\* )?(?:Waiting for unfinished jobs|(?>.*?recipe for target ).* failed|Target .{1,200} not remade|Leaving directory|stopped in|Error code \d+)",
            ("aiting for", "recipe for target", "not remade", "stopped in", "Error code"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "recipe_failed",
            "build_script",
            r"^(?:gmake|NMAKE|nmake)? ?: fatal error U1077: (?P<message>.*)|^Error code \d+$",
            ("U1077", "Error code"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "missing_rule",
            "build_script",
            r"^NMAKE : fatal error (?P<code>U\d+): (?P<message>(?!.*return code).+)",
            ("NMAKE : fatal",),
        ),
        Pattern(
            "ninja_error",
            "build_script",
            r"^ninja: (?:error|fatal): (?P<message>(?P<file>[^\s:]+):(?P<line>\d+): .+)",
            ("ninja: ",),
            weight=1,
        ),
        Pattern(
            "ninja_error",
            "build_script",
            r"^ninja: (?:error|fatal): (?P<message>(?!rebuilding).+)",
            ("ninja: ",),
            weight=1,
        ),
        Pattern(
            "ninja_target",
            "build_script",
            r"^FAILED: (?:\[code=(?P<code>\d+)\] )?(?P<target>\S.{0,300})$",
            ("FAILED: ",),
            role=POINTER,
        ),
        Pattern(
            "ninja_stopped",
            "build_script",
            r"^ninja: (?:build stopped: .*|error: rebuilding .*)|^samu: subcommand failed",
            ("ninja: ", "samu: "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"(?:^(?:\S{0,100}/)?|\.\.\. ?(?:\./)?)(?:configure|config\.status): error: (?P<message>(?!\S*configure failed)\S.+)",
            ("configure: error: ", "config.status: error: "),
            weight=1,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"(?:^(?:\S{0,100}/)?|\.\.\. ?(?:\./)?)configure: error:\s*$",
            ("configure: error:",),
            then=((r"^\s*(?P<message>\S.+)", 4),),
            weight=1,
        ),
        Pattern(
            "missing_library",
            "dependency_resolution",
            r"^(?:--\s+)?(?:No package '(?P<dependency>[^']+)' found|Requested '(?P<package>[^' ]+) [^']+' but version of \S+ is .+|Package '?(?P<name>[\w+.-]+)'?,? (?:was not found in the pkg-config search path|required by '[^']+', not found).*)",
            ("No package '", "Requested '", "pkg-config search path", "required by '"),
            weight=0,
        ),
        Pattern(
            "autotools_error",
            "build_script",
            r"^\s*\*\*\* (?:error: )?(?P<message>(?:gettext infrastructure mismatch|Your version of pkg-config is too old|The pkg-config script could not be found).*)",
            ("gettext infrastructure", "pkg-config"),
            weight=1,
        ),
        Pattern(
            "autotools_error",
            "build_script",
            r"^(?:libtoolize|autopoint|intltoolize|gtkdocize):\s+error: (?P<message>.+)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "configure_failed",
            "configuration",
            r"^configure: error: \S*configure failed for .*",
            ("configure failed",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "see_config_log",
            "configuration",
            r"^See [`'‘]?config\.log['’]? for more details",
            ("config.log",),
            role=POINTER,
        ),
        Pattern(
            "autotools_error",
            "build_script",
            r"^(?:autoreconf|autoconf|automake|aclocal|libtoolize|autoheader|autopoint)(?:-[\d.]+)?: (?:error: )?(?P<message>(?!\S+ failed with exit)(?!export)(?!running:)(?!Entering)(?!Leaving)(?!configure)(?:error|cannot|no proper|required|.*not found|.*No such).*)",
            (
                "autoreconf",
                "autoconf",
                "automake",
                "autoheader",
                "autopoint",
                "aclocal",
                "libtoolize",
            ),
        ),
        Pattern(
            "autotools_error",
            "build_script",
            r"^(?P<file>configure\.(?:ac|in)|\S*\.m4|\S*Makefile\.am):(?P<line>\d+): error: (?P<message>.+)",
            (": error: ",),
            weight=1,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"(?:^|\.\.\. )\S*configure: line (?P<line>\d+): (?P<message>syntax error.*)",
            ("configure: line",),
        ),
        Pattern(
            "meson_error",
            "configuration",
            r"^(?P<file>[^\s:]*meson(?:\.build|_options\.txt|\.options)):(?P<line>\d+):(?P<column>\d+): ERROR: (?P<message>.+)",
            ("ERROR: ",),
            weight=1,
        ),
        Pattern(
            "see_meson_log",
            "configuration",
            r"^A full log can be found at .*meson-log\.txt",
            ("A full log",),
            role=POINTER,
        ),
        Pattern(
            "autotools_test",
            "test_failure",
            r"^FAIL:? (?P<message>(?!0$)\S.*)$",
            ("FAIL",),
            weight=-1,
            role=CONSEQUENCE,
        ),
    ),
    sample="""
gcc -c -o main.o main.c
make[1]: *** No rule to make target 'gen/version.h', needed by 'main.o'.  Stop.
make: *** [Makefile:8: all] Error 2
Makefile:3: *** missing separator.  Stop.
make: pkg-confg: No such file or directory
ninja: error: 'libfoo.a', needed by 'app', missing and no known rule to make it
configure: error: Package requirements (glib-2.0 >= 2.60) were not met:
meson.build:4:0: ERROR: Dependency "gtk4" not found, tried pkgconfig and cmake
ninja: build stopped: subcommand failed.
""",
    expected=(
        (2, "missing_rule", "", 0),
        (4, "makefile_error", "Makefile", 3),
        (5, "missing_command", "", 0),
        (6, "ninja_error", "", 0),
        (7, "configure_error", "", 0),
        (8, "meson_error", "meson.build", 4),
    ),
    signs=(
        r"make(?:\[\d+\])?: Entering directory",
        r"^\[\d+/\d+\] ",
        r"^checking for .*\.\.\. ",
        r"^The Meson build system",
    ),
    advice={
        "missing_library": Advice(
            "pkg-config finds no `{dependency}{package}{name}` in the version asked for.",
            ("Install its development package, or set PKG_CONFIG_PATH.",),
        ),
        "missing_rule": Advice(
            "Nothing says how to make `{target}`.",
            (
                "Check the spelling, and that the file is committed.",
                "If it is generated, add the rule that makes it, or run the step that makes it first.",
            ),
        ),
        "makefile_error": Advice(
            "The makefile cannot be read or stopped itself: {message}",
            ("Look at {file}:{line}; `missing separator` means a recipe line that does not begin with a tab.",),
        ),
        "missing_command": Advice(
            "`{command}` is not installed, or not in PATH.",
            ("Install it in the build environment, or correct its name.",),
        ),
        "disk_full": Advice("The output could not be written.", ("Free space on the machine and run again.",)),
        "ninja_error": Advice(
            "Ninja cannot plan the build: {message}",
            ("Generate the build files anew; check that generated files are outputs of a rule.",),
        ),
        "configure_error": Advice(
            "configure found something missing: {message}",
            (
                "Install what it asks for in the build environment, or turn the feature off by its option.",
                "`config.log` shows the test that failed.",
            ),
        ),
        "autotools_error": Advice(
            "The autotools failed: {message}", ("Install the tool or the m4 macros that it names.",)
        ),
        "meson_error": Advice(
            "Meson cannot configure the project: {message}", ("Install the dependency, or correct {file}:{line}.",)
        ),
    },
)
