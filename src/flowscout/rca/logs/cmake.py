"""CMake's own errors while it configures and generates.

`CMake Error at file:line (command):`, a blank line, the text indented by two blanks, a blank line, then the "Call Stack (most
recent call first)", whose last frame is nearest to the project's own CMakeLists.txt. `-- Configuring incomplete, errors
occurred!` repeats that there were errors; it points to CMakeError.log or CMakeConfigureLog.yaml.
Form: cmake's cmMessenger; CMake manual `message(FATAL_ERROR)`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, POINTER, Advice, LogFormat, Pattern

_TEXT = r"^\s*$|^  \S|^    |^Call Stack"
_FIND = r"^CMake Error at (?=\S*/(?:share|Modules)/)(?P<module>\S+):\d+ \(message\):"

PLUGIN: Final = LogFormat(
    name="cmake",
    languages=("cmake",),
    patterns=(
        Pattern(
            "missing_package",
            "dependency_resolution",
            r"^CMake Error at (?P<file>[^\s:]+):(?P<line>\d+) \(find_package\):",
            ("CMake Error at",),
            then=(
                (
                    r"^  (?P<message>(?:By not providing|Could not find a (?:package|configuration)|Found package).*?(?:\"(?P<dependency>[^\"]+)\".*)?)$",
                    6,
                ),
            ),
            more=_TEXT,
            weight=1,
        ),
        Pattern(
            "missing_package",
            "dependency_resolution",
            _FIND,
            ("CMake Error at",),
            then=(
                (r"^  (?P<message>Could NOT find (?P<dependency>\S+).*)", 4),
                (
                    r"^  (?P<file>(?![^\s:]*/(?:share|Modules)/)[^\s:]+):(?P<line>\d+) \((?:find_package|include|\w+)\)",
                    -24,
                ),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "version_mismatch",
            "version_mismatch",
            r"^CMake Error at (?P<file>[^\s:]+):(?P<line>\d+) \(cmake_minimum_required\):",
            ("cmake_minimum_required",),
            then=((r"^  (?P<message>\S.+)", 4),),
            more=_TEXT,
            weight=1,
        ),
        Pattern(
            "compiler_broken",
            "environment",
            r"^CMake Error at (?P<file>[^\s:]+):(?P<line>\d+) \((?:message|project|enable_language)\):",
            ("CMake Error at",),
            then=(
                (
                    r"^  (?P<message>(?:The C(?:XX|UDA)? compiler|No CMAKE_\w+_COMPILER could be found|The CMAKE_\w+_COMPILER).*)",
                    4,
                ),
            ),
            at=1,
            more=_TEXT,
            weight=1,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"^CMake (?:Deprecation )?Error(?: \(dev\))? at (?P<file>[^\s:]+):(?P<line>\d+)(?: \((?P<command>\w+)\))?:",
            ("CMake ",),
            then=((r"^  (?P<message>\S.+)", -4),),
            more=_TEXT,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"^CMake Error in (?P<file>[^\s:]+):",
            ("CMake Error in",),
            then=((r"^  (?P<message>\S.+)", -4),),
            more=_TEXT,
        ),
        Pattern(
            "configure_error",
            "configuration",
            r"^CMake Error: (?P<message>(?!.*(?:CMAKE_\w+_COMPILER not set|Error required internal)).+)",
            ("CMake Error: ",),
        ),
        Pattern(
            "compiler_broken",
            "environment",
            r"^CMake Error: (?P<message>CMAKE_\w+_COMPILER not set.*|Error required internal CMake variable not set.*)",
            ("CMake Error: ",),
            weight=-1,
        ),
        Pattern(
            "configure_failed",
            "configuration",
            r"^-- Configuring incomplete, errors occurred!|^-- Generating done.*errors|^CMake Generate step failed",
            ("errors occurred", "step failed"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "see_cmake_log",
            "configuration",
            r"^See also \".{1,300}\"\.|CMakeConfigureLog\.yaml|CMakeError\.log",
            ("See also", "CMakeConfigureLog", "CMakeError.log"),
            role=POINTER,
        ),
        Pattern(
            "configure_warning",
            "configuration",
            r"^CMake (?:Deprecation |Developer )?Warning(?: \(dev\))?(?: at [^\s:]+:\d+)?",
            ("CMake ",),
            more=_TEXT,
            role="noise",
            severity="warning",
        ),
        Pattern(
            "configured",
            "unknown",
            r"^-- Build files have been written to: |^\[100%\] Built target ",
            ("-- Build files", "Built target"),
            role="success",
            severity="info",
        ),
        Pattern(
            "check_failed",
            "configuration",
            r"^-- (?:Performing Test .* - Failed|Looking for .* - not found|Check .* - failed|Could NOT find .*)",
            ("- Failed", "not found", "- failed", "Could NOT find"),
            role="noise",
        ),
    ),
    sample="""
-- Looking for pthread_create in pthreads - not found
CMake Error at CMakeLists.txt:7 (find_package):
  By not providing "FindFmt.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "Fmt", but
  CMake did not find one.

CMake Error at /usr/share/cmake-3.25/Modules/FindPackageHandleStandardArgs.cmake:230 (message):
  Could NOT find CURL (missing: CURL_LIBRARY CURL_INCLUDE_DIR)
Call Stack (most recent call first):
  /usr/share/cmake-3.25/Modules/FindPackageHandleStandardArgs.cmake:600 (_FPHSA_FAILURE_MESSAGE)
  /usr/share/cmake-3.25/Modules/FindCURL.cmake:181 (find_package_handle_standard_args)
  src/CMakeLists.txt:3 (find_package)


-- Configuring incomplete, errors occurred!
""",
    expected=((2, "missing_package", "CMakeLists.txt", 7), (8, "missing_package", "src/CMakeLists.txt", 3)),
    signs=(r"^-- The C(?:XX)? compiler identification", r"^-- Configuring done", r"^-- Detecting C"),
    advice={
        "missing_package": Advice(
            "CMake does not find the package {dependency}.",
            (
                "Install its development package in the build environment.",
                "If it is installed in an unusual place, give it with `-DCMAKE_PREFIX_PATH=…` or `-D{dependency}_DIR=…`.",
            ),
            "cmake -S . -B build",
        ),
        "version_mismatch": Advice(
            "The CMake at hand does not fit the version the project asks for.",
            ("Install a CMake that fits, or change `cmake_minimum_required` at {file}:{line}.",),
            "cmake -S . -B build",
        ),
        "compiler_broken": Advice(
            "CMake cannot use the compiler: {message}",
            ("Check that the compiler is installed and that `CC`, `CXX` and the toolchain file name it.",),
            "cmake -S . -B build",
        ),
        "configure_error": Advice(
            "CMake stopped at {file}:{line}: {message}",
            ("Correct what the command there is given; the call stack below it shows who called.",),
            "cmake -S . -B build",
        ),
    },
)
