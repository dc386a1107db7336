"""What a return gives where it chooses: `return None if n == 0 else total / n` gives two values, each under its answer to the same question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...model.pattern import regex
from ...pipeline import Project
from ...words.names import has_word
from ..conditions import LONGEST, AskedCondition, under
from ..own import CONSTANTS, returned, unwrapped
from .elsewhere import is_constant, value_of

DEEP: Final = 3  # choices within each other
_TOKEN: Final = regex(r"\\.|(?P<quote>[\"'])|(?P<open>[(\[{])|(?P<shut>[)\]}])|(?<!\w)(?P<word>if|else|lambda|for)(?!\w)|(?P<sign>::|\?|:)")  # fmt: skip
_ASKS: Final = regex(r"(?:not\s|!(?!=))|[=!]=|&&|\|\||<=|>=|\s(?:and|or|in|not in|is|is not)\s|\s[<>]\s")


class ChosenReturn(NamedTuple):
    """under: what decides over it, the choice within the return last."""

    offset: int
    value: str
    under: tuple[AskedCondition, ...]


def chosen(project: Project, id_: str, target: str = "", *, expanded: bool = False) -> Iterator[ChosenReturn]:
    """Each value of each return of what the target names."""
    wanted = CONSTANTS.get(target.lower(), (target,))
    for offset, said in returned(project, id_, target, expanded=expanded):
        value, decided = value_of(said), under(project, id_, offset)
        arms = list(arms_of(value)) if len(said) < LONGEST else [(value, ())]
        for arm, asked in arms:
            if not target or len(arms) < 2 or any(has_word(arm, one) for one in wanted):
                yield ChosenReturn(offset, arm, (*decided, *asked))


def arms_of(value: str, deep: int = DEEP) -> Iterator[tuple[str, tuple[AskedCondition, ...]]]:
    """Itself, where it chooses nothing."""
    cut = _cut(value) if deep else None
    if cut is None:
        yield value, ()
        return
    asked, yes, no = (unwrapped(part.strip()) for part in cut)
    for arm, holds in ((yes, True), (no, False)):
        yield from ((one, (AskedCondition(asked, holds), *more)) for one, more in arms_of(arm, deep - 1))


def _cut(value: str) -> tuple[str, str, str] | None:
    """What is asked, what is given where it holds, and what where not."""
    depth, within, marks = 0, "", list[tuple[str, int, int]]()
    for found in _TOKEN.finditer(value):
        if quote := found["quote"]:
            within = "" if within == quote else within or quote
        if within or quote:
            continue
        depth += bool(found["open"]) - bool(found["shut"])
        if depth == 0 and (mark := found["word"] or found["sign"]) and mark != "::":
            marks.append((mark, *found.span()))
    kinds = [kind for kind, *_ in marks]
    if kinds[:2] == ["if", "else"]:
        (_, first, after), (_, last, behind) = marks[0], marks[1]
        return value[after:last], value[:first], value[behind:]
    if kinds[:1] != ["?"] or "lambda" in kinds:
        return None
    nested = 0
    for kind, start, end in marks[1:]:
        nested += kind == "?"
        if kind == ":" and not nested:
            return value[: marks[0][1]], value[marks[0][2] : start], value[end:]
        nested -= kind == ":"
    return None


def so_where(project: Project, id_: str, value: str, target: str) -> str:
    """Of a value that is a question, where it is true or false; "" of any other."""
    truth = target.lower()
    of_truth = project.functions[id_].facts.result.strip() in ("bool", "static bool", "_Bool")
    if truth not in ("true", "false") or is_constant(value) or not (of_truth or _ASKS.search(value)):
        return ""
    return f", {target} where that {'holds' if truth == 'true' else 'does not hold'}"
