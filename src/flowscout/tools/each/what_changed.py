"""What a change means: uncommitted work, what is staged, or a range of commits, sentence by sentence, the weightiest first, each with its line.
Beside it what entry points do otherwise because of it, and why; every edit is counted, also those that do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from ...errors import UserError
from ...model.account import LISTED, NEUTRAL, Answer
from ...model.identity import path_of
from ...model.product import is_test
from ...model.review import Review
from ...tasks.review.words import counts, entry_sentences, name
from ...words.contrast import contrast
from ..contract import INVALID_PARAMETERS, Arguments, Cursor, Data, Failed, Field, Limit, Page, Tool
from ..desk import Desk

NAMED: Final = 20  # entry points that are shown
RENAMED: Final = "renamed"  # of which nothing is done otherwise, and who calls it by its old name no longer can
QUOTED: Final = 200  # characters of code that was edited without more to say


class WhatChanged(Arguments):
    range: Annotated[
        str,
        Field(
            max_length=300,
            description="`uncommitted` (new files too), `staged`, or commits: A..B, A...B, or A (to HEAD)",
        ),
    ] = "uncommitted"
    limit: Limit = 40
    cursor: Cursor = 0


class Edit(Data):
    function: str = Field(description="Or class; empty at a file's own level")
    file: str
    line: int
    before: bool = Field(description="Whether the line is one of the state before")
    kind: str = Field(description="What kind of change it is")
    sentence: str = Field(description="What it means; where no more is known, the code that differs")
    test: bool


class Entry(Data):
    id: str
    name: str
    file: str
    does: list[str] = Field(description="What it now does, or no longer does, through whom, and by which edit")


class Edits(Data):
    """How many edits each kind of answer covers."""

    flow: int
    declaration: int
    listed: int
    along: int = Field(description="Told with the sentence of another edit")
    neutral: int


class Changed(Page):
    before: str
    after: str
    edits: Edits
    rows: list[Edit]
    entryPoints: list[Entry]
    totalEntryPoints: int
    notRead: dict[str, int] = Field(description="How many files differ that are not read, by their kind")
    notes: list[str]


def run(desk: Desk, asked: WhatChanged) -> Changed | Failed:
    try:
        found = desk.changes(asked.range) if desk.changes else None
    except UserError as refusal:
        return Failed(INVALID_PARAMETERS, f"{refusal}" + (f"; {refusal.hint}" if refusal.hint else ""))
    if found is None:
        return Failed(INVALID_PARAMETERS, "this is no git repository, so there is nothing to compare with")
    told = sorted(_edits(found), key=lambda row: row[0])
    shown = [row for _, row in told][asked.cursor : asked.cursor + asked.limit]
    end = asked.cursor + len(shown)
    entries = [
        Entry(id=one.id, name=name(one.id), file=path_of(one.id), does=list(entry_sentences(one)))
        for one in found.entries
    ]
    return Changed(
        total=len(told),
        truncated=end < len(told),
        cursor=end if end < len(told) else None,
        before=found.before,
        after=found.after,
        edits=Edits(**counts(found.account)),
        rows=shown,
        entryPoints=entries[:NAMED],
        totalEntryPoints=len(entries),
        notRead=dict(found.others),
        notes=list(found.notes),
    )


def _edits(found: Review) -> Iterator[tuple[tuple[bool, bool, int, str, int], Edit]]:
    """Each with what it is ordered by. What is told in another file is told there."""
    for one in found.account:
        if (one.how != NEUTRAL or one.rule == RENAMED) and not one.twin:
            yield (is_test(one.place.path), one.how == LISTED, one.rank, one.place.path, one.place.line), _edit(one)


def _edit(one: Answer) -> Edit:
    said = one.sentence or " → ".join(contrast(one.before.code, one.after.code, QUOTED))
    return Edit(
        function=(name(one.unit) if "::" in one.unit else one.unit),
        file=one.place.path,
        line=one.place.line,
        before=not one.after.line,
        kind=one.rule,
        sentence=said,
        test=is_test(one.place.path),
    )


PLUGIN: Final = Tool("what_changed", WhatChanged, Changed, run, first=True, bring=lambda desk, asked: run(desk, asked))
