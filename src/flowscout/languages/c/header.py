"""Whether a `.h` is C or C++ by what it says where C would read it. `frontends/detect.py` asks, and then who includes it."""

from __future__ import annotations

import re
from typing import Final

from ...model.pattern import regex
from .conditionals import settle
from .text import scan

_CPP = regex(
    rb"""\bnamespace\s++[\w:]*+\s*+\{ | \busing\s++(?:namespace\s++)?\w | \btemplate\s*+< | \bclass\s++\w++[^;{}()]{0,200}[;:{]
       | \w\s*+::\s*+~?\w | \b(?:public|private|protected)\s*+: | \bvirtual\s++[\w~] | \boperator\s*+[^\w\s;,)=]
       | \b(?:static|const|dynamic|reinterpret)_cast\s*+< | =\s*+(?:delete|default)\s*+; | \b(?:constexpr|nullptr|noexcept|decltype)\b
       | \bextern\s++"\s*+"\s*+\w++\s++class""",
    re.VERBOSE,
)
_WORDS: Final = (  # what `_CPP` finds holds one of these; most C headers hold none
    b"::",
    b"namespace",
    b"using",
    b"template",
    b"class",
    b"public",
    b"private",
    b"protected",
    b"virtual",
    b"operator",
    b"_cast",
    b"delete",
    b"default",
    b"constexpr",
    b"nullptr",
    b"noexcept",
    b"decltype",
)
_CPP_INCLUDE: Final = regex(rb"\s*+<[a-z_/]++>")
_CONDITIONAL: Final = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"})


def header_language(data: bytes) -> str:
    """By content alone; what stands under `#ifdef __cplusplus` says nothing."""
    mask, directives = scan(data)
    settled = settle(data, mask, [d for d in directives if d.keyword in _CONDITIONAL], {b"__cplusplus": False})
    if any(word in settled.mask for word in _WORDS) and _CPP.search(settled.mask):
        return "cpp"
    for directive in directives:
        if (
            directive.keyword == b"include"
            and _CPP_INCLUDE.match(directive.rest)
            and settled.text[directive.start] == 0x23
        ):
            return "cpp"
    return "c"
