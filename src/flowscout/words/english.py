"""Code in plain English: conditions, statements, loops. Faithful before smooth: what could mislead keeps the code's own form.

    question   `!volume_id.empty()`             volume_id is not empty
    statement  `state_ = State::kCreating;`     Set state to creating
    each       `auto& r`, `replicas_`           For each r in replicas_
    cut        at most so many characters, at word borders

`reading` makes a tree of the text, `questions`, `commands` and `statements` word it, `code` words what stays code.
"""

from __future__ import annotations

from typing import Final

from ..model.expression import Group, Opaque
from ..model.language import Language
from ..model.pattern import regex
from .acting import acting
from .code import code, parse, raw
from .declarations import declared
from .questions import ask
from .statements import state

LIMIT: Final = 60
_QUOTED: Final = regex(r'"[^"]*"|\'[^\']*\'')
_JOIN: Final = regex(r" (and|or) ")
_TOLD: Final = regex(r"(?:Return|Set|Raise|Throw|Yield|Call|Create) ")
_DECLARES: Final = regex(r"[A-Za-z_][\w:<>,\s]{0,300}[\s*&]{1,10}\w{1,100}\s*+=(?!=)")
_BEGIN: Final = regex(r"(?:const|auto|static|unsigned|struct|volatile|\s|&|\*)+")


def question(text: str, language: Language, negate: bool = False) -> str | None:
    """A condition in words, without the question mark; None when it cannot be turned round cleanly."""
    inside = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    if language.spelling.casts and _DECLARES.match(inside):  # if (auto* p = find(k))
        rows = declared(inside, language.spelling)
        if len(rows) == 1 and rows[0].how == "=":
            return f"({rows[0].name} = {expression(rows[0].value, language)}) is {'not ' if negate else ''}set"
    node, source = parse(text, language)
    phrase = ask(node, source, yes=not negate)
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
    return raw(text) if isinstance(node, Opaque) and not node.kind else code(node, source)


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
    return raw(target) if isinstance(node, Opaque) else code(node, source)


def cut(text: str, limit: int = LIMIT) -> str:
    """At most `limit` characters: a long condition keeps its first and last operand, all else ends at a word with `…`."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    return (not _TOLD.match(text) and _ends(text, limit)) or _at_word(text, limit)


def _at_word(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit // 2 and not text[limit - 1].isspace():
        head = head[:space]
    return head.rstrip(" ,;:([{.") + "…"


def _ends(text: str, limit: int) -> str:
    """First and last operand of a flat condition, each cut if need be, the middle as `…`; "" for anything else."""
    joins = list(_JOIN.finditer(_blanked(text)))
    if not joins:
        return ""
    first, last = text[: joins[0].start()], text[joins[-1].end():]
    middle = f" {joins[0].group(1)} " + (f"… {joins[-1].group(1)} " if len(joins) > 1 else "")
    room = limit - len(middle)
    left = max(room // 2, room - len(last))
    first = _at_word(first, left)
    return first + middle + _at_word(last, room - len(first))


def _blanked(text: str) -> str:
    """The text with quoted and bracketed parts blanked out."""
    text = _QUOTED.sub(lambda match: "·" * len(match.group()), text)
    out, depth = [], 0
    for char in text:
        depth -= char in ")]}" and depth > 0
        out.append("·" if depth else char)
        depth += char in "([{"
    return "".join(out)
