"""Statements as the verbs of a sentence, in their plain form: "set `x` to `y`", "call `CopyString(v)`", "return `size_`".

What `english` reads as an order stays one; what it leaves as code is called.
"""

from __future__ import annotations

from re import DOTALL
from typing import Final

from ..model.language import Language
from ..model.pattern import regex
from . import english
from .sentence import third_person
from .verbs import SAID, VERBS

LONGEST: Final = 70
_ORDER: Final = regex(r"([A-Z][a-z]+):?(?: (.++))?")
_SET: Final = regex(r"(Set|Initialise|Keep) (\S{1,40}) (to|with|in) (.{1,60}+)")
_STATUS: Final = regex(r"([A-Z]\w{1,40}+)(?:: .*+)?")
_CALLED: Final = regex(r"(?:await )?+(?:([\w.*\[\]>-]{1,80}) = )?(?:await )?+((?:new )?[\w.:<>*&\[\]()-]{1,80}\(.*\))")
_MADE: Final = regex(r"[^=(]{1,200}(?<![=!<>])=(?!=)\s*+(.+)", DOTALL)
_RECEIVER: Final = regex(r"([\w.>-]{1,80})(?:\.|->)\w++\(")
_NOTHING: Final = frozenset(["evaluate", "note", "read", "ignore", "assert", "declare", "import", "define", "do", "leave"])
_SAID: Final = frozenset([word.split()[0].lower() for word in SAID.values()]) | {"initialise", "increase", "set", "add", "call", "throw", "yield", "await"}


def order(text: str, role: str, language: Language) -> str:
    """A statement as an order in small letters, "" where it says nothing by itself."""
    label = " ".join(english.statement(text, role, language).split())
    found = _ORDER.fullmatch(label)
    verb = found[1].lower() if found else ""
    if found is None or (verb not in VERBS and verb not in _SAID):
        called = _CALLED.fullmatch(label)
        if called and called[1]:
            return f"set {ticked(called[1])} to {ticked(called[2])}"
        return f"call {ticked(called[2])}" if called else ""
    if verb in _NOTHING:
        return ""
    if verb == "call":
        return f"call {ticked(english.expression(text.rstrip('; '), language))}"
    kept = _SET.fullmatch(label)
    if kept and not kept[4].startswith(("whether ", "(")):
        return f"{verb} {ticked(kept[2])} {kept[3]} {ticked(kept[4])}"
    head, _, rest = label.partition(": ")
    if head.count('"') % 2 or head.count("'") % 2:  # within a text
        return f"call {ticked(english.expression(text.rstrip('; '), language))}" if _calls(text) else ""
    if verb == "initialise" and rest and " " not in head[11:]:
        return f"initialise {ticked(head[11:])} with {ticked(rest)}"
    if " on " in head or _on_receiver(text, head):
        return f"call {ticked(english.expression(text.rstrip('; '), language))}"
    told = head if not rest or len(rest) > 40 else f"{head} ({rest})" if " " in head else f"{head} {rest}"
    if len(told) > LONGEST and " if " in told:
        return ""
    return english.cut(f"{verb}{told[len(verb):]}", LONGEST)


def _calls(text: str) -> bool:
    return text.rstrip("; ").endswith(")")


def made(text: str, language: Language) -> str:
    """What gives the value of `x = f(y)`, as an order; "" where no call does."""
    found = _MADE.match(text.rstrip("; "))
    return order(found[1], "expression", language) if found and found[1].endswith((")", "]", "}")) and "(" in found[1] else ""


def _on_receiver(text: str, head: str) -> bool:
    """`flask.abort(403)` as "Abort flask: 403" may be said of the wrong thing."""
    found = _RECEIVER.match(text)
    return found is not None and "(" in text and head.split()[1:] == [found[1].replace("->", ".")] and not text.rstrip("; ").endswith("()")


def given(text: str, language: Language) -> str:
    """`return x` as an order."""
    value = " ".join(english.statement(text, "return", language).split()).removeprefix("Return").strip()
    if not value:
        return "return early"
    if value.startswith("whether ") or (" if " in value and ", else " in value):
        return f"return {value}" if len(value) <= LONGEST + 20 else f"return {ticked(value.removeprefix('whether '))}" if value.startswith("whether ") else "choose what it returns"
    status = _STATUS.fullmatch(value)
    return f"return {ticked(status[1] if status else value)}"


def thrown(text: str, language: Language) -> str:
    """`raise x` as an order."""
    label = " ".join(english.statement(text, "raise", language).split())
    word, _, what = label.partition(" ")
    if not what:
        return "re-raise the error"
    return f"{word.lower()} {ticked(what.partition(': ')[0])}"


def ticked(code: str) -> str:
    """In a code span, its middle cut where it is long."""
    return f"`{english.cut(code.replace('`', chr(39)), LONGEST)}`"


def third(phrase: str) -> str:
    """`set x` -> `sets x`"""
    verb, blank, rest = phrase.partition(" ")
    return f"{third_person(verb)}{blank}{rest}"
