"""Type checkers for Python: mypy, pyright, basedpyright, pyre, pytype, ty.

mypy: `file:line[:column]: error: text  [code]`, notes in the same form, `Found 3 errors in 2 files`. pyright: the file as a
heading or `  /path/file.py:3:5 - error: text (rule)`. ty prints like rustc: `error[code]: text` and `--> file:line:column`.
Form: mypy documentation "Error codes"; pyright documentation "Command line".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_FILE = r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}\.pyi?):(?P<line>\d+):(?:(?P<column>\d+):(?:\d+:\d+:)?)? "

PLUGIN: Final = LogFormat(
    name="mypy",
    languages=("python",),
    patterns=(
        Pattern(
            "missing_stubs",
            "type_error",
            _FILE
            + r"error: (?P<message>(?:Cannot find implementation or library stub for module named|Library stubs not installed for|Skipping analyzing) \"(?P<dependency>[^\"]+)\".*)",
            ("error: ",),
        ),
        Pattern("syntax_error", "syntax_error", _FILE + r"error: (?P<message>.+?)  ?\[syntax\]", ("[syntax]",)),
        Pattern(
            "type_mismatch",
            "type_error",
            _FILE + r"error: (?P<message>Incompatible .+?)(?:  \[(?P<code>[\w-]+)\])?$",
            ("Incompatible",),
        ),
        Pattern(
            "type_error", "type_error", _FILE + r"error: (?P<message>.+?)(?:  \[(?P<code>[\w-]+)\])?$", ("error: ",)
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^\s*(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}\.pyi?):(?P<line>\d+):(?P<column>\d+) - error: (?P<message>.+?)(?: \((?P<code>report\w+)\))?$",
            (" - error: ",),
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?:error|fatal)\[(?P<code>[a-z][\w-]+)\]: (?P<message>.+)",
            ("error[", "fatal["),
            then=((r"^\s*--> (?P<file>[^\s:]+\.pyi?):(?P<line>\d+):(?P<column>\d+)", 3),),
            more=r"^\s*\d* \||^info: ",
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?P<file>\S+\.pyi?):(?P<line>\d+):(?P<column>\d+) (?P<message>.+ \[\d+\]: .+)",
            (".py",),
        ),
        Pattern("checker_error", "configuration", r"^mypy: (?:error: )?(?P<message>.+)", ("mypy: ",), weight=1),
        Pattern(
            "checker_error",
            "configuration",
            r"^(?P<file>\S+\.(?:ini|toml|cfg)): \[(?:mypy\S*)\]: (?P<message>.+)",
            ("[mypy",),
            severity="warning",
            weight=-1,
        ),
        Pattern(
            "internal_error", "crash", r"^\S+: error: (?P<message>INTERNAL ERROR .*)", ("INTERNAL ERROR",), weight=1
        ),
        Pattern(
            "summary",
            "type_error",
            r"^Found [1-9]\d* errors? in \d+ files?|^[1-9]\d* errors?, \d+ warnings?|^Found [1-9]\d* diagnostics?",
            ("Found", " error"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^Success: no issues found in|^0 errors, \d+ warnings?|^No errors found",
            ("Success", "0 errors", "No errors"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
app/store.py:12: error: Incompatible return value type (got "str", expected "int")  [return-value]
app/store.py:20:5: error: "Store" has no attribute "size"  [attr-defined]
app/store.py:20:5: note: Maybe "seize"?
  /home/me/app/main.py:3:8 - error: Import "yaml" could not be resolved (reportMissingImports)
Found 2 errors in 1 file (checked 9 source files)
""",
    expected=(
        (1, "type_mismatch", "app/store.py", 12),
        (2, "type_error", "app/store.py", 20),
        (4, "type_error", "/home/me/app/main.py", 3),
    ),
    signs=(r"^Success: no issues", r"\bmypy\b", r"\bpyright\b"),
    advice={
        "type_mismatch": Advice(
            "Types disagree at {file}:{line}: {message}",
            ("Change the value or the annotation, whichever tells the truth.",),
            "mypy {file}",
        ),
        "type_error": Advice(
            "The type checker refuses {file}:{line}: {message}",
            (
                "Compare with the signature or class that the message names; this change may have altered it.",
                "If a library's newer stubs brought it, pin them or adapt.",
            ),
            "mypy {file}",
        ),
        "missing_stubs": Advice(
            "The type checker knows no types of `{dependency}`.",
            (
                "Install the package, or its stubs (`types-…`), where the checker runs.",
                "Else ignore its missing imports in the configuration.",
            ),
            "mypy {file}",
        ),
        "syntax_error": Advice(
            "The file cannot be parsed: {message}",
            ("Correct {file}:{line}; check the Python version the checker was told.",),
            "python -m py_compile {file}",
        ),
        "checker_error": Advice("The checker cannot start: {message}", ("Correct its configuration or arguments.",)),
        "internal_error": Advice(
            "mypy itself failed: {message}", ("Delete its cache and run again; else pin the last version that worked.",)
        ),
    },
)
