"""A text file of the snapshot, whole or some of its lines. Symlinks are not followed, and no path leads out of the root."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from ..contract import (
    BINARY_FILE,
    FILE_NOT_FOUND,
    LINE_OUT_OF_RANGE,
    PERMISSION_DENIED,
    TOO_LARGE,
    Arguments,
    Data,
    Failed,
    Field,
    Tool,
)
from ..desk import Desk
from ..finding import content, text

LONGEST: Final = 60_000  # characters of one answer


class ReadFile(Arguments):
    filePath: Annotated[str, Field(min_length=1, max_length=1000, description="Relative path from the root")]
    lineStart: Annotated[int, Field(ge=1, le=10_000_000)] | None = Field(
        None, description="Starting line number (1-indexed, inclusive)"
    )
    lineEnd: Annotated[int, Field(ge=1, le=10_000_000)] | None = Field(
        None, description="Ending line number (1-indexed, inclusive)"
    )
    encoding: Literal["utf-8", "utf-16", "ascii"] = Field("utf-8", description="File encoding")


class Content(Data):
    filePath: str
    content: str
    lineCount: int = Field(description="Lines in `content`")
    encoding: str
    fileSize: int = Field(description="Bytes of the whole file")
    total: int = Field(description="Lines of the whole file")
    truncated: bool
    cursor: int | None = Field(description="The `lineStart` to go on with; null where nothing was cut")


def run(desk: Desk, asked: ReadFile) -> Content | Failed:
    found = content(desk, asked.filePath)
    if isinstance(found, Failed):
        return found
    path, data = found
    whole = text(path, data, asked.encoding)
    if isinstance(whole, Failed):
        return whole
    lines = whole.split("\n")[: -1 if whole.endswith("\n") else None] if whole else []
    first, last = asked.lineStart or 1, min(asked.lineEnd or len(lines), len(lines))
    if first > max(len(lines), 1) or (asked.lineEnd or first) < first:
        return Failed(LINE_OUT_OF_RANGE, f"{path} has {len(lines)} lines")
    fitting = _fitting(lines[first - 1 : last])
    cut = first - 1 + len(fitting) < last
    return Content(
        filePath=path,
        content="\n".join(fitting),
        lineCount=len(fitting),
        encoding=asked.encoding,
        fileSize=len(data),
        total=len(lines),
        truncated=cut,
        cursor=first + len(fitting) if cut else None,
    )


def _fitting(lines: list[str]) -> list[str]:
    """As many as there is room for; of a first one that is too long, its beginning."""
    size = 0
    for at, line in enumerate(lines):
        size += len(line) + 1
        if size > LONGEST:
            return lines[:at] or [line[:LONGEST]]
    return lines


PLUGIN: Final = Tool(
    "read_file", ReadFile, Content, run, (FILE_NOT_FOUND, PERMISSION_DENIED, BINARY_FILE, TOO_LARGE, LINE_OUT_OF_RANGE)
)
