"""C: everything that `PLUGIN` holds."""

from __future__ import annotations

from typing import Any, Final

from flowscout.model.declared import Note
from flowscout.model.facts import BUILT
from flowscout.model.language import Language
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.reading import Reading

from . import bindings, hints, uses
from .functions import define
from .heading import heading
from .lexicon import LEXICON
from .macros import directives
from .preparing import prepare, repair, settled
from .spelling import SPELLING
from .statements import BLOCKS, STATEMENTS
from .types import describe

CONTAINERS: Final = """
(function_definition) @function
(struct_specifier body: (_)) @type
(union_specifier body: (_)) @type
(enum_specifier body: (_)) @type
"""
# A quote or comment that is never closed reaches to the end: so no byte is looked at twice. One match takes a token and
# all that stands before it, which halves the time of looking at each blank.
TOKENS: Final = (
    rb"(?:[\s\\]++|" + hints.WORD + rb"|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))*+"
    rb'(?:([A-Za-z_][\w$]*+|"(?:[^"\\\n]++|\\.)*+"?|(?:\d|\.\d)(?:[\w.\']|(?<=[eEpP])[+-])*+'
    rb"|'(?:[^'\\\n]++|\\.)*+'?|->\*?|::|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%&|^=!<>]=|\.\.\.|[^\s\\])|\Z)"
)
_ASKED: Final = regex(r"(!?)defined[ (]{0,3}(\w{1,80})\)?")


def finish(file: FileDraft) -> None:
    note_choices(file, cplusplus=False)
    directives(file)


def note_choices(file: FileDraft, *, cplusplus: bool) -> None:
    """Says which branch of a conditional group was read where the group cut through a statement, also of the function it stands in."""
    for start, condition in settled(file.data, cplusplus).chosen[:20]:
        line = file.data.count(b"\n", 0, start) + 1
        file.notes.append(Note(line, f"#if cuts through a statement: only the branch `{condition}` is read"))
        if (draft := file.at(start)) is not file.root:
            asked = _ASKED.fullmatch(condition)
            said = f"{asked[1]}{asked[2]}" if asked else "?"
            draft.head = draft.head._replace(flags=f"{draft.head.flags} {BUILT}{said}")


def prepared(data: bytes) -> bytes:
    return prepare(data, cplusplus=False)


def mended(text: bytes, errors: Any) -> bytes | None:
    return repair(text, errors)


READING: Final = Reading(
    query=CONTAINERS + bindings.QUERY + uses.QUERY + uses.SHORTCUTS,
    tokens=TOKENS,
    function=define,
    type=describe,
    harvest={**bindings.HARVEST, **uses.HARVEST},
    prepare=prepared,
    repair=mended,
    finish=finish,
    outline=CONTAINERS,
    heading=heading,
)

PLUGIN: Final = Language(
    name="c",
    grammar="tree_sitter_c:language",
    separator="::",
    resolver="cfamily",
    statements=STATEMENTS,
    blocks=BLOCKS,
    reading=READING,
    spelling=SPELLING,
    lexicon=LEXICON,
)
