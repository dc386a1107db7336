"""What somebody's editor shows: the file, the selection, the diagnostics, the end of the terminal. An editor's plug-in writes it as JSON
into the file that FLOWSCOUT_EDITOR names, with this tool's own fields; nothing else of the machine is looked at."""

from __future__ import annotations

import posixpath
from typing import Annotated, Final, Literal

from ..contract import (
    NO_ACTIVE_EDITOR,
    NO_DIAGNOSTICS,
    Arguments,
    Data,
    Failed,
    Field,
    Tool,
    Written,
    WrongArguments,
    written,
)
from ..desk import Desk

TERMINAL: Final = 50  # lines of the terminal's end
SHOWN: Final = 200  # diagnostics
LONGEST: Final = 60_000  # characters of a selection, or of the terminal
Number = Annotated[int, Field(ge=0, le=10_000_000)]


class GetUserErrorContext(Arguments):
    captureSelection: bool = Field(True, description="Include currently selected text")
    captureDiagnostics: bool = Field(True, description="Include the editor's errors and warnings")
    captureTerminal: bool = Field(False, description=f"Include recent terminal output (last {TERMINAL} lines)")


class Position(Data):
    line: Number
    character: Number


class Diagnostic(Data):
    severity: Literal["error", "warning", "info"]
    message: str
    line: Number
    column: Number
    source: str = ""


class Editor(Data):
    activeFile: str = Field(description="In the root")
    cursorPosition: Position
    selectedText: str | None = Field(None, description="null where nothing is selected, or it was not asked for")
    diagnostics: list[Diagnostic] = Field(
        default=[], description=f"Errors first, {SHOWN} at most; empty where they were not asked for"
    )
    terminalOutput: str | None = Field(None, description="null where there is none, or it was not asked for")


class Seen(Written):
    """What an editor wrote."""

    activeFile: str = ""
    cursorPosition: Position = Position(line=0, character=0)
    selectedText: str | None = None
    diagnostics: list[Diagnostic] = Field(default=[])
    terminalOutput: str | None = None


def run(desk: Desk, asked: GetUserErrorContext) -> Editor | Failed:
    said = desk.editor()
    if said is None:
        return Failed(
            NO_ACTIVE_EDITOR,
            "no editor tells what it shows: its plug-in writes that into the file that FLOWSCOUT_EDITOR names",
        )
    seen = written(Seen, said)
    if isinstance(seen, WrongArguments):
        return Failed(NO_ACTIVE_EDITOR, f"what FLOWSCOUT_EDITOR names is no editor's state: {seen.message}")
    path = posixpath.normpath(seen.activeFile.replace("\\", "/"))
    if not seen.activeFile or path not in desk.snapshot.paths():
        return Failed(
            NO_ACTIVE_EDITOR,
            f"the active file {seen.activeFile[:200]!r} is no file of this snapshot: name it relative to the root",
        )
    errors = (
        sorted(seen.diagnostics, key=lambda one: (("error", "warning", "info").index(one.severity), one.line))[:SHOWN]
        if asked.captureDiagnostics
        else []
    )
    if asked.captureDiagnostics and not errors and not asked.captureSelection and not asked.captureTerminal:
        return Failed(NO_DIAGNOSTICS, f"the editor has no diagnostics of {path}")
    terminal = (
        "\n".join((seen.terminalOutput or "").splitlines()[-TERMINAL:])[-LONGEST:] if asked.captureTerminal else None
    )
    return Editor(
        activeFile=path,
        cursorPosition=seen.cursorPosition,
        selectedText=(seen.selectedText or "")[:LONGEST] or None if asked.captureSelection else None,
        diagnostics=errors,
        terminalOutput=terminal or None,
    )


PLUGIN: Final = Tool("get_user_error_context", GetUserErrorContext, Editor, run, (NO_ACTIVE_EDITOR, NO_DIAGNOSTICS))
