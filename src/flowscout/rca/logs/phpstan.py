"""PHPStan's table: a finding and the lines that its text goes on in, as one message.

Words are kept whole where they fit the column; a word that is wider is cut, and then its line fills the column to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from flowscout.model.logformat import CAUSE, BlockReading, Line, Record

_HEAD: Final = re.compile(r"^ {1,3}Line +(?P<file>(?:[A-Za-z]:)?[^\s:]{1,300}\.(?:php|phtml|inc|phpt))(?: |$)")
_RULE: Final = re.compile(r"^ {0,2}-{2,} (?P<column>-{4,})\s*$")
_ROW: Final = re.compile(r"^ {1,3}:?(?P<line>\d{1,7}) +(?P<message>\S.*)$")
_MORE: Final = re.compile(r"^ {4,}(?P<text>\S.*)$")
_HINT: Final = re.compile(r"^(?:💡|🪪|✏|at |See: |Learn more|https?://)")
_CODE: Final = re.compile(r"^🪪 +(?P<code>[\w.]{1,100})$")
_OF: Final = re.compile(r"while analysing file (?P<file>(?:[A-Za-z]:)?[^\s:]{1,300}\.php)")
_ROWS: Final = 2_000  # of one table


def _table(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    head = _HEAD.match(lines[start].text)
    if head is None:
        return (), 1
    found, end = _rows(lines, start, head["file"])
    return found, end - start


def _of_no_file(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    """What stands under the heading `Error`."""
    if lines[start].text.strip() != "Error" or not _rule(lines, start - 1) or not (wide := _rule(lines, start + 1)):
        return (), 1
    body = list(_body(lines, start + 2, _MORE))
    if not body:
        return (), 1
    message = _joined([_MORE.match(line.text)["text"] for line in body], wide)  # type: ignore[index]
    of = _OF.search(message)
    return (_record(body, message, of["file"] if of else "", 0, ""),), 2 + len(body)


def _rule(lines: Sequence[Line], at: int) -> int:
    """How wide the rule's last column is; 0 where there is none."""
    rule = _RULE.match(lines[at].text) if 0 <= at < len(lines) else None
    return len(rule["column"]) - 2 if rule else 0


def _rows(lines: Sequence[Line], start: int, file: str) -> tuple[tuple[Record, ...], int]:
    wide, at = _rule(lines, start + 1), start + 1
    if not wide:
        return (), at
    found: list[Record] = []
    at += 1
    while at < min(len(lines), start + _ROWS) and (row := _ROW.match(lines[at].text)):
        more = list(_body(lines, at + 1, _MORE))
        texts = [_MORE.match(line.text)["text"] for line in more]  # type: ignore[index]
        hint = next((index for index, text in enumerate(texts) if _HINT.match(text)), len(texts))
        code = next((match["code"] for text in texts if (match := _CODE.match(text))), "")
        message = _joined([row["message"].rstrip(), *texts[:hint]], wide)
        found.append(_record([lines[at], *more], message, file, int(row["line"]), code))
        at += 1 + len(more)
    return tuple(found), max(at, start + 1)


def _body(lines: Sequence[Line], at: int, form: re.Pattern[str]) -> Iterator[Line]:
    """Lines of the table below `at` that go on: blank ones count where more follows."""
    for line in lines[at : at + 40]:
        if _RULE.match(line.text) or _ROW.match(line.text):
            return
        if form.match(line.text):
            yield line
        elif line.text.strip():
            return


def _joined(texts: Sequence[str], wide: int) -> str:
    whole = ""
    for before, text in zip(("", *texts), texts, strict=False):
        whole += text if not before or (len(before.rstrip()) >= wide and " " not in before.strip()) else f" {text}"
    return whole


def _record(lines: Sequence[Line], message: str, file: str, line: int, code: str) -> Record:
    return Record(
        line=lines[0].number,
        end_line=lines[-1].number,
        type="type_error",
        kind="type_error",
        role=CAUSE,
        severity="error",
        message=message,
        format="phpstan",
        language="php",
        file=file,
        file_line=line,
        weight=1,
        first=lines[0].number,
        section=lines[0].section,
        metadata=(("code", code),) if code else (),
    )


READINGS: Final = (BlockReading(("Line  ",), _table), BlockReading(("Error",), _of_no_file))
