"""Linters and formatters for Python: Ruff, Flake8, Pylint, pycodestyle, Black, isort, Bandit, pydocstyle, vulture, yapf.

`file:line:column: CODE text` (Flake8, Ruff's concise form, Pylint with a dotted code), Ruff's full form `CODE text` with
`--> file:line:column` below, `would reformat file` (Black, Ruff), `ERROR: file Imports are incorrectly sorted` (isort).
Form: the tools' documentation; Ruff's `--output-format`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_PY = r"(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}\.(?:py|pyi|ipynb|pyx))"

PLUGIN: Final = LogFormat(
    name="ruff",
    languages=("python",),
    patterns=(
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?:error: )?(?:Failed to parse )?"
            + _PY
            + r":(?P<line>\d+):(?P<column>\d+): (?P<code>E999|E902|E0001|SyntaxError):? (?P<message>.+)",
            (".py",),
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^error: (?:Failed to parse|cannot format) "
            + _PY
            + r":(?:(?P<line>\d+):(?P<column>\d+):)? (?P<message>.+)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "undefined_name",
            "lint_failure",
            r"^"
            + _PY
            + r":(?P<line>\d+):(?P<column>\d+): (?P<code>F821|F823|E0602|undefined-variable)(?: \[\*\])?:? (?P<message>.+)",
            (".py", ".ipynb"),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _PY
            + r":(?P<line>\d+):(?:(?P<column>\d+):)? (?P<code>[A-Z]{1,5}\d{1,5})(?: \[\*\])?:? (?P<message>.+)",
            (".py", ".ipynb"),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s*--> " + _PY + r":(?:cell \d+:)?(?P<line>\d+):(?P<column>\d+)",
            ("--> ",),
            above=(
                r"^(?P<code>[A-Z]{1,5}\d{2,5}|invalid-syntax|[a-z]+(?:-[a-z]+)+)(?: \[\*\])?:? (?P<message>\S.+)$",
                2,
            ),
            more=r"^\s*\d* \||^help: ",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _PY
            + r":(?P<line>\d+):(?P<column>\d+): \[(?P<code>[CRWEF]\d{4}(?:\([\w-]+\))?).{0,60}\] (?P<message>.+)",
            (".py",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _PY + r":(?P<line>\d+): \[(?P<code>[A-Z]\d++)[^\]]*\] (?P<message>.+)",
            (".py",),
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^unformatted: (?P<message>File would be reformatted)",
            ("unformatted: ",),
            then=((r"^\s*--> " + _PY + r":(?P<line>\d+)", 2),),
            weight=1,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^(?:would reformat|Would reformat:|reformatted) " + _PY + r"$",
            ("reformat",),
        ),
        Pattern(
            "unsorted_imports",
            "format_check",
            r"^ERROR: " + _PY + r" Imports are incorrectly sorted.*",
            ("incorrectly sorted",),
        ),
        Pattern(
            "security_issue",
            "lint_failure",
            r"^" + _PY + r":(?P<line>\d+): (?P<level>LOW|MEDIUM|HIGH): (?P<code>B\d+): (?P<message>.+)",
            (".py:",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _PY + r":(?P<line>\d+) (?:at module level|in (?:public|private) .{1,200}):$",
            (".py:",),
            then=((r"^\s+(?P<code>D\d+): (?P<message>.+)", 1),),
        ),
        Pattern(
            "security_issue",
            "lint_failure",
            r"^>> Issue: \[(?P<code>B\d+):[\w-]+\] (?P<message>.+)",
            (">> Issue",),
            then=((r"^\s+Location: " + _PY + r":(?P<line>\d+)(?::(?P<column>\d+))?", 4),),
        ),
        Pattern(
            "linter_error",
            "configuration",
            r"^(?:ruff failed|flake8\S*: error: .*|There was a critical error during execution of Flake8:|black: error: .*|Error: Invalid value for .*)",
            ("ruff failed", "error: ", "critical error", "Invalid value"),
            then=((r"^\s+(?:Cause: )?(?P<message>\S.+)", -2),),
            weight=0,
        ),
        Pattern(
            "summary",
            "lint_failure",
            r"^Found [1-9]\d* errors?(?: \(|\.)|^Your code has been rated at|^\[\*\] \d+ fixable|^No fixes available",
            ("Found", "rated at", "fixable"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "summary",
            "format_check",
            r"^(?:Oh no! |[1-9]\d* files? would be (?:reformatted|left unchanged)|[1-9]\d* files? reformatted)",
            ("Oh no", "would be", "reformatted"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^All checks passed!|^All done! |^\d+ files? (?:would be )?(?:left unchanged|already formatted)",
            ("All checks passed", "All done", "left unchanged", "already formatted"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
./app/store.py:26:1: F403 'from os import *' used; unable to detect undefined names
app/main.py:3:7: F821 undefined name 'foo'
F401 [*] `os` imported but unused
 --> app/log.py:1:8
  |
1 | import os
  |        ^^
  |
help: Remove unused import: `os`

Found 1 error.
would reformat app/log.py
Oh no! 1 file would be reformatted, 8 files would be left unchanged.
app/a.py:4:0: C0116: Missing function or method docstring (missing-function-docstring)
""",
    expected=(
        (1, "lint_violation", "./app/store.py", 26),
        (2, "undefined_name", "app/main.py", 3),
        (4, "lint_violation", "app/log.py", 1),
        (12, "unformatted", "app/log.py", 0),
        (14, "lint_violation", "app/a.py", 4),
    ),
    signs=(r"\bruff (?:check|format)", r"\bflake8\b", r"^\*{13} Module "),
    advice={
        "syntax_error": Advice(
            "{file} cannot be parsed: {message}", ("Correct line {line}.",), "python -m py_compile {file}"
        ),
        "undefined_name": Advice(
            "{message} at {file}:{line}",
            ("Define or import the name; look for a rename in this change.",),
            "ruff check {file}",
        ),
        "lint_violation": Advice(
            "The linter's rule {code} is broken at {file}:{line}: {message}",
            ("Mend it (`ruff check --fix` mends many), or silence the rule on that line with its reason.",),
            "ruff check {file}",
        ),
        "unformatted": Advice(
            "{file} is not formatted as the project asks.",
            ("Run the formatter and commit the result.",),
            "ruff format {file}",
        ),
        "unsorted_imports": Advice(
            "The imports of {file} are not sorted.", ("Run `isort {file}` and commit.",), "isort --check --diff {file}"
        ),
        "security_issue": Advice(
            "Bandit {code} at {file}:{line}: {message}",
            ("Use the safer call it names, or mark the line `# nosec` with the reason.",),
            "bandit {file}",
        ),
        "linter_error": Advice("The linter could not run: {message}", ("Correct its configuration.",)),
    },
)
