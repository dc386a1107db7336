"""The place of a message that names none: from the lines around it.

Tools that no format knows print it in few ways: a stack below the message, a box drawn around the source, a line with
nothing but a place, a heading with the file above. The nearest that is of no library counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from ...model.logformat import CAUSE, CONSEQUENCE, POINTER, Line, Record
from ..locate import FRAMEWORK, NODES, below_checkout, foreign, own_frame, repository_path, slashed, theirs
from .evidence import TESTS

BELOW: Final = 14  # lines after a message that may name its place
ABOVE: Final = 40  # and before it, where it is a row of a list
CLOSE: Final = 3  # else
ENCLOSED: Final = 6  # lines above in which a build says which of its rules failed
WORDED: Final = 24  # letters of a message that says what no other does

_NAMES: Final = r"[\w.@+~%/\\-]"
_FOLDERS: Final = r"(?:[\[(][\w.-]{1,40}[\])](?=[\\/])" + _NAMES + r"{1,200}){0,4}"  # of a router: `[id]/`, `(shop)/`
_FILE: Final = (
    r"(?P<file>(?:[A-Za-z]:)?(?:file://)?" + _NAMES + r"{0,300}" + _FOLDERS + r"(?<=[\w+-])\.[A-Za-z]\w{0,9})"
)
_AT: Final = r"(?::|, line | line |\(|, )(?P<line>\d{1,6})(?:[:,] ?(?P<column>\d{1,5}))?\b"
_BELOW: Final = (
    re.compile(r"^\s*(?:\[?\d{0,3}\]? ?at |❯ |from |# |› |#\d+ |> )(?:[^()\n]{0,200}[( ])?" + _FILE + _AT),  # a stack
    re.compile(r"^[\s\d|│]*(?:-->|╭─|┌─|,-|╭▸|>>>|::: |└─)[-─\s]*+\[? ?" + _FILE + _AT),  # a box
    re.compile(r"^[\s│|]*\(?/?" + _FILE + _AT + r"\)?(?::?$|:in |: |  )"),  # a place by itself
    re.compile(r"^\s*" + _FILE + r" (?P<line>\d{1,6}):(?P<column>\d{1,5})\b"),
    re.compile(r"^\s*>>> (?:referenced by|defined (?:in|at)) " + _FILE + r"(?::(?P<line>\d+))?$"),
    re.compile(
        r"^\s*\"(?P<file>[\w.@+~/\\-]{1,300})\", (?:line )?(?P<line>\d{1,6})(?:\.(?P<column>\d{1,4}))?[:,.]? ?(?!\d)"
    ),  # a name in quotes
    re.compile(r"^.{0,40}\bat [^,\n]{1,120}, " + _FILE + r": line (?P<line>\d{1,6})$"),  # a stack of PowerShell
    re.compile(r"^\s*(?:[Ff]ile|[Ll]ocation|id): " + _FILE + r"(?::(?P<line>\d{1,6})(?::(?P<column>\d{1,5}))?)?$"),
    re.compile(r"\b(?:in|at|on) (?:file )?[\"']?" + _FILE + r"[\"']?,? (?:on |at )?line (?P<line>\d{1,6})"),
)
_CALLED: Final = re.compile(
    r"^\s+(?:async )?[\w.$<>\[\]]{1,120}(?: [\w.$<>\[\]]{1,60}){0,2} \("
    + _FILE
    + r":(?P<line>\d{1,6}):(?P<column>\d{1,5})\)$"
)  # a stack without `at`
_ABOVE: Final = (
    re.compile(r"^\s*(?:\./|/)?" + _FILE + r"(?::(?P<line>\d{1,6})(?::(?P<column>\d{1,5}))?)?:?$"),
    re.compile(r"^\s*" + _FILE + _AT + r"(?::|$)"),
)
_PLACED: Final = re.compile(_FILE + r":(?P<line>\d{1,6})(?::(?P<column>\d{1,5})(?:-\d{1,5})?)?:\s*")
_MESSAGE: Final = re.compile(r"\s{0,8}" + _FILE + _AT + r"\)?: (?:fatal )?(?:error|warning)\b")  # a compiler's next one
COVERAGE: Final = "coverage"
_CALLS: Final = frozenset({"missing_file", "missing_command", "permission"})
_STEPS: Final = _CALLS | {"dependency_resolution", "network", "packaging", "unknown"}
INSTRUCTION: Final = "instruction"  # type of what names the line of a container's file that was carried out
_SUITE: Final = re.compile(r"[\w.@+~/\\-]{1,300}\.[A-Za-z]\w{0,9}")
_REPORTED: Final = frozenset(
    {"compile_error", "syntax_error", "type_error", "link_error", "lint_failure", "docs_error"}
)  # in files, whosever they are
_LABEL: Final = re.compile(
    r"(?i)\W{0,4}(?:error|err|fatal|fail(?:ed|ure)?)(?:\W{0,4}|: ?\W{10,400})|\W{0,4}\[[A-Z]{1,8}-\d{1,8}\]\W{0,4}"
)
_LISTS: Final = re.compile(
    r"(?i)\W{0,6}(?:found )?\d{1,6} (?!.{0,40}(?:error|fail|problem|issue|violation|exception))\w[\w ]{0,40}:\s{0,4}$"
)  # a list of something else: `found 3 clones:`
_ANNOUNCES: Final = re.compile(r"(?:^|\w\)?):$")
_SENTENCE: Final = re.compile(
    r"(?:\S{1,60} ){2,12}(?P<file>\S{1,300})"
)  # words that end with a file: a path begins with one
_TITLED: Final = re.compile(
    r"[A-Z]\w{0,60}(?: \w{1,60}){1,12}/"
)  # a folder of some words, with which a compiler begins its line
_ROW: Final = re.compile(r"(?P<line>\d{1,6}):(?P<column>\d{1,5}):?\s+\S")  # of a list below the name of a file
_WRITTEN: Final = re.compile(
    r"/_temp/[0-9a-f-]{36}\.\w{1,5}$|/rpm-tmp\.\w{1,12}$"
)  # by the runner or by rpm, of a step's lines
_ROOTED: Final = re.compile(r"^\s*at .{0,200}?[( ](?:file://)?(?:/|[A-Za-z]:[\\/])")  # a frame with a whole path
_RUNTIME: Final = re.compile(r"^\s*at .{1,600}\) ~?\[[^\]\s]{0,200}\.jar(?:!/)?:")
_JVM: Final = re.compile(r"^\s*at (?P<function>[\w.$<>/@-]{1,400}) ?\([\w$-]{1,200}\.\w{1,8}:\d{1,6}\)")
_OF_CLASS: Final = re.compile(r"[\w$]{1,200}(?:\[[^\]\n]{0,80}\])?\((?P<type>[\w$]{1,80}(?:\.[\w$]{1,80}){1,12})\)")
_OWN: Final = re.compile(
    r"(?:^|[\s(\[\"'`])" + _FILE + r":(?P<line>\d{1,6})(?::(?P<column>\d{1,5}))?(?=[:,\s)\]\"'`]|$)"
)
_NAMED: Final = re.compile(r"(?<=[\"'`])" + _NAMES + r"{3,300}(?=[\"'`])")  # in quotes
_NOT_THERE: Final = re.compile(
    r"(?i)\bno such (?:file|dir)|\bnot (?:be )?found\b|\bdoes ?n[o']t exist|\b(?:cannot|can't) (?:find|open)\b"
)
_INSIDE: Final = re.compile(
    r"(?:^|[\s(\[\"'`=])(?P<file>(?:[A-Za-z]:)?(?:[\\/][\w.@+-]{1,80}){2,20}\.\w{1,9})(?=$|[\s)\]\"'`,;:])"
)
_METHOD: Final = re.compile(
    r"(?<![\w.$])(?<!\bat )[\w.$]{1,300}+\((?P<file>[A-Z][\w$]{0,200}\.(?:java|kt|scala|groovy)):(?P<line>\d{1,6})\)"
)  # of the JVM, named in a sentence


def enclosed(record: Record, records: Iterable[Record]) -> Record:
    """A program that a rule of a build calls and that lacks something, with the place of the rule: where the tool names it, above as
    Bazel or in the next line as Make; or with the instruction of a container's build that Docker quotes."""
    if record.file or (record.kind not in _STEPS and record.format != "docker"):
        return record
    named = [one for one in records if one.file and one.file_line and not theirs(one)]
    near = (one for one in named if -ENCLOSED <= one.line - record.end_line <= 1 and one.line != record.line)
    rules = [one for one in near if one.role == CONSEQUENCE and one.section == record.section and record.kind in _CALLS]
    steps = sorted(  # Docker quotes it below what went wrong
        (one for one in named if one.type == INSTRUCTION and one.role == POINTER),
        key=lambda one: (one.line < record.line, abs(one.line - record.line)),
    )
    rule = next(iter((*reversed(rules), *steps)), None)
    return record._replace(file=rule.file, file_line=rule.file_line, column=rule.column) if rule else record


def said(record: Record) -> Record:
    """With the place that its own message spells, where it has none. A host with its port looks like a file with its line, but has
    neither folder nor column."""
    if record.file:
        return record
    message = record.message[:600]
    if (found := _OWN.search(message)) and not foreign(found["file"]) and ("/" in found["file"] or found["column"]):
        return record._replace(file=found["file"], file_line=int(found["line"]), column=int(found["column"] or 0))
    if found := _METHOD.search(message):
        return record._replace(file=found["file"], file_line=int(found["line"]))
    return record


def named(record: Record) -> Record:
    """With the file of the checkout that its message names, where there is no other place; one that is not there has none."""
    if record.file or record.kind in ("missing_file", "import_error") or _NOT_THERE.search(record.message[:600]):
        return record
    paths = (found["file"] for found in _INSIDE.finditer(record.message[:600]))
    file = next((path for path in paths if below_checkout(path) and not foreign(path)), "")
    return record._replace(file=file)


def restated(record: Record, others: Iterable[Record]) -> Record:
    """With the place that another message spells beside the same words."""
    if record.file or len(record.message) < WORDED:
        return record
    same = (
        said(other._replace(file="", file_line=0))
        for other in others
        if other.line != record.line and record.message in other.message
    )
    other = next((one for one in same if one.file_line and not theirs(one)), None)
    return record._replace(file=other.file, file_line=other.file_line, column=other.column) if other else record


def traced(record: Record, records: Sequence[Record]) -> Record:
    """A test's failure, with what the trace that begins at its exception ends in: the last of its causes, and the place in the test's
    own packages."""
    if record.kind not in TESTS:
        return record
    read = [one for one in records if one.first == record.line and one.section == record.section and one.role == CAUSE]
    trace = max(
        (one for one in read if one.format != record.format and one.frames), key=lambda one: one.line, default=None
    )
    said = dict(trace.metadata) if trace else {}
    if trace is None or "exception" not in said:
        return record
    record = _in_package(record, trace)
    if trace.line <= record.line:
        return record
    told = dict(record.metadata) | {"exception": said["exception"]}
    end = max(trace.end_line, record.end_line)
    return record._replace(line=trace.line, end_line=end, message=trace.message, metadata=tuple(sorted(told.items())))


def _in_package(record: Record, trace: Record) -> Record:
    """With the innermost frame of the test's own packages as its place; as it is where the test's name has none."""
    package = _package(dict(record.metadata).get("test", ""))
    if not package:
        return record
    frames = tuple(frame for frame in trace.frames if _package(frame[2]) == package)
    file, line, _ = frames[-1] if frames else ("", 0, "")
    return record._replace(file=file, file_line=line, column=0, frames=frames)


def _package(name: str) -> list[str]:
    """The first two names of what a name of the JVM stands in; older Surefires write a test as `method(package.Class)`."""
    if found := _OF_CLASS.fullmatch(name):
        return found["type"].split(".")[:-1][:2]
    return name.rpartition("/")[2].partition("(")[0].split(".")[:-2][:2]


def bare(record: Record) -> bool:
    """Whether a message is a label of error and nothing else, or says only where, or that something follows."""
    announces = record.end_line <= record.line and _ANNOUNCES.search(record.message)
    return bool(announces) or _LABEL.fullmatch(record.message) is not None


def told(record: Record, after: Sequence[Line], ended: frozenset[int] = frozenset()) -> Record:
    """With what the next line says, where its own says nothing. A test that tells what it got may have got nothing. ended: lines that
    only say how something ended."""
    if not bare(record) or (record.kind in TESTS and not any(line.text.strip() for line in after[:1])):
        return record
    following = next(
        (line for line in after[:CLOSE] if any(map(str.isalnum, line.text)) and line.section == record.section), None
    )
    if following is None or following.number in ended:
        return record
    return record._replace(message=f"{record.message} {following.text.strip()}", end_line=following.number)


def ours(record: Record) -> Record:
    """Without a place in a library, where something was thrown in it, nor in a script of the runner: nothing is to be done there. With the file of its suite
    where no other is known."""
    if record.file and (
        _WRITTEN.search(record.file) or record.file[0] == "<" or (not _is_reported(record) and theirs(record))
    ):
        return record._replace(file="", file_line=0, column=0)
    if record.kind != "compile_error" or not (record.column and _TITLED.match(record.file)):
        record = record._replace(file=_bare_path(record.file))
    suite = "" if record.file else dict(record.metadata).get("suite", "")
    return record._replace(file=suite) if _SUITE.fullmatch(suite) else record


def _is_reported(record: Record) -> bool:
    """Whether what reads a file tells a fault of it: a header that it asks for and that is not there is one."""
    return record.kind in _REPORTED or record.type == "missing_header"


def _bare_path(file: str) -> str:
    """Without the words before it: a path with blanks in it names a folder before the first of them, or a drive."""
    found = _SENTENCE.fullmatch(file)
    if found is None or "/" in slashed(file.partition(" ")[0]) or not re.search(r"[\\/.]", found["file"]):
        return file
    return found["file"]


def needs_place(record: Record) -> bool:
    """Whether neither a message nor its stack names a place in code of ours, and there is one: a share of lines stands nowhere."""
    if record.kind == COVERAGE:
        return False
    if own_frame(record.frames, None) is not None or (_is_reported(record) and record.file and record.file_line):
        return False
    return not record.file or theirs(record) or not record.file_line


def placed(record: Record, before: Sequence[Line], after: Sequence[Line]) -> Record:
    """before, after: lines around the record's last, in their order."""
    if (row := _ROW.match(record.message)) and (head := _heading(before)):
        return record._replace(file=head, file_line=int(row["line"]), column=int(row["column"]))
    near = [line.text[:600] for line in after[:BELOW] if line.section == record.section]
    if headed := _headed(record, before):
        return headed
    rooted = any(map(_ROOTED.match, near))
    own = takewhile(lambda text: not ((record.file and _MESSAGE.match(text)) or _LISTS.match(text)), near)
    below = _first((text for text in own if not _anothers(text, record)), (*_BELOW, _CALLED), rooted)
    found = below or _first(_close(record, before), _ABOVE)
    if found is None or not (_ours(record, found["file"]) or _tells_of(record, found["file"])):
        return record
    groups = found.groupdict()
    return record._replace(
        file=groups["file"], file_line=int(groups.get("line") or 0), column=int(groups.get("column") or 0)
    )


def _ours(record: Record, file: str) -> bool:
    return not record.file or foreign(record.file) or _same(record.file, file)


def _tells_of(record: Record, file: str) -> bool:
    """Whether the message names the file, by one of its folders at least: whose error it is then says only where that was met."""
    return not record.file_line and any(
        "/" in named[0].strip("./") and _same(named[0], file) for named in _NAMED.finditer(record.message[:600])
    )


def _headed(record: Record, before: Sequence[Line]) -> Record | None:
    """With the place that the line right above is, as a compiler writes it above the first line of its message."""
    above = next((line.text for line in reversed(before) if line.number == (record.first or record.line) - 1), "")
    found = _PLACED.fullmatch(above)
    if found is None or foreign(found["file"]):
        return None
    return record._replace(file=found["file"], file_line=int(found["line"]), column=int(found["column"] or 0))


def _close(record: Record, before: Sequence[Line]) -> Iterator[str]:
    """Lines above that may head a message. Names of files one below the other tell what was compiled; a linker's message is of no
    source."""
    close = [line.text[:600] for line in before[: -CLOSE - 1 : -1]]
    listed = sum(_ABOVE[0].match(text) is not None for text in close) > 1
    return iter(()) if listed or record.kind == "link_error" else iter(close)


def _anothers(text: str, record: Record) -> bool:
    """Whether a line is a frame of the JVM outside of the packages of the test that fails."""
    frame, test = _JVM.match(text), dict(record.metadata).get("test", "")
    return bool(frame and _package(test) and _package(frame["function"]) != _package(test))


def _frameworks(text: str) -> bool:
    """Whether a line is a frame of the JVM in a library, a tool or the language itself."""
    frame = _JVM.match(text)
    return _RUNTIME.match(text) is not None or (frame is not None and FRAMEWORK.match(frame["function"]) is not None)


def _heading(before: Sequence[Line]) -> str:
    """The file above a list of rows."""
    for line in reversed(before):
        if not line.text.strip():
            return ""
        if found := _ABOVE[0].match(line.text[:600]):
            return "" if foreign(found["file"]) else found["file"]
    return ""


def _same(one: str, other: str) -> bool:
    return repository_path(one).rpartition("/")[2] == repository_path(other).rpartition("/")[2]


def _first(texts: Iterator[str], expressions: Sequence[re.Pattern[str]], rooted: bool = False) -> re.Match[str] | None:
    """rooted: whether frames have whole paths; then a bare name is of Node itself."""
    for text in texts:
        for expression in expressions:
            found = expression.search(text)
            if found is None or foreign(found["file"]) or _frameworks(text):
                continue
            if not (rooted and NODES.fullmatch(found["file"])):
                return found
    return None
