"""Python 3: everything that `PLUGIN` holds."""

from __future__ import annotations

from typing import Final

from flowscout.model.language import Language
from flowscout.shapes.reading import Reading

from . import definitions, names, uses
from .heading import heading
from .lexicon import LEXICON
from .repair import prepare, repair
from .spelling import SPELLING
from .statements import BLOCKS, STATEMENTS

# A quote that is never closed reaches to the end: so no byte is looked at twice. One match takes a token and all that stands
# before it.
TOKENS: Final = (
    rb"(?:[\s\\]++|#[^\n]*+)*+"
    rb"(?:(\w++|\*\*=?|//=?|<<=?|>>=?|->|\.\.\.|[-+*/%@&|^=!<>:]=|[^\w\s\"'#\\]"
    rb'|"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    rb"|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z)"
    rb'|"(?:[^"\\\n]++|\\.)*+"?+'
    rb"|'(?:[^'\\\n]++|\\.)*+'?+"
    rb")|\Z)"
)

PLUGIN: Final = Language(
    name="python",
    grammar="tree_sitter_python:language",
    separator=".",
    resolver="python",
    statements=STATEMENTS,
    blocks=BLOCKS,
    reading=Reading(
        query=definitions.QUERY + uses.QUERY + names.QUERY,
        tokens=TOKENS,
        function=definitions.function,
        type=definitions.class_,
        harvest={**names.HARVEST, **uses.HARVEST},
        module=definitions.is_program,
        finish=names.finish,
        prepare=prepare,
        repair=repair,
        mends=True,
        outline=definitions.QUERY,
        heading=heading,
    ),
    spelling=SPELLING,
    lexicon=LEXICON,
)
