"""What looks like an error and is none: names of files and tests, options, counts of zero, progress, texts of licences, retries that worked.

Everything here is noise, whoever printed it. Patterns are narrow: a line that also says that something failed must not be lost.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import NOISE, LogFormat, Pattern


def _noise(first: str, *needs: str) -> Pattern:
    return Pattern("chatter", "unknown", first, needs, role=NOISE, severity="info")


PLUGIN: Final = LogFormat(
    name="chatter",
    languages=(),
    patterns=(
        _noise(
            r"^\W*(?:\[\w+\] )?(?:(?:\d+ \w+, ){0,6})?\b0 (?:errors?|failures?|failed|fatal|problems?|Error\(s\)|violations?|issues?|vulnerabilit\w+)\b(?!.*\b[1-9]\d* (?:errors?|failures?|failed|problems?)\b)",
            "0 error",
            "0 fail",
            "0 fatal",
            "0 problem",
            "0 Error(s)",
            "0 violation",
            "0 issue",
            "0 vulnerab",
        ),
        _noise(
            r"^(?:\[\w+\] )?(?:no|No) (?:errors?|failures?|problems?|issues?|offenses|violations|warnings)(?: or \w+)?(?: (?:found|detected|were found|reported))?[.!]?$",
            "o error",
            "o failure",
            "o problem",
            "o issue",
            "o offenses",
            "o violation",
            "o warning",
        ),
        _noise(
            r"^(?:Errors|Failures|errors|failures|failed|Failed|Failed tests|Error count|Warnings?): ?0\b\.?$",
            "rrors: 0",
            "ailures: 0",
            "ailed: 0",
            "tests: 0",
            "count: 0",
            "arnings: 0",
            "arning: 0",
            "rrors:0",
        ),
        _noise(
            r"^\s*(?:\[ *\d+%\]|\[\d+/\d+\]|  (?:CC|CXX|LD|AR|CCLD|GEN|AS|HOSTCC|CXXLD|RM|LINK) ) ?(?:Building|Linking|Built|Generating|Compiling|Scanning|Copying|Automatic)?\b(?!.*(?: error: |FAILED|Error \d)).*(?:[Ee]rror|[Ff]ail|[Ee]xception|[Ff]atal)",
            "error",
            "Error",
            "ailure",
            "ailing",
            "ailed",
            "ailover",
            "xception",
            "atal",
        ),
        _noise(
            r"^(?:(?:/\S*/)?(?:[\w.]+-){0,6}(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|nvcc|cl\.exe|javac|rustc|tsc|ld|ar)(?:-\d+)?|libtool: (?:compile|link)|/bin/(?:ba)?sh (?:\./|\.\./)*libtool) .*-(?:W(?:no-)?error|I|D|o|c)\S*",
            "error",
            "fail",
            "-W",
        ),
        _noise(
            r"^(?:\s*[✓✔√☑◉·•-] |\s*(?:ok|PASS(?:ED)?|SKIP(?:PED)?)[: ] ?\d* ?|\[\s*(?:OK|RUN|PASSED|PASS|SKIP(?:PED)?)\s*\] ).*",
            "✓",
            "✔",
            "√",
            "ok ",
            "PASS",
            "SKIP",
            "[       OK",
            "[ RUN",
            "[OK]",
            "[ OK ]",
        ),
        _noise(r"\.\.\. ?(?:ok|OK|passed|PASSED|yes|no|skipped|done|none needed|Passed)\b\.?\s*+(?:\([^()]*\))?$", "..."),
        _noise(r"^checking (?:for|whether|if|how|what|size|build|host|target)\b(?!.*error).*\.\.\. ", "checking "),
        _noise(r"^checking \S.{0,300}\.\.\. ", "checking "),
        _noise(
            r"^(?:Secret source: \w+|Prepare workflow directory|Prepare all required actions|Getting action download info|Download action repository '.*|Complete job name: .*)$",
            "Secret source",
            "Prepare workflow",
            "Prepare all",
            "Getting action",
            "Download action",
            "Complete job name",
        ),
        _noise(
            r"^(?:Get|Hit|Ign):\d+ |^(?:Unpacking|Setting up|Selecting previously unselected package|Preparing to unpack|Downloading|Downloaded|Fetching|Installing|Using|Extracting|Copying|Adding|Creating|Removing|adding|creating|copying|removing|inflating:|extracting:|Collecting|Requirement already satisfied:|Compiling|Checking|Processing triggers for) (?=\S*(?:[Ee]rror|[Ee]xception|[Ff]ail|[Ff]atal))\S++(?: [^:]*)?$",
            "Get:",
            "Hit:",
            "error",
            "Error",
            "xception",
            "ailure",
            "ailing",
            "ailed",
            "ailover",
            "atal",
        ),
        _noise(
            r"^(?:npm (?:WARN|warn) |warning package|WARNING: (?:The script|You are using pip|Running pip)|DEPRECATION: |\[notice\] |debconf: |warn - |DeprecationWarning|\(node:\d+\) (?:\[\w+\] )?\w*Warning)",
            "npm W",
            "npm w",
            "warning package",
            "WARNING: ",
            "DEPRECATION",
            "[notice]",
            "debconf",
            "warn - ",
            "Deprecat",
            "(node:",
        ),
        _noise(
            r"\b(?:expected|intentional|ignor(?:ed|ing|able)|non-fatal|harmless|can be (?:safely )?ignored|as expected|simulated|injected|deliberate)\b.{0,40}\b(?:error|failure|exception|fault)s?\b|\b(?:error|failure|exception)s?\b.{0,40}(?: \((?:ignored|expected)\)|\b(?:can be (?:safely )?ignored|is expected|are expected|as expected|was expected|suppressed))",
            "expected",
            "ntentional",
            "gnor",
            "non-fatal",
            "harmless",
            "simulated",
            "injected",
            "deliberate",
            "suppressed",
        ),
        _noise(
            r"^\s*(?:at|and|from|the|to|of|in|for|with|or) .{20,}\b(?:Export|License|Exception|liability|warranty|merchantability)\b.{0,200}$",
            "License",
            "liability",
            "warranty",
            "merchantability",
        ),
        _noise(
            r"(?:[Cc]lean(?:ing|ed)? ?up|[Pp]ost[- ]job|[Tt]ear(?:ing)? ?down).{0,80}(?:error|fail)",
            "leanup",
            "leaning",
            "lean up",
            "ost job",
            "ost-job",
            "eardown",
            "ear down",
            "earing down",
        ),
        _noise(
            r"^(?:\+{1,3} |\$ |> |>>> |\[command\]|##\[command\]|Run |run: |\s*-?-? ?set [-+]e).*\b(?:if|echo|grep|exit|trap|--fail|\|\||&&)\b",
            "+ if",
            "+ echo",
            "+ grep",
            "+ trap",
            "+ exit",
            "+ set",
            "$ if",
            "$ echo",
            "$ grep",
            "$ set",
            "> if",
            "> echo",
            "> set",
            "> trap",
            "[command]",
            "##[command]",
            "run: if",
            "run: echo",
            "set -",
        ),
    ),
    sample="""
gcc -c -I. -Werror=format-security -o error_log.o error_log.c
[ 50%] Building C object CMakeFiles/app.dir/src/error_log.c.o
ErrorHandlerTests ... ok
checking for strerror... yes
Tests run, 0 failures, 0 errors
Setting up liberror-perl (0.17029-2) ...
warning: retry failed with a simulated network error
src/real.c:3:1: error: this one counts
""",
    expected=(),
)
