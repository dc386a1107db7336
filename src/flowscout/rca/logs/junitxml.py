"""JUnit XML and its kin (xUnit, NUnit, TRX, Checkstyle XML): reports of tests and linters as XML inside of a log, or as the log.

`<testcase classname= name= file= line=>` holds `<failure message= type=>` or `<error …>`, whose text is the trace. Checkstyle: `<file name=>` holds `<error line= severity= message=>`. Read
by lines and patterns, not by an XML parser: a log holds pieces of reports, and what they hold is hostile.
Form: the Jenkins JUnit schema, Checkstyle's XMLLogger.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_CASE = r"<testcase (?=[^<>]{0,2000}?\bname=\"(?P<test>[^\"]{0,400})\")(?=(?:[^<>]{0,2000}?\bclassname=\"(?P<className>[^\"]{0,400})\")?)(?=(?:[^<>]{0,2000}?\bfile=\"(?P<file>[^\"]{0,400})\")?)(?=(?:[^<>]{0,2000}?\bline=\"(?P<line>\d+)\")?)"

PLUGIN: Final = LogFormat(
    name="junit",
    languages=(),
    patterns=(
        Pattern(
            "lint_violation",
            "lint_failure",
            r"<error (?=[^<>]{0,1000}\bline=\"(?P<line>\d+)\")(?=(?:[^<>]{0,1000}\bcolumn=\"(?P<column>\d+)\")?)(?=(?:[^<>]{0,1000}\bseverity=\"(?P<severity>\w+)\")?)[^<>]{0,1000}\bmessage=\"(?P<message>[^\"]{0,2000})\"",
            ("<error ",),
            above=(r"<file name=\"(?P<file>[^\"]{1,400})\"", 300),
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"<(?P<outcome>failure|error)\b[^<>]{0,200}?\bmessage=\"(?P<message>[^\"]{0,2000})\"?",
            ("<failure", "<error "),
            above=(_CASE, 4),
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"<(?P<outcome>failure|error)(?: type=\"(?P<exception>[^\"]{0,300})\")?>\s{0,20}(?P<message>[^<]{1,2000})",
            ("<failure", "<error"),
            above=(_CASE, 4),
            weight=1,
        ),
        Pattern(
            "suite_failed",
            "test_failure",
            r"<testsuites?\b[^<>]{0,600}\b(?:failures|errors)=\"[1-9]\d*\"",
            ("<testsuite",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "suite_passed",
            "unknown",
            r"<testsuites?\b(?=[^<>]{0,600}\bfailures=\"0\")[^<>]{0,600}\berrors=\"0\"",
            ("<testsuite",),
            role=SUCCESS,
            severity="info",
        ),
        Pattern("passing_case", "unknown", r"<testcase [^<>]{0,2000}/>", ("<testcase",), role=NOISE, severity="info"),
    ),
    sample="""
<testsuite name="ring" tests="2" failures="1" errors="0">
<testcase classname="a.RingTest" name="error_is_raised" time="0.1"/>
<testcase classname="a.RingTest" name="wraps" file="tests/ring.py" line="21" time="0.1">
<failure message="expected 4 but was 3" type="AssertionError">trace</failure>
</testcase>
<file name="src/Store.java">
<error line="12" column="3" severity="error" message="Missing a Javadoc comment." source="x"/>
""",
    expected=((4, "test_failure", "tests/ring.py", 21), (7, "lint_violation", "src/Store.java", 12)),
    advice={
        "test_failure": Advice("{className} {test} fails: {message}", ("Look at the trace in the report.",)),
        "lint_violation": Advice("{file}:{line}: {message}", ("Change the line as the rule asks.",)),
    },
)
