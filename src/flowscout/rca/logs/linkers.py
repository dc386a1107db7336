"""Linkers: GNU ld and gold, lld, mold, Apple ld, and the wrappers around them.

GNU ld prints `file.c:(.text+0x1c): undefined reference to `name'` (with debug information `path:line:` before it),
lld `ld.lld: error: undefined symbol: name` with `>>> referenced by file:line` below, Apple's ld
`Undefined symbols for architecture x86_64:` with the quoted names indented below. `collect2: error: ld returned 1` only
repeats that ld failed.
Form: GNU binutils manual (ld), lld's documentation "Missing symbols".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_LD = r"^(?:\S*/)?(?:[\w.]+-){0,6}(?:ld|ld\.lld|ld\.gold|ld\.bfd|ld64\.lld|lld|mold|wasm-ld|lld-link|rust-lld)(?:\.exe)?: "

PLUGIN: Final = LogFormat(
    name="ld",
    languages=("c", "cpp"),
    patterns=(
        Pattern(
            "undefined_reference",
            "link_error",
            r"^(?:\S*ld(?:\.\w+)?: )?(?P<file>[^\s:()]+\.(?:c|cc|cpp|cxx|C|m|mm|f90|f|rs|S|s)):\(\.\w[^)]{0,200}\): (?P<message>undefined reference to [`'](?P<symbol>[^']+)')",
            ("undefined reference",),
        ),
        Pattern(
            "undefined_reference",
            "link_error",
            r"^(?:\S*ld(?:\.\w+)?: )?(?P<file>[^\s:(][^:(]{0,300}\.\w+):(?P<line>\d+):(?:\([^)]{1,80}\):)? (?:more )?undefined reference to (?:symbol )?[`'‘\"](?P<symbol>.{1,300}?)['’\"]",
            ("undefined reference to",),
        ),
        Pattern(
            "undefined_reference",
            "link_error",
            r"undefined reference to (?:symbol )?[`'‘\"](?P<symbol>.{1,300}?)['’\"](?:$|;| collect2)",
            ("undefined reference to",),
        ),
        Pattern(
            "undefined_reference",
            "link_error",
            r"(?:^|: )error: undefined (?:symbol|hidden symbol|protected symbol|reference)s?: (?P<symbol>.+)",
            ("undefined ",),
            then=((r"^>>> referenced by (?P<file>[^\s:(]+\.\w+):(?P<line>\d+)", -3),),
            more=r"^>>> ",
        ),
        Pattern(
            "undefined_reference",
            "link_error",
            r"^(?:ld: )?Undefined symbols(?: for architecture (?P<architecture>\w+))?:",
            ("Undefined symbols",),
            then=((r"^\s++\"?(?P<symbol>.{1,300}?)\"?, referenced from:", -2),),
            more=r"^\s{4,}",
        ),
        Pattern(
            "multiple_definition",
            "link_error",
            r"^(?:\S*ld(?:\.\w+)?: )?(?:[^\s:()]{1,200}\.(?:o|obj|a)(?:\([^)]*\))?:)?(?P<file>[^\s:()]{1,300}\.\w{1,4}):(?P<line>\d+): multiple definition of [`'‘](?P<symbol>.{1,300}?)['’]",
            ("multiple definition of",),
        ),
        Pattern(
            "multiple_definition",
            "link_error",
            r"multiple definition of [`'‘](?P<symbol>.{1,300}?)['’]",
            ("multiple definition of",),
        ),
        Pattern(
            "multiple_definition",
            "link_error",
            r"(?:error: |ld: )(?P<message>duplicate symbol:? ?'?(?P<symbol>[^'\n]{0,300})'?.*)",
            ("duplicate symbol",),
            more=r"^>>> ",
        ),
        Pattern(
            "missing_library",
            "link_error",
            r"(?:cannot find|unable to find library|library not found for|library '?(?P<other>[\w.+-]+)'? not found|can't find library:?|library not found:) ?-l ?(?P<library>[\w.+-]+)",
            ("cannot find", "library"),
            weight=1,
        ),
        Pattern(
            "missing_library",
            "link_error",
            _LD
            + r"(?:error: )?(?P<message>(?:library '(?P<library>[^']+)' not found|cannot find (?P<missing>[^-:\s]\S*?)(?::? No such file.*)?|cannot open (?P<object>\S+?):? .*|framework not found .*|file not found: .*))$",
            (
                "not found",
                "cannot ",
            ),
            weight=1,
        ),
        Pattern(
            "wrong_relocation",
            "link_error",
            r"(?P<message>relocation \S+ against .{0,300}(?:recompile with -fPIC|can not be used when making).*)",
            ("relocation ",),
        ),
        Pattern(
            "wrong_format",
            "link_error",
            r"(?P<message>(?:file in wrong format|skipping incompatible|file not recognized|i386 architecture of input file|building for .{1,40} but (?:attempting to )?link).*)",
            ("wrong format", "incompatible", "not recognized", "architecture of input", "building for"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "version_script",
            "link_error",
            _LD
            + r"(?:error: )?(?P<message>(?:version script|symbol version|DWARF error|section .* (?:will not fit|overflowed)|region .* overflowed).*)",
            (
                "version script",
                "symbol version",
                "will not fit",
                "overflowed",
                "DWARF error",
            ),
            weight=0,
        ),
        Pattern(
            "link_failure",
            "link_error",
            _LD + r"(?:fatal error|error): (?P<message>(?!ld returned)(?!too many errors).+)",
            ("error: ",),
            more=r"^>>> ",
            weight=-1,
        ),
        Pattern(
            "linker_failed",
            "link_error",
            r"(?:^|\s)(?:collect2(?:\.exe)?: (?:fatal )?error: .*|error: ld returned \d+ exit status|clang[\w+.-]*: error: (?:linker command failed|unable to execute command).*)",
            ("collect2", "ld returned", "linker command failed", "unable to execute"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "linker_failed",
            "link_error",
            r"^\S*ld(?:\.\w+)?: (?:symbol\(s\) not found for architecture \w+|error: too many errors emitted.*|final link failed.*)",
            ("not found for architecture", "too many errors", "final link"),
            role=CONSEQUENCE,
        ),
    ),
    sample="""
/usr/bin/ld: /tmp/ccB3.o: in function `main':
/home/me/app/src/main.c:12: undefined reference to `store_open'
/usr/bin/ld: main.o: in function `main':
main.c:(.text+0x1c): undefined reference to `store_close'
/usr/bin/ld: cannot find -lcurl: No such file or directory
collect2: error: ld returned 1 exit status
ld.lld: error: undefined symbol: ring_get
>>> referenced by main.c:4 (src/main.c:4)
>>>               main.o:(main)
Undefined symbols for architecture arm64:
  "_zip_open", referenced from:
      _main in main.o
ld: symbol(s) not found for architecture arm64
clang: error: linker command failed with exit code 1 (use -v to see invocation)
""",
    expected=(
        (2, "undefined_reference", "/home/me/app/src/main.c", 12),
        (4, "undefined_reference", "main.c", 0),
        (5, "missing_library", "", 0),
        (7, "undefined_reference", "main.c", 4),
        (10, "undefined_reference", "", 0),
    ),
    signs=(r"\[\s*\d+%\] Linking ",),
    advice={
        "undefined_reference": Advice(
            "`{symbol}` is declared and used, but no object or library given to the linker defines it.",
            (
                "Look for its definition: a source file left out of the target, a function renamed or never written, a missing library.",
                'If a C++ program uses a C library, check `extern "C"`.',
                "With static libraries put the user before the library in the link line.",
            ),
        ),
        "multiple_definition": Advice(
            "`{symbol}` is defined in more than one object.",
            (
                "Leave the definition in one source file and declare it `extern` in the header, or make it `inline` or `static`.",
            ),
        ),
        "missing_library": Advice(
            "The linker does not find a library: {library}{missing}",
            (
                "Install its development package in the build environment.",
                "Give the folder it lies in with `-L`, or the imported target of the build system.",
            ),
        ),
        "wrong_relocation": Advice(
            "An object that is not position independent goes into a shared library.",
            ("Build it with `-fPIC` (CMake: `POSITION_INDEPENDENT_CODE ON`).",),
        ),
        "version_script": Advice(
            "The linker cannot lay out the program: {message}",
            ("Check the linker script and the sizes of the memory regions.",),
        ),
        "link_failure": Advice(
            "The linker failed: {message}", ("Check what this change did to the objects and libraries of the target.",)
        ),
    },
)
