"""Tools that nobody wrote a format for, by the habits that most tools share.

`file:line:column: error: text`, `error: text`, `Error: text`, `FATAL: text`, `[ERROR] text`, `level=error msg="text"`, `ERROR text`. All of it weighs little: a format that knows
the tool stands above.
Form: the GNU coding standards "Formatting Error Messages", and custom.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_PLACE = r"(?P<file>(?:[A-Za-z]:)?(?!\d+\b)[^\s:()'\"\[\]][^:()'\"\[\]]{0,300}\.[A-Za-z]\w{0,9}|(?:[\w.-]+/){1,20}[\w.-]+|(?:Makefile|Dockerfile|Jenkinsfile|BUILD|Rakefile)[\w.]*)"
_WORD = r"(?P<severity>[Ee]rror|ERROR|[Ff]atal(?: error)?|FATAL|[Ww]arning|WARNING)"

PLUGIN: Final = LogFormat(
    name="plain",
    languages=(),
    patterns=(
        Pattern(
            "error_message",
            "unknown",
            r"^"
            + _PLACE
            + r":(?P<line>\d+)(?:[:.](?P<column>\d+))?(?:-\d+(?:[:.]\d+)?)?: (?:\[?"
            + _WORD
            + r"\]?)(?:\[\S+\])?[: ] ?(?P<message>.+)",
            ("rror", "atal", "ERROR", "FATAL", "arning", "WARNING"),
            weight=0,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^" + _PLACE + r"\((?P<line>\d+)(?:[,:] ?(?P<column>\d+))?\) ?:? " + _WORD + r"(?: \w+)?: (?P<message>.+)",
            ("rror", "atal", "ERROR", "FATAL", "arning"),
            weight=0,
        ),
        Pattern(  # the box that many compilers draw around the source
            "error_message",
            "unknown",
            r"^(?:error|Error|ERROR)(?:\[\w{1,20}\])?: (?P<message>.+)",
            ("rror", "ERROR"),
            then=((r"^\s*(?:┌─|╭─|-->|,-)[-─\[ ]{1,4}" + _PLACE + r":(?P<line>\d+)(?::(?P<column>\d+))?\]?$", 2),),
            weight=1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^\[?"
            + _WORD
            + r"\]?:? (?:in |at )?"
            + _PLACE
            + r":(?P<line>\d+)(?::(?P<column>\d+))?:? ?-? ?(?P<message>.*)",
            ("rror", "atal", "ERROR", "FATAL"),
            weight=0,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^\[?"
            + _WORD
            + r"\]?[:!]? (?P<message>.{1,200}?),? (?:in|at|on) (?:file )?"
            + _PLACE
            + r",? (?:on |at )?line:? (?P<line>\d+)",
            ("rror", "atal", "ERROR", "FATAL"),
            weight=0,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^" + _PLACE + r"[:,] ?line (?P<line>\d+)(?:[:,] ?col(?:umn)? ?(?P<column>\d+))?[:,] (?P<message>.+)",
            (" line ", ":line ", ", line"),
            weight=-1,
        ),
        Pattern(
            "unexpected_difference",
            "stale_generated",
            r"^--- (?!/dev/null)(?P<old>[^\s-]\S{0,300})(?:\s.{0,80})?$",
            ("--- ",),
            then=((r"^\+\+\+ (?:b/)?(?P<file>[^\s]+)", 1), (r"^@@ -\d+(?:,\d+)? \+(?P<at>\d+)", 1)),
            weight=-2,
            message="{file} differs from {old}",
        ),
        Pattern(
            "went_well",
            "unknown",
            r"^(?:\W{0,4})(?:(?:Done|Deployed|Success|Finished|Completed|OK)[.!]*$|.{0,80}\b(?:[Ss]uccessfully (?:built|deployed|published|completed|finished)|(?:completed|finished|succeeded|passed|deployed|built|published) successfully|succeeded (?:after|on) .{0,40}|[Aa]ttempt \d+ succeeded|[Aa]ll checks (?:have )?passed)\b.{0,80}$)",
            ("Done", "Deployed", "Success", "Finished", "Completed", "OK", "uccessfully", "succeeded", "passed"),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "went_well",
            "unknown",
            r"^\W{0,4}(?:ok|OK|PASS(?:ED)?)\b ?\| \d{1,7} passed\b(?=.{0,60}\b0 failed\b)",
            (" passed",),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "exit_line",
            "unknown",
            r"^(?!.{0,200}\b[A-Z]\w{0,60}(?:Error|Exception): )\W*(?:\[?(?:error|ERROR|Error|fatal|FATAL)\]?:? )?(?:[Cc]ommand|[Pp]rocess|[Ss]cript|[Bb]uild|[Tt]ests?|[Tt]ask|[Jj]ob|[Ss]tep|[Ss]ubprocess|[Cc]hild)\b.{0,200}\b(?:failed|FAILED|exited|returned|terminated|aborted|exit (?:code|status))\b.{0,80}$",
            ("failed", "FAILED", "exited", "returned", "terminated", "aborted", "exit code", "exit status"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^(?:\[?\d{2,4}[-/:.\dTZ ,+]{6,32}\]?\s*+[|-]?\s*+)?(?:\[\s*)?(?:FATAL|CRITICAL|PANIC|EMERG|ALERT)(?:\s*\])?(?:[:|\s-]|\[).{0,40}?(?P<message>\w.{3,})",
            ("FATAL", "CRITICAL", "PANIC", "EMERG", "ALERT"),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^(?:\[?\d{2,4}[-/:.\dTZ ,+]{6,32}\]?\s*+[|-]?\s*+)?(?:\[\s*)?(?:ERROR|SEVERE|ERR!?)(?:\s*\])?[:|\s-]+(?P<message>\S.{3,})",
            ("ERROR", "SEVERE", "ERR"),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"\blevel=(?:error|fatal|panic)\b.{0,200}?\bmsg=\"?(?P<message>[^\"]{3,600})",
            ("level=",),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"\"(?:level|severity)\": ?\"(?:error|fatal|critical|ERROR|FATAL|CRITICAL)\".{0,400}?\"(?:msg|message)\": ?\"(?P<message>[^\"]{3,600})",
            ('"level"', '"severity"'),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^(?:[\w./@ -]{1,60}: )?(?:[Ff]atal(?: [Ee]rror)?|[Ee]rror|[Ee]xception|[Pp]anic|[Aa]bort(?:ed|ing)?|FAIL(?:ED|URE)?)(?: ?[\[(][\w -]{1,40}[\])])?: (?P<message>\S.{3,})",
            ("rror", "atal", "xception", "anic", "bort", "FAIL"),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^\W{0,4}(?:❌|✗|✘|⨯|🚨|💥|☠|🔥|⛔|🛑)\W{0,4}(?P<message>\w.{5,})",
            ("❌", "✗", "✘", "⨯", "🚨", "💥", "☠", "🔥", "⛔", "🛑"),
            weight=-1,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^(?P<message>[\w./-]{1,60}: (?:cannot|can't|could not|couldn't|failed to|unable to|invalid|unknown|missing|no such|not found|unrecognized|unexpected|undefined|unsupported)\b.{3,})",
            (
                ": cannot",
                ": can't",
                ": could not",
                ": couldn't",
                ": failed",
                ": unable",
                ": invalid",
                ": unknown",
                ": missing",
                ": no such",
                ": not found",
                ": unrec",
                ": unexp",
                ": undefined",
                ": unsupp",
            ),
            weight=-2,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^\W{0,6}(?P<message>(?:Cannot|Can't|Could not|Couldn't|Failed to|Unable to|Invalid|Unknown|Missing|No such|Not found|Unrecognized|Unexpected|Undefined|Unsupported|Refusing to)\b .{5,})",
            (
                "Cannot ",
                "Can't ",
                "Could not ",
                "Couldn't ",
                "Failed to ",
                "Unable to ",
                "Invalid ",
                "Unknown ",
                "Missing ",
                "No such ",
                "Not found",
                "Unrecognized ",
                "Unexpected ",
                "Undefined ",
                "Unsupported ",
                "Refusing to ",
            ),
            weight=-2,
        ),
        Pattern(
            "error_message",
            "unknown",
            r"^(?P<message>.{3,200}\b(?:FAILED|FAILURE|FAIL)\b(?!.{0,10}[:=] ?0\b).{0,200})$",
            ("FAIL",),
            weight=-2,
        ),
    ),
    sample="""
conf/site.acme:12:5: error: unknown key 'prot'
2026-01-02 10:00:00,123 ERROR  worker cannot open queue
time="2026-01-02T10:00:00Z" level=error msg="no route for job 7"
acme: error: the store is locked
Error in conf/site.acme:3: value missing
build step 'pack' failed with exit code 3
""",
    expected=(
        (1, "error_message", "conf/site.acme", 12),
        (2, "error_message", "", 0),
        (3, "error_message", "", 0),
        (4, "error_message", "", 0),
        (5, "error_message", "conf/site.acme", 3),
    ),
    advice={
        "unexpected_difference": Advice(
            "{file} is not what {old} is.", ("If the change is meant, write the expected file anew and commit it.",)
        ),
        "error_message": Advice("{message}", ("Look at what the tool printed around this line.",)),
    },
)
