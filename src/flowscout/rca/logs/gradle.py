"""Gradle: its failure block, build scripts, tasks, and the tests it runs.

A failure reads `FAILURE: Build failed with an exception.`, `* Where:` with the script and its line, `* What went wrong:`, a sentence,
then a chain of lines that begin with `>`, three more blanks a level. The deepest `>` is the cause, unless it only points
to the compiler or the test report. `Task :x FAILED`, `BUILD FAILED` and `Execution failed for task` follow from it.
A failing test is `Class > method() FAILED` with the exception and the first frames indented below.
What it says of dependencies, plug-ins and versions is read by `gradle_resolution`.
Form: Gradle's BuildExceptionReporter; user guide "Understanding the build failure output".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_DEEP = r"^\s*> "
_FRAME = r"^\s+(?:at )?(?:[\w.$<>/]+\()?(?P<file>[\w$-]+\.(?:java|kt|groovy|scala)):(?P<line>\d+)\)?$"
_OWN = r"^\s+at (?!(?:java|javax|jdk|sun|org\.junit|org\.hamcrest|org\.assertj|org\.opentest4j|org\.mockito|kotlin|com\.google\.common\.truth)\.|java\.base/|app//org\.)[\w.$<>/ -]+\((?P<file>[\w$-]+\.(?:java|kt|groovy|scala)):(?P<line>\d+)\)"

PLUGIN: Final = LogFormat(
    name="gradle",
    languages=("groovy", "kotlin", "java"),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?P<test>[\w.$ ]{1,300} > .{1,600}) FAILED$",
            (" FAILED",),
            then=(
                (
                    r"^\s+(?P<message>(?P<exception>[\w.$]+(?:Error|Exception|Failure|Failed)\w*|[a-z]\w*(?:\.\w+)+)\b.*)",
                    4,
                ),
                (_OWN, -12),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure", "test_failure", r"^(?P<test>[\w.$]{1,200} > .{1,300}) FAILED$", (" FAILED",), weight=-1
        ),
        Pattern(
            "see_reports",
            "test_failure",
            r"^\s*> (?:There were failing tests\. See the report|Compilation (?:failed; see the compiler error output|error\. See log)|A failure occurred while executing|See log for more details|See the report at|Process 'command [^']*' finished with non-zero exit value|Test process encountered|Lint found errors in the project)|^See the complete report|> (?:\d{1,6} )?\w{1,20} rule violations were found\. See",
            (
                "There were failing",
                "Compilation ",
                "A failure occurred",
                "See log",
                "See the",
                "finished with non-zero",
                "Lint found",
                "violations were found",
                "Test process",
            ),
            role=POINTER,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^(?:Build|Settings|Initialization|Script) (?:file|script) '(?P<file>[^']+)' line: (?P<line>\d+)",
            (" line: ",),
            then=(
                (r"^(?:\* What went wrong:|A problem occurred|Could not compile)", -4),
                (r"^\s*> (?P<message>(?!Failed to)\S.+)", -6),
            ),
            at=2,
            weight=1,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^(?:build file|script) '(?P<file>[^']+)': (?P<line>\d+): (?P<message>.+?)(?: @ line \d+, column (?P<column>\d+)\.)?$",
            ("': ",),
            weight=2,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^e: (?:file://)?(?P<file>\S+\.gradle\.kts):(?:\s?\()?(?P<line>\d+)[:,] ?(?P<column>\d+)\)?:? (?P<message>.+)",
            (".gradle.kts:",),
            weight=2,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^\s*Line (?P<line>\d+): .{0,300}$",
            ("Line ",),
            then=((r"^\s+\^ (?P<message>.+)", 2),),
            above=(r"^Script compilation errors?:", 6),
            at=0,
            weight=0,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^\s*> (?P<message>(?:Could not (?:get unknown property|find method|set unknown property|open (?:\w+ )?generic class cache|compile (?:build|settings|initialization) (?:file|script))|Project with path '[^']+' could not be found|Cannot run Project\.afterEvaluate|Build was configured to prefer settings repositories|Cannot (?:add|create) task|Cannot convert|No signature of method|Extension (?:of type|with name)|Value '.*' given for|Namespace not specified|compileSdkVersion is not specified|Unresolved reference|Using insecure protocols).*)",
            (
                "> Could not",
                "> Project with",
                "> Cannot",
                "> Build was",
                "> No signature",
                "> Extension",
                "> Value",
                "> Namespace",
                "> compileSdk",
                "> Unresolved",
                "> Using insecure",
            ),
            weight=1,
        ),
        Pattern(
            "build_script_syntax_error",
            "build_script",
            r"^(?P<message>(?:Project '(?P<project>[^']+)' not found in root project|Cannot locate tasks that match|Task '[^']+' (?:not found|is ambiguous) in |Project directory '.*' is not part of the build|task '\w+' is ambiguous|Circular dependency between the following tasks|Cannot change dependencies of|Directory '.*' does not contain a Gradle build|Unknown command-line option|Problem configuring task).*)",
            (
                "ot found in",
                "Cannot ",
                "is ambiguous",
                "not part of the build",
                "Circular dep",
                "does not contain",
                "Unknown command-line",
                "Problem configuring",
            ),
            weight=1,
        ),
        Pattern(
            "environment_error",
            "environment",
            r"(?P<message>(?:SDK location not found|Failed to install the following (?:Android )?SDK (?:components|packages)|You have not accepted the license agreements|ERROR: JAVA_HOME is (?:not set|set to an invalid directory)|NDK (?:not configured|at .{0,100} did not have)|No version of NDK matched|Failed to find (?:target with hash string|Build Tools revision|Platform SDK|CMake)|Gradle could not start your build).*)",
            ("SDK", "license agreements", "JAVA_HOME", "NDK", "Failed to find", "could not start your build"),
            weight=1,
        ),
        Pattern(
            "signing_error",
            "missing_secret",
            r"(?P<message>(?:SigningConfig \"(?P<name>[^\"]+)\" is missing required property|Keystore file '[^']{0,300}' not found|Keystore was tampered with|Failed to read key|Cannot perform signing task|No value has been specified for property 'signatory).*)",
            ("SigningConfig", "eystore", "read key", "signing task", "signatory"),
            weight=2,
        ),
        Pattern(
            "daemon_gone",
            "out_of_memory",
            r"(?P<message>(?:Gradle build daemon (?:disappeared unexpectedly|has been stopped)|The Daemon will expire.{0,200}Metaspace|Expiring Daemon because JVM (?:heap|Metaspace)|Daemon (?:is )?stopping (?:immediately )?because? ?(?:JVM|since the|of)).*)",
            ("aemon",),
            weight=0,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>(?:[A-Za-z]:)?\S{1,300}\.(?:kt|kts|java|xml|gradle)):(?P<line>\d+)(?::(?P<column>\d+))?:? (?:Error|Lint error >) ?:?(?P<message>.+)",
            ("Error: ", "Lint error"),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>\S{1,300}\.kts?):(?P<line>\d+):(?P<column>\d+):? (?P<message>.+ [(\[](?:standard:)?(?P<code>[\w:-]+)[)\]])$",
            (".kt:", ".kts:"),
        ),
        Pattern(
            "cache_problem",
            "build_script",
            r"^(?P<message>\d+ problems? (?:was|were) found storing the configuration cache.*)",
            ("configuration cache",),
            more=r"^- ",
            weight=1,
        ),
        Pattern(
            "missing_command",
            "missing_command",
            r"^\s*> (?P<message>A problem occurred starting process 'command '(?P<command>[^']{1,200})''.*)",
            ("A problem occurred starting process",),
            weight=1,
        ),
        Pattern(
            "task_failure",
            "build_script",
            r"^(?:Execution failed for task '(?P<task>[^']+)'|A problem occurred (?:evaluating|configuring|starting) .+)",
            ("Execution failed for task", "A problem occurred"),
            then=(
                (
                    _DEEP
                    + r"(?P<message>(?!Could not resolve all|There were|A failure occurred|Compilation|Run with|See ).{4,})$",
                    6,
                ),
                (r"^\s{3,}> (?P<reason>.{4,})$", -2),
            ),
            at=2,
            weight=-1,
            message="{message} {reason}",
        ),
        Pattern(
            "task_failed",
            "build_script",
            r"^(?:Execution failed for task '(?P<task>[^']+)'\.?|> Task (?P<name>\S+) FAILED|:[\w:-]+ FAILED|A problem occurred (?:evaluating|configuring|starting).*|Could not compile (?:build|settings) (?:file|script).*)",
            ("Execution failed", " FAILED", "A problem occurred", "Could not compile"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "build_failed",
            "build_script",
            r"^(?:BUILD FAILED|FAILURE: Build (?:failed with an exception|completed with \d+ failures)|\d+: Task failed with an exception|\* What went wrong:|\d+ tests? completed, [1-9]\d* failed)",
            ("BUILD FAILED", "FAILURE: Build", "Task failed", "What went wrong", "tests completed", "test completed"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "try_block",
            "build_script",
            r"^(?:\* Try:|> Run with --|Run with --|\* Get more help|\* Exception is:|> Get more help)",
            (
                "* Try",
                "* Get more",
                "* Exception is",
                "Run with --",
                "Get more help",
            ),
            role=POINTER,
        ),
        Pattern(
            "passed", "unknown", r"^BUILD SUCCESSFUL\b", ("BUILD SUCCESSFUL",), role=SUCCESS, severity="info", weight=2
        ),
        Pattern(
            "passing_test",
            "unknown",
            r"^[\w.$ ]+ > .{1,300} (?:PASSED|SKIPPED)$|^> Task \S+(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$",
            ("PASSED", "SKIPPED", "> Task"),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
> Task :compileErrorReporter UP-TO-DATE
com.acme.RingTest > wraps() FAILED
    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:38)
        at app//com.acme.RingTest.wraps(RingTest.java:21)

FAILURE: Build failed with an exception.

* Where:
Build file '/home/me/app/build.gradle' line: 12

* What went wrong:
A problem occurred evaluating root project 'app'.
> Could not get unknown property 'verzion' for root project 'app' of type org.gradle.api.Project.

* What went wrong:
Execution failed for task ':app:compileDebugJavaWithJavac'.
> Could not resolve all files for configuration ':app:debugCompileClasspath'.
   > Could not find com.google.android.material:material:1.99.0.
     Required by:
         project :app
BUILD FAILED in 3s
""",
    expected=(
        (3, "test_failure", "RingTest.java", 21),
        (14, "build_script_syntax_error", "/home/me/app/build.gradle", 12),
        (19, "task_failure", "", 0),
    ),
    signs=(r"^> Task :", r"^Starting a Gradle Daemon", r"^BUILD (?:SUCCESSFUL|FAILED) in", r"^FAILURE: Build "),
    advice={
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Compare what was expected with what came; look at {file}:{line}.",),
            "./gradlew test --tests '{test}'",
        ),
        "build_script_syntax_error": Advice(
            "The build script is wrong at {file}:{line}: {message}",
            ("Correct that line; look for a misspelt name, a missing plug-in or a block in the wrong place.",),
            "./gradlew help",
        ),
        "environment_error": Advice(
            "The build environment lacks something: {message}",
            ("Install it in the job, or set the variable or property that names it.",),
        ),
        "signing_error": Advice(
            "Signing lacks a key or its password: {message}",
            ("Give the secrets to the job; pull requests of forks do not get them.",),
        ),
        "daemon_gone": Advice(
            "The Gradle daemon died: {message}", ("Raise `org.gradle.jvmargs=-Xmx…`, or lower the number of workers.",)
        ),
        "lint_violation": Advice("{code} at {file}:{line}: {message}", ("Change the line, or format with the tool.",)),
        "cache_problem": Advice(
            "The build cannot use the configuration cache: {message}", ("Mend the listed problems or turn it off.",)
        ),
        "missing_command": Advice(
            "`{command}` is not installed here, or not in PATH.",
            ("Install it in the build environment, or correct its name.",),
        ),
        "task_failure": Advice(
            "Task {task} failed: {message}",
            ("Look at what the task printed above; run it alone with --stacktrace.",),
            "./gradlew {task} --stacktrace",
        ),
    },
)
