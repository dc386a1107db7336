"""TypeScript's compiler, vue-tsc, svelte-check, Angular's compiler, Flow, ts-node and ts-loader.

`file(line,column): error TS2322: text` plain, `file:line:column - error TS2322: text` pretty, then the source and `~~~`. Angular:
`Error: file:line:column - error NG8001: text`. Flow: `Error --- file:line:column`.
Form: TypeScript documentation, `--pretty`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:('\"][^:('\"]{0,300}\.(?:[cm]?[tj]sx?|vue|svelte|astro|html|json|d\.ts))"
_PLAIN = r"^(?:ERROR in |\[tsl\] ERROR in |Error: |\S+: )?" + _FILE + r"\((?P<line>\d+),(?P<column>\d+)\): (?:error )?"
_PRETTY = r"^(?:ERROR in |Error: |✘ \[ERROR\] |\S+: )?" + _FILE + r":(?P<line>\d+):(?P<column>\d+) ?(?:-|:) (?:error )?"
_MODULE = r"(?P<code>TS2307|TS2305|TS2306|TS7016|TS2614): (?P<message>.*(?:module|declaration file for module) ['\"](?P<dependency>[^'\"]+)['\"].*)"

PLUGIN: Final = LogFormat(
    name="tsc",
    languages=("typescript",),
    patterns=(
        Pattern(
            "cannot_find_module",
            "import_error",
            _PLAIN + _MODULE,
            ("TS2307", "TS2305", "TS2306", "TS7016", "TS2614"),
            weight=1,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            _PRETTY + _MODULE,
            ("TS2307", "TS2305", "TS2306", "TS7016", "TS2614"),
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?P<file>[^\s:]+\.(?:svelte|vue|astro|[cm]?[jt]sx?)):(?P<line>\d+):(?P<column>\d+)$",
            (".svelte:", ".vue:", ".astro:", ".ts:", ".js:", ".tsx:", ".jsx:"),
            then=((r"^Error: (?P<message>.+)", 1),),
        ),
        Pattern("syntax_error", "syntax_error", _PLAIN + r"(?P<code>TS1\d{3}): (?P<message>.+)", ("TS1",)),
        Pattern("syntax_error", "syntax_error", _PRETTY + r"(?P<code>TS1\d{3}): (?P<message>.+)", ("TS1",)),
        Pattern(
            "type_error",
            "type_error",
            _PLAIN + r"(?P<code>TS\d{1,6}): (?P<message>.+)",
            (
                "TS1",
                "TS2",
                "TS3",
                "TS4",
                "TS5",
                "TS6",
                "TS7",
                "TS8",
                "TS9",
                "TS-",
            ),
            more=r"^\s{2,}\S",
        ),
        Pattern(
            "type_error",
            "type_error",
            _PRETTY + r"(?P<code>(?:TS|NG)-?\d{1,6}): (?P<message>.+)",
            (
                "TS1",
                "TS2",
                "TS3",
                "TS4",
                "TS5",
                "TS6",
                "TS7",
                "TS8",
                "TS9",
                "TS-",
                "NG-9",
                "NG1",
                "NG2",
                "NG3",
                "NG4",
                "NG5",
                "NG6",
                "NG8",
                "NG0",
            ),
            more=r"^\s{2,}\S",
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?P<message>.*\b(?P<code>TS2\d{3,4}): .+)",
            ("TS2",),
            weight=-1,
            above=(
                r"^(?:ERROR in |TypeScript error in )?(?:\[at-loader\] )?"
                + _FILE
                + r"(?:[:(](?P<line>\d+)[:,](?P<column>\d+)\)?)?:?$",
                3,
            ),
        ),
        Pattern(
            "config_error",
            "configuration",
            r"^error (?P<code>TS(?:5\d{3}|6\d{3}|18\d{3})): (?P<message>.+)",
            ("error TS",),
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^TSError: ⨯ Unable to compile TypeScript:",
            ("TSError",),
            then=(
                (
                    r"^"
                    + _FILE
                    + r"[:(](?P<line>\d+)[:,](?P<column>\d+)\)?(?:: error| - error|:) (?P<code>TS\d+): (?P<message>.+)",
                    4,
                ),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^Type error: (?P<message>.+)",
            ("Type error: ",),
            above=(r"^(?:\./)?" + _FILE + r":(?P<line>\d+):(?P<column>\d+)$", 4),
            more=r"^\s+\S|^> ",
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^Error -{3,} " + _FILE + r":(?P<line>\d+):(?P<column>\d+)$",
            ("Error ---",),
            then=((r"^(?P<message>\S.+)", 3),),
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?:\d+ )?ERROR \"?" + _FILE + r"\"? (?P<line>\d+):(?P<column>\d+) \"(?P<message>.+)\"",
            ("ERROR ",),
        ),
        Pattern(
            "angular_error",
            "type_error",
            r"^(?:Error|✘ \[ERROR\]):? (?P<code>NG\d+): (?P<message>.+)",
            (
                "NG1",
                "NG2",
                "NG3",
                "NG4",
                "NG5",
                "NG6",
                "NG8",
                "NG0",
            ),
            then=((r"^\s*" + _FILE + r":(?P<line>\d+):(?P<column>\d+):?", -4),),
        ),
        Pattern(
            "summary",
            "type_error",
            r"^Found [1-9]\d* errors?(?: in .*)?\.?(?: Watching.*)?$|^Found [1-9]\d* errors? in the same file|^svelte-check found [1-9]\d* errors?|^Failed to compile\.?|^ELIFECYCLE.*tsc",
            ("Found ", "svelte-check found", "Failed to compile"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^Found 0 errors\b|^svelte-check found 0 errors|^No errors!$",
            ("Found 0 errors", "found 0 errors", "No errors!"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
src/store.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/main.ts:3:21 - error TS2307: Cannot find module './stoer' or its corresponding type declarations.

3 import { open } from './stoer';
                      ~~~~~~~~~
error TS5023: Unknown compiler option 'strikt'.
Found 2 errors in 2 files.
""",
    expected=(
        (1, "type_error", "src/store.ts", 12),
        (2, "cannot_find_module", "src/main.ts", 3),
        (6, "config_error", "", 0),
    ),
    signs=(r"\$ tsc\b", r"> tsc\b", r"^Found 0 errors", r"Starting compilation"),
    advice={
        "type_error": Advice(
            "Types disagree at {file}:{line}: {message}",
            ("Change the value or the declaration; check what this change did to the type.",),
            "npx tsc --noEmit",
        ),
        "cannot_find_module": Advice(
            "`{dependency}` cannot be found from {file}:{line}.",
            ("Install the package and its types, or correct the path (its case too).",),
            "npx tsc --noEmit --traceResolution",
        ),
        "syntax_error": Advice("{file}:{line} cannot be parsed: {message}", (), "npx tsc --noEmit"),
        "config_error": Advice(
            "tsconfig.json is wrong: {message}",
            ("Correct the option, or use the TypeScript version that knows it.",),
            "npx tsc --showConfig",
        ),
        "angular_error": Advice(
            "Angular {code}: {message}", ("Import the component or module that declares it.",), "npx ng build"
        ),
    },
)
