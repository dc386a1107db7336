"""What a log format is: patterns over clean lines, and the findings it takes them for.

A *line* of a log is what `\\n` ends; its *text* is what a person sees: decoded, without escapes, timestamps and the
prefixes of runners. A *pattern* says how one kind of message begins, what follows it, and what it means. Patterns are
searched line by line, and only in lines that hold one of the literals that follow from their expression, so that a long log
costs little. `rca.tables` reads them from files of rows.

Within a format the patterns are tried in their order, the most literal first, and the first that matches takes the line of its `first`; lines of
`then` and `more` may begin messages of their own. Of several formats that report the same line, the greater weight
wins, a file counting for one and a half; what the winner does not know of the place it takes from another. What a noise pattern of any format takes (from its first to its last line) is no message of
any other.

Every expression must be linear or bounded on any input: no nested quantifiers, no two neighbours that match the same
text; a test feeds each of them bait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .record import NamedTuple

# What a message is to the failure. A pointer says where to look ("see the log for details"). A success is a tool's own word
# that its run went well ("BUILD SUCCESS", "12 passed"): what it printed before is not why the build failed.
CAUSE: Final = "cause"
CONSEQUENCE: Final = "consequence"
POINTER: Final = "pointer"
NOISE: Final = "noise"
TOOL: Final = "tool"  # of metadata: whose words a record is, where its format knows several tools
SUCCESS: Final = "success"
ROLES: Final = (CAUSE, CONSEQUENCE, POINTER, NOISE, SUCCESS)

# The closed list of kinds. The first group is found by looking at the change itself, the second is not the code's fault.
VERIFICATION: Final = (
    "compile_error",
    "syntax_error",
    "type_error",
    "link_error",
    "lint_failure",
    "format_check",
    "test_failure",
    "test_timeout",
    "runtime_error",
    "crash",
    "sanitizer",
    "import_error",
    "missing_file",
    "docs_error",
    "coverage",
    "snapshot",
    "merge_conflict",
    "stale_generated",
    "resource_error",
    "annotation_processing",
)
NON_VERIFICATION: Final = (
    "dependency_resolution",
    "dependency_conflict",
    "version_mismatch",
    "build_script",
    "configuration",
    "environment",
    "missing_command",
    "missing_secret",
    "authentication",
    "permission",
    "network",
    "certificate",
    "rate_limit",
    "disk_full",
    "out_of_memory",
    "timeout",
    "cancelled",
    "runner_lost",
    "action_not_found",
    "submodule",
    "git_lfs",
    "vulnerability",
    "gate",
    "policy",
    "packaging",
    "deployment",
    "container",
    "infrastructure",
    "unknown",
)
KINDS: Final = VERIFICATION + NON_VERIFICATION


class Line(NamedTuple):
    """number: from 1, in the raw log. section: ordinal of the job, step or container stage it was printed in."""

    number: int
    text: str
    section: int = 0


class Pattern(NamedTuple):
    """One kind of message.

    first: expression searched in a line. needs: literals of which at least one stands in every line that `first`
    matches. then: (expression, reach) pairs; each is searched in the lines after the last match, at most `reach` of
    them, and all but those with reach below 0 (optional, |reach| lines) must match. Named groups of all expressions
    make the finding: file, line (or row, where an expression has two places for it), column, message, code, severity,
    language; every other name is metadata in the spelling of the published report (propertyName, dependency…). at:
    which match is the line reported, 0 the first. more: expression of the lines after the last match that still belong
    to the message, at most 30. type: error type of the report; kind: of KINDS; weight: -2…2, how telling this message
    is among causes of its format; 1 or more of a consequence or a success says that it is the tool's verdict on its
    whole run ("BUILD FAILED"). message: template over the groups when the words of the log do not say it alone. above:
    (expression, reach), searched upwards from the first match for groups the message lacks, such as the file that a
    linter prints as a heading. file: the file reported where no group names one, such as package.json. tool: whose words these
    are, where a format knows several tools by one name.
    """

    type: str
    kind: str
    first: str
    needs: tuple[str, ...]
    role: str = CAUSE
    severity: str = "error"
    then: tuple[tuple[str, int], ...] = ()
    at: int = 0
    more: str = ""
    weight: int = 0
    message: str = ""
    language: str = ""
    above: tuple[str, int] = ("", 0)
    file: str = ""
    tool: str = ""


class Record(NamedTuple):
    """One message of a log as its format reads it, before ranking.

    line…end_line: in the raw log; line is the one to show. file_line and column: from 1, 0 unknown. metadata: sorted
    pairs. format: name of the plug-in. first: line number where the message begins, at most `line`.
    """

    line: int
    end_line: int
    type: str
    kind: str
    role: str
    severity: str
    message: str
    format: str
    language: str = ""
    file: str = ""
    file_line: int = 0
    column: int = 0
    weight: int = 0
    first: int = 0
    section: int = 0
    metadata: tuple[tuple[str, str], ...] = ()
    frames: tuple[tuple[str, int, str], ...] = ()  # (file, line, function) of a stack, innermost last


# Reads what patterns cannot say: given the lines and the index of one that holds a literal of `needs`, the records that
# begin there and how many lines they took (at least 1).
Read = Callable[[Sequence[Line], int], tuple[tuple[Record, ...], int]]


class BlockReading(NamedTuple):
    """A hook for forms that are more than lines in a row: chained tracebacks, reports in XML. needs: as of a pattern."""

    needs: tuple[str, ...]
    read: Read


class Advice(NamedTuple):
    """What a person should know of an error type. cause: a sentence; fix: steps; reproduce: a command. All are
    templates over the groups of the finding ({message}, {file}, {dependency}…); one that names what the finding lacks
    is left out."""

    cause: str
    fix: tuple[str, ...]
    reproduce: str = ""


class LogFormat(NamedTuple):
    """name is the tool's name in reports. signs: expressions that show the tool at work in a log that holds none of its
    errors (used by the router to believe weak patterns). readings: what is more than lines in a row."""

    name: str
    languages: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    signs: tuple[str, ...] = ()
    readings: tuple[BlockReading, ...] = ()
