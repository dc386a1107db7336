"""MSVC, C#, F#, VB, MSBuild, NuGet, the .NET SDK, and their tests: dotnet test, xUnit, NUnit, MSTest.

`path(line,column): error CS0103: text [project.csproj]`, MSVC `path(line): error C2065: text`, the linker `LINK : fatal error LNK1104: …` or `x.obj :
error LNK2019: …`, MSBuild `error MSB4019: …`, NuGet `error NU1101: …`, localised text included: the code stays. `dotnet test` prints `  Failed Name [5 ms]`,
`  Error Message:`, `  Stack Trace:` with `in path:line 12`. MSBuild repeats every error after "Build FAILED.".
Form: MSBuild "canonical error format"; vstest's console logger.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_FILE = r"^(?:\s*\d+>)?\s*(?P<file>(?:[A-Za-z]:)?[^\s:(][^:(]{0,300})\((?P<line>\d+)(?:,(?P<column>\d+))?(?:,\d+,\d+|-\d+)?\) ?: "
_ERROR = r"(?:fatal )?(?:error|Fehler|erreur|errore) "
_PROJECT = r"(?: \[(?P<project>[^\[\]]{1,400}\.\w{0,20}proj)[^\[\]]{0,200}\])?(?![^\n])"

PLUGIN: Final = LogFormat(
    name="dotnet",
    languages=("csharp", "cpp", "fsharp"),
    patterns=(
        Pattern(
            "missing_header",
            "missing_file",
            _FILE + _ERROR + r"(?P<code>C1083) ?: (?P<message>.+?'(?P<header>[^']+)'.*?)" + _PROJECT,
            ("C1083",),
            weight=2,
        ),
        Pattern(
            "unresolved_name",
            "compile_error",
            _FILE
            + _ERROR
            + r"(?P<code>CS0103|CS0246|CS0234|CS1061|CS0117|FS0039|BC30451|BC30002) ?: (?P<message>.+?)"
            + _PROJECT,
            ("CS0", "CS1", "FS0", "BC3"),
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            _FILE
            + _ERROR
            + r"(?P<code>CS(?:1001|1002|1003|1513|1514|1519|1525|1026|8641|1022)|C2143|C2059|C2061|C1004|C2146|FS0010) ?: (?P<message>.+?)"
            + _PROJECT,
            ("CS1", "CS8", "C2", "C1", "FS0010"),
            weight=0,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            _FILE
            + _ERROR
            + r"(?P<code>(?:CA|SA|IDE|RCS|S|MA|RS|SCS|xUnit|NUnit|VSTHRD|CS1591|CS86\d\d)\d*) ?: (?P<message>.+?)"
            + _PROJECT,
            ("error ",),
            weight=0,
        ),
        Pattern(
            "unformatted",
            "format_check",
            _FILE
            + _ERROR
            + r"(?P<code>WHITESPACE|FINALNEWLINE|ENDOFLINE|CHARSET|IMPORTS|IDE0055): (?P<message>.+?)"
            + _PROJECT,
            ("WHITESPACE", "FINALNEWLINE", "ENDOFLINE", "CHARSET", "IMPORTS"),
            weight=0,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            _FILE
            + _ERROR
            + r"(?P<code>(?:CS|BC|FS|C|D|RC|MIDL|CVT|CL|XA|XLS|AXN|AVLN|BL|RZ|NETSDK|APT)\d{3,5}) ?: (?P<message>.+?)"
            + _PROJECT,
            ("error ", "Fehler ", "erreur "),
            more=r"^\s{4,}(?:note|with|and|\[)",
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"(?:error|errors?) ?:? (?P<code>NU110[0-3]|NU1301|NU1401|NU5\d\d\d): (?P<message>.+?)" + _PROJECT,
            ("NU11", "NU13", "NU14", "NU5"),
            weight=1,
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            r"error ?:? (?P<code>NU110[5-8]|NU1605|NU1608|NU1201|NU1202|NU1213|NU1004): (?P<message>.+?)" + _PROJECT,
            ("NU1",),
            weight=1,
        ),
        Pattern(
            "vulnerability",
            "vulnerability",
            r"error ?:? (?P<code>NU190[1-4]): (?P<message>.+?)" + _PROJECT,
            ("NU190",),
            weight=1,
        ),
        Pattern(
            "sdk_error",
            "environment",
            r"(?:error ?:? (?P<code>NETSDK\d+|MSB4236): (?P<message>.+?)"
            + _PROJECT
            + r"|^(?P<said>(?:A compatible (?:installed )?\.NET SDK (?:version )?.{0,80}(?:not found|was not found)|The framework '[^']+', version '[^']+' .* was not found|You must install (?:or update )?\.NET to run this application|It was not possible to find any compatible framework version).*))",
            ("NETSDK", "MSB4236", ".NET", "The framework '", "compatible framework"),
            weight=1,
        ),
        Pattern(
            "linker_error",
            "link_error",
            r"(?:^|[\s>])(?<![\w./\\ +-] )(?P<object>[\w./\\ +-]{1,200}?) ?: (?:fatal )?(?:error|Fehler|erreur) (?P<code>LNK(?!1120|1169)\d{4}) ?: (?P<message>.+?)"
            + _PROJECT,
            ("LNK",),
            weight=1,
        ),
        Pattern(
            "linker_summary",
            "link_error",
            r"(?:error|Fehler|erreur) LNK(?:1120|1169) ?:",
            ("LNK1120", "LNK1169"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "command_failed",
            "build_script",
            r"(?:error|Fehler) (?P<code>MSB(?:3073|3721|6006|8066|3722|4181)) ?: .*",
            ("MSB3073", "MSB3721", "MSB6006", "MSB8066", "MSB3722", "MSB4181"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "file_in_use",
            "environment",
            r"error (?P<code>MSB302[17]|MSB3491|MSB3026) ?: (?P<message>.+)",
            ("MSB302", "MSB3491"),
            weight=0,
        ),
        Pattern(
            "msbuild_error",
            "build_script",
            _FILE + _ERROR + r"(?P<code>[A-Z]{2,10}\d{2,5}) ?: (?P<message>.+?)" + _PROJECT,
            ("error ",),
            weight=0,
        ),
        Pattern(
            "msbuild_error",
            "build_script",
            r"^(?:\s*\d+>)?(?:MSBUILD|CSC|VBC|FSC|\S{1,200}\.\w*proj|\S{0,200}) ?: "
            + _ERROR
            + r"(?P<code>(?!LNK)[A-Z]{2,10}\d{2,5}) ?: (?P<message>.+?)"
            + _PROJECT,
            (" error ", "Fehler "),
            weight=0,
        ),
        Pattern(
            "msbuild_error",
            "build_script",
            r"^(?:fatal )?error (?P<code>(?:MSB|NETSDK|CS|NU|AL|BC|C|LNK(?!1120))\d{3,5}) ?: (?P<message>.+)",
            ("error MSB", "error CS", "error AL", "error BC", "error C", "error LNK"),
            weight=0,
        ),
        Pattern(
            "sdk_error",
            "environment",
            r"(?P<message>The SDK '(?P<dependency>[^']+)' specified could not be found.*)",
            ("specified could not be found",),
            weight=1,
        ),
        Pattern(
            "project_missing",
            "missing_file",
            r"^MSBUILD : error (?P<code>MSB10(?:03|09|11)): (?P<message>.+)",
            ("MSB10",),
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*(?:\[xUnit\.net [\d:.]+\]\s+)?(?:Failed|X|✗|failed) (?P<test>[\w.(),:\" <>=+/-]{2,300}?)(?: \[(?:< )?[\d.,]+ ?m?s\]| \([\d.]+m?s\))$",
            ("Failed ", " X ", "✗ ", "failed "),
            then=(
                (r"^\s*Error Message:|^\s{2,}(?:from|Assert|Xunit|System|NUnit|Microsoft)", 3),
                (r"^\s+(?P<message>\S.+)", -1),
                (r" in (?P<file>(?:[A-Za-z]:)?[^:]{1,300}\.(?:cs|fs|vb)):line (?P<line>\d+)", -14),
            ),
            at=2,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\[xUnit\.net [\d:.]+\]\s+(?P<test>\S.{0,300}?) \[FAIL\]$",
            ("[FAIL]",),
            then=(
                (r"^\[xUnit\.net [\d:.]+\]\s+(?P<message>\S.+)", 2),
                (r" in (?P<file>(?:[A-Za-z]:)?[^:]{1,300}\.(?:cs|fs|vb))(?::line |\()(?P<line>\d+)", -20),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "unhandled_exception",
            "runtime_error",
            r"^Unhandled [Ee]xception[.:] ?(?P<message>(?P<exception>[\w.]+)(?:: .+)?)",
            ("Unhandled ",),
            then=((r"^\s+at .{1,300} in (?P<file>(?:[A-Za-z]:)?[^:]{1,300}\.(?:cs|fs|vb)):line (?P<line>\d+)", -20),),
            weight=1,
        ),
        Pattern(
            "test_host_crash",
            "crash",
            r"^(?P<message>The active test run was aborted\. Reason: .+|Testhost process .* exited with error:.*)",
            ("test run was aborted", "Testhost process"),
            weight=1,
        ),
        Pattern(
            "build_failed",
            "build_script",
            r"^\s*(?:Build FAILED\.|Build failed with \d+ error|[1-9]\d* Error\(s\)|Test Run Failed\.|Failed!\s+- Failed:\s+[1-9]|Total tests: \d+\s.{0,80}Failed: [1-9]|Failed: [1-9]\d*$|Restore failed with|The build failed\. Fix the build errors)",
            (
                "Build FAILED",
                "Build failed",
                "Error(s)",
                "Test Run Failed",
                "Failed!",
                "Failed: ",
                "Restore failed",
                "The build failed",
            ),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\s*(?:Build succeeded\.?|0 Error\(s\)|Passed!\s+- Failed:\s+0|Test Run Successful\.)",
            ("Build succeeded", "0 Error(s)", "Passed!", "Test Run Successful"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
        Pattern(
            "warning",
            "unknown",
            r"\b(?:warning|Warnung|avertissement) (?:CS|NU|CA|MSB|C|NETSDK|LNK|SA|IDE)\d{3,5} ?:",
            ("warning ", "Warnung ", "avertissement "),
            role=NOISE,
            severity="warning",
        ),
    ),
    sample="""
/app/src/Store.cs(12,9): error CS0103: The name 'Opn' does not exist in the current context [/app/src/Store.csproj]
C:\\app\\ring.cpp(41): error C2065: 'sise': undeclared identifier
ring.obj : error LNK2019: unresolved external symbol "int __cdecl f(void)" referenced in function main
app.exe : fatal error LNK1120: 1 unresolved externals
/app/a.csproj : error NU1101: Unable to find package Acme.None. No packages exist with this id in source(s): nuget.org
  Failed Acme.RingTest.Wraps [5 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
  Stack Trace:
     at Acme.RingTest.Wraps() in /app/tests/RingTest.cs:line 21
Build FAILED.
    0 Warning(s)
    2 Error(s)
""",
    expected=(
        (1, "unresolved_name", "/app/src/Store.cs", 12),
        (2, "compilation_error", "C:\\app\\ring.cpp", 41),
        (3, "linker_error", "", 0),
        (5, "package_not_found", "", 0),
        (8, "test_failure", "/app/tests/RingTest.cs", 21),
    ),
    signs=(
        r"^[ \t]*Determining projects to restore",
        r"^Microsoft \(R\) Build Engine",
        r"^MSBuild version",
        r"\bdotnet (?:build|test|restore)",
    ),
    advice={
        "unresolved_name": Advice(
            "The compiler knows no such name at {file}:{line}: {message}",
            ("Add the using or the package reference; look for a rename.",),
            "dotnet build",
        ),
        "syntax_error": Advice(
            "{file}:{line} cannot be parsed: {message}", ("Correct the line or the one before.",), "dotnet build"
        ),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Look {code} up; mend the first error first.",),
            "dotnet build",
        ),
        "missing_header": Advice(
            "The compiler found no header `{header}`.", ("Add its include directory or install the library (vcpkg).",)
        ),
        "lint_violation": Advice(
            "The analyzer's rule {code} at {file}:{line}: {message}",
            ("Mend it, or set its severity in .editorconfig.",),
            "dotnet build",
        ),
        "unformatted": Advice(
            "{file}:{line} is not formatted: {message}",
            ("Run `dotnet format` and commit.",),
            "dotnet format --verify-no-changes",
        ),
        "package_not_found": Advice(
            "NuGet {code}: {message}",
            ("Check name, version and sources (nuget.config), and the credentials of private feeds.",),
            "dotnet restore",
        ),
        "dependency_conflict": Advice(
            "NuGet {code}: {message}",
            ("Reference one version directly, or align the target frameworks.",),
            "dotnet restore",
        ),
        "vulnerability": Advice(
            "A package has a known vulnerability: {message}", ("Raise it.",), "dotnet list package --vulnerable"
        ),
        "sdk_error": Advice(
            "The .NET SDK does not fit: {message}{said}",
            ("Install the SDK that global.json or the target framework asks for.",),
            "dotnet --list-sdks",
        ),
        "linker_error": Advice("The linker: {message}", ("Add the object or library that defines it.",)),
        "file_in_use": Advice(
            "MSBuild cannot write a file: {message}",
            ("Another process holds it; do not build the same output twice at once.",),
        ),
        "msbuild_error": Advice("MSBuild {code}: {message}", ("Look at {file}:{line}.",), "dotnet build"),
        "project_missing": Advice(
            "MSBuild finds no project: {message}", ("Run it in the folder of the project or solution.",)
        ),
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Compare expected and actual; look at {file}:{line}.",),
            "dotnet test --filter '{test}'",
        ),
        "unhandled_exception": Advice("{exception} was not caught: {message}", ("Look at {file}:{line}.",)),
        "test_host_crash": Advice(
            "The test host died: {message}", ("Run with `--blame` to learn which test it was.",), "dotnet test --blame"
        ),
    },
)
