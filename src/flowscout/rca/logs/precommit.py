"""pre-commit and its kin (husky, lint-staged, lefthook, MegaLinter, Super-Linter, reviewdog, Danger): who runs other linters.

`hook name....Failed`, then `- hook id: x`, `- exit code: 1`, `- files were modified by this hook`, then what the hook printed. A hook that only modified files is the
cause itself: what it prints is what it changed.
Form: pre-commit's output; lint-staged's task list.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="pre-commit",
    languages=(),
    patterns=(
        Pattern(
            "hook_modified_files",
            "format_check",
            r"^- (?P<message>files were modified by this hook)",
            ("files were modified by this hook",),
            above=(r"^- hook id: (?P<hook>\S+)", 4),
            then=((r"^(?:[Ff]ixing|reformatted|Fixed \d+ \S+ in|Rewriting|Sorting) (?P<file>[^\s:]+)", -6),),
            weight=1,
        ),
        Pattern(
            "hook_failed",
            "lint_failure",
            r"^(?P<hook>[^.\n][^\n]{0,110}?)\.{3,90}(?:\([^)]*\))?Failed$",
            ("Failed",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "hook_failed",
            "lint_failure",
            r"^- (?:hook id: \S+|exit code: [1-9]\d*|duration: .*)$",
            ("- hook id", "- exit code"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "hook_error",
            "environment",
            r"^(?:An (?:unexpected )?error has occurred: (?P<exception>\w+): (?P<message>.+)|(?P<said>=====> (?:.+ is not|This hook|.+ not found|.+ does not).*)|.*InvalidConfigError:.*|(?P<other>`\S+` executable not found.*|Executable `(?P<command>[^`]+)` not found))",
            ("error has occurred", "=====> ", "InvalidConfigError", "xecutable "),
            weight=1,
        ),
        Pattern("invalid_config", "configuration", r"^=====> (?P<message>.+)", ("=====> ",), weight=1),
        Pattern(
            "check_failed",
            "lint_failure",
            r"^(?P<file>[^\s:]+): (?P<message>(?:failed to (?:yaml|json|toml|xml) (?:decode|parse)|Merge conflict string .* found|Private key found|file is not executable|has (?:CRLF|mixed) line endings|\S+ is (?:not )?executable).*)",
            (": failed to", "Merge conflict string", "Private key", "line endings", "executable"),
            weight=1,
        ),
        Pattern(
            "check_failed",
            "lint_failure",
            r"^(?P<file>[^\s:]+):(?P<line>\d+): (?P<message>Merge conflict string .*)",
            ("Merge conflict string",),
            weight=2,
        ),
        Pattern("large_file", "policy", r"^(?P<file>\S+) \(\d+ KB\) exceeds \d+ KB\.", (" exceeds ",), weight=1),
        Pattern(
            "danger",
            "policy",
            r"^(?:Failures|Errors):?$|^Danger has failed this build",
            ("Failures", "Errors", "Danger has failed"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "lint_staged",
            "lint_failure",
            r"^(?:\[FAILED\]|✖|\[STARTED\]|×) (?:\S+ (?:failed|found some errors|--).*|lint-staged .*)|^husky - \S+ (?:hook exited|script failed).*",
            ("[FAILED]", "✖", "×", "husky - "),
            role=CONSEQUENCE,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^[^.\n][^\n]{0,110}?\.{3,90}(?:\([^)]*\))?(?:Passed|Skipped)$",
            ("Passed", "Skipped"),
            role=NOISE,
            severity="info",
        ),
        Pattern(
            "environment",
            "unknown",
            r"^\[INFO\] (?:Initializing|Installing) environment|^\[INFO\] (?:Once installed|This may take)",
            ("[INFO] I", "[INFO] Once", "[INFO] This"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
check for error words....................................................Passed
trim trailing whitespace.................................................Failed
- hook id: trailing-whitespace
- exit code: 1
- files were modified by this hook

Fixing src/store.c
check yaml...............................................................Failed
- hook id: check-yaml
- exit code: 1

ci/a.yml: failed to yaml decode (mapping values are not allowed here)
""",
    expected=((5, "hook_modified_files", "src/store.c", 0), (12, "check_failed", "ci/a.yml", 0)),
    signs=(r"^\[INFO\] Initializing environment for ", r"(?<!\.)\.{10,}(?:Passed|Failed)$"),
    advice={
        "hook_modified_files": Advice(
            "The hook {hook} changed files: {file}",
            ("Run `pre-commit run --all-files` and commit what it changed.",),
            "pre-commit run {hook} --all-files",
        ),
        "hook_error": Advice(
            "A hook cannot run: {message}{said}{other}",
            ("Correct its environment or version.",),
            "pre-commit run --all-files",
        ),
        "invalid_config": Advice(
            "The hook configuration is wrong: {message}",
            ("Correct .pre-commit-config.yaml.",),
            "pre-commit validate-config",
        ),
        "check_failed": Advice("{file}: {message}", ("Correct the file.",), "pre-commit run --all-files"),
        "large_file": Advice("{file} is larger than allowed.", ("Use Git LFS, or leave it out.",)),
    },
)
