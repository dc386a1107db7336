"""Code in plain English: conditions, statements, loops. Faithful before smooth: what could mislead keeps the code's own form.

    question   `!volume_id.empty()`             volume_id is not empty
    statement  `state_ = State::kCreating;`     Set state to creating
    each       `auto& r`, `replicas_`           For each r in replicas_
    cut        at most so many characters, saying the same (`cutting`)

`reading` makes a tree of the text, `questions`, `commands` and `statements` word it, `code` words what stays code.
"""

from __future__ import annotations

from typing import Final

from ..model.expression import Group, OpaqueExpression
from ..model.language import Language
from ..model.pattern import regex
from .acting import acting
from .code import code, parse, raw
from .cutting import cut
from .declarations import declared
from .kinds import declared_kind, hidden, speaking
from .questions import ask, truth
from .statements import state

__all__ = ["acts", "cut", "each", "expression", "hidden", "names_in", "question", "speaking", "statement"]

_DECLARES: Final = regex(r"[A-Za-z_][\w:<>,\s]{0,300}[\s*&]{1,10}\w{1,100}\s*+=(?!=)")
_BEGIN: Final = regex(r"(?:const|auto|static|unsigned|struct|volatile|\s|&|\*)+")


def question(
    text: str, language: Language, negate: bool = False, told: bool = False, counts: bool = False
) -> str | None:
    """A condition in words, without the question mark; None when it cannot be turned round cleanly. told: as a sentence says it.
    counts: what holds is what went wrong."""
    inside = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    if language.spelling.casts and _DECLARES.match(inside):  # if (auto* p = find(k))
        rows = declared(inside, language.spelling)
        if len(rows) == 1 and rows[0].how == "=":
            value = f"({rows[0].name} = {expression(rows[0].value, language)})"
            phrase = truth(declared_kind(rows[0].type, language), value, told, not negate)
            return phrase.text if phrase.clean or not negate else None
    node, source = parse(text, language)
    phrase = ask(node, source._replace(told=told, counts=counts), yes=not negate)
    return None if negate and not phrase.clean else phrase.text


def acts(text: str, language: Language) -> bool:
    """Whether a condition does something by asking: it calls what its name says is no mere question (`rename(a, b) != 0`)."""
    node, source = parse(text, language)
    return acting(node, source)


def statement(text: str, role: str, language: Language) -> str:
    """A statement in words, whole. role: `Simple.role`, or return raise jump with leave catch; unknown ones read as expressions."""
    return state(text, role, language)


def expression(text: str, language: Language) -> str:
    """An expression as code for people."""
    node, source = parse(text, language)
    return raw(text) if isinstance(node, OpaqueExpression) and not node.kind else code(node, source)


def each(target: str, iterable: str, language: Language) -> str:
    """A loop over items."""
    return f"For each {names_in(target, language)} in {expression(iterable, language)}"


def names_in(target: str, language: Language) -> str:
    """What a loop binds: `const auto& [k, v]` → "k, v"."""
    if language.spelling.casts:
        rows = declared(f"{target} = 0", language.spelling)
        return rows[0].name if rows else raw(_BEGIN.sub("", target, count=1))
    node, source = parse(target, language)
    if isinstance(node, Group) and node.open == "(":
        return ", ".join([code(item, source) for item in node.items])
    return raw(target) if isinstance(node, OpaqueExpression) else code(node, source)
