"""Linters of small languages: YAML, Markdown, Dockerfiles, workflows, SQL, Protobuf, OpenAPI, spelling, prose, Ansible, licences.

Most print `file:line[:column][:] [level] CODE text`; yamllint's default form names the file as a heading, then `  12:5  error  text  (rule)`.
Form: the tools' documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_ANY = r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}):(?P<line>\d+)(?::(?P<column>\d+))?:? "

PLUGIN: Final = LogFormat(
    name="linters",
    languages=("yaml", "markdown", "dockerfile", "sql", "protobuf"),
    patterns=(
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<severity>error|warning)\s++(?P<message>.+?(?<!\s)\s++\((?P<code>[\w-]+)\))$",
            (" error ", " warning "),
            above=(r"^(?:\./)?(?P<file>\S+\.ya?ml)$", 200),
            language="yaml",
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.ya?ml):(?P<line>\d+):(?P<column>\d+): \[(?P<severity>error|warning)\] (?P<message>.+)",
            ("[error]", "[warning]"),
            language="yaml",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            _ANY + r"(?:error )?(?P<message>(?P<code>MD\d{3})/\S+ .+)",
            ("MD0",),
            language="markdown",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            _ANY + r"(?P<code>DL\d{4}|SC\d{4}) (?P<severity>error|warning|info|style): (?P<message>.+)",
            ("DL3", "DL4", "SC"),
            language="dockerfile",
        ),
        Pattern(
            "workflow_lint",
            "lint_failure",
            r"^(?P<file>\.github/workflows/[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<message>.+ \[(?P<code>[\w-]+)\])",
            (".github/workflows/",),
            language="yaml",
            weight=1,
        ),
        Pattern("spelling", "lint_failure", _ANY + r"(?P<message>(?P<word>[\w'-]+) ==> (?P<wanted>\S.*))", (" ==> ",)),
        Pattern(
            "spelling",
            "lint_failure",
            r"^error: (?P<message>`(?P<word>[^`]+)` should be (?P<wanted>.+))",
            ("` should be ",),
            then=((r"^\s*(?:-->|╭▸) (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+)", 2),),
        ),
        Pattern(
            "spelling", "lint_failure", _ANY + r"- (?P<message>Unknown word \((?P<word>[^)]+)\).*)", ("Unknown word (",)
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^L: +(?P<line>\d+) \| P: +(?P<column>\d+) \| +(?P<code>\w+) \| (?P<message>.+)",
            ("L:  ", "L: "),
            above=(r"^== \[(?P<file>[^\]]+)\] FAIL", 300),
            language="sql",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.proto):(?P<line>\d+):(?P<column>\d+):(?P<message>.+)",
            (".proto:",),
            language="protobuf",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.(?:json|ya?ml)):(?P<line>\d+)(?::(?P<column>\d+))?:? +(?P<severity>error|warning) +(?P<code>[\w-]+) +(?P<message>.+)",
            (" error ", " warning "),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.puppet|[^\s:]+\.pp) ?- ?(?P<severity>ERROR|WARNING): (?P<message>.+) on line (?P<line>\d+)",
            (".pp",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<severity>ERROR|WARNING): (?P<message>.+) in (?P<file>[^\s:]+):(?P<line>\d+)",
            ("ERROR: ", "WARNING: "),
            weight=-1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.(?:slim|haml|erb|html|scss|sass)):(?P<line>\d+) \[(?P<severity>[EWF])\] (?P<message>.+)",
            (" [E] ", " [W] ", " [F] "),
            language="html",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?=\S*\.env)(?P<file>\S+?):(?P<line>\d+) (?P<code>\w+): (?P<message>.+)",
            (".env",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\[(?P<file>[^\s:\]]+):(?P<line>\d+):(?P<column>\d+)\] +(?P<message>.+)",
            (".proto:",),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<severity>error|warning) file=(?P<file>\S+) message=(?P<message>.+?) line=(?P<line>\d+)(?: column=(?P<column>\d+))?",
            (" file=",),
            language="scala",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?:(?P<severity>ERROR|WARNING): )?(?P<file>[^\s\[]+\.tsx?)\[(?P<line>\d+), (?P<column>\d+)\]: (?P<message>.+)",
            (".ts[", ".tsx["),
            language="typescript",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.ya?ml):(?P<line>\d+)(?::(?P<column>\d+))?: \[(?P<code>E?\d+)\] (?P<message>.+)",
            (".yml:", ".yaml:"),
            language="yaml",
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s+(?P<file>(?:[A-Za-z]:)?[^\s:]+\.[cm]?[jt]sx?):(?P<line>\d+):(?P<column>\d+): (?P<message>.+)",
            (".js:", ".ts:", ".jsx:", ".tsx:", ".mjs:", ".cjs:"),
            language="javascript",
            weight=-1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.(?:cc|cpp|h|hpp|cu|c)):(?P<line>\d+):  (?P<message>.+)  \[(?P<code>[\w/+]+)\] \[[1-5]\]$",
            (
                "] [1]",
                "] [2]",
                "] [3]",
                "] [4]",
                "] [5]",
            ),
            language="cpp",
            weight=1,
        ),
        Pattern(
            "spelling",
            "lint_failure",
            r"^(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<message>\"(?P<word>[^\"]+)\" is a misspelling of \"(?P<wanted>[^\"]+)\")",
            ("is a misspelling of",),
        ),
        Pattern(
            "prose",
            "lint_failure",
            r"^ (?P<line>\d+):(?P<column>\d+)\s+(?P<severity>error|warning|suggestion)\s++(?P<message>.+?)(?<!\s)\s{2,}+(?P<code>[\w.]+)\s*+$",
            (" error ", " warning "),
            above=(r"^ (?P<file>\S+\.(?:md|rst|adoc|txt|mdx))$", 100),
            language="markdown",
        ),
        Pattern(
            "editorconfig",
            "format_check",
            r"^\s+(?P<line>\d+): (?P<message>(?:Wrong|Trailing|Not all|No final|Line too long|Final).+)",
            ("Wrong", "Trailing", "Not all", "No final", "Line too long", "Final "),
            above=(r"^(?P<file>\S+):$", 60),
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?:error|warning): (?P<message>code should be clang-formatted \[-Wclang-format-violations\])",
            ("clang-formatted",),
            weight=2,
        ),
        Pattern(
            "clang_tidy",
            "lint_failure",
            r"^(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+ \[(?P<code>[\w.-]+(?:,[\w.-]+)*),-warnings-as-errors\])",
            ("-warnings-as-errors",),
            language="cpp",
            weight=2,
        ),
        Pattern(
            "cppcheck",
            "lint_failure",
            r"^\[?(?P<file>[^\s:\[\]]+\.\w+):(?P<line>\d+)(?::(?P<column>\d+))?\]?: ?\(?(?P<severity>error|warning|style|performance|portability)\)?:? (?P<message>.+ \[(?P<code>[a-z]\w+)\])",
            ("error", "warning", "style", "performance", "portability"),
            language="cpp",
            weight=0,
        ),
        Pattern(
            "missing_licence",
            "policy",
            r"^(?P<message>(?:.*(?:[Mm]issing|no|without|lacks?) (?:a )?(?:copyright|licen[cs]e) (?:header|notice|information).*|.*files? without (?:valid )?(?:SPDX|licen[cs]e).*|# (?:MISSING|BAD) (?:COPYRIGHT|LICENSES).*|(?>.*?the following file).* (?:no|missing) licen[cs]e header.*))",
            ("icense", "icence", "opyright", "SPDX", "LICENSES", "COPYRIGHT"),
            weight=0,
        ),
        Pattern(
            "yaml_error",
            "syntax_error",
            r"^(?:\S+: )?(?P<message>(?:error converting YAML to JSON: )?yaml: line (?P<line>\d+): .+|(?:mapping values are not allowed|could not find expected ':'|did not find expected|found character that cannot start|found undefined alias).*)",
            ("yaml: line", "mapping values", "expected", "found character", "undefined alias"),
            then=((r"^\s+in \"(?P<file>[^\"]+)\", line (?P<row>\d+), column (?P<column>\d+)", -2),),
            language="yaml",
            weight=0,
        ),
        Pattern(
            "json_error",
            "syntax_error",
            r"^(?:\S+: )?(?:parse error|jq: error.{0,100}|JSON(?:DecodeError| parse error)): (?P<message>.+ at line (?P<line>\d+), column (?P<column>\d+))",
            ("arse error", "jq: error", "JSONDecode"),
            weight=0,
        ),
        Pattern(
            "unused_code",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.py):(?P<line>\d+): (?P<message>(?:unused|unreachable|redundant) .+ \(\d+% confidence[^()]*\))",
            ("% confidence",),
        ),
        Pattern(
            "unused_code",
            "lint_failure",
            r"^(?P<message>(?:Unused|Unlisted|Unresolved|Duplicate) (?:files|dependencies|devDependencies|imports|exports|exported \w+|binaries|exported enum members|class members) \(\d+\))",
            ("Unused ", "Unlisted ", "Unresolved ", "Duplicate "),
            then=((r"^(?:\S+ {2,})?(?P<file>[\w./@-]+\.\w{1,6})\b", -2),),
            weight=1,
        ),
        Pattern(
            "api_violation",
            "lint_failure",
            r"^\[\d+\] (?P<file>[^\s:]+\.(?:ya?ml|json)):(?P<line>\d+):(?P<column>\d+) at #",
            ("] ",),
            then=((r"^(?P<message>\S.+)", 3),),
        ),
        Pattern(
            "schema_violation",
            "lint_failure",
            r"^(?P<file>[\w./-]+\.(?:json|ya?ml)) invalid$",
            (" invalid",),
            then=((r"^\s+message: (?P<message>.+)", 10),),
            at=1,
            weight=1,
        ),
        Pattern(
            "summary",
            "lint_failure",
            r"^(?:Summary: [1-9]\d* error\(s\)|✖ [1-9]\d* (?:errors?|problems?)\b(?! \(0 errors)|Failed with \d+ failure|CSpell: Files checked: \d+, Issues found: [1-9]|[1-9]\d* errors? generated|##+ Linter .* failed)",
            ("Summary: ", "✖ ", "Failed with", "CSpell: ", "generated", "Linter "),
            role=CONSEQUENCE,
            weight=1,
        ),
    ),
    sample="""
./deploy/a.yml
  3:1       error    wrong indentation: expected 4 but found 2  (indentation)
README.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 120]
Dockerfile:4 DL3008 warning: Pin versions in apt get install
.github/workflows/ci.yml:9:7: property "acme" is not defined [expression]
docs/a.md:3: recieve ==> receive
src/a.cc:3:5: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]
src/b.c:9:1: error: code should be clang-formatted [-Wclang-format-violations]
""",
    expected=(
        (2, "lint_violation", "deploy/a.yml", 3),
        (3, "lint_violation", "README.md", 12),
        (4, "lint_violation", "Dockerfile", 4),
        (5, "workflow_lint", ".github/workflows/ci.yml", 9),
        (6, "spelling", "docs/a.md", 3),
        (7, "clang_tidy", "src/a.cc", 3),
        (8, "unformatted", "src/b.c", 9),
    ),
    advice={
        "lint_violation": Advice("{code} at {file}:{line}: {message}", ("Change the line as the rule asks.",)),
        "workflow_lint": Advice(
            "The workflow is wrong at {file}:{line}: {message}", ("Correct the line.",), "actionlint"
        ),
        "spelling": Advice("{file}:{line}: {message}", ("Correct the word, or add it to the dictionary.",)),
        "prose": Advice("{code} at {file}:{line}: {message}", ("Reword the sentence.",)),
        "editorconfig": Advice("{file}:{line}: {message}", ("Let the editor follow .editorconfig.",)),
        "unformatted": Advice(
            "{file}:{line} is not formatted.",
            ("Run clang-format and commit.",),
            "clang-format --dry-run -Werror {file}",
        ),
        "clang_tidy": Advice(
            "clang-tidy {code} at {file}:{line}: {message}", ("Mend it, or mark the line NOLINT with a reason.",)
        ),
        "cppcheck": Advice("cppcheck {code} at {file}:{line}: {message}", ("Mend it.",)),
        "missing_licence": Advice("{message}", ("Add the header that the project asks for.",)),
        "yaml_error": Advice(
            "A YAML file cannot be parsed near line {line}{row}: {message}",
            ("Look at the indentation and the colons there.",),
        ),
        "json_error": Advice("A JSON text cannot be parsed: {message}", ("Look there for a missing comma or quote.",)),
    },
)
