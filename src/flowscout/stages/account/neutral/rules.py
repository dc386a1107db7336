"""Names of the rules by which a differing piece does nothing, as a review counts them; what has a file of its own names its rule there."""

from __future__ import annotations

from typing import Final

COMMENTS: Final = "comments"
LAYOUT: Final = "layout"
DOCSTRING: Final = "docstrings"
QUOTES: Final = "quotes and commas"
ANNOTATION: Final = "annotations that nothing reads"
LOCALS: Final = "locals renamed"
FOLLOWS: Final = "names that follow a rename"
IMPORTS: Final = "order of imports"
IMPORTS_PARTED: Final = "imports parted or put together"
EXPORTS: Final = "order of names that are handed out"
DECLARATIONS: Final = "declarations taken apart or put together"
UNSET: Final = "locals declared without a value"
BEGINS: Final = "first values moved into or out of the head of a loop"
BRACES: Final = "braces and semicolons"
PLACE: Final = "moved unchanged"
BRACKETS: Final = "brackets that change nothing"
UNUSED: Final = "results marked as not used"
TURNED: Final = "equal sides turned round"
ORDERED: Final = "sides of a comparison turned round"
NOTHING: Final = "statements that do nothing"
LABELS: Final = "labels alone"
EMPTY: Final = "questions on which nothing depends"
AGAIN: Final = "namespaces opened again"
