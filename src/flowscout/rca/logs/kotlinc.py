"""The Kotlin compiler, K1 and K2, KSP and kapt, on the command line and under Gradle or Maven.

K1: `e: /path/F.kt: (12, 5): Unresolved reference: foo`; since 1.8: `e: file:///path/F.kt:12:5 text`; the command line:
`/path/F.kt:12:5: error: text`. K2 words differ: `Unresolved reference 'foo'.`, `Argument type mismatch: actual type is 'A', but 'B' was
expected.` `w:` are warnings. `Could not connect to Kotlin compile daemon` is followed by a compilation without it.
Form: Kotlin's GradleStyleMessageRenderer; diagnostics of the K2 front end.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_E1 = r"^e: (?P<file>(?:[A-Za-z]:)?[^:(]{1,400}\.kts?): \((?P<line>\d+), (?P<column>\d+)\): "
_E2 = r"^e: (?:file://(?:/(?=[A-Za-z]:))?)?(?P<file>(?:[A-Za-z]:)?[^:(]{1,400}\.kts?):(?P<line>\d+):(?P<column>\d+):? "
_C = r"^(?:\[ERROR\] )?(?P<file>(?:[A-Za-z]:)?[^\s:(\[][^:(\[]{0,400}\.kts?)(?::(?P<line>\d+):(?P<column>\d+): error: |: ?\[(?P<row>\d+),(?P<col>\d+)\] )"

_WORDS = (
    "Could not",
    "Cannot",
    "Compilation",
    "Supertypes",
    "Unsupported",
    "Plugin",
    "The",
    "error",
    "Error",
    "Class",
    "Kotlin",
    "No",
    "Failed",
    "Unable",
    "Source",
    "Invalid",
    "Unknown",
    "Missing",
    "java",
    "org",
    "Incompatible",
    "Module",
    "Duplicate",
    "Unexpected",
    "Internal",
)


def _each(type_: str, kind: str, text: str, needs: tuple[str, ...], weight: int = 0) -> tuple[Pattern, ...]:
    """One message in the three spellings of its place."""
    return tuple(
        Pattern(type_, kind, place + r"(?P<message>" + text + r")", needs, weight=weight) for place in (_E1, _E2, _C)
    )


PLUGIN: Final = LogFormat(
    name="kotlinc",
    languages=("kotlin",),
    patterns=(
        *_each(
            "import_error",
            "compile_error",
            r"(?:[Uu]nresolved reference in import|Cannot import|Conflicting import|Packages cannot be imported).*",
            ("import",),
        ),
        *_each(
            "unresolved_reference",
            "compile_error",
            r"(?:\[\w+\] )?[Uu]nresolved reference(?:: | ')(?P<symbol>[^'.\s]+).*",
            ("nresolved reference",),
        ),
        *_each("unresolved_reference", "compile_error", r"[Uu]nresolved reference.*", ("nresolved reference",)),
        *_each(
            "type_mismatch",
            "compile_error",
            r".{0,60}[Tt]ype mismatch:? ?(?:.{0,200}?(?:inferred type is|actual type is) '?(?P<found>.{1,300}?)'?,? but '?(?P<expected>.{1,300}?)'? was expected)?.*",
            ("ype mismatch",),
        ),
        *_each(
            "type_mismatch",
            "compile_error",
            r"(?:The .{1,60} literal does not conform|[Nn]ull can not be a value of|[Oo]nly safe \(\?\.\) or non-null asserted|Required: |Return type mismatch|Operator call is prohibited on a nullable|Initializer type mismatch|Assignment type mismatch).*",
            ("does not conform", "ull can not", "nly safe", "Required: ", "nullable"),
        ),
        *_each("lateinit", "compile_error", r".*lateinit.*", ("lateinit",)),
        *_each("warnings_as_errors", "compile_error", r"warnings found and -Werror specified.*", ("-Werror",)),
        *_each("compilation_error", "compile_error", r".+", (".kt: (", ".kts: (", ".kt:", ".kts:")),
        Pattern(
            "warnings_as_errors",
            "compile_error",
            r"^e: (?P<message>warnings found and -Werror specified)",
            ("-Werror",),
            weight=0,
        ),
        Pattern(
            "version_mismatch",
            "version_mismatch",
            r"(?P<message>(?:Module|Class '?[\w./]+'?) was compiled with an incompatible version of Kotlin\. The (?:actual|binary) (?:metadata )?version (?:of its metadata )?is (?P<found>[\d.]+),? (?:but|expected).{0,40}?(?P<expected>\d[\d.]*).*)",
            ("incompatible version of Kotlin",),
            weight=1,
        ),
        Pattern(
            "processor_failed",
            "annotation_processing",
            r"^e: \[(?P<tool>ksp|kapt)\] (?:(?P<file>[^\s:]+\.\w+):(?P<line>\d+): )?(?P<message>(?!An exception|Error occurred).+)",
            ("[ksp]", "[kapt]"),
            weight=1,
        ),
        Pattern(
            "processor_failed",
            "annotation_processing",
            r"^e: (?:\[(?:ksp|kapt)\] )?(?P<message>(?:Error occurred in KSP|An exception occurred:|java\.lang\.IllegalStateException: (?:unexpected|Unable)).*)",
            ("KSP", "An exception occurred", "IllegalState"),
            weight=0,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"^e: (?P<message>java\.lang\.OutOfMemoryError.*|.*Not enough memory to run compilation.*)",
            ("OutOfMemory", "Not enough memory"),
            weight=1,
        ),
        Pattern(
            "compiler_crash",
            "crash",
            r"^(?:e: |exception: )?(?P<message>(?:org\.jetbrains\.kotlin\.\S*(?:Exception|Error)|Compiler terminated with internal error|Exception while (?:generating code|analyzing expression)|Back-end \(JVM\) Internal error|source must not be null).*)",
            ("org.jetbrains.kotlin", "internal error", "Exception while", "Internal error", "must not be null"),
            weight=0,
        ),
        Pattern(
            "daemon_retry",
            "unknown",
            r"^(?:e: )?(?:Daemon compilation failed: |Could not connect to (?:the )?[Kk]otlin compile daemon|Using fallback strategy|The daemon has terminated unexpectedly).*",
            ("aemon", "fallback strategy"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "plain_error",
            "compile_error",
            r"^e: (?P<message>(?:" + "|".join(_WORDS) + r")\b.*)",
            tuple(f"e: {word}" for word in _WORDS),
            weight=-1,
        ),
        Pattern(
            "compiler_warning",
            "compile_error",
            r"^w: (?:file://)?(?P<file>\S+\.kts?):.*",
            ("w: ",),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "compile_failed",
            "compile_error",
            r"^\[ERROR\] Failed to execute goal org\.jetbrains\.kotlin|^> Compilation error\. See log for more details",
            ("org.jetbrains.kotlin:", "Compilation error. See"),
            role=CONSEQUENCE,
        ),
    ),
    sample="""
w: file:///app/src/A.kt:3:5 Variable 'x' is never used
e: /app/src/main/kotlin/UserRepo.kt: (23, 9): Unresolved reference: fetchAll
e: file:///app/src/main/kotlin/Main.kt:12:20 Argument type mismatch: actual type is 'String', but 'Int' was expected.
e: file:///E:/app/src/Main.kt:9:1 Unresolved reference 'compose'.
src/Main.kt:4:5: error: no value passed for parameter 'n'
e: Daemon compilation failed: Could not connect to Kotlin compile daemon
""",
    expected=(
        (2, "unresolved_reference", "/app/src/main/kotlin/UserRepo.kt", 23),
        (3, "type_mismatch", "/app/src/main/kotlin/Main.kt", 12),
        (4, "unresolved_reference", "E:/app/src/Main.kt", 9),
        (5, "compilation_error", "src/Main.kt", 4),
    ),
    signs=(r"^w: (?:file://)?/", r":compile\w*Kotlin\b", r"kotlin-maven-plugin"),
    advice={
        "unresolved_reference": Advice(
            "Kotlin knows no `{symbol}` at {file}:{line}.",
            (
                "Check the import and the spelling; look for a rename in this change.",
                "If it belongs to a library, add the dependency to this module.",
            ),
        ),
        "import_error": Advice(
            "An import cannot be resolved at {file}:{line}: {message}",
            ("Add the dependency that brings it, or correct the import.",),
        ),
        "type_mismatch": Advice(
            "Types disagree at {file}:{line}: {expected} was expected, {found} came.",
            ("Convert the value or change the declaration; for a nullable value decide what happens when it is null.",),
        ),
        "lateinit": Advice(
            "`lateinit` is used wrongly at {file}:{line}: {message}",
            ("It needs a non-null `var` without initialiser, of a type that is not primitive.",),
        ),
        "warnings_as_errors": Advice(
            "Warnings count as errors in this build.", ("Mend the `w:` lines above, or lift `allWarningsAsErrors`.",)
        ),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}",
            ("Mend the first error first; those after it may follow from it.",),
        ),
        "version_mismatch": Advice(
            "A library was compiled with Kotlin {found}, this compiler reads {expected}.",
            ("Raise the Kotlin plug-in, or choose a build of the library for this Kotlin.",),
        ),
        "processor_failed": Advice(
            "An annotation processor refused the code: {message}", ("Correct the annotated declaration that it names.",)
        ),
        "out_of_memory": Advice(
            "The Kotlin compiler ran out of memory.", ("Raise `kotlin.daemon.jvmargs` or `org.gradle.jvmargs`.",)
        ),
        "compiler_crash": Advice(
            "The Kotlin compiler crashed: {message}",
            (
                "Clean and build again; else find the file it names and simplify the expression, or change the compiler version.",
            ),
        ),
        "plain_error": Advice(
            "The Kotlin compiler stopped: {message}", ("Correct what it names in the build configuration.",)
        ),
    },
)
