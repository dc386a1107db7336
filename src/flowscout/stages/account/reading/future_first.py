"""Python takes `from __future__ import …` only before all else but a docstring: anywhere behind that the file is a SyntaxError."""

from __future__ import annotations

from ..pieces.lexing import QUOTES, LexedSource
from ..pieces.scoping import statements

_FUTURE = [b"from", b"__future__", b"import"]


def misplaced(source: LexedSource) -> int:
    """Line of the first one that stands behind something else, 0 for none."""
    if b"__future__" not in source.data:
        return 0
    behind = False
    for words in statements(source):
        texts = [token.text for token in words]
        if texts[:3] == _FUTURE:
            if behind:
                return source.line(words[0].start)
        elif not all(text[-1:] in QUOTES or text in (b"r", b"R", b"u", b"U") for text in texts):
            behind = True
    return 0
