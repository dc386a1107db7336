"""External documentation on an error: planned, and off. flowscout fetches nothing, so each question that is well put is answered by
SEARCH_OFF; the contract stands so that whoever asks need not change."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from ..contract import SEARCH_OFF, Arguments, Data, Failed, Field, Tool
from ..desk import Desk

Source = Literal["stackoverflow", "github", "docs", "mdn"]
SOURCES: Final[tuple[Source, ...]] = ("stackoverflow", "github")
MOST: Final = 10  # results


class WebSearchWiki(Arguments):
    query: Annotated[
        str, Field(min_length=3, max_length=200, description="Search query (error message, function name, or concept)")
    ]
    sources: list[Source] = Field(default=list(SOURCES), max_length=4, description="Which sources to search")
    maxResults: Annotated[int, Field(ge=1, le=MOST, description="Maximum number of results to return")] = 5


class Result(Data):
    title: str
    url: str
    snippet: str
    source: Source
    relevanceScore: float


class Results(Data):
    query: str
    results: list[Result]
    totalFound: int


def run(desk: Desk, asked: WebSearchWiki) -> Failed:
    return Failed(
        SEARCH_OFF,
        "searching the web is planned and off: flowscout fetches nothing; search_documentation looks into the project's own documents, vector_search_db into earlier root causes",
    )


PLUGIN: Final = Tool("web_search_wiki", WebSearchWiki, Results, run, (SEARCH_OFF,))
