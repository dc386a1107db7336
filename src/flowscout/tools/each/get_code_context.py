"""The code around a line, the function that holds it, and the imports whose names stand in what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final

from ...model.declared import Import
from ...pipeline import Located
from ...tasks.names import candidates, display
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

LONGEST: Final = 60  # lines of a signature that are looked at


class GetCodeContext(Arguments):
    filePath: Annotated[str, Field(min_length=1, max_length=1000, description="File containing the error")]
    line: Annotated[int, Field(ge=1, le=10_000_000, description="Error line number (1-indexed)")]
    contextLines: Annotated[
        int, Field(ge=5, le=100, description="Number of lines to include before and after the line")
    ] = 50
    includeFunctionDef: bool = Field(True, description="Whether to tell the function that holds the line")


class Around(Data):
    before: str
    errorLine: str
    after: str


class Definition(Data):
    name: str
    startLine: int
    endLine: int
    signature: str


class Imported(Data):
    module: str
    imported: list[str]
    line: int


class Context(Data):
    filePath: str
    errorLine: int
    context: Around
    functionDefinition: Definition | None
    relevantImports: list[Imported]


def run(desk: Desk, asked: GetCodeContext) -> Context | Failed:
    found = content(desk, asked.filePath)
    whole = found if isinstance(found, Failed) else text(*found)
    if isinstance(found, Failed) or isinstance(whole, Failed):
        return found if isinstance(found, Failed) else whole  # type: ignore[return-value]
    path, lines = found[0], whole.splitlines()
    if asked.line > len(lines):
        return Failed(LINE_OUT_OF_RANGE, f"{path} has {len(lines)} lines")
    at = asked.line - 1
    before, after = lines[max(0, at - asked.contextLines) : at], lines[at + 1 : at + 1 + asked.contextLines]
    holding = (
        candidates(desk.project.functions, "", path, asked.line)
        if asked.includeFunctionDef and path in desk.project.files
        else []
    )
    inner = next((f for f in holding if f.path == path and f.facts.kind != "module"), None)
    said = "\n".join(
        [*before, lines[at], *after, *(lines[inner.facts.line - 1 : inner.facts.end_line] if inner else [])]
    )
    return Context(
        filePath=path,
        errorLine=asked.line,
        context=Around(before="\n".join(before), errorLine=lines[at], after="\n".join(after)),
        functionDefinition=_definition(inner, lines) if inner else None,
        relevantImports=list(_relevant(desk, path, said)),
    )


def _definition(inner: Located, lines: list[str]) -> Definition:
    facts = inner.facts
    return Definition(
        name=display(inner),
        startLine=facts.line,
        endLine=facts.end_line,
        signature=_signature(lines[facts.line - 1 : facts.end_line]),
    )


def _signature(lines: list[str]) -> str:
    """As written, to where its brackets are closed and the body begins."""
    kept: list[str] = []
    for line in lines[:LONGEST]:
        kept.append(line.strip())
        joined = " ".join(kept)
        if (
            joined.count("(") <= joined.count(")")
            and "(" in joined
            and (joined.endswith((":", "{", ";")) or "{" in line or ":" in line)
        ):
            break
        if line.strip() == "{":
            break
    return " ".join(kept).partition("{")[0].strip()[:400]


def _relevant(desk: Desk, path: str, said: str) -> Iterator[Imported]:
    """Whose names are used in the text; an `#include` brings names that cannot be told, so all of them."""
    if path not in desk.project.files:
        return
    words = set(re.findall(r"\w+", said))
    gathered: dict[tuple[str, int], list[str]] = {}
    for entry in desk.project.files[path].imports:
        if entry.kind in ("include", "namespace") or _bound(entry) in words or entry.name == "*":
            gathered.setdefault(("." * entry.level + entry.module, entry.line), []).extend(
                [entry.name] if entry.kind == "from" else []
            )
    for (module, line), names in sorted(gathered.items(), key=lambda row: (row[0][1], row[0][0])):
        yield Imported(module=module, imported=names, line=line)


def _bound(entry: Import) -> str:
    return entry.alias or entry.name or entry.module.replace("::", ".").split(".")[0]


PLUGIN: Final = Tool(
    "get_code_context",
    GetCodeContext,
    Context,
    run,
    (FILE_NOT_FOUND, LINE_OUT_OF_RANGE, PERMISSION_DENIED, BINARY_FILE, TOO_LARGE),
)
