"""What a statement says so little of that anything else beside it leads: signs that are printed, an outcome that is noted; and what
says more than the rules alone see: that a library's function fills what the caller gave for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...model.facts import Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from .clauses import Clause

_SIGNS: Final = regex(
    r"call `[\w.:]{1,80}\((?:&?[^\W\d][\w.]{0,60}, )?(?:\"[^\"A-Za-z]{0,2}(?:\\[nrt]){0,2}[^\"A-Za-z]{0,2}\"|'(?:[^'\w]|\\[nrt])')(?:, [\w.]{1,60})?\)`"
)  # given nothing but signs: `fputs("\n", f)`
_ONLY_SIGNS: Final = 2.6
_ROOT: Final = regex(r"([^\W\d]\w*+)(?: ?\+ ?[\w.>-]{1,60})?$")
_OUTCOME: Final = regex(r"set `([^\W\d]\w*+)` to `(?:-?\d{1,12}|-?[A-Z][A-Z\d_]{1,80}|null|None|[Tt]rue|[Ff]alse)`")
_BEGINS: Final = regex(r"set `([^\W\d]\w*+)\[[^\]`]{1,80}\]` to `(?:\[\]|\{\}|(?:set|list|dict)\(\)|0)`")
_ONLY_BEGINS: Final = 2.5  # `if key not in rows: rows[key] = []`: what goes into it is told
_ONLY_OUTCOME: Final = 3.9  # what comes of it is said by what is given back: a call beside it says what is done


def slighter(clause: Clause, weight: float, built: Callable[[str], bool]) -> float:
    """built: whether a name is given back. What is asked for its value may say whether a text could be written."""
    if not clause.asks and _SIGNS.fullmatch(clause.phrase):
        return min(weight, _ONLY_SIGNS)
    if (begins := _BEGINS.fullmatch(clause.phrase)) and built(begins[1]):
        return min(weight, _ONLY_BEGINS)
    found = _OUTCOME.fullmatch(clause.phrase)
    return min(weight, _ONLY_OUTCOME) if found and built(found[1]) else weight


def fills_given(
    calls: Sequence[Call], facts: FunctionFacts, language: Language, text: Callable[[int, int], str]
) -> bool:
    """`memcpy(out, digest, n)`: what the caller gets is written to a parameter, be it behind it: `out + 4`. No clearing."""
    for call in calls[:1]:
        place = language.lexicon.writes.get(call.name, -1)
        if 0 <= place < len(call.args) and "zero" not in call.name and call.name != "memset":
            found = _ROOT.match(text(*call.args[place]))
            return found is not None and any(found[1] == each.name.lstrip("*&") for each in facts.params)
    return False
