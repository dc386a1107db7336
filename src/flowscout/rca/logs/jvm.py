"""Exceptions of the JVM, in any language: Java, Kotlin, Scala, Groovy, Clojure; crashes of the JVM itself.

`Exception in thread "main" type: text`, frames `at package.Class.method(File.java:12)`, and `Caused by: type: text` chains whose
last element is the cause. Tests that expect exceptions print hundreds of these and pass: a trace that no verdict points to
weighs little. Android puts `MM-DD hh:mm:ss.mmm pid tid E Tag:` before every line.
Form: `java.lang.Throwable.printStackTrace`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, CONSEQUENCE, Advice, Line, LogFormat, Pattern, Reading, Record

_LOGCAT: Final = re.compile(
    r"^(?:\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\s+\d+\s+\d+ [A-Z] [\w.$-]{1,60}\s*: |[A-Z]/[\w.$-]{1,60}\s*\(\s*\d+\): )"
)
_FRAME: Final = re.compile(r"^\s*at (?P<function>[\w.$<>/@-]{1,400})\((?P<file>[\w$-]{1,200}\.\w{1,8}):(?P<line>\d+)\)")
_ANY: Final = re.compile(r"^\s*at [\w.$<>/@-]{1,400}\(|^\s*\.\.\. \d+ (?:more|common frames)|^\s*Suppressed: ")
_CAUSE: Final = re.compile(r"^\s*Caused by: (?P<exception>[\w.$]{1,300})(?:: (?P<message>.*))?$")
_HEAD: Final = re.compile(
    r"(?:^|[\s:>\]])(?P<exception>(?:[a-z][\w]*\.){1,12}[A-Z][\w$]*|[A-Z]\w*(?:Exception|Error))(?:: (?P<message>.*))?$"
)
_FRAMEWORK: Final = re.compile(
    r"^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|org\.junit|junit|org\.testng|org\.hamcrest|org\.assertj|org\.mockito|"
    r"org\.gradle|org\.apache\.maven|worker\.org\.gradle|org\.springframework|org\.opentest4j|com\.google\.common|com\.android|reactor|io\.netty|org\.scalatest|sbt|app//org\.junit)[./]|^java\.base/"
)
_KINDS: Final = {"OutOfMemoryError": "out_of_memory", "NoSuchFileException": "missing_file", "FileNotFoundException": "missing_file", "UnknownHostException": "network", "ConnectException": "network", "SocketTimeoutException": "network",
                 "SSLHandshakeException": "certificate", "AssertionError": "test_failure", "AssertionFailedError": "test_failure", "ComparisonFailure": "test_failure", "TimeoutException": "timeout"}  # fmt: skip
_LONGEST: Final = 600


def _text(line: Line) -> str:
    return _LOGCAT.sub("", line.text, count=1)


def _type(exception: str, message: str) -> str:
    short = exception.rsplit(".", 1)[-1].rsplit("$", 1)[-1]
    if short == "UninitializedPropertyAccessException" or "lateinit property" in message:
        return "lateinit"
    if short in (
        "NullPointerException",
        "KotlinNullPointerException",
        "IndexOutOfBoundsException",
        "ArrayIndexOutOfBoundsException",
    ):
        return "npe"
    if short in (
        "NoClassDefFoundError",
        "ClassNotFoundException",
        "NoSuchMethodError",
        "NoSuchFieldError",
        "AbstractMethodError",
        "IncompatibleClassChangeError",
    ):
        return "class_missing"
    if short == "OutOfMemoryError":
        return "out_of_memory"
    return "java_exception"


def _trace(lines: Sequence[Line], start: int) -> tuple[int, list[tuple[int, str, str]], list[tuple[str, int, str]]]:
    """Index after the trace whose first `at` stands at `start`, its causes (index, exception, message), frames of the last."""
    causes: list[tuple[int, str, str]] = []
    frames: list[tuple[str, int, str]] = []
    index = start
    while index < min(len(lines), start + _LONGEST):
        text = _text(lines[index])
        if caused := _CAUSE.match(text):
            causes.append((index, caused["exception"], caused["message"] or ""))
            frames = []
        elif frame := _FRAME.match(text):
            frames.append((frame["file"], int(frame["line"]), frame["function"]))
        elif not _ANY.match(text):
            break
        index += 1
    return index, causes, frames


def _read(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """at: a line that begins a run of frames; the exception stands on one of the three lines above."""
    if not _ANY.match(_text(lines[at])) or (at and _ANY.match(_text(lines[at - 1]))):
        return (), 1
    above = ((index, _HEAD.search(_text(lines[index]))) for index in range(at - 1, max(-1, at - 4), -1))
    head = next(((index, match) for index, match in above if match), None)
    if head is None:
        return (), 1
    end, causes, frames = _trace(lines, at)
    index, exception, message = causes[-1] if causes else (head[0], head[1]["exception"], head[1]["message"] or "")
    ours = [frame for frame in frames if not _FRAMEWORK.match(frame[2])]
    file, line, function = (ours or frames or [("", 0, "")])[0]
    short = exception.rsplit(".", 1)[-1]
    thrown = "Exception in thread" in lines[head[0]].text or "FATAL EXCEPTION" in lines[max(0, head[0] - 2)].text
    pairs = {"exception": exception, "className": exception, "function": function}
    if name := re.search(r"lateinit property (\w+)", message):
        pairs["propertyName"] = name[1]
    record = Record(
        lines[index].number, lines[index].number, _type(exception, message), _KINDS.get(short, "runtime_error"), CAUSE, "error",
        f"{exception}: {message}" if message else exception, "jvm", "kotlin" if file.endswith(".kt") else "java", file, line,
        weight=(2 if causes else 1) if thrown else -2, first=lines[head[0]].number, section=lines[index].section,
        metadata=tuple(sorted((key, value) for key, value in pairs.items() if value)), frames=tuple(reversed(frames)),
    )  # fmt: skip
    return (record,), end - at


PLUGIN: Final = LogFormat(
    name="jvm",
    languages=("java", "kotlin", "scala"),
    readings=(Reading(("\tat ", "    at ", ": at "), _read),),
    patterns=(
        Pattern(
            "lateinit",
            "runtime_error",
            r"(?P<exception>(?:kotlin\.)?UninitializedPropertyAccessException): (?P<message>lateinit property (?P<propertyName>\w+) has not been initialized)",
            ("lateinit property",),
            language="kotlin",
            then=(
                (
                    r"\bat (?!(?:java|kotlin|android|androidx)\.)(?P<function>[\w.$<>]+)\((?P<file>[\w$-]+\.kt):(?P<line>\d+)\)",
                    -30,
                ),
            ),
            weight=0,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"(?P<message>(?:java\.lang\.)?OutOfMemoryError: (?:Java heap space|GC overhead|Metaspace|unable to create|Direct buffer|Requested array|Compressed class).*)",
            ("OutOfMemoryError",),
            weight=1,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"(?P<message>There is insufficient memory for the Java Runtime Environment to continue.*|Could not reserve enough space for .*)",
            ("insufficient memory", "reserve enough space"),
            weight=1,
        ),
        Pattern(
            "jvm_crash",
            "crash",
            r"^# A fatal error has been detected by the Java Runtime Environment",
            ("Java Runtime Environment",),
            then=((r"^#\s+(?P<message>(?:SIG|EXCEPTION_|Internal Error).+)", 4),),
            at=1,
            weight=2,
        ),
        Pattern(
            "java_exception",
            "test_failure",
            r"^(?:\[ERROR\] )?\s*(?P<message>(?P<exception>(?:org\.junit\.|org\.opentest4j\.|junit\.framework\.|org\.assertj\.|org\.testng\.)[\w.]+)(?:: .*)?)$",
            ("org.junit.", "org.opentest4j.", "junit.framework.", "org.assertj.", "org.testng."),
            weight=-2,
        ),
        Pattern(
            "application_failed",
            "runtime_error",
            r"^APPLICATION FAILED TO START",
            ("APPLICATION FAILED TO START",),
            then=((r"^Description:", 6), (r"^(?P<message>\S.+)", 3)),
            at=2,
            weight=2,
        ),
        Pattern(
            "java_exception",
            "runtime_error",
            r"^(?:\[ERROR\] )?\s*(?:Caused by: (?P<message>(?P<exception>[\w.$]{1,300}(?:Error|Exception))\b.*)|(?P<mock>org\.mockito\.exceptions\.[\w.]+):?.*)",
            ("Caused by: ", "org.mockito.exceptions"),
            weight=-2,
        ),
        Pattern(
            "jni_error",
            "runtime_error",
            r"^Error: A JNI error has occurred, please check your installation",
            ("A JNI error",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "main_class",
            "configuration",
            r"^Error: (?P<message>(?:Could not find or load main class|Main method not found in class|Unable to (?:access jarfile|initialize main class)|LinkageError occurred|Could not create the Java Virtual Machine|A fatal exception has occurred).*)",
            ("Error: ",),
            weight=1,
        ),
        Pattern(
            "jvm_option",
            "configuration",
            r"^(?:Error: )?(?P<message>(?:Unrecognized (?:VM )?option|Invalid (?:maximum|initial) heap size|Conflicting collector).*)",
            ("Unrecognized", "heap size", "Conflicting"),
            weight=1,
        ),
        Pattern(
            "java_exception",
            "runtime_error",
            r"^Exception in thread \"[^\"]{1,200}\" (?P<message>(?P<exception>[\w.$]+).*)",
            ("Exception in thread",),
            then=((r"^\s+at (?!java)(?P<function>[\w.$<>/]+)\((?P<file>[\w$-]+\.\w+):(?P<line>\d+)\)", -10),),
            weight=1,
        ),
    ),
    sample="""
Exception in thread "main" java.lang.IllegalStateException: cannot start
	at com.acme.App.start(App.java:12)
	at com.acme.App.main(App.java:5)
Caused by: java.lang.NullPointerException: Cannot invoke "Clock.now()" because "this.clock" is null
	at java.base/java.util.Objects.requireNonNull(Objects.java:233)
	at com.acme.Timer.tick(Timer.java:31)
	... 2 more
10-17 14:02:26.461  9449  9449 E AndroidRuntime: kotlin.UninitializedPropertyAccessException: lateinit property user has not been initialized
10-17 14:02:26.461  9449  9449 E AndroidRuntime: 	at com.acme.MainActivity.onCreate(MainActivity.kt:45)
""",
    expected=(
        (1, "java_exception", "App.java", 12),
        (4, "npe", "Timer.java", 31),
        (8, "lateinit", "MainActivity.kt", 45),
    ),
    signs=(r"^[ \t]+at [\w.$]+\(\w+\.java:\d+\)",),
    advice={
        "application_failed": Advice(
            "The application cannot start: {message}", ("Follow the action that stands below it.",)
        ),
        "lateinit": Advice(
            "The property `{propertyName}` is read before it was set.",
            (
                "Set it before its first use (in `onCreate`, `init` or by injection), or ask `::{propertyName}.isInitialized` first.",
                "If it may be missing, make it nullable.",
            ),
        ),
        "npe": Advice(
            "A value that is null, or an index out of bounds, is used at {file}:{line}: {message}",
            ("Find where the value was to be set; check before use.",),
        ),
        "class_missing": Advice(
            "A class or method is missing at run time: {message}",
            (
                "Two versions of a library are mixed, or a dependency is not on the run-time class path; compare the dependency tree with the last green build.",
            ),
        ),
        "java_exception": Advice("{message}", ("Look at {file}:{line} in {function}.",)),
        "out_of_memory": Advice(
            "The JVM ran out of memory: {message}",
            (
                "Raise the heap of the process that failed (`-Xmx`, `org.gradle.jvmargs`, `MAVEN_OPTS`), or find what holds the memory.",
            ),
        ),
        "jvm_crash": Advice(
            "The JVM crashed: {message}",
            ("Look at the problematic frame in `hs_err_pid*.log`; it is in native code or in the JVM.",),
        ),
        "main_class": Advice(
            "Java cannot start the program: {message}",
            ("Check the class path, the name of the main class and the jar.",),
        ),
        "jvm_option": Advice(
            "The JVM refuses an option: {message}", ("Correct JAVA_OPTS and the like for this version of Java.",)
        ),
    },
)
