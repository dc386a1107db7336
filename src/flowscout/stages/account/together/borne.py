"""What is told of an edit, held against the text of both sides. What they do not bear out is not said: its edit is listed as it stands.

What is quoted stands there, on one side or the other; what is told as no longer so stands before, and what is told beside it after. How it
was found does not matter here: pairs, forms and names are forgotten, only the words of the sentence and those of the code count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, Answer, Side
from ....model.pattern import regex
from ....words.ticks import inside
from ..pieces.lexing import LexedSource

Span = tuple[int, int]
_QUOTE: Final = regex(r"`([^`]{1,2000}+)`")
_PLAIN: Final = regex(r"[\w.:~*]{1,200}+")  # a name: it may stand in another file
_WORD: Final = regex(
    r"(?:#else of |#(?:el)?if(?: !?defined)? |#if(?:n?def)? |(?:else|if|for|while|with|case|except|catch|return|raise|throw|switch|async|await|delete"
    r"|not|def|class|do|import|from|struct|enum|union|yield) |[@!]){0,6}+"
)
_PREFIX: Final = regex(r"\b[bBfFlLrRuU]{1,2}(?=[\"'])")
_SIGNS: Final = str.maketrans("", "", inside("`") + "\"'`(){},; \t\n")
_LONG: Final = ('"""', "'''")
_WAS: Final = (", no longer ", " where it returned ", " was `")
_TYPE: Final = regex(r"[\w\s*&:<>,]{1,120}+")


class Text:
    """Of one side what an edit's unit holds, signs and blanks aside."""

    def __init__(self, source: LexedSource, span: Span) -> None:
        self.source, self.span = source, span

    @cached_property
    def flat(self) -> str:
        own = self.source.within(*self.span)
        return flat(b"".join([self.source.tokens[at].text for at in own]).decode("utf-8", "replace"))

    def holds(self, part: str, side: Side) -> bool:
        return part in flat(side.code) or part in self.flat or part in self._lines(side)

    def _lines(self, side: Side) -> str:
        """What stands where the edit does, which may be outside of the unit: a decorator."""
        if not side.line or side.path != self.source.path:
            return ""
        return flat(b"".join(self.source.on(side.line, side.end_line)).decode("utf-8", "replace"))


def flat(code: str) -> str:
    return _PREFIX.sub("", code).translate(_SIGNS)


def held(told: Sequence[Answer], old: Text, new: Text) -> Iterator[Answer]:
    for one in told:
        asserts = one.sentence and one.how in (FLOW, DECLARATION)
        yield as_listed(one) if asserts and not borne(one, old, new) else one


def as_listed(one: Answer) -> Answer:
    return one._replace(how=LISTED, rule="", sentence="", core="", rank=Answer._field_defaults["rank"])


def borne(one: Answer, old: Text, new: Text) -> bool:
    quotes = _QUOTE.findall(one.sentence)
    if not all(_stands(each, old, one.before) or _stands(each, new, one.after) for each in quotes):
        return False
    if not one.before.line or not one.after.line:
        return True
    clauses = _clauses(one.sentence)
    return all(_goes(clause, one, old, new) for clause in clauses) and not any(
        _built_still(clause, one.after, new) for clause in clauses
    )


def _built_still(clause: str, side: Side, text: Text) -> bool:
    """Whether a line of `#if` that a step is told to depend on no longer stands round it still."""
    _, found, was = clause.partition(", no longer with ")
    _, found, was = (_, found, was) if found else clause.partition(" no longer depends on ")
    line = next(iter(_QUOTE.findall(was)[:1]), "") if found else ""
    if not line.startswith("#if") or side.path != text.source.path:
        return False
    return any(flat(f"#{each.decode('utf-8', 'replace')}") == flat(line) for each in text.source.asked_on(side.line))


def _clauses(sentence: str) -> list[str]:
    """What is said between semicolons, those of quoted code aside."""
    found = [""]
    for at, part in enumerate(sentence.split("`")):
        first, *more = [f"`{part}`"] if at % 2 else part.split(";")
        found = [*found[:-1], found[-1] + first, *more]
    return found


def _goes(clause: str, one: Answer, old: Text, new: Text) -> bool:
    """Whether what it says was stood before, and what it says is stands after."""
    for sign in _WAS:
        now, found, was = clause.partition(sign)
        if found:
            last, first = _QUOTE.findall(now)[-1:], _QUOTE.findall(f"{sign[-1:]}{was}")[:1]
            return all(_stands(each, new, one.after) for each in last) and all(
                _stands(each, old, one.before) for each in first
            )
    return True


def _stands(quote: str, text: Text, side: Side) -> bool:
    """A loop of C over `a : all`, or by a macro, is told as over `a in all`, the labels of a case in a row."""
    if _PLAIN.fullmatch(quote):
        return True
    bare = quote[_WORD.match(quote).end() :]  # type: ignore[union-attr]
    forms = [bare.split("…"), bare.replace(" in ", "…", 1).split("…")]
    if any(sign in bare for sign in _LONG):  # its lines are quoted as one
        forms.append(bare.replace("\\n", "").split("…"))
    if any(all(text.holds(flat(part), side) for part in parts) for parts in forms):
        return True
    several = bare.split(", ")
    row = len(several) > 1 and all(text.holds(flat(part.strip("…")), side) for part in several)
    return row or _declared(bare, text, side)


def _declared(quote: str, text: Text, side: Side) -> bool:
    """`int *b = 3` of `int a, *b = 3;`."""
    cuts = [at for at, sign in enumerate(quote) if sign == " " and _TYPE.fullmatch(quote, 0, at)]
    return any(all(text.holds(flat(part), side) for part in (quote[:at], quote[at:])) for at in cuts)
