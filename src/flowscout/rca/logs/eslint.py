"""ESLint and its kin: standard, xo, Biome, TSLint, Oxlint, Stylelint, Prettier, commitlint's neighbours in lint steps.

The stylish form names the file as a heading, then `  12:5  error  text  rule`; the unix and compact forms have all in a line. Prettier's
check prints `[warn] file` and "Code style issues found"; Biome draws boxes under `file:line:column lint/group/rule`.
Form: ESLint documentation "Formatters"; Prettier documentation "CLI"; Biome documentation "Reporters".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_EXT = r"\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|scss|sass|less|json5?|jsonc|md|mdx|ya?ml|html|hbs|graphql|gql|cjs|mjs)"
_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:'\"][^:'\"]{0,300}" + _EXT + r")"
_HEAD = r"^" + _FILE + r"$"

PLUGIN: Final = LogFormat(
    name="eslint",
    languages=("javascript", "typescript"),
    patterns=(
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+Line (?P<line>\d+):(?:(?P<column>\d+):)?\s++(?P<message>.+?)(?<!\s)\s{2,}+(?P<code>[@\w/-]+)$",
            ("  Line ",),
            above=(r"^(?:\./)?" + _FILE + r"$", 100),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<line>\d+):(?P<column>\d+)\s+(?P<severity>Error|Warning): (?P<message>.+?)(?<!\s)\s{2,}+(?P<code>[@\w/-]+)$",
            (" Error: ", " Warning: "),
            above=(r"^(?:\./)?" + _FILE + r"$", 100),
            weight=1,
        ),
        Pattern(
            "warnings_as_errors",
            "lint_failure",
            r"^Treating warnings as errors because process\.env\.CI = true",
            ("Treating warnings as errors",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "parsing_error",
            "syntax_error",
            r"^\s+(?P<line>\d+):(?P<column>\d+)\s+(?:✖\s+)?error\s+(?P<message>Parsing error: .+)",
            ("Parsing error",),
            above=(_HEAD, 200),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+(?P<line>\d+):(?P<column>\d+)\s+(?:✖\s+)?error\s++(?P<message>.+?)(?:(?<!\s)\s{2,}+(?P<code>[@\w/-]+))?$",
            (" error ",),
            above=(_HEAD, 300),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+(?P<line>\d+):(?P<column>\d+)\s+warning\s++(?P<message>.+?)(?:(?<!\s)\s{2,}+(?P<code>[@\w/-]+))?$",
            (" warning ",),
            above=(_HEAD, 300),
            severity="warning",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+(?P<line>\d+):(?P<column>\d+)\s+[✖×]\s++(?P<message>.+?)(?<!\s)\s{2,}+(?P<code>[@\w/-]+)$",
            ("✖", "×"),
            above=(_HEAD, 300),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _FILE
            + r": line (?P<line>\d+), col (?P<column>\d+), (?P<severity>Error|Warning) - (?P<message>.+?)(?: \((?P<code>[@\w/-]+)\))?$",
            (", col ",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _FILE
            + r":(?P<line>\d+):(?P<column>\d+): (?P<message>.+?) \[(?P<severity>Error|Warning)(?:/(?P<code>[@\w/-]+))?\]$",
            ("[Error", "[Warning"),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^ERROR: (?:\(\S+\) )?" + _FILE + r"[:\[](?P<line>\d+)[:,] ?(?P<column>\d+)\]? ?[:-] (?P<message>.+)",
            ("ERROR: ",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _FILE
            + r":(?P<line>\d+):(?P<column>\d+) (?P<code>(?:lint|assist|parse)(?:/[\w-]+){1,4})(?: +(?:FIXABLE|━).*|$)",
            (" lint/", " assist/", " parse/", " parse"),
            then=((r"^\s+[×✖!] (?P<message>.+)", -3),),
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^"
            + _FILE
            + r" (?:format|organizeImports|assist|lint/style/\w+|check)(?: ━+)?\s*$|^"
            + _FILE.replace("file", "other")
            + r" format ━",
            (" format", " organizeImports"),
            then=((r"^\s+[×✖!] (?P<message>.+)", -3),),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s*[×✖x] (?P<code>[@\w-]+\([\w/-]+\)): (?P<message>.+)",
            (
                "× ",
                "✖ ",
                "x eslint",
                "x @",
                "x typescript",
                "x unicorn",
                "x oxc",
                "x react",
                "x import",
                "x jest",
                "x vitest",
                "x node",
                "x jsx",
                "x next",
            ),
            then=((r"^\s*(?:╭─|,-)\[(?P<file>[^\s:\]]+):(?P<line>\d+):(?P<column>\d+)\]", 2),),
            weight=1,
        ),
        Pattern(
            "config_error",
            "configuration",
            r"^(?P<message>(?:ESLint couldn't find (?:a|an eslint\.config|the (?:config|plugin)).*|Error: (?:Failed to load (?:plugin|config|parser)|Cannot read config file|ESLint configuration|No files matching|Could not find config file|Key \"\w+\": ).*|(?:A|The) config(?:uration)? object .*|ConfigurationError: .*|No ESLint configuration found.*|TypeError: Error while loading rule .*))",
            (
                "ESLint",
                "Failed to load",
                "config file",
                "config (",
                "load config",
                "config for",
                "ESLint config",
                "ConfigurationError",
                "config object",
                "configuration object",
                "No files matching",
                "Oops!",
                "Error while loading rule",
                'Key "',
            ),
            weight=1,
            more=r"^$|^\s|^(?:Occurred while|Rule:|Referenced from)",
        ),
        Pattern(
            "config_error",
            "configuration",
            r"^\[error\] (?P<message>(?:No (?:files|parser)|Invalid configuration|Cannot find (?:package|module)|Couldn't|Invalid ).*)",
            ("[error] ",),
            weight=1,
        ),
        Pattern(
            "parsing_error",
            "syntax_error",
            r"^\[error\] " + _FILE + r": (?P<message>SyntaxError: .+?)(?: \((?P<line>\d+):(?P<column>\d+)\))?$",
            ("[error] ",),
            weight=2,
        ),
        Pattern(
            "unformatted", "format_check", r"^\[(?:warn|error)\] " + _FILE + r"$", ("[warn] ", "[error] "), weight=1
        ),
        Pattern(
            "unformatted_list",
            "format_check",
            r"(?P<message>(?:add changes to files listed below|(?:The )?following files? (?:are|is|were) not (?:properly )?formatted|(?:files|file) need(?:s)? (?:re)?formatting|The following files need to be formatted|Please run .{0,60}(?:format|prettier)).*)",
            ("listed below", "following file", "formatting", "Please run", "to be formatted"),
            then=((r"^\s*(?:[-*•] )?(?P<file>[\w@./-]{1,300}\.\w{1,6})$", 8),),
            at=1,
            weight=1,
        ),
        Pattern(
            "format_summary",
            "format_check",
            r"^\[warn\] (?:Code style issues (?:found|in)|Forgot to run Prettier)|^Code style issues (?:found|fixed)|^(?:error|warn)?:? ?Some (?:files|errors) .*(?:formatted|emitted while running checks)|^Error occurred when checking code style|^(?:check|lint|format|ci) ━+|^Checked \d+ files? in .*\. (?:Found|No fixes)",
            ("Code style", "Forgot to run", "Some files", "Some errors", "checking code style", "━", "Checked "),
            role=CONSEQUENCE,
        ),
        Pattern(
            "lint_summary",
            "lint_failure",
            r"^\s*[✖×] [1-9]\d* problems? \((?:[1-9]\d*) errors?|^\s*[1-9]\d* errors? and \d+ warnings? potentially fixable|^\s*Found [1-9]\d* errors?\.|^ESLint found too many warnings|^Found \d+ warnings? and [1-9]\d* errors?",
            ("problem", "potentially fixable", "Found ", "too many warnings"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "warnings_only",
            "unknown",
            r"^\s*[✖×] \d+ problems? \(0 errors",
            ("(0 errors",),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "passed",
            "unknown",
            r"^All matched files use Prettier code style!|^Checked \d+ files? in \S+\. No fixes applied|^Found 0 warnings and 0 errors",
            ("Prettier code style", "No fixes applied", "0 warnings and 0 errors"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
/home/me/app/src/store.js
   1:10  warning  'open' is defined but never used  no-unused-vars
   3:5   error    'foo' is not defined              no-undef

✖ 2 problems (1 error, 1 warning)
[warn] src/main.ts
[warn] Code style issues found in the above file. Run Prettier with --write to fix.
  This project uses prettier to format all JavaScript code.
    Please run yarn prettier-all and add changes to files listed below to your commit:

packages/a/src/b-test.js
src/index.js: line 4, col 2, Error - Missing semicolon. (semi)
""",
    expected=(
        (2, "lint_violation", "/home/me/app/src/store.js", 1),
        (3, "lint_violation", "/home/me/app/src/store.js", 3),
        (6, "unformatted", "src/main.ts", 0),
        (11, "unformatted_list", "packages/a/src/b-test.js", 0),
        (12, "lint_violation", "src/index.js", 4),
    ),
    signs=(r"\beslint\b", r"prettier --check", r"\bbiome (?:check|ci|lint)"),
    advice={
        "lint_violation": Advice(
            "The rule {code} is broken at {file}:{line}: {message}",
            ("Mend it (`--fix` mends many), or silence the rule on that line with its reason.",),
            "npx eslint {file}",
        ),
        "parsing_error": Advice(
            "{file}:{line} cannot be parsed: {message}",
            ("Correct the line, or set the parser for this kind of file.",),
            "npx eslint {file}",
        ),
        "unformatted": Advice(
            "{file} is not formatted as the project asks.",
            ("Run the formatter and commit the result.",),
            "npx prettier --write {file}",
        ),
        "unformatted_list": Advice(
            "{file} is not formatted as the project asks.",
            ("Run the project's formatting script and commit the result.",),
        ),
        "config_error": Advice(
            "The linter cannot start: {message}",
            (
                "Install the plug-in or configuration it names; check that the configuration is of the form this version reads.",
            ),
        ),
    },
)
