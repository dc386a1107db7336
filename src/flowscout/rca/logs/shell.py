"""Shells and the commands everybody runs: bash, dash, zsh, PowerShell, cmd, coreutils, `env`, sudo, ShellCheck, Bats.

`script.sh: line 12: cmake: command not found`, `sh: 1: tsc: not found`, `/usr/bin/env: 'python': No such file or directory`, `bash: ./run.sh: Permission
denied`, `line 4: X: unbound variable`. `set -x` traces begin with `+`. Exit codes of their own: 126 not executable, 127 not found, 128 + n killed by signal n
(137 killed, 139 segmentation fault, 143 terminated).
Form: POSIX `sh`, Bash manual; PowerShell's error records.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_SCRIPT = r"^(?P<file>(?!(?:/\S{0,40}/)?-?(?:ba|da|z|k|a)?sh:)(?!/usr/bin/env)[^\s:][^:]{0,200}?)(?:: line |: |\[)(?P<line>\d+)\]?: "
_WHO = r"^(?:(?:/\S*/)?(?:ba|da|z|k|a)?sh(?:\.exe)?: (?:line )?(?:\d+: )?|-bash: |zsh:\d*: ?|/bin/sh: (?:\d+: )?)"
_AT = r"^At (?P<file>(?:[A-Za-z]:)?[^:]{1,300}\.psm?1):(?P<line>\d+) char:(?P<column>\d+)$"
_RECORD = r"^\s+\+ FullyQualifiedErrorId : (?!NativeCommandError)(?P<code>\S+)"  # of PowerShell itself, not of a program it ran

PLUGIN: Final = LogFormat(
    name="shell",
    languages=("shell",),
    patterns=(
        Pattern(
            "command_not_found",
            "missing_command",
            _SCRIPT + r"(?P<message>(?P<command>[^\s:]{1,200}): (?:command )?not found)",
            ("not found",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            _WHO + r"(?P<message>(?P<command>[^\s:]{1,200}): (?:command )?not found)",
            ("not found",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"^(?P<message>(?P<command>[\w./+-]{1,100}): command not found|zsh: command not found: (?P<name>\S+)|-?bash: (?P<other>[^:\s]+): command not found)$",
            ("command not found",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"(?:^|: )(?P<message>(?:'(?P<command>[^']{1,200})' is not recognized as an internal or external command|[Tt]he term '(?P<name>[^']{1,200})' is not recognized as).*)",
            ("is not recognized as",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"^(?:/usr/bin/)?env: (?P<message>[‘'\"]?(?P<command>[^’'\":]{1,200}?)[’'\"]?: No such file or directory)",
            ("env: ",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"^(?P<message>(?:sudo: (?P<command>\S+): command not found|xargs: (?P<name>[^:]+): No such file or directory|exec: \"(?P<program>[^\"]+)\": executable file not found in \$PATH.*|which: no (?P<other>\S+) in .*))",
            ("sudo: ", "xargs: ", "executable file not found"),
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            _SCRIPT
            + r"(?P<message>(?:(?:-c: line \d+: )?[Ss]yntax error.*|unexpected EOF.*|.*[`']?(?:fi|done|esac|\)|\}|newline)'? unexpected.*|bad substitution.*))",
            ("yntax error", "unexpected", "bad substitution"),
            weight=2,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            _WHO + r"(?P<message>(?:-c: )?(?:line \d+: )?(?:[Ss]yntax error|.*bad substitution|.*Bad substitution).*)",
            ("yntax error", "ad substitution"),
            weight=2,
        ),
        Pattern(
            "unbound_variable",
            "configuration",
            _SCRIPT + r"(?P<message>(?P<variable>\w+): (?:unbound variable|parameter (?:not set|null or not set).*))",
            ("unbound variable", "parameter n"),
            weight=2,
        ),
        Pattern(
            "unbound_variable",
            "configuration",
            _WHO + r"(?P<message>(?P<variable>\w+): (?:unbound variable|parameter (?:not set|null or not set).*))",
            ("unbound variable", "parameter n"),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"(?P<message>(?<![^\s:])(?P<path>[^\s:]{1,200}): (?P<command>[^\s:]{1,200}): bad interpreter: .+)",
            ("bad interpreter",),
            weight=2,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"^(?:[\w.-]{1,40}: |E: |> |error: )?(?P<message>(?:[Ff]ailed to exec(?:ute)?|Cannot run program|Could not find external command|Failed to spawn) ['\"‘“`]?(?P<command>[^'\"’”`:]{1,200})['\"’”`]?(?:: .*)?)$",
            ("ailed to exec", "Cannot run program", "external command", "Failed to spawn"),
            weight=1,
        ),
        Pattern(
            "command_not_found",
            "missing_command",
            r"^(?:[\w.-]{1,40}: )?(?:error: )?(?P<message>(?P<command>[\w.+-]{1,60}) command not found)$",
            (" command not found",),
            weight=1,
        ),
        Pattern(
            "permission_denied",
            "permission",
            r"(?:"
            + _SCRIPT
            + r"|"
            + _WHO
            + r")(?P<message>(?P<path>[^:]{1,300}): (?:Permission denied|cannot execute(?::| binary file).*|Operation not permitted))",
            ("ermission denied", "cannot execute", "not permitted"),
            weight=2,
        ),
        Pattern(
            "missing_file",
            "missing_file",
            _SCRIPT + r"(?P<message>cd: (?:can't cd to (?P<path>\S+)|(?P<name>[^:]+): No such file or directory).*)",
            ("cd: ",),
            weight=2,
        ),
        Pattern(
            "missing_file",
            "missing_file",
            _SCRIPT + r"(?P<message>(?P<path>[^:]{1,300}): No such file or directory)",
            ("No such file or directory",),
            weight=2,
        ),
        Pattern(
            "missing_file",
            "missing_file",
            _WHO
            + r"(?P<message>(?:0: )?(?:cannot open (?P<name>[^:]{1,300})(?:: No such file)?|can't open '?(?P<other>[^':]{1,300})'?.*|(?P<path>[^:\s]{1,300}): (?:No such file or directory|not found)))",
            ("No such file", "cannot open", "can't open", "not found"),
            weight=2,
        ),
        Pattern(
            "disk_full",
            "disk_full",
            r"^(?P<message>(?:[\w./-]{1,80}: )?.{0,200}(?:No space left on device|Disk quota exceeded).*)",
            ("No space left on device", "Disk quota exceeded"),
            weight=2,
        ),
        Pattern(
            "file_operation",
            "missing_file",
            r"^(?:/\S*/)?(?:cp|mv|ln|cat|cd|ls|rm|mkdir|chmod|chown|install|tar|grep|sed|find|stat|touch|head|tail|sha256sum|realpath|readlink|unzip|gzip|diff|patch|awk|du|wc|test|source|pushd): (?P<message>(?!warning)(?:cannot |can't |failed to |unable to |.{1,300}: (?:No such file or directory|Not a directory|Is a directory|File exists|Permission denied|Cannot open|Text file busy|Read-only file system)|unrecognized option|invalid option|illegal option|missing operand).*)",
            (
                "cp: ",
                "mv: ",
                "ln: ",
                "cat: ",
                "cd: ",
                "ls: ",
                "rm: ",
                "mkdir: ",
                "chmod: ",
                "chown: ",
                "install: ",
                "tar: ",
                "grep: ",
                "sed: ",
                "find: ",
                "stat: ",
                "touch: ",
                "head: ",
                "tail: ",
                "sha256sum: ",
                "realpath: ",
                "readlink: ",
                "unzip: ",
                "gzip: ",
                "diff: ",
                "patch: ",
                "awk: ",
                "du: ",
                "wc: ",
                "pushd: ",
            ),
            weight=0,
        ),
        Pattern(
            "segmentation_fault",
            "crash",
            r"(?:^|^(?P<file>[^\s:][^:]{0,200}): line (?P<line>\d+): +)(?:\d+ )?(?P<message>(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception|Aborted|Trace/breakpoint trap)(?:: \d+)?(?: \(core dumped\).*| {4}.*)?)$",
            (
                "Segmentation fault",
                "Bus error",
                "Illegal instruction",
                "Floating point exception",
                "Aborted",
                "Trace/breakpoint",
            ),
            weight=0,
        ),
        Pattern(
            "killed",
            "out_of_memory",
            r"^(?:\S{1,200}: line \d+: +\d+ )?(?P<message>Killed(?: ++\S.{0,200})?)$",
            ("Killed",),
            weight=1,
        ),
        Pattern(
            "powershell_syntax",
            "syntax_error",
            _AT,
            (" char:",),
            then=((r"^\+ \s*~+\s*$", 3), (r"^(?P<message>[^\s+].+)", 1)),
            at=2,
            weight=2,
        ),
        Pattern(
            "powershell_error",
            "runtime_error",
            _AT,
            (" char:",),
            then=((_RECORD, 8),),
            above=(r"^(?:[\w.\\/-]+ ?: )?(?P<message>\S.+)", 3),
            weight=2,
        ),
        Pattern(
            "powershell_error",
            "runtime_error",
            r"^(?:(?:[\w-]+: |Exception: )(?P<file>(?:[A-Za-z]:)?[/\\][^:]{1,300}\.ps1):(?P<line>\d+)|Line \|)$",
            (".ps1:", "Line |"),
            then=((r"^\s+\| +(?P<message>(?!~)[A-Z].+)", 6),),
            at=1,
            weight=1,
        ),
        Pattern(
            "shellcheck",
            "lint_failure",
            r"^In (?P<file>\S+) line (?P<line>\d+):$",
            ("In ",),
            then=((r"^\s*\^-*+\^? ?-*+ ?(?P<code>SC\d+)(?: \((?P<level>\w+)\))?: (?P<message>.+)", 6),),
            at=1,
            weight=1,
        ),
        Pattern(
            "shellcheck",
            "lint_failure",
            r"^(?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning|note|info): (?P<message>.+ \[(?P<code>SC\d+)\])",
            ("[SC",),
            weight=1,
        ),
        Pattern(
            "shellcheck",
            "lint_failure",
            r"^(?:--- )?(?P<file>[^\s:]+\.sh)\.orig$|^diff (?P<other>\S+\.sh)\.orig",
            (".sh.orig",),
            weight=0,
        ),
        Pattern(
            "bats_failure",
            "test_failure",
            r"^(?:not ok \d+|\s*✗) (?P<test>\S.+)$",
            ("not ok ", "✗ "),
            then=(
                (
                    r"^# \(in test file (?P<file>[^,]+), line (?P<line>\d+)\)|^\s+\(in test file (?P<other>[^,]+), line (?P<row>\d+)\)",
                    2,
                ),
                (r"^(?:#|\s)\s+[`'](?P<message>.+)' failed", 2),
            ),
            at=2,
            weight=2,
        ),
        Pattern(
            "exit_status",
            "unknown",
            r"^\+* ?exit [1-9]\d*$|^(?:exit status|exited with|Exit code|exit code|ExitCode|status)[: =]+[1-9]\d*\.?$|^(?:make|script|build|tests?) failed\.?$",
            ("exit ", "exited with", "xit code", "ExitCode", "status", "failed"),
            role=CONSEQUENCE,
        ),
        Pattern("trace", "unknown", r"^\++ (?!exit)\S", ("+ ",), role=NOISE, severity="info"),
    ),
    sample="""
+ grep error: build.log
./ci/build.sh: line 12: cmake: command not found
sh: 1: tsc: not found
/usr/bin/env: 'python': No such file or directory
./ci/deploy.sh: line 4: TOKEN: unbound variable
/bin/sh: ./gradlew: Permission denied
cp: cannot stat 'dist/app.js': No such file or directory
./run.sh: line 3: 4711 Segmentation fault      (core dumped) ./app
In ci/build.sh line 3:
cd $dir
   ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.
tar: out.tgz: Cannot write: No space left on device
Get-Content : Cannot find path 'C:\\work\\rates.json' because it does not exist.
At C:\\work\\build.ps1:12 char:3
+   Get-Content rates.json | ConvertFrom-Json
+   ~~~~~~~~~~~~~~~~~~~~~~
    + CategoryInfo          : ObjectNotFound: (C:\\work\\rates.json:String) [Get-Content], ItemNotFoundException
    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.GetContentCommand
At D:\\port\\build.ps1:151 char:68
+ ... Write-Host ("  {0,-9} : {1}  [Microsoft Store stub ...
+                                                            ~~~~~~
Unexpected token 'Python' in expression or statement.
    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException
    + FullyQualifiedErrorId : UnexpectedToken
Write-Error: /srv/shop/build.ps1:7
Line |
   7 |  Get-Item rates.json
     |  ~~~~~~~~~~~~~~~~~~~
     | Cannot find path '/srv/shop/rates.json' because it does not exist.
""",
    expected=(
        (2, "command_not_found", "./ci/build.sh", 12),
        (3, "command_not_found", "", 0),
        (4, "command_not_found", "", 0),
        (5, "unbound_variable", "./ci/deploy.sh", 4),
        (6, "permission_denied", "", 0),
        (7, "file_operation", "", 0),
        (8, "segmentation_fault", "./run.sh", 3),
        (11, "shellcheck", "ci/build.sh", 3),
        (12, "disk_full", "", 0),
        (14, "powershell_error", "C:\\work\\build.ps1", 12),
        (22, "powershell_syntax", "D:\\port\\build.ps1", 151),
        (29, "powershell_error", "/srv/shop/build.ps1", 7),
    ),
    signs=(r"^\+ ", r"\bset -[eux]+"),
    advice={
        "command_not_found": Advice(
            "`{command}{name}{other}{program}` is not installed here, or not in PATH.",
            (
                "Install it in a step before, or correct its name.",
                "If an earlier step installs it, make sure that it did, and that PATH is passed on (`$GITHUB_PATH`).",
            ),
        ),
        "syntax_error": Advice(
            "The script cannot be read: {message}",
            ("Correct {file}:{line}; check which shell runs it (`sh` knows no Bash).",),
            "bash -n {file}",
        ),
        "unbound_variable": Advice(
            "The variable {variable} is not set.",
            ("Set it in the job, give it a default (`${{{variable}:-}}`), or give the secret it comes from.",),
        ),
        "permission_denied": Advice(
            "The shell may not run or open {path}.",
            ("Make it executable (`git update-index --chmod=+x`), or check owner and mount.",),
        ),
        "missing_file": Advice(
            "A file is not there: {path}{name}{other}",
            ("Check the path, the working directory, and that an earlier step made it.",),
        ),
        "file_operation": Advice(
            "A file operation failed: {message}", ("Check that the step that makes the file ran and wrote it there.",)
        ),
        "disk_full": Advice(
            "The disk is full.", ("Delete what is not needed before the step, or use a larger runner.",), "df -h"
        ),
        "segmentation_fault": Advice(
            "A program crashed: {message}",
            ("Run it under a debugger or with sanitizers; look at what this change did to native code.",),
        ),
        "killed": Advice(
            "A process was killed, most likely for want of memory.",
            ("Use fewer parallel jobs, or a machine with more memory.",),
        ),
        "powershell_error": Advice("PowerShell stopped: {message}", ("Look at {file}:{line}.",)),
        "powershell_syntax": Advice("The script cannot be read: {message}", ("Correct {file}:{line}.",)),
        "shellcheck": Advice(
            "ShellCheck {code} at {file}:{line}: {message}",
            ("Mend it, or disable the code on that line with a reason.",),
            "shellcheck {file}",
        ),
        "bats_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "bats {file}"),
    },
)
