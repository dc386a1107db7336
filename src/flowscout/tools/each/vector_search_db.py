"""Earlier root causes that are like an error: what it was, and what mended it. They are those that this user's machine, or
organisation, remembers."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import Annotated, Final

from ...errors import UserError
from ...rca.memory import CauseDocument, Filters, SimilarDocument
from ..contract import DB_CONNECTION_FAILED, NO_RESULTS, Arguments, Data, Failed, Field, Tool
from ..desk import Desk


class VectorSearchDb(Arguments):
    query: Annotated[
        str, Field(min_length=1, max_length=20_000, description="Error description or stack trace to search for")
    ]
    language: Annotated[str, Field(max_length=100, description="Filter by programming language")] = ""
    errorType: Annotated[str, Field(max_length=200, description="Filter by error type")] = ""
    minConfidence: Annotated[
        float, Field(ge=0, le=1, allow_inf_nan=False, description="Minimum confidence score for results")
    ] = 0.7
    limit: Annotated[int, Field(ge=1, le=10, description="Maximum number of results")] = 5


class Origin(Data):
    createdAt: str
    fixedIn: str


class Past(Data):
    id: str
    errorDescription: str
    rootCause: str
    solution: str
    language: str
    errorType: str
    confidence: float
    userValidated: bool
    similarity: float
    metadata: Origin


class Pasts(Data):
    query: str
    results: list[Past]
    totalFound: int


def run(desk: Desk, asked: VectorSearchDb) -> Pasts | Failed:
    if desk.memory is None:
        return Failed(DB_CONNECTION_FAILED, "remembering is off (FLOWSCOUT_MEMORY)")
    wanted = Filters(asked.language, asked.errorType, asked.minConfidence, 0.0, asked.limit, desk.repository)
    try:
        with desk.memory() as memory:
            found = memory.similar(asked.query, wanted)
    except (UserError, sqlite3.Error, OSError) as error:
        return Failed(DB_CONNECTION_FAILED, str(error))
    if not found:
        return Failed(NO_RESULTS, "nothing like it is remembered")
    return Pasts(query=asked.query, results=[_past(match) for match in found], totalFound=len(found))


def _past(match: SimilarDocument) -> Past:
    one: CauseDocument = match.document
    made = datetime.fromtimestamp(one.created_at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Past(
        id=one.id,
        errorDescription=one.error_message,
        rootCause=one.root_cause,
        solution="\n".join(one.fix_guidelines),
        language=one.language,
        errorType=one.error_type,
        confidence=one.confidence,
        userValidated=one.user_validated,
        similarity=round(match.similarity, 4),
        metadata=Origin(createdAt=made, fixedIn=", ".join(one.fixed_in) or one.file_path),
    )


PLUGIN: Final = Tool("vector_search_db", VectorSearchDb, Pasts, run, (DB_CONNECTION_FAILED, NO_RESULTS))
