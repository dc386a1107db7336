"""C++: everything that `PLUGIN` holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.languages.c import bindings, emitting
from flowscout.languages.c import uses as c_uses
from flowscout.languages.c.heading import heading
from flowscout.languages.c.macros import directives
from flowscout.languages.c.plugin import TOKENS, note_choices
from flowscout.languages.c.preparing import prepare, repair
from flowscout.languages.c.text import scan
from flowscout.languages.c.types import describe
from flowscout.model.language import Language
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.reading import Reading

from . import arrays, casts, conditions, connected, definitions, spaces, throwing, uses
from .lexicon import LEXICON
from .spelling import SPELLING
from .statements import BLOCKS, STATEMENTS


def finish(file: FileDraft) -> None:
    note_choices(file, cplusplus=True)
    throwing.mark(file)
    directives(file, cplusplus=True)


def prepared(data: bytes) -> bytes:
    mask = scan(data)[0]
    text = bytearray(prepare(data, cplusplus=True))
    throwing.hide(text, mask)
    arrays.hide(text, mask)
    casts.hide(text, mask)
    conditions.hide(text, mask)
    return bytes(text)


def mended(text: bytes, errors: Sequence[Any]) -> bytes | None:
    return repair(text, errors)


READING: Final = Reading(
    query=definitions.QUERY + bindings.QUERY + c_uses.QUERY + uses.QUERY + spaces.QUERY + conditions.QUERY,
    tokens=TOKENS.replace(rb"(?:[\s\\]++|", rb"(?:[\s\\]++|" + emitting.WORD + b"|", 1),
    function=definitions.define,
    type=describe,
    harvest={**conditions.HARVEST, **uses.HARVEST, **c_uses.HARVEST, **spaces.HARVEST, "call": connected.calls},
    space=definitions.space,
    prepare=prepared,
    repair=mended,
    finish=finish,
    outline=definitions.QUERY + spaces.QUERY,
    heading=heading,
)

PLUGIN: Final = Language(
    name="cpp",
    grammar="tree_sitter_cpp:language",
    separator="::",
    resolver="cfamily",
    statements=STATEMENTS,
    blocks=BLOCKS,
    reading=READING,
    spelling=SPELLING,
    lexicon=LEXICON,
)
