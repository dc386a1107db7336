"""The place of a message that names none: from the lines around it.

Tools that no format knows print it in few ways: a stack below the message, a box drawn around the source, a line with
nothing but a place, a heading with the file above. The nearest that is of no library counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.logformat import Line, Record
from ..locate import foreign, own_frame, repository_path, slashed, theirs

BELOW: Final = 14  # lines after a message that may name its place
ABOVE: Final = 40  # and before it, where it is a row of a list
CLOSE: Final = 3  # else

_FILE: Final = r"(?P<file>(?:[A-Za-z]:)?(?:file://)?[\w.@+~/\\-]{0,300}[\w+-]\.[A-Za-z]\w{0,9})"
_AT: Final = r"(?::|, line | line |\(|, )(?P<line>\d{1,6})(?:[:,] ?(?P<column>\d{1,5}))?\b"
_BELOW: Final = (
    re.compile(r"^\s*(?:\[?\d{0,3}\]? ?at |❯ |from |# |› |#\d+ |> )(?:[^()\n]{0,200}[( ])?" + _FILE + _AT),  # a stack
    re.compile(r"^[\s\d|│]*(?:-->|╭─|┌─|,-|╭▸|>>>|::: |└─)[-─\s]*+\[? ?" + _FILE + _AT),  # a box
    re.compile(r"^[\s│|]*\(?/?" + _FILE + _AT + r"\)?(?::?$|:in |: |  )"),  # a place by itself
    re.compile(r"^\s*" + _FILE + r" (?P<line>\d{1,6}):(?P<column>\d{1,5})\b"),
    re.compile(r"^\s*>>> (?:referenced by|defined (?:in|at)) " + _FILE + r"(?::(?P<line>\d+))?$"),
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
_SUITE: Final = re.compile(r"[\w.@+~/\\-]{1,300}\.[A-Za-z]\w{0,9}")
_NOT_THERE: Final = frozenset({"runtime_error", "crash", "build_script"})  # never mended in a library
_LABEL: Final = re.compile(
    r"(?i)\W{0,4}(?:error|err|fatal|fail(?:ed|ure)?)(?:\W{0,4}|: ?\W{10,400})|\W{0,4}\[[A-Z]{1,8}-\d{1,8}\]\W{0,4}"
)
_ANNOUNCES: Final = re.compile(r"(?:^|\w\)?):$")
_SENTENCE: Final = re.compile(
    r"(?:\S{1,60} ){2,12}(?P<file>\S{1,300})"
)  # words that end with a file: a path begins with one
_ROW: Final = re.compile(r"(?P<line>\d{1,6}):(?P<column>\d{1,5}):?\s+\S")  # of a list below the name of a file
_WRITTEN: Final = re.compile(r"/_temp/[0-9a-f-]{36}\.\w{1,5}$")  # by the runner, of a step's lines
_RUNTIME: Final = re.compile(
    r"^\s*at (?:[\w.@-]{1,80}/)?(?:java|javax|jdk|sun|scala|kotlin|sbt|org\.(?:junit|gradle|springframework))\."
)
_OWN: Final = re.compile(
    r"(?:^|[\s(\[\"'`])" + _FILE + r":(?P<line>\d{1,6})(?::(?P<column>\d{1,5}))?(?=[:,\s)\]\"'`]|$)"
)


def said(record: Record) -> Record:
    """With the place that its own message spells, where it has none. A host with its port looks like a file with its line, but has
    neither folder nor column."""
    found = None if record.file else _OWN.search(record.message[:600])
    if found is None or foreign(found["file"]) or not ("/" in found["file"] or found["column"]):
        return record
    return record._replace(file=found["file"], file_line=int(found["line"]), column=int(found["column"] or 0))


def bare(record: Record) -> bool:
    """Whether a message is a label of error and nothing else, or says only where, or that something follows."""
    announces = record.end_line <= record.line and _ANNOUNCES.search(record.message)
    return bool(announces) or _LABEL.fullmatch(record.message) is not None


def told(record: Record, after: Sequence[Line]) -> Record:
    """With what the next line says, where its own says nothing."""
    if not bare(record):
        return record
    following = next(
        (line for line in after[:CLOSE] if any(map(str.isalnum, line.text)) and line.section == record.section), None
    )
    if following is None:
        return record
    return record._replace(message=f"{record.message} {following.text.strip()}", end_line=following.number)


def ours(record: Record) -> Record:
    """Without a place in a library, where something was thrown in it, nor in a script of the runner: nothing is to be done there. With the file of its suite
    where no other is known."""
    if record.file and (_WRITTEN.search(record.file) or (record.kind in _NOT_THERE and theirs(record))):
        return record._replace(file="", file_line=0, column=0)
    record = record._replace(file=_bare_path(record.file))
    suite = "" if record.file else dict(record.metadata).get("suite", "")
    return record._replace(file=suite) if _SUITE.fullmatch(suite) else record


def _bare_path(file: str) -> str:
    """Without the words before it: a path with blanks in it names a folder before the first of them, or a drive."""
    found = _SENTENCE.fullmatch(file)
    if found is None or "/" in slashed(file.partition(" ")[0]) or not re.search(r"[\\/.]", found["file"]):
        return file
    return found["file"]


def needs_place(record: Record) -> bool:
    """Whether neither a message nor its stack names a place in code of ours."""
    if own_frame(record.frames, None) is not None:
        return False
    return not record.file or theirs(record) or not record.file_line


def placed(record: Record, before: Sequence[Line], after: Sequence[Line]) -> Record:
    """before, after: lines around the record's last, in their order."""
    if (row := _ROW.match(record.message)) and (head := _heading(before)):
        return record._replace(file=head, file_line=int(row["line"]), column=int(row["column"]))
    below = _first((line.text[:600] for line in after[:BELOW] if line.section == record.section), (*_BELOW, _CALLED))
    found = below or _first((line.text[:600] for line in before[: -CLOSE - 1 : -1]), _ABOVE)
    if found is None or (record.file and not foreign(record.file) and not _same(record.file, found["file"])):
        return record
    groups = found.groupdict()
    return record._replace(
        file=groups["file"], file_line=int(groups.get("line") or 0), column=int(groups.get("column") or 0)
    )


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


def _first(texts: Iterator[str], expressions: Sequence[re.Pattern[str]]) -> re.Match[str] | None:
    for text in texts:
        for expression in expressions:
            found = expression.search(text)
            if found and not foreign(found["file"]) and not _RUNTIME.match(text):
                return found
    return None
