"""Steps of a function that is new: which of them change something or call, and which a sentence tells already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.action import (
    ACQUIRE,
    COMPUTATION,
    FLUSH,
    IRREVERSIBLE,
    MUTATION,
    RELEASE,
    VALIDATION,
    WAIT,
    SemanticAction,
)
from ...model.pattern import regex

_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_STEM: Final = 4  # letters that two forms of a verb share
_NOTHING: Final = regex(r"= (?:0|NULL|nullptr|false|\"\"|'\\0')[; ]*$")
_ACTING: Final = frozenset((ACQUIRE, RELEASE, FLUSH, IRREVERSIBLE, WAIT))
_FIELD: Final = regex(r"[A-Za-z_]\w{0,80}+(?:(?:\.|->)\w{1,80}+|\[[^\]\n]{1,80}+\])++ = ")
_SETS: Final = regex(r"\*{0,3}+([A-Za-z_]\w{0,80}+(?:(?:\.|->)\w{1,80}+|\[[^\]\n]{1,80}+\])*+) = ")
_CALL: Final = regex(r"([A-Za-z_][\w.:>-]{0,80}+)\(")
_PUTS_IN: Final = regex(r"[A-Za-z_]\w{0,80}+\.(?:append|add)\(([^`\n]{1,300})\)")
_KEPT: Final = regex(r"self\._{0,2}(\w{1,80}) = (\w{1,80})")


def tried(act: SemanticAction) -> SemanticAction | None:
    """Of a question that does something by asking the call: `append(t, s)` of `!append(t, s)` and of `append(t, s) < 0`."""
    text = act.text.strip().removeprefix("not ").lstrip("!( ")
    name = text.partition("(")[0] if act.acts else ""
    named = bool(name) and all(sign.isalnum() or sign in "_.:>-" for sign in name)
    call = text[: closing(text, len(name) + 1)] if named else ""
    whole = call and ":=" not in call and not call.count('"') % 2  # a bracket in a text closes nothing
    return act._replace(type=COMPUTATION, text=call, effect=f"Call {call}") if whole else None


def closing(text: str, at: int) -> int:
    """Behind the bracket that closes the one before a place; 0 for none."""
    depth = 1
    while at < len(text) and depth:
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    return 0 if depth else at


def changes(act: SemanticAction) -> bool:
    return act.type in _ACTING or (act.type == MUTATION and act.outlives)


def calls(act: SemanticAction) -> bool:
    """A step that is a call, of which an author's words say nothing, or that yields; what a loop goes through is no step."""
    call = act.text.rstrip("; ").endswith(")") and not act.text.startswith("return")
    gives = act.text.startswith("yield ")
    return (act.type == COMPUTATION or _checks(act)) and (call or gives) and act.reason != "structure:each"


def _checks(act: SemanticAction) -> bool:
    """A call for itself of what is named as if it only asked: nobody reads an answer, so that it is there for what it does."""
    return act.type == VALIDATION and act.reason.startswith("verb:")


def alone(act: SemanticAction) -> bool:
    """A call that stands for itself: what it gives is not used."""
    plain = act.reason == "structure:expression" or _checks(act)
    return calls(act) and plain and "=" not in act.text.partition("(")[0]


def sets_a_field(act: SemanticAction) -> bool:
    """Of what the function has from elsewhere, or gives away: `item.setUp = item.setup`."""
    return act.type == COMPUTATION and act.reason == "structure:assign" and bool(_FIELD.match(act.text))


def fills(act: SemanticAction, returns: Sequence[str]) -> bool:
    """Whether it puts something into the one thing that the function gives back: `found[key] = value`."""
    return len(returns) == 1 and sets_a_field(act) and act.text.startswith(f"{returns[0]}[")


def is_said(act: SemanticAction, known: frozenset[str]) -> bool:
    """Whether a sentence of these words tells it: what it is done to, and what is done. That something is set to nothing needs no value."""
    verb, *words = _WORD.findall(act.effect) or [""]
    if (kept := _KEPT.fullmatch(act.text)) and not known.isdisjoint(("Keeps", "keeps")):
        return known.issuperset(kept.groups()) or f"_{kept[1]}" in known
    if alone(act):
        return known.issuperset(_WORD.findall(act.text))
    if _NOTHING.search(act.text):
        words = [word for word in words if word not in ("to", "null", "false")]
    told = "(" not in act.text or any(word.lower().startswith(verb.lower()[:_STEM]) for word in known)
    return told and known.issuperset(words)


def called(act: SemanticAction) -> str:
    """What a step that is a call and no more calls, as sentences write it; "" for another step."""
    found = _CALL.match(act.text) if act.text.rstrip("; ").endswith(")") else None
    return found[1].replace("->", ".") if found else ""


def by_call(act: SemanticAction) -> bool:
    """Whether what it sets is what a call gives, and no text or sum that one stands in."""
    value = act.text.partition(" = ")[2]
    found = _CALL.match(value)
    return bool(found) and closing(value, found.end() if found else 0) == len(value.rstrip("; "))


def target(act: SemanticAction) -> str:
    """What a step sets; "" for another step."""
    found = _SETS.match(act.text)
    return found[1] if found else ""


def names(said: str, act: SemanticAction) -> bool:
    """Whether a sentence tells of the call, or that what it puts into a local is given back: "Returns a list of `read(row)` …"."""
    name = called(act)
    put = _PUTS_IN.fullmatch(act.text.rstrip("; ")) if not changes(act) else None
    given = said.rpartition("; ")[2][1:] if put else ""
    return bool(name) and (
        f"`{name}(" in said or (given.startswith("eturns ") and f" of `{put[1] if put else ''}`" in given)
    )
