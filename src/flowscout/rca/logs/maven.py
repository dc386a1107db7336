"""Maven: its reactor, plug-ins, dependency resolution, enforcer, and the tests that Surefire and Failsafe run.

`[ERROR] Failed to execute goal plugin (id) on project x: text -> [Help 1]` wraps what a plug-in said; for a compiler or a
test it only repeats. Surefire marks a failing test `<<< FAILURE!` or `<<< ERROR!`; the exception stands on the next line, its frames
below, and the "Results" list repeats each as `[ERROR]   Class.method:line text`. Stack traces and `[ERROR]` lines without that
mark come from tests that pass.
Form: maven-surefire `ConsoleReporter`; Maven's `DefaultExceptionHandler`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_TAG = r"^(?:\[(?:ERROR|INFO|WARNING)\] )?"
_FRAME = r"^\s+at (?!(?:java|javax|jdk|sun|org\.junit|org\.hamcrest|org\.assertj|org\.testng|junit|org\.mockito|org\.opentest4j|com\.google\.common\.truth|kotlin)\.|java\.base/)(?P<function>[\w.$<>/]+)\((?P<file>\w+\.(?:java|kt|scala|groovy)):(?P<line>\d+)\)"

PLUGIN: Final = LogFormat(
    name="maven",
    languages=("java",),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            _TAG
            + r"(?P<test>\S.{0,300}?) {1,4}(?:-- )?Time elapsed: [\d.,]+ (?:s|sec|ms)\s+<<< (?P<outcome>FAILURE|ERROR)!",
            ("<<< FAILURE!", "<<< ERROR!"),
            then=(
                (
                    r"^(?:\[ERROR\] )?(?P<message>(?P<exception>[\w.$]+(?:Error|Exception|Failure|Failed|Timeout\w*|Mismatch)\b).*|(?!\[INFO\]|\[ERROR\] Tests run|Tests run)[\w.$]+: .+)",
                    3,
                ),
                (_FRAME, -40),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "class_failed",
            "test_failure",
            r"Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d{1,9}.{0,200}<<< (?:FAILURE|ERROR)!",
            ("<<< FAILURE!", "<<< ERROR!"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "results_failed",
            "test_failure",
            r"^(?:\[ERROR\] )?Tests run: \d+, (?:Failures: [1-9]\d*, Errors: \d+|Failures: \d+, Errors: [1-9]\d*), Skipped: \d+(?:, Time.*|, Flakes.*)?$",
            ("Tests run: ",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:\[ERROR\] )\s+(?P<test>[A-Z][\w$]*(?:\.[\w$<>]+)*)(?:->\S+)?:(?P<line>\d+)(?:->\S+)? (?P<message>.+)",
            ("[ERROR]  ",),
            weight=-1,
        ),
        Pattern(
            "test_crash",
            "test_failure",
            r"^\[ERROR\] (?P<message>(?:TestEngine with ID .+ failed to discover tests|(?:[\w.]+\.)?SurefireBooterForkException: .+|There was an error in the forked process|Test mechanism :: .+|No tests (?:were executed|matching pattern).*))",
            ("TestEngine with ID", "SurefireBooterFork", "error in the forked", "Test mechanism", "No tests "),
        ),
        Pattern(
            "test_crash",
            "crash",
            r"(?P<message>The forked VM terminated without (?:properly )?saying (?:properly )?goodbye.*|Crashed tests:|There was a timeout (?:or other error )?in the fork.*)",
            ("forked VM", "Crashed tests", "timeout"),
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^\[ERROR\] (?P<message>(?>.*?(?:Could not transfer|Failed to read|could not be resolved)).{0,2000}?: (?:Name or service not known|\S+: Temporary failure in name resolution|Unknown host \S+|Connect(?:ion)? .{0,200}(?:refused|timed out|reset)|Network is unreachable|status code: 50\d).*)",
            (
                "Name or service not known",
                "Temporary failure",
                "Unknown host",
                "Connect",
                "Network is unreachable",
                "status code: 50",
            ),
            weight=1,
        ),
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^\[ERROR\] (?:Failed to execute goal on project (?P<project>[^:]+): )?(?P<message>(?:Could not resolve dependencies for project .*?: )?(?:Failed to collect dependencies|Could not find artifact|Cannot access \S+|The following artifacts could not be resolved|Failure to find|Could not transfer artifact|Failed to read artifact descriptor for|The repository system is offline).*)",
            ("Could not ", "Failed to ", "Failure to find", "could not be resolved", "offline", "Cannot access"),
            weight=1,
            file="pom.xml",
        ),
        Pattern(
            "plugin_error",
            "dependency_resolution",
            r"^\[ERROR\] (?P<message>(?:Plugin (?P<plugin>[\w.:-]+) or one of its dependencies could not be resolved|No plugin found for prefix '(?P<prefix>[^']+)'|Error resolving version for plugin|The plugin \S+ requires Maven version|No versions available for).*)",
            (
                "Plugin ",
                "No plugin found",
                "for plugin",
                "The plugin",
                "No versions",
            ),
            weight=1,
        ),
        Pattern(
            "model_error",
            "build_script",
            r"^\[(?:ERROR|FATAL)\]\s+(?:\[(?:ERROR|FATAL)\] )?(?P<message>(?:Non-parseable POM (?P<pom>\S+\.xml)|Non-resolvable (?:parent|import) POM|Malformed POM|'[\w.\[\]:-]+' .{0,80}is (?:missing|invalid)|Unresolveable build extension|Child module \S+ of .+ does not exist|Unknown lifecycle phase|Could not find goal|The project .* has \d+ error|Project '.*' is duplicated|Could not find the selected project|Unrecognised tag).*?(?: @ (?P<file>[^\s,]*pom\.xml)?(?:, line (?P<line>\d+), column (?P<column>\d+))?.*)?)(?![^\n])",
            (
                "POM",
                "is missing",
                "is invalid",
                "build extension",
                "Child module",
                "lifecycle",
                "Could not find",
                "is duplicated",
                "Unrecognised tag",
                "has ",
            ),
            weight=1,
        ),
        Pattern(
            "ant_error",
            "build_script",
            r"^(?P<file>(?:[A-Za-z]:)?[^\s:]{1,300}\.xml):(?P<line>\d+): (?P<message>(?!The following error occurred)(?!Compile failed).{4,})",
            (".xml:",),
            weight=1,
        ),
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^(?:\[ivy:\w+\]|::)?\s*:: (?P<dependency>[\w.-]+#[\w.-]+;\S+): not found",
            (": not found",),
            weight=1,
            file="pom.xml",
        ),
        Pattern(
            "no_pom",
            "missing_file",
            r"(?P<message>(?:The goal you specified requires a project to execute but there is no POM|POM file \S+ specified with the -f/--file command line argument does not exist).*)",
            ("no POM", "POM file"),
            weight=1,
        ),
        Pattern(
            "enforcer_rule",
            "policy",
            r"^(?:\[(?:ERROR|WARNING)\] )?(?:Rule \d+: )?(?P<message>(?:Failed while enforcing \w+\.|org\.apache\.maven\.(?:plugins\.)?enforcer\.\S+ failed with message:|Detected JDK .*not in the allowed range|Found Banned Dependency|Dependency convergence error for (?P<dependency>\S+)|Detected Maven Version).*)",
            ("enforc", "allowed range", "Banned Dependency", "convergence", "Maven Version"),
            more=r"^(?!\[)\S|^\s",
            weight=1,
        ),
        Pattern(
            "style_violation",
            "lint_failure",
            r"^\[ERROR\] (?P<file>src/[^\s:\[]+\.(?:java|xml|properties)):(?:\[)?(?P<line>\d+)(?:,(?P<column>\d+)\])?:? (?:\((?P<code>\w+)\) )?(?P<message>.+)",
            ("[ERROR] src/",),
            weight=0,
        ),
        Pattern(
            "licence_header",
            "policy",
            r"^\[(?:WARNING|ERROR)\] (?P<message>(?:Some files do not have the expected license header|Missing header in: (?P<file>\S+)|Too many files with unapproved license|Unapproved licenses).*)",
            ("icense", "Missing header"),
            weight=0,
        ),
        Pattern(
            "java_home",
            "environment",
            r"^(?:\[ERROR\] |Error: )?(?P<message>(?:The JAVA_HOME environment variable is not defined correctly|JAVA_HOME (?:is set to an invalid|not found|is not)|No compiler is provided in this environment|Unable to locate a Java Runtime).*)",
            ("JAVA_HOME", "No compiler is provided", "a Java Runtime"),
            weight=1,
        ),
        Pattern(
            "goal_failed",
            "build_script",
            r"^\[ERROR\] Failed to execute goal .*(?:Compilation failure|There (?:are|was) (?:test failures|.{0,80}timeout)|There was an error|testFailure|You have \d+ .{0,40} violation|Some Enforcer rules have failed|on project \S+$|failed with exit|exec-maven).*",
            ("Failed to execute goal",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "goal_failed",
            "build_script",
            r"^\[ERROR\] Failed to execute goal (?P<plugin>[\w.:-]+)(?: \([^)]*\))? on project (?P<project>[^:]+): (?P<message>.+?)(?: -> \[Help \d\])?$",
            ("Failed to execute goal",),
            weight=-1,
        ),
        Pattern(
            "compile_failed",
            "compile_error",
            r"^\[(?:ERROR|INFO)\] (?:COMPILATION ERROR\s*+:?|\d+ errors?)\s*$|^\[ERROR\] Compilation failure",
            ("COMPILATION ERROR", " error", "Compilation failure"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "build_failed",
            "build_script",
            r"^(?:\[(?:INFO|ERROR)\] )?BUILD (?:FAILURE|FAILED|ERROR)\b",
            ("BUILD F", "BUILD E"),
            role=CONSEQUENCE,
            weight=2,
        ),
        Pattern(
            "reactor_failed",
            "build_script",
            r"^\[INFO\] \S.{0,200} \.{2,} FAILURE \[",
            ("FAILURE [",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "list_heading",
            "test_failure",
            r"^\[ERROR\] (?:Failures|Errors|Tests in error|Failed tests):\s*$|^(?:Failed tests|Tests in error):",
            ("Failures:", "Errors:", "Tests in error", "Failed tests"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "build_failed",
            "build_script",
            r"^\[ERROR\] (?:Re-run Maven|To see the full stack trace|For more information about the errors|After correcting|\[Help \d\] )",
            ("Re-run Maven", "To see the full", "For more information", "After correcting", "[Help "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "see_reports",
            "test_failure",
            r"^\[ERROR\] (?:Please refer to|  mvn <|See .*dump)",
            (
                "Please refer",
                "Re-run Maven",
                "To see the full",
                "For more information",
                "[Help ",
                "After correcting",
                "mvn <",
                "See ",
            ),
            role=POINTER,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\[INFO\] BUILD SUCCESS\b",
            ("BUILD SUCCESS",),
            role=SUCCESS,
            severity="info",
            weight=2,
        ),
        Pattern(
            "all_passed",
            "unknown",
            r"^(?:\[\w+\] )?Tests run: \d+, Failures: 0, Errors: 0, Skipped: \d+$",
            ("Failures: 0, Errors: 0",),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "tests_passed",
            "unknown",
            r"Tests run: \d+, Failures: 0, Errors: 0, Skipped: \d+",
            ("Failures: 0, Errors: 0",),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
[ERROR] expected in a test: store is closed
[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.475 s - in a.StoreTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in a.RingTest
[ERROR] a.RingTest.wraps  Time elapsed: 0.006 s  <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
	at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
	at a.RingTest.wraps(RingTest.java:21)
[ERROR] Failures:
[ERROR]   RingTest.wraps:21 expected: <4> but was: <3>
[ERROR] Tests run: 10, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project a: There are test failures.
[ERROR] Failed to execute goal on project b: Could not resolve dependencies for project x:b:jar:1: Could not find artifact com.acme:none:jar:9 in central (https://repo.maven.apache.org/maven2) -> [Help 1]
""",
    expected=(
        (5, "test_failure", "RingTest.java", 21),
        (9, "test_failure", "", 21),
        (13, "dependency_resolution_error", "pom.xml", 0),
    ),
    signs=(r"^\[INFO\] Scanning for projects", r"^\[INFO\] ---[<\- ]", r"^\[INFO\] Building "),
    advice={
        "ant_error": Advice(
            "Ant stops at {file}:{line}: {message}", ("Correct the target there, or make what it asks for first.",)
        ),
        "network_error": Advice(
            "A repository could not be reached: {message}",
            ("Run again; if it stays, check the network, the proxy and the mirror in settings.xml.",),
        ),
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Compare what was expected with what came; look at {file}:{line}.",),
            "mvn test -Dtest='{test}'",
        ),
        "test_crash": Advice(
            "The process that ran the tests died: {message}",
            ("Look for `System.exit`, a native crash (`hs_err_pid*.log`) or want of memory; raise the fork's memory.",),
        ),
        "dependency_resolution_error": Advice(
            "Maven cannot get a dependency: {message}",
            (
                "Check that this version exists, and that the repository that holds it is configured and reachable.",
                "If an earlier failure is cached, run with -U.",
            ),
            "mvn -U dependency:resolve",
        ),
        "plugin_error": Advice(
            "Maven cannot get a plug-in: {message}",
            ("Check its coordinates and version, and `pluginRepositories`.",),
            "mvn -U validate",
        ),
        "model_error": Advice(
            "A pom.xml is wrong: {message}",
            (
                "Correct {file} near line {line}.",
                "For a parent that cannot be resolved check `relativePath` and the repository.",
            ),
            "mvn validate",
        ),
        "no_pom": Advice("There is no pom.xml here.", ("Run Maven in the folder of the project, or give it with -f.",)),
        "enforcer_rule": Advice(
            "A rule of the build forbids this: {message}",
            ("Use the tool or dependency version that the rule asks for.",),
        ),
        "style_violation": Advice(
            "A style rule {code} is broken at {file}:{line}: {message}", ("Change the line as the rule asks.",)
        ),
        "licence_header": Advice("A licence header is missing: {message}", ("Add the header (`mvn license:format`).",)),
        "java_home": Advice("Maven finds no JDK: {message}", ("Install a JDK and set JAVA_HOME to it.",)),
        "goal_failed": Advice(
            "The plug-in {plugin} failed on {project}: {message}",
            ("Look at what it printed above; run with -X for more.",),
        ),
    },
)
