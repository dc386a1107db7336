"""javac and the annotation processors it runs, Eclipse's compiler, Checkstyle, PMD, SpotBugs, Error Prone, Spotless.

`File.java:28: error: text` without a column, the source line, a caret, then `symbol:` and `location:`. Maven rewrites it to
`[ERROR] /path/File.java:[28,12] text`, localised text included. Dagger's and Hilt's messages are about a binding: the generated
file they name is not where to look, the binding and the chain below it are.
Form: OpenJDK `compiler.properties`; maven-compiler-plugin; Dagger documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_JAVA = r"(?P<file>(?:/?[A-Za-z]:)?[/\\]?(?:[^\s:\[\]()][^:\[\]()]{0,400}?)\.(?:java|groovy|aj))"
_GLUED = (
    r"^(?:\[(?:javac|ERROR|WARNING|INFO|wsimport|ant:checkstyle)\] |(?::[A-Za-z][\w:-]*?)(?=/)|> Task \S{1,100}?(?=/)|> )?\s*"
)
_BLOCK = r"^\s+\S|^\s*\^"

PLUGIN: Final = LogFormat(
    name="javac",
    languages=("java",),
    patterns=(
        Pattern(
            "werror",
            "lint_failure",
            r"^error: (?P<message>warnings found and -Werror specified)",
            ("-Werror specified",),
            above=(r"^(?P<file>\S+\.java):(?P<line>\d+): warning: (?P<warning>.+)", 200),
            weight=1,
        ),
        Pattern(
            "missing_binding",
            "annotation_processing",
            _GLUED
            + _JAVA
            + r":(?P<line>\d+): error: (?P<message>\[(?P<code>(?:Dagger|Hilt|ComponentProcessor|InjectProcessor)[^\]]*)\] .+)",
            ("error: [",),
            more=_BLOCK + r"|^$",
            weight=1,
        ),
        Pattern(
            "missing_binding",
            "annotation_processing",
            r"^\s*(?:e: |error: )?(?:\[\w+\] )?(?P<message>\[(?P<code>Dagger/\w+|Hilt)\] .+)",
            ("[Dagger/", "[Hilt]"),
            more=_BLOCK,
            weight=1,
        ),
        Pattern(
            "missing_package",
            "compile_error",
            _GLUED
            + _JAVA
            + r":(?:(?P<line>\d+):|\[(?P<row>\d+),(?P<column>\d+)\]) (?:error: )?(?P<message>package (?P<dependency>[\w.]+) does not exist.*)",
            ("does not exist",),
            more=_BLOCK,
        ),
        Pattern(
            "missing_symbol",
            "compile_error",
            _GLUED + _JAVA + r":(?P<line>\d+): error: (?P<message>cannot find symbol.*)",
            ("cannot find symbol",),
            then=(
                (r"^(?:\[\w+\] )?\s*symbol ?: +(?:class|variable|method|constructor|static)? ?(?P<symbol>\S.*)", -4),
            ),
            more=_BLOCK,
        ),
        Pattern(
            "type_mismatch",
            "compile_error",
            _GLUED + _JAVA + r":(?P<line>\d+): error: (?P<message>incompatible types.*)",
            ("incompatible types",),
            more=_BLOCK,
        ),
        Pattern(
            "warnings_as_errors",
            "compile_error",
            r"^(?:\[ERROR\] )?error: (?P<message>warnings found and -Werror specified)",
            ("-Werror specified",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            _GLUED + _JAVA + r":(?P<line>\d+): (?:error|错误|エラー|erreur|Fehler|ошибка|오류) ?: (?P<message>.+)",
            (".java:", ".groovy:", ".aj:"),
            more=_BLOCK,
        ),
        Pattern(
            "missing_symbol",
            "compile_error",
            r"^\[ERROR\] "
            + _JAVA
            + r":\[(?P<line>\d+),(?P<column>\d+)\] (?:error: )?(?P<message>cannot find symbol.*)",
            ("cannot find symbol",),
            then=((r"symbol ?: +(?:class|variable|method|constructor)? ?(?P<symbol>\S.*)", -2),),
            more=r"^(?:\[ERROR\])?\s+(?:symbol|location)",
        ),
        Pattern(
            "style_violation",
            "lint_failure",
            r"^(?:\[ant:checkstyle\] )?\[(?:ERROR|WARN)\] "
            + _JAVA
            + r":(?P<line>\d+)(?::(?P<column>\d+))?: (?P<message>.+ \[(?P<code>\w+)\])",
            (".java:",),
        ),
        Pattern(
            "style_violation",
            "lint_failure",
            r"^\[(?:ERROR|WARNING)\] "
            + _JAVA
            + r":\[(?P<line>\d+)(?:,(?P<column>\d+))?\] \((?P<code>\w+)\) (?P<message>\w+: .+)",
            (".java:[",),
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\[ERROR\] " + _JAVA + r":\[(?P<line>\d+)(?:,(?P<column>\d+))?\] (?P<message>.+)",
            (".java:[", ".groovy:["),
            more=r"^(?:\[ERROR\])?\s+(?:symbol|location|\S+:)",
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\d+\. ERROR in " + _JAVA + r" \(at line (?P<line>\d+)\)",
            ("ERROR in ",),
            more=r"^\s+\S|^\S",
        ),
        Pattern(
            "release_version",
            "version_mismatch",
            r"(?:error: |^\[ERROR\] .*|> )(?P<message>(?:invalid (?:source|target) release: ?(?P<version>[\d.]+)|release version (?P<release>\d+) not supported|Source option \d+ is no longer supported\. .*|invalid flag: .*))",
            (
                "source release",
                "target release",
                "release version",
                "Source option",
                "invalid flag",
            ),
            weight=1,
        ),
        Pattern(
            "class_version",
            "version_mismatch",
            r"(?P<message>(?:class file has wrong version [\d.]+, should be [\d.]+|Unsupported class file major version \d+|(?<![\w./$])[\w./$]{1,200} has been compiled by a more recent version of the Java Runtime.*|UnsupportedClassVersionError.*))",
            ("wrong version", "Unsupported class file", "more recent version", "UnsupportedClassVersion"),
            weight=1,
        ),
        Pattern(
            "class_path",
            "compile_error",
            r"^(?:\[ERROR\] )?error: (?P<message>(?:file not found: (?P<missing>\S+)|bad (?:source|class) file.*|cannot access .*|module not found: \S+|no source files.*|Annotation processor '.*' not found|Class names, .*))",
            ("error: ",),
            more=_BLOCK,
            weight=1,
        ),
        Pattern(
            "processor_failed",
            "annotation_processing",
            r"^(?:\[ERROR\] )?(?P<message>An annotation processor threw an uncaught exception.*|error: (?:[Aa]nnotation process|@\w+ ).*)",
            ("nnotation process", "error: @"),
            weight=0,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"(?P<message>The following files? (?:had format violations|were not formatted).*)",
            ("format violations", "not formatted"),
            then=((r"^(?:> |\[ERROR\] )?\s+(?P<file>\S+\.\w+)$", -3),),
            more=r"^\s+\S|^\[ERROR\]\s+",
            weight=1,
        ),
        Pattern(
            "spotbugs",
            "lint_failure",
            r"^\[ERROR\] (?P<severity>High|Medium|Low): (?P<message>.+? \[[\w.$]+\]) At (?P<file>\w+\.java):\[lines? (?P<line>\d+)",
            (" At ",),
        ),
        Pattern(
            "spotbugs",
            "lint_failure",
            r"^M [A-Z] [A-Z]+ (?P<code>\w+): (?P<message>.+)  At (?P<file>\S+\.java):\[line (?P<line>\d+)\]",
            ("  At ",),
        ),
        Pattern(
            "pmd",
            "lint_failure",
            r"^(?:\[(?:ERROR|INFO|WARNING)\] PMD Failure: (?P<symbol>[\w.$]+):(?P<line>\d+) Rule:(?P<code>\w+) .*?(?P<message>\S.+)|"
            + _JAVA
            + r":(?P<row>\d+):\s+(?P<rule>[A-Z]\w+):\s+(?P<said>.+))",
            ("PMD Failure", ".java:"),
            weight=-1,
        ),
        Pattern("error_count", "compile_error", r"^(?:\[javac\] )?\s*\d+ errors?$", (" error",), role=CONSEQUENCE),
        Pattern(
            "compiler_note",
            "unknown",
            r"^(?:\[javac\] )?(?:Note: .+|Picked up JAVA_TOOL_OPTIONS.*|Note: Recompile with)",
            ("Note: ", "Picked up"),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
:compileJava/home/me/app/src/Sender.java:28: error: cannot find symbol
      Result<Status> status ) throws Exception
             ^
  symbol:   class Status
  location: class Sender
Note: Some input files use or override a deprecated API.
[ERROR] /home/me/app/src/main/java/a/Store.java:[14,9] incompatible types: String cannot be converted to int
src/B.java:3: error: package org.json does not exist
error: invalid source release: 21
src/App.java:9: error: [Dagger/MissingBinding] a.Clock cannot be provided without an @Inject constructor
    a.Clock is injected at
2 errors
""",
    expected=(
        (1, "missing_symbol", "/home/me/app/src/Sender.java", 28),
        (7, "compilation_error", "/home/me/app/src/main/java/a/Store.java", 14),
        (8, "missing_package", "src/B.java", 3),
        (9, "release_version", "", 0),
        (10, "missing_binding", "src/App.java", 9),
    ),
    signs=(r"^Note: Some input files", r":compileJava", r"\bjavac\b"),
    advice={
        "werror": Advice(
            "A warning stops the build, because of -Werror: {warning}", ("Mend the warning at {file}:{line}.",)
        ),
        "missing_symbol": Advice(
            "The compiler knows no `{symbol}` at {file}:{line}.",
            (
                "Look for a rename or a missing import.",
                "If it belongs to a library, check that its version has it; a lower version may be resolved.",
            ),
        ),
        "missing_package": Advice(
            "The package `{dependency}` is not on the class path.",
            ("Add the dependency that holds it to this module, in the scope in which it is used.",),
        ),
        "type_mismatch": Advice(
            "Types disagree at {file}:{line}: {message}",
            ("Change the value or the declaration; a signature may have changed.",),
        ),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Mend the first error first; those after it may follow from it.",),
        ),
        "missing_binding": Advice(
            "The dependency injection graph is incomplete: {message}",
            (
                "Give the named type an `@Inject` constructor, or a `@Provides` or `@Binds` in a module of the component; the chain below says who asks for it.",
            ),
        ),
        "processor_failed": Advice(
            "An annotation processor failed: {message}",
            ("Look at its own messages above; check that its version fits the library and the JDK.",),
        ),
        "release_version": Advice(
            "The JDK at hand cannot compile for the release asked: {message}",
            ("Install that JDK (setup-java, toolchain), or lower the release.",),
            "java -version",
        ),
        "class_version": Advice(
            "A class was compiled for a newer Java than runs here: {message}",
            ("Run a newer JDK, or use a build of the library for this one.",),
            "java -version",
        ),
        "class_path": Advice(
            "The compiler lacks a file or a class: {message}", ("Check that the file exists, and the class path.",)
        ),
        "style_violation": Advice(
            "A style rule {code} is broken at {file}:{line}: {message}", ("Change the line as the rule asks.",)
        ),
        "unformatted": Advice(
            "Files are not formatted as the project asks.",
            ("Run the formatter (`spotlessApply`, `mvn spotless:apply`) and commit.",),
        ),
        "spotbugs": Advice("SpotBugs: {message}", ("Look at {file}:{line}.",)),
        "pmd": Advice("PMD: {message}{said}", ("Change the code as the rule asks.",)),
    },
)
