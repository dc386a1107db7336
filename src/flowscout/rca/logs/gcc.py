"""GCC, Clang and compilers that print like them: g++, gfortran, nvcc, icc, armclang, emcc.

`file:line[:column]: [fatal ]error: text [-Wflag]`, a chain "In file included from …" above, notes below. An error inside a
system header was caused by the line that instantiated it: GCC names that line above ("required from here"), Clang below
("in instantiation of …"). A warning turned into an error ends in [-Werror=…]. The first error of a translation unit is the
one to mend; those after it often follow from it.
Form: GCC manual "Diagnostic Message Formatting Options", Clang manual "Formatting of Diagnostics".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_SUFFIX = r"\.(?:c|cc|cpp|cxx|c\+\+|C|h|hh|hpp|hxx|h\+\+|H|inl|ipp|tcc|tpp|inc|def|m|mm|cu|cuh|hip|ino|y|l|yy|ll|S|s|cl|ixx|cppm|i|ii)"
_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,400}?" + _SUFFIX + r"|<[a-z -]+>)"
_AT = _FILE + r":(?P<line>\d+)(?::(?P<column>\d+))?: "
_ELSEWHERE = r"(?:/usr/|/opt/|[A-Za-z]:[^:]{0,300}/include/|/Applications/|/nix/)"
_SYSTEM = "^" + _ELSEWHERE + r"[^:]{1,400}:\d+(?::\d+)?: "
_QUOTE = r"^\s+(?:\d+ )?\||^[~ ]*\^[~^ ]*$|note: |^\s+from [^:]+:\d+"

PLUGIN: Final = LogFormat(
    name="gcc",
    languages=("c", "cpp"),
    patterns=(
        Pattern(
            "missing_header",
            "missing_file",
            "^" + _AT + r"fatal error: '?(?P<header>[^':]+)'?(?:: No such file or directory| file not found)",
            ("fatal error: ",),
            more=_QUOTE,
            weight=2,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            "^" + _FILE + r":(?P<line>\d+):(?:(?P<column>\d+):)?\s+required from here",
            ("required from here",),
            then=((_SYSTEM + r"(?:fatal )?error: (?P<message>.+)", 6),),
            at=1,
            more=_QUOTE,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            _SYSTEM + r"(?:fatal )?error: (?P<message>.+)",
            ("error: ",),
            then=((r"^(?!" + _ELSEWHERE + ")" + _AT + r"note: (?:in instantiation of|while substituting)", 60),),
            at=0,
        ),
        Pattern(
            "warning_as_error",
            "compile_error",
            "^" + _AT + r"error: (?P<message>.+ \[-Werror[=,](?P<flag>[\w+#=,-]+)\])",
            ("[-Werror",),
            more=_QUOTE,
        ),
        Pattern(
            "user_error_directive",
            "compile_error",
            "^" + _AT + r"(?:fatal )?error: (?P<message>#error.*)",
            ("#error",),
            more=_QUOTE,
        ),
        Pattern(
            "static_assertion",
            "compile_error",
            "^" + _AT + r"(?:fatal )?error: (?P<message>static assertion failed.*|static_assert failed.*)",
            ("static",),
            more=_QUOTE,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            "^" + _AT + r"(?:fatal )?error: (?P<message>.+)",
            ("error: ",),
            more=_QUOTE,
        ),
        Pattern(
            "assembler_error", "compile_error", "^" + _FILE + r":(?P<line>\d+): Error: (?P<message>.+)", (": Error: ",)
        ),
        Pattern(
            "missing_header",
            "missing_file",
            r"^fatal error: '(?P<header>[^']+)' file not found",
            ("fatal error: '",),
            weight=2,
        ),
        Pattern(
            "compiler_crash",
            "crash",
            r"^(?:fatal error: )?(?P<message>error in backend: .+)",
            ("error in backend",),
            weight=1,
        ),
        Pattern(
            "unknown_option",
            "configuration",
            r"^(?:nvcc|ptxas|nvlink|cicc) (?:fatal|error)\s*: (?P<message>.+)",
            (" fatal", " error"),
            weight=1,
        ),
        Pattern(
            "compiler_crash",
            "crash",
            r"(?:^|: )internal compiler error: (?P<message>(?!Killed).+)",
            ("internal compiler error",),
            weight=1,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"^[\w.+-]+: (?:fatal error|internal compiler error|error): (?P<message>.{0,80}\bKilled\b.*)",
            ("Killed",),
            weight=2,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"(?P<message>virtual memory exhausted: Cannot allocate memory|^(?:cc1|cc1plus|lto1): out of memory allocating .*)",
            ("memory",),
            weight=2,
        ),
        Pattern(
            "compiler_crash",
            "crash",
            r"^(?P<message>PLEASE (?:submit a bug report|ATTACH THE FOLLOWING).*)",
            ("PLEASE ",),
        ),
        Pattern(
            "linker_failed",
            "link_error",
            r"^[\w.+/-]*clang[\w.+-]{0,40}: error: linker command failed.*",
            ("linker command failed",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "all_warnings_errors",
            "compile_error",
            r"(?:all|some) warnings being treated as errors",
            ("warnings being treated as errors",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "compile_summary",
            "compile_error",
            r"^(?:\d+ (?:errors?|warnings? and \d+ errors?) generated(?: when compiling for \S+)?|compilation terminated)\.$|^fatal error: too many errors emitted|^Error limit reached",
            ("generated", "compilation terminated", "too many errors", "Error limit"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "unknown_option",
            "configuration",
            r"^(?:\S*/)?(?:cc1\w*|(?:[\w.]+-){0,6}(?:gcc|g\+\+|clang|clang\+\+|gfortran|c\+\+|cc|clang-cl|emcc|em\+\+|nvcc|icpx?)(?:-[\d.]+)?)(?:\.exe)?: (?:fatal )?error: (?P<message>(?:unrecognized|unknown|unsupported|invalid|bad value|argument|no such file|missing).*)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "missing_source",
            "missing_file",
            r"^(?:\S*/)?(?:cc1\w*|(?:[\w.]+-){0,6}(?:gcc|g\+\+|clang|clang\+\+|c\+\+|cc)(?:-[\d.]+)?)(?:\.exe)?: (?:fatal )?error: (?P<message>(?P<missing>[^:]{1,300}): No such file or directory)",
            ("No such file",),
            weight=1,
        ),
        Pattern(
            "unknown_option",
            "configuration",
            r"^(?:\S*/)?(?:cc1\w*|(?:[\w.]+-){0,6}(?:gcc|g\+\+|clang|clang\+\+|c\+\+|cc)(?:-[\d.]+)?)(?:\.exe)?: (?:fatal )?error: (?P<message>(?!linker command)(?!unable to execute).+)",
            ("error: ",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>[^\s:(][^:(]{0,300}\.(?:cu|cuh|c|cc|cpp|cxx|h|hpp))\((?P<line>\d+)\): (?:catastrophic )?error(?: #\d+(?:-D)?)?: (?P<message>.+)",
            ("error",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\"(?P<file>[^\"]{1,300})\", line (?P<line>\d+)(?::| \(col\. (?P<column>\d+)\)) (?:[Ee]rror|fatal error)(?:\[\w+\])?: (?P<message>.+)",
            ("line ",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?P<file>\S{1,300}\.(?:[fF](?:\d\d|or|pp|tn)?|inc|FOR)):(?P<line>\d+)[:.](?P<column>\d+)(?:-\d+)?[:.]$",
            (
                ".f90",
                ".f95",
                ".f03",
                ".f08",
                ".f:",
                ".for:",
                ".fpp:",
                ".F90",
                ".F95",
                ".F03",
                ".F08",
                ".F:",
                ".FOR:",
            ),
            language="fortran",
            then=((r"^(?:Fatal )?Error: (?P<message>.+)", 8),),
            at=1,
        ),
    ),
    sample="""
In file included from src/main.c:3:
src/util.h:7:10: fatal error: zlib.h: No such file or directory
    7 | #include <zlib.h>
      |          ^~~~~~~~
compilation terminated.
src/store.c: In function ‘open_store’:
src/store.c:41:9: warning: unused variable ‘n’ [-Wunused-variable]
src/store.c:44:12: error: ‘struct store’ has no member named ‘fd’
   44 |   return s->fd;
      |            ^~
src/list.c:9:7: error: unused variable ‘k’ [-Werror=unused-variable]
cc1: all warnings being treated as errors
solver.f90:6:5:

    6 |   y = x +* 2
      |     1
Error: Invalid character in name at (1)
g++: fatal error: Killed signal terminated program cc1plus
gcc: error: unrecognized command-line option ‘-fno-such’
""",
    expected=(
        (2, "missing_header", "src/util.h", 7),
        (8, "compilation_error", "src/store.c", 44),
        (11, "warning_as_error", "src/list.c", 9),
        (17, "compilation_error", "solver.f90", 6),
        (18, "out_of_memory", "", 0),
        (19, "unknown_option", "", 0),
    ),
    signs=(
        r"^(?:\S*/)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)? .* -[cIoO]",
        r"-- The C(?:XX)? compiler identification is",
    ),
    advice={
        "missing_header": Advice(
            "The compiler found no header `{header}`.",
            (
                "If the header is of this repository, check its path and the include directories (`-I`, `target_include_directories`).",
                "If it is of a library, install its development package in the build environment, or declare it as a dependency of the target.",
            ),
        ),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            (
                "Mend the first error of the file before those below it; they may follow from it.",
                "Compare with the declarations that the change touched: a renamed member, another signature, a removed include.",
            ),
        ),
        "warning_as_error": Advice(
            "The warning `-W{flag}` is an error in this build: {message}",
            (
                "Mend what the warning says at {file}:{line}.",
                "If a newer compiler brought the warning, pin the compiler, or lift `-Werror` for this flag with `-Wno-error={flag}`.",
            ),
        ),
        "user_error_directive": Advice(
            "The source itself refuses to build here: {message}",
            ("Define or undefine the macro that the surrounding `#if` asks for.",),
        ),
        "static_assertion": Advice(
            "An assertion that is checked while compiling does not hold: {message}",
            ("Look at the constants and types that it compares; one of them changed.",),
        ),
        "assembler_error": Advice(
            "The assembler refused generated or inline assembly: {message}",
            ("Check that the target architecture and its options match the instructions used.",),
        ),
        "compiler_crash": Advice(
            "The compiler itself crashed: {message}",
            ("Run again; if it stays, try another compiler version or a lower optimisation, and report the bug.",),
        ),
        "out_of_memory": Advice(
            "The compiler was killed for want of memory.",
            (
                "Build with fewer jobs (`make -j2`), or on a machine with more memory.",
                "Split very large translation units.",
            ),
        ),
        "unknown_option": Advice(
            "The compiler does not take an option: {message}",
            ("Check which compiler and version the build uses; guard the option by a test of the compiler.",),
        ),
        "missing_source": Advice(
            "The compiler was asked for a file that is not there: {missing}",
            ("Check that the file is committed and that generated sources are made before they are compiled.",),
        ),
    },
)
