"""Signs by the names that a sentence gives them: the underscore of `name.startswith("_")`."""

from __future__ import annotations

from typing import Final

from .heads import LITERAL
from .stems import stem

MARKS: Final = {
    "comma": ",",
    "commas": ",",
    "semicolon": ";",
    "semicolons": ";",
    "colon": ":",
    "colons": ":",
    "newline": "\\n",
    "newlines": "\\n",
    "space": " ",
    "spaces": " ",
    "dot": ".",
    "dots": ".",
    "slash": "/",
    "slashes": "/",
    "dash": "-",
    "hyphen": "-",
    "hyphens": "-",
    "underscore": "_",
    "underscores": "_",
    "bracket": "[",
    "brackets": "[",
    "star": "*",
    "tab": "\\t",
    "tabs": "\\t",
    "pipe": "|",
}


def signs_in(code: str) -> frozenset[str]:
    """Stems of the names of signs that stand in texts by themselves."""
    texts = {one or other for one, other in LITERAL.findall(code)}
    return frozenset(stem(name) for name, sign in MARKS.items() if sign in texts)
