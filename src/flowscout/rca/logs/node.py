"""Node.js, Deno and Bun themselves: uncaught errors, missing modules, crashes, want of memory.

`file:line`, the source line, a caret, a blank line, then `Type: message` and `    at function (file:line:column)`; the first frame outside of
node_modules and `node:` is ours. `Node.js v20.1.0` ends it.
Form: Node.js documentation "Errors".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, CONSEQUENCE, Advice, Line, LogFormat, Pattern, Reading, Record

_FRAME: Final = re.compile(
    r"^\s+at (?:async )?(?:(?P<function>[^()\n]{1,200}) \()?(?:file://)?(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()]{0,400}|node:[\w/]+|https?://[^\s:]{1,200}):(?P<line>\d+)(?::(?P<column>\d+))?\)?$"
)
_HEAD: Final = re.compile(
    r"^(?:\S{0,80}\s)?(?:Uncaught |Unhandled \w+: |Error: )?(?P<exception>[A-Z]\w{0,80}(?:Error|Exception|Rejection|Warning)|Error)(?: \[(?P<code>\w+)\])?: (?P<message>.*)$"
)
_FOREIGN: Final = re.compile(r"node_modules|^node:|^internal/|^<anonymous>|^native|^ext:|^https?:")
_PLACE: Final = re.compile(r"^(?:file://)?(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()]{0,400}\.[cm]?[jt]sx?):(?P<line>\d+)$")
_KINDS: Final = {"SyntaxError": "syntax_error", "AssertionError": "test_failure"}


def _read(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    """at: the first frame of a stack; the error stands above it, over at most six lines."""
    if not _FRAME.match(lines[at].text) or (at and _FRAME.match(lines[at - 1].text)):
        return (), 1
    heads = ((index, _HEAD.match(lines[index].text)) for index in range(at - 1, max(-1, at - 7), -1))
    head = next(((index, match) for index, match in heads if match), None)
    if head is None:
        return (), 1
    end = at
    frames: list[tuple[str, int, str]] = []
    while end < min(len(lines), at + 60) and (frame := _FRAME.match(lines[end].text)):
        frames.append((frame["file"], int(frame["line"]), frame["function"] or ""))
        end += 1
    index, match = head
    thrown = next((p for line in lines[max(0, index - 6) : index] if (p := _PLACE.match(line.text))), None)
    ours = [frame for frame in frames if not _FOREIGN.search(frame[0])]
    file, number, function = (ours or [("", 0, frames[0][2])])[0]
    if thrown and not _FOREIGN.search(thrown["file"]):
        file, number = thrown["file"], int(thrown["line"])
    message = match["message"]
    asked = next((line.text[2:] for line in lines[index + 1 : at] if line.text.startswith("- ")), "")
    file = file or asked
    module = re.search(r"Cannot find (?:module|package) '([^']+)'", message)
    type_ = (
        "cannot_find_module"
        if module
        else "syntax_error"
        if match["exception"] == "SyntaxError"
        else "javascript_error"
    )
    pairs = {
        "exception": match["exception"],
        "function": function,
        "code": match["code"] or "",
        "dependency": module[1] if module else "",
    }
    record = Record(
        lines[index].number, lines[at - 1].number, type_, "import_error" if module else "missing_file" if message.startswith("ENOENT") else _KINDS.get(match["exception"], "runtime_error"),
        CONSEQUENCE if message.startswith("Command failed") else CAUSE, "error", f"{match['exception']}: {message}", "node", "javascript", file, number,
        weight=1 if thrown else -1, first=lines[index].number, section=lines[index].section,
        metadata=tuple(sorted((key, value) for key, value in pairs.items() if value)), frames=tuple(reversed(frames)),
    )  # fmt: skip
    return (record,), end - at


PLUGIN: Final = LogFormat(
    name="node",
    languages=("javascript",),
    readings=(Reading(("    at ",), _read),),
    patterns=(
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"(?P<message>(?:FATAL ERROR: .{0,200}(?:heap out of memory|Allocation failed).*|^.*JavaScript heap out of memory|Error: Worker terminated due to reaching memory limit.*))",
            ("heap out of memory", "Allocation failed", "memory limit"),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:.{0,40}Uncaught )?(?P<exception>Error|TypeError)(?: \[ERR_MODULE_NOT_FOUND\])?: (?P<message>Cannot find (?:module|package) '(?P<dependency>[^']+)'(?: imported from (?P<importer>\S+))?.*)",
            ("Cannot find module", "Cannot find package"),
            then=((r"^- (?P<file>\S.*)", -3),),
            weight=0,
        ),
        Pattern(
            "esm_mismatch",
            "import_error",
            r"(?P<message>(?:SyntaxError: (?:Cannot use import statement outside a module|The requested module '(?P<dependency>[^']+)' does not provide an export|Named export '[^']{0,100}' not found)|Error \[ERR_(?:REQUIRE_ESM|PACKAGE_PATH_NOT_EXPORTED|UNSUPPORTED_DIR_IMPORT|UNKNOWN_FILE_EXTENSION)\]|ReferenceError: (?:require|module|exports|__dirname) is not defined in ES module).*)",
            ("SyntaxError: ", "ERR_", "is not defined in ES module"),
            weight=0,
        ),
        Pattern(
            "bad_option",
            "configuration",
            r"^(?:\S*/)?node(?:\.exe)?: (?P<message>(?:bad option|.* is not allowed in NODE_OPTIONS|.*requires an argument).*)",
            ("node: ", "NODE_OPTIONS"),
            weight=1,
        ),
        Pattern(
            "missing_command",
            "missing_command",
            r"^(?P<message>Error: spawn (?P<command>\S+) (?:ENOENT|EACCES).*)",
            ("Error: spawn",),
            weight=1,
        ),
        Pattern(
            "node_abort",
            "crash",
            r"^(?P<message>-{3,} Native stack trace -{3,})",
            ("Native stack trace",),
        ),
        Pattern(
            "task_error",
            "build_script",
            r"^(?:\[[\d:]+\] )?'(?P<task>[^']{1,80})' errored after ",
            ("' errored after",),
            then=(
                (r"^(?:\[[\d:]+\] )?(?P<message>\w*(?:Error|Exception)\b.*)", 2),
                (
                    r"^\s+at .{0,200}\((?P<file>(?!.{0,200}node_modules|node:)[^\s():]+):(?P<line>\d+):(?P<column>\d+)\)",
                    -6,
                ),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "port_in_use",
            "environment",
            r"(?P<message>(?:Error: )?listen EADDRINUSE: address already in use.*)",
            ("EADDRINUSE",),
            weight=1,
        ),
        Pattern(
            "native_module",
            "version_mismatch",
            r"(?P<message>(?:was compiled against a different Node\.js version using|Error: The module '.*'|Module did not self-register|invalid ELF header).*)",
            ("different Node.js version", "self-register", "invalid ELF"),
            weight=0,
        ),
        Pattern(
            "deno_error",
            "runtime_error",
            r"^(?:\x1b\[\S+)?error: (?P<message>(?:Uncaught (?:\(in promise\) )?|Module not found|Relative import path|TS\d+ \[ERROR\]|The source code is invalid|Import '.*' failed).*)",
            ("error: ",),
            then=(
                (
                    r"^\s+at (?:[^()\n]{1,200} \()?(?:file://)?(?P<file>/?[^\s:()][^:()]{0,300}):(?P<line>\d+):(?P<column>\d+)",
                    -5,
                ),
            ),
            weight=1,
        ),
        Pattern(
            "unhandled_rejection",
            "runtime_error",
            r"^\s*(?P<message>(?:\[?UnhandledPromiseRejection(?:Warning)?\]?: .+|triggerUncaughtException.*))",
            ("UnhandledPromiseRejection", "triggerUncaught"),
            weight=-1,
        ),
        Pattern("node_ended", "runtime_error", r"^Node\.js v\d+\.\d+\.\d+$", ("Node.js v",), role=CONSEQUENCE, weight=1),
    ),
    sample="""
/home/me/app/src/main.js:7
  throw new RangeError('too many');
  ^

RangeError: too many
    at open (/home/me/app/src/main.js:7:9)
    at Object.<anonymous> (/home/me/app/src/main.js:12:1)
    at Module._compile (node:internal/modules/cjs/loader:1376:14)

Node.js v20.11.0
FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
Error: Cannot find module 'expres'
Require stack:
- /home/me/app/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)
""",
    expected=(
        (5, "javascript_error", "/home/me/app/src/main.js", 7),
        (11, "out_of_memory", "", 0),
        (12, "cannot_find_module", "/home/me/app/index.js", 0),
    ),
    signs=(r"^> node ", r"\$ node "),
    advice={
        "node_abort": Advice(
            "Node.js itself aborted.",
            ("Look at the JavaScript stack below, and at native modules on the stack above it.",),
        ),
        "task_error": Advice("The task {task} raises: {message}", ("Look at {file}:{line}.",)),
        "javascript_error": Advice("{message}", ("Look at {file}:{line} in {function}.",)),
        "syntax_error": Advice(
            "{file}:{line} cannot be parsed: {message}", ("Correct the line, or use a Node that knows the syntax.",)
        ),
        "cannot_find_module": Advice(
            "Node cannot find `{dependency}`.", ("Install it, build what makes it, or correct the path.",)
        ),
        "esm_mismatch": Advice(
            "CommonJS and ES modules are mixed: {message}",
            ('Set `"type"` in package.json or the file\'s suffix (.mjs, .cjs), or import as the package offers.',),
        ),
        "out_of_memory": Advice(
            "Node ran out of memory.",
            ("Raise the limit: `NODE_OPTIONS=--max-old-space-size=4096`, or find what grew.",),
        ),
        "bad_option": Advice("Node refuses an option: {message}", ("Correct NODE_OPTIONS for this version.",)),
        "missing_command": Advice("`{command}` is not installed.", ("Install it in the job.",)),
        "port_in_use": Advice("The port is taken: {message}", ("Stop the other process, or use a free port.",)),
        "native_module": Advice(
            "A native add-on was built for another Node: {message}", ("Rebuild it (`npm rebuild`).",)
        ),
        "deno_error": Advice("{message}", ("Look at {file}:{line}.",)),
        "unhandled_rejection": Advice(
            "A promise was rejected and nobody caught it: {message}", ("Await it and catch.",)
        ),
    },
)
