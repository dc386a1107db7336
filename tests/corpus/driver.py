"""The corpus is Markdown that people read; this reads it too.

A heading without children is a case. It holds a sentence, source fences, and output fences:

    ## A guard is a validation            <- the case's name
    Its failing arm leaves at once.       <- required prose
    <!-- detail: high; draw: pay -->      <- options, if any
    `shop/pay.py`:                        <- path of the source below; without it `case.py`, `case.cc`, `case.c`
    ```python                             <- a source; several languages must all give the same outputs
    ```mermaid                            <- an output of the function drawn, compared byte for byte
    `refund`, deep:                       <- above an output: another function, another level

Outputs are the rows of `notation.OUTPUTS`. Options: `detail` (level of the outputs), `draw` (function drawn; otherwise the
first of the first source), `same: shape` (languages agree in shape, the first one's words are shown), `together` (the
languages are one project), `bytes` (done to the source first: crlf, bom, latin-1, escape), `wrong: reason` (a known wrong: the output shown is the right one, and the
case fails the day it comes true). A `toml` fence holds a configuration; of it, pictures take the lexicon additions.

A case of incremental work is edited once or more, and a `work` fence says what the run after the last edit had to do:

    then `shop/pay.py`:                     <- above a source: what stands there after the edit; a path that comes again
    ```python                                  begins the next edit
    then:                                   <- above a `toml` fence: the configuration after the edit
    `README.md`:                            <- above a `markdown` fence: a document, with markers for charts
    <!-- gone: a.py; moved: b.py -> c.py --> <- files that the (first) edit deletes or moves

A `review` fence holds what a review of the first edit says, a `screen` fence what its comment tells first, a `marked` fence what its drawings mark, an `outline`
fence how its outlines differ. Option `unborne`: kinds of claims that are right though the plain difference does
not bear them out (`tests/witness`).

A file `languages/NAME.md` gives a further language's sources under headings of `polyglot.md`, whose outputs it must give.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).parent
DEFAULT_PATH = {"python": "case.py", "cpp": "case.cc", "c": "case.c"}
INPUTS = frozenset({*DEFAULT_PATH, "toml", "markdown"})
_FENCE = re.compile(r"^(`{3,})([\w+-]*)\s*$")
_HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_OPTIONS = re.compile(r"^<!--(.*)-->\s*$")
_PATH = re.compile(r"^`([^`]+)`:\s*$")
_THEN = re.compile(r"^then(?: `([^`]+)`)?:\s*$")
_CAPTION = re.compile(r"^(?:`([^`]+)`)?(?:, )?(high|medium|deep)?:\s*$", re.IGNORECASE)


class Fence(NamedTuple):
    """[first, last) are the content's lines in the file, from 0; caption is the line above when it ends with a colon."""

    kind: str
    text: str
    caption: str
    first: int
    last: int


class Source(NamedTuple):
    path: str
    language: str
    data: bytes


class Output(NamedTuple):
    """One expectation: what to draw of which function (empty: the case's) at which level, and where it is written."""

    kind: str
    draw: str
    level: str
    text: str
    file: Path
    first: int
    last: int


class Edit(NamedTuple):
    """What stands in these files from now on, which files are gone or moved (before, after), and the configuration ("" as before)."""

    sources: tuple[Source, ...]
    documents: tuple[Source, ...]
    gone: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]
    toml: str


class Case(NamedTuple):
    file: Path
    line: int
    headings: tuple[str, ...]
    prose: str
    options: dict[str, str]
    sources: tuple[Source, ...]
    outputs: tuple[Output, ...]
    toml: str
    documents: tuple[Source, ...]
    edits: tuple[Edit, ...]

    @property
    def semantics(self) -> dict[str, tuple[str, ...]]:
        return {key: tuple(values) for key, values in tomllib.loads(self.toml).get("semantics", {}).items()}

    @property
    def name(self) -> str:
        stem = self.file.relative_to(ROOT).with_suffix("").as_posix()
        return f"{stem}: {self.headings[-1]}"

    @property
    def languages(self) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(source.language for source in self.sources))
        return found[:1] if "together" in self.options else found

    def variant(self, language: str) -> tuple[Source, ...]:
        return tuple(source for source in self.sources if source.language == language or "together" in self.options)


class Section(NamedTuple):
    level: int
    title: str
    line: int
    headings: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]
    fences: tuple[Fence, ...]


def sections(text: str) -> Iterator[Section]:
    """Every heading with what stands directly under it. Headings inside fences are source."""
    path: list[tuple[int, str]] = []
    level, title, line = 0, "", 0
    body: list[tuple[int, str]] = []
    fences: list[Fence] = []
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        row = lines[number]
        if fence := _FENCE.match(row):
            last = next((n for n in range(number + 1, len(lines)) if lines[n].rstrip() == fence[1]), None)
            if last is None:
                raise ValueError(f"line {number + 1}: the fence never ends")
            above = next((text for _, text in reversed(body) if text.strip()), "").strip()
            caption = above if above.endswith(":") else ""
            content = "\n".join(lines[number + 1 : last])
            fences.append(Fence(fence[2], content, caption, number + 1, last))
            body.append((number, ""))
            number = last
            body.append((number, "."))  # a fence ends what stands above
        elif heading := _HEADING.match(row):
            if title:
                yield Section(level, title, line, tuple(t for _, t in path), tuple(body), tuple(fences))
            level, title, line, body, fences = len(heading[1]), heading[2], number, [], []
            path = [*((n, t) for n, t in path if n < level), (level, title)]
        else:
            body.append((number, row))
        number += 1
    if title:
        yield Section(level, title, line, tuple(t for _, t in path), tuple(body), tuple(fences))


def _options(section: Section) -> dict[str, str]:
    found = {}
    for _, row in section.lines:
        if match := _OPTIONS.match(row):
            for part in match[1].split(";"):
                key, _, value = part.partition(":")
                found[key.strip()] = value.strip()
    return found


def _prose(section: Section) -> str:
    rows = (row.strip() for _, row in section.lines)
    return " ".join(r for r in rows if r not in ("", ".") and not r.endswith(":") and not _OPTIONS.match(r))


def _encoded(text: str, how: str) -> bytes:
    text += "\n" if text else ""
    match how:
        case "":
            return text.encode()
        case "crlf":
            return text.replace("\n", "\r\n").encode()
        case "bom":
            return b"\xef\xbb\xbf" + text.encode()
        case "latin-1":
            return text.encode("latin-1")
        case "escape":
            return text.encode().decode("unicode_escape").encode("latin-1")
    raise ValueError(f"unknown bytes option {how}")


def _source(fence: Fence, how: str, caption: re.Pattern[str] = _PATH) -> Source:
    path = caption.match(fence.caption)
    where = path[1] if path and path[1] else DEFAULT_PATH[fence.kind]
    return Source(PurePosixPath(where).as_posix(), fence.kind, _encoded(fence.text, how))


def _edits(fences: tuple[Fence, ...], options: dict[str, str]) -> tuple[Edit, ...]:
    """A path, or a second configuration, that comes again begins the next edit."""
    gone = tuple(filter(None, (path.strip() for path in options.get("gone", "").split(","))))
    moved = tuple(
        (a.strip(), b.strip())
        for a, arrow, b in (m.partition("->") for m in options.get("moved", "").split(","))
        if arrow
    )
    edits = [Edit((), (), gone, moved, "")]
    for fence in fences:
        if fence.kind == "toml":
            edits = (
                [*edits[:-1], edits[-1]._replace(toml=fence.text)]
                if not edits[-1].toml
                else [*edits, Edit((), (), (), (), fence.text)]
            )
            continue
        source = _source(fence, options.get("bytes", ""), _THEN)
        if source.path in [known.path for known in (*edits[-1].sources, *edits[-1].documents)]:
            edits.append(Edit((), (), (), (), ""))
        slot = "documents" if fence.kind == "markdown" else "sources"
        edits[-1] = edits[-1]._replace(**{slot: (*getattr(edits[-1], slot), source)})
    return tuple(edits) if fences or gone or moved else ()


def _outputs(file: Path, fences: tuple[Fence, ...], level: str) -> tuple[Output, ...]:
    found = []
    for fence in fences:
        if fence.kind not in INPUTS:
            caption = _CAPTION.match(fence.caption)
            draw, at = (caption[1] or "", (caption[2] or "").lower()) if caption else ("", "")
            found.append(Output(fence.kind, draw, at or level, fence.text, file, fence.first, fence.last))
    return tuple(found)


def _case(file: Path, section: Section) -> Case:
    options = _options(section)
    first = tuple(fence for fence in section.fences if not _THEN.match(fence.caption))
    how = options.get("bytes", "")
    return Case(
        file, section.line + 1, section.headings, _prose(section), options,
        tuple(_source(fence, how) for fence in first if fence.kind in DEFAULT_PATH),
        _outputs(file, section.fences, options.get("detail", "medium")),
        next((fence.text for fence in first if fence.kind == "toml"), ""),
        tuple(_source(fence, how) for fence in first if fence.kind == "markdown"),
        _edits(tuple(fence for fence in section.fences if _THEN.match(fence.caption)), options),
    )  # fmt: skip


def read(file: Path) -> tuple[Case, ...]:
    """The cases of one file: headings without children."""
    found = tuple(sections(file.read_text(encoding="utf-8")))
    leaves = [s for s, after in zip(found, (*found[1:], None), strict=True) if after is None or after.level <= s.level]
    return tuple(_case(file, section) for section in leaves)


@cache
def cases() -> tuple[Case, ...]:
    """All cases, those of further languages with the outputs that `polyglot.md` has for their heading."""
    own = [case for file in sorted(ROOT.rglob("*.md")) for case in read(file)]
    shared = {case.headings[-1]: case for case in own if case.file.name == "polyglot.md"}
    return tuple(
        case._replace(outputs=shared[case.headings[-1]].outputs, options=shared[case.headings[-1]].options)
        if case.file.parent.name == "languages" and case.headings[-1] in shared
        else case
        for case in own
    )


class Updates:
    """New texts of output fences, written all at once when the session ends."""

    def __init__(self) -> None:
        self.found: dict[tuple[Path, int, int], str] = {}

    def add(self, output: Output, text: str) -> None:
        self.found[output.file, output.first, output.last] = text

    def write(self) -> dict[Path, tuple[str, str]]:
        """path -> (before, after) of the files that changed."""
        changed = {}
        for file in sorted({file for file, _, _ in self.found}):
            before = file.read_text(encoding="utf-8")
            lines = before.split("\n")
            spots = sorted((spot for spot in self.found if spot[0] == file), key=lambda spot: -spot[1])
            for spot in spots:
                lines[spot[1] : spot[2]] = self.found[spot].split("\n") if self.found[spot] else []
            after = "\n".join(lines)
            if after != before:
                file.write_text(after, encoding="utf-8", newline="\n")
                changed[file] = (before, after)
        return changed
