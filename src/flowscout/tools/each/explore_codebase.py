"""Where something is written or defined, by a command of a small grammar: `query "PATTERN"`, then any of `--symbols`, `--kind KIND`,
`--lang LANGUAGE`, `--file PATH`, `--exact`, `--contains`. Without `--symbols` the lines of text files are searched, for whole words."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from typing import Annotated, Final, NamedTuple

from ...model.identity import qualified_of
from ...tasks.names import MODULE, candidates, display, in_file
from ...words.names import has_word
from ..contract import INVALID_PARAMETERS, NO_RESULTS, Arguments, Cursor, Data, Failed, Field, Page, Tool
from ..desk import LARGEST, Desk
from ..finding import page

SHOWN: Final = 3  # matches of one file
AROUND: Final = 1  # lines before and after a match
BATCH: Final = 256  # files that are read at once
WIDEST: Final = 200  # characters of a line
KINDS: Final = ("function", "method", "class", "struct", "enum", "union")
METHODS: Final = ("method", "constructor", "destructor", "operator", "conversion")
USAGE: Final = 'query "PATTERN" [--symbols] [--kind function|method|class|struct|enum|union] [--lang python|c|cpp] [--file PATH] [--exact | --contains]'


class ExploreCodebase(Arguments):
    description: Annotated[str, Field(max_length=400, description="What this query is exploring; it is given back")] = (
        ""
    )
    command: Annotated[str, Field(min_length=1, max_length=1000, description=USAGE)]
    limit: Annotated[int, Field(ge=1, le=50, description="How many files to show")] = 5
    cursor: Cursor = 0


class Match(Data):
    line: int
    text: str = Field(description=f"The line, with {AROUND} before and after it; of a symbol, its qualified name")
    kind: str = Field(description="Of a symbol: function, method, class …; else `text`")
    inside: str = Field(description="The function that holds the line; empty where none does")


class Matched(Data):
    file: str
    matches: list[Match] = Field(description=f"The first {SHOWN}")
    more: int = Field(description="Matches of the file that are not shown")


class Explored(Page):
    description: str
    command: str
    files: list[Matched]
    totalMatches: int


class Query(NamedTuple):
    pattern: str
    symbols: bool = False
    kind: str = ""
    lang: str = ""
    file: str = ""
    contains: bool = False
    exact: bool = False


Hit = tuple[int, str, str]  # line, text, kind


def run(desk: Desk, asked: ExploreCodebase) -> Explored | Failed:
    query = read(asked.command)
    if isinstance(query, Failed):
        return query
    languages = sorted({located.language.name for located in desk.project.functions.values()}) if query.lang else []
    if query.lang and query.lang not in languages:
        return Failed(
            NO_RESULTS,
            f"nothing here is written in {query.lang[:40]!r}: there is {', '.join(languages) or 'no code that I read'}",
        )
    found = dict(_symbols(desk, query) if query.symbols else _lines(desk, query))
    if not found:
        hint = "" if query.contains else "; --contains finds it within words too"
        return Failed(
            NO_RESULTS,
            f"no {'definition' if query.symbols else 'line'} of the snapshot has {query.pattern[:120]!r}{hint}",
        )
    rows, more = page(list(found), asked.cursor, asked.limit)
    return Explored(
        description=asked.description,
        command=asked.command,
        files=[_matched(desk, path, found[path]) for path in rows],
        totalMatches=sum(map(len, found.values())),
        **more,
    )


def read(command: str) -> Query | Failed:
    """What a command asks; INVALID_PARAMETERS with the grammar where it is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        return _wrong(str(error))
    if words[:1] != ["query"] or len(words) < 2 or not words[1].strip() or words[1].startswith("--"):
        return _wrong("it does not begin with `query` and a pattern")
    flags, values = set[str](), dict[str, str]()
    rest = iter(words[2:])
    for flag in rest:
        if flag in ("--symbols", "--exact", "--contains"):
            flags.add(flag)
        elif flag in ("--kind", "--lang", "--file"):
            values[flag[2:]] = next(rest, "")
            if not values[flag[2:]]:
                return _wrong(f"{flag} has no value")
        else:
            return _wrong(f"{flag[:60]!r} is not of it")
    asked = Query(
        words[1].strip(),
        "--symbols" in flags or "kind" in values,
        contains="--contains" in flags,
        exact="--exact" in flags,
        **values,
    )
    if asked.exact and asked.contains:
        return _wrong("--exact and --contains exclude each other")
    if asked.kind and asked.kind not in KINDS:
        return _wrong(f"there is no kind {asked.kind[:40]!r}")
    return asked


def _wrong(why: str) -> Failed:
    return Failed(INVALID_PARAMETERS, f"command: {why}; the grammar is {USAGE}")


def _symbols(desk: Desk, query: Query) -> Iterator[tuple[str, list[Hit]]]:
    """Definitions, by file and line. A name is the last part of its qualified name, or its end."""
    project = desk.project
    hits: dict[str, list[Hit]] = {}
    for id_ in project.functions:
        if not _named(qualified_of(id_), query):  # no facts are read of what cannot be meant
            continue
        found = project.functions[id_]
        kind = "method" if found.facts.kind in METHODS else found.facts.kind
        if kind in KINDS and found.facts.name != MODULE and _wanted(found.path, found.language.name, kind, query):
            hits.setdefault(found.path, []).append((found.facts.line, qualified_of(id_), kind))
    for path, facts in project.files.items():
        for one in facts.types:
            name = ".".join((*one.scope, one.name))
            if _named(name, query) and _wanted(path, facts.language, one.kind, query):
                hits.setdefault(path, []).append((one.line, name, one.kind))
    for path in sorted(hits):
        yield path, sorted(set(hits[path]))


def _wanted(path: str, language: str, kind: str, query: Query) -> bool:
    return query.kind in ("", kind) and query.lang in ("", language) and _inside(path, query.file)


def _named(name: str, query: Query) -> bool:
    parts, wanted = name.replace("::", ".").split("."), query.pattern.removesuffix("()").replace("::", ".").split(".")
    if query.contains:
        return query.pattern.lower() in name.lower()
    return parts[-len(wanted) :] == wanted


def _inside(path: str, asked: str) -> bool:
    return not asked or path.startswith(asked.rstrip("/") + "/") or in_file(path, asked)


def _lines(desk: Desk, query: Query) -> Iterator[tuple[str, list[Hit]]]:
    """Lines that hold the pattern: as a word, as the whole line (`--exact`), or anywhere and in any case (`--contains`)."""
    files = desk.project.files
    kept = [entry for entry in desk.snapshot.entries() if _inside(entry.path, query.file)]
    if query.lang:
        kept = [entry for entry in kept if entry.path in files and files[entry.path].language == query.lang]
    holds = _holding(query)
    needle = query.pattern.encode("utf-8", "surrogateescape")
    for start in range(0, len(kept), BATCH):
        for path, data in sorted(desk.snapshot.read(kept[start : start + BATCH]).items()):
            if len(data) > LARGEST or b"\0" in data[:8000] or (not query.contains and needle not in data):
                continue
            lines = data.decode("utf-8", "replace").splitlines()
            if hits := [(at + 1, _around(lines, at), "text") for at, line in enumerate(lines) if holds(line)]:
                yield path, hits


def _holding(query: Query) -> Callable[[str], bool]:
    if query.contains:
        small = query.pattern.lower()
        return lambda line: small in line.lower()
    return (lambda line: line.strip() == query.pattern) if query.exact else (lambda line: has_word(line, query.pattern))


def _around(lines: list[str], at: int) -> str:
    return "\n".join(line[:WIDEST] for line in lines[max(0, at - AROUND) : at + AROUND + 1])


def _matched(desk: Desk, path: str, hits: list[Hit]) -> Matched:
    shown = [
        Match(line=line, text=text, kind=kind, inside=_holder(desk, path, line) if kind == "text" else "")
        for line, text, kind in hits[:SHOWN]
    ]
    return Matched(file=path, matches=shown, more=len(hits) - len(shown))


def _holder(desk: Desk, path: str, line: int) -> str:
    project = desk.project
    own = {id_: project.functions[id_] for id_ in project.ids.get(path, ())} if path in project.files else {}
    known = candidates(own, "", path, line)
    return display(known[0]) if known and known[0].facts.name != MODULE else ""


PLUGIN: Final = Tool("explore_codebase", ExploreCodebase, Explored, run, (NO_RESULTS,), whole=True)
