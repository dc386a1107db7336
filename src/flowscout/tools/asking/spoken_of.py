"""A yes or no about the program that no step says: the options whose name or help speak of all of it, and neither yes nor no.

`does it follow redirects` is steered by `--no-redirects`, of which the help says `do not follow redirects`.
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...model.product import is_aside
from .here import Found, Here
from .options import every_option, held_in
from .question.sought import LITTLE, sought
from .question.tokens import one_line

_ASKS: Final = regex(
    r"(?i)(?:does|do|can|will|would|is|are) (?:it|this|we|the (?:program|tool|command|code|app|application|server|client)|there|i|you) (?:able to |possible to |support for |way to )?(?P<rest>\S.{3,160})$"
)
MOST: Final = 4
TWO: Final = 2  # words at least that an option has to say
NOTE: Final = "I say neither yes nor no: options whose name or help speak of it; that they do so is not followed."


def spoken_of(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    words = [word for word in sought(asked["rest"]) if word.weight > LITTLE] if asked else []
    if len(words) < TWO:
        return None
    rows = {
        one.said
        for path in here.project.files
        if not is_aside(path) and here.inside(path)
        for one in every_option(here, path, words)
        if one.said.text.startswith("`-") and len(held_in(f"{one.name} {one.beside}", words)) == len(words)
    }
    return Found(tuple(sorted(rows)), (), NOTE, weighed=True) if 0 < len(rows) <= MOST else None
