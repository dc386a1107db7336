"""Assignments and declarations in words."""

from __future__ import annotations

import re
from typing import Final

from ..model.expression import (
    Assign,
    Binary,
    Cast,
    Choice,
    Expression,
    Group,
    Invoke,
    Literal,
    Logic,
    Member,
    OpaqueExpression,
    Unary,
    Word,
)
from ..model.language import Language
from ..model.pattern import regex
from . import names
from .clauses import clause
from .code import COMPOUND, Source, argument, cast_to, code, parse, plain, raw
from .declarations import Declaration, declared
from .pronouns import reads_as_english
from .types import PRIMITIVE
from .values import is_status, said, status

_STATE: Final = frozenset({"state", "status", "mode", "phase", "stage"})
_CAST: Final = regex(r"\(\w[\w ]{0,60} \*+\)")
_REFERS: Final = regex(r"^(?!const\b).*[^&]&$")  # what is set by that name is set there
_AUGMENT: Final = {
    "+=": "Add {value} to {target}",
    "-=": "Subtract {value} from {target}",
    "*=": "Multiply {target} by {value}",
    "/=": "Divide {target} by {value}",
    "//=": "Divide {target} by {value}",
}


def assigned(node: Assign, source: Source) -> str:
    targets = " and ".join([target_of(target, source) for target in node.targets])
    if node.op in ("=", ":="):
        written = " = ".join([code(target, source) for target in node.targets])
        plainly = _parted(node) or _reads_otherwise((*node.targets, node.value), source)
        return _set(targets, written, node.value, source, plainly)
    value = code(plain(node.value), source)
    if _reads_otherwise((*node.targets, node.value), source):
        return f"{targets} {node.op} {value}"
    value = f"({value})" if isinstance(plain(node.value), Choice | Logic) else value
    number = isinstance(node.value, Literal) and node.value.kind == "number"
    if number and node.op in ("+=", "-="):
        return f"{'Increase' if node.op == '+=' else 'Decrease'} {targets} by {value}"
    if node.op == "+=" and (one := _appended(plain(node.value), source)):
        return f"Append {one} to {targets}"
    if node.op in _AUGMENT:
        return _AUGMENT[node.op].format(value=value, target=targets)
    if node.op == "&=" and isinstance(node.value, Unary) and node.value.op == "~":
        return f"Clear {code(plain(node.value.operand), source)} in {targets}"
    if node.op == "|=" and isinstance(node.value, Word | Member) and code(node.value, source).split(".")[-1].isupper():
        return f"Set {value} in {targets}"
    value = f"({value})" if isinstance(plain(node.value), Binary) else value  # `a ^= b | c` is no `a ^ b | c`
    return f"Set {targets} to {targets} {node.op[:-1]} {value}"


def _constant(node: Expression, target: str) -> str:
    """`State::kCreating` → "creating", where the target says that it is a state, or the constant's scope does."""
    path = (
        node.text
        if isinstance(node, Word)
        else f"{node.of.text}.{node.name}"
        if isinstance(node, Member) and isinstance(node.of, Word)
        else ""
    )
    parts = re.split(r"::|\.", path)
    words = names.lower(parts[-1])
    if not words or not re.fullmatch(r"k[A-Z]\w*|[A-Z][A-Z0-9_]*", parts[-1]):
        return ""
    if len(parts) == 1 and ("_" in parts[0] or names.lower(target)[-1:] == () or names.lower(target)[-1] not in _STATE):
        return ""
    if len(parts) > 1 and not re.fullmatch(r"[A-Z](?=\w*[a-z])\w*+", parts[-2]):
        return ""
    return " ".join(words[1:]) if parts[-1].startswith("k") else parts[-1] if len(parts) > 1 else ""


def target_of(node: Expression, source: Source) -> str:
    """As it is called: a member's `_` stays, `state` may be something else. `ALLOC(*f) = g` declares f by a macro."""
    of = (
        node.args[0]
        if isinstance(node, Invoke)
        and isinstance(node.callee, Word)
        and node.callee.text.isupper()
        and len(node.args) == 1
        else None
    )
    if isinstance(node, Unary) and node.op == "*" and not node.postfix:
        inner = plain(node.operand)  # what is written to is told by its name
        text = code(inner, source)
        if isinstance(node.operand, Cast) and isinstance(inner, COMPOUND) and _CAST.search(text):
            return f"*{cast_to(node.operand, source)}"  # with the cast inside alone something else would be written
        return f"*({text})" if isinstance(inner, COMPOUND) else f"*{text}"
    return code(of.operand if isinstance(of, Unary) and of.op == "*" else node, source)


def _appended(node: Expression, source: Source) -> str:
    """What is found at the end then: a text, or the only one of a list or a tuple; "" of several, that are added."""
    if isinstance(node, Group) and node.open in ("[", "(,") and len(node.items) == 1:
        only = node.items[0]
        starred = isinstance(only, Unary) and only.op.startswith(("*", "yield"))
        return "" if starred or isinstance(only, Choice | Logic | OpaqueExpression) else code(only, source)
    return code(node, source) if isinstance(node, Literal) and node.kind == "string" else ""


def _called(node: Expression) -> bool:
    """It is what a call gives, waited for or not."""
    bare = plain(node)
    if isinstance(bare, Unary) and bare.op in ("await", "co_await"):
        bare = plain(bare.operand)
    return isinstance(bare, Invoke)


def _parted(node: Assign) -> bool:
    """`a, b = row`: none of them is set to it."""
    several = any(isinstance(each, Group) and (each.open != "(" or len(each.items) > 1) for each in node.targets)
    return several and not isinstance(plain(node.value), Group)


def _reads_otherwise(nodes: tuple[Expression, ...], source: Source) -> bool:
    """`it = all`: that which was spoken of to all there is?"""
    return any(reads_as_english(plain(node), source.language.spelling.self_names) for node in nodes)


def _set(targets: str, written: str, value: Expression, source: Source, plainly: bool = False) -> str:
    """targets: as people read them; written: as the code has them, which is kept where a call gives the value, where a name would be
    taken for a word, and where a value is taken apart (plainly)."""
    bare = plain(value)
    if isinstance(bare, Unary) and bare.op == "yield":
        return f"Yield {code(bare.operand, source)}, then set {targets}"
    if isinstance(bare, Invoke) and is_status(bare, source) and source.language.spelling.casts:
        return f"Set {targets} to {status(bare, source)}"
    if _called(value):
        return f"{written} = {code(bare, source)}"
    if plainly:
        return f"{written} = {said(value, source)}"
    return f"Set {targets} to {_constant(bare, targets) or said(value, source)}"


_UNION: Final = regex(r"(?:(?:const|static)\s++){0,2}+union\s++(?:\w++\s*+)?+\{([^{}]{1,400})\}")
_FIELD: Final = regex(r"([A-Za-z_]\w{0,80})\s*+(?:\[[^\[\]]{0,80}\]\s*+)?+;")  # parts of one place in memory
LOOKED_UP: Final = regex(r"static\s++(?:\w++\s++){0,3}?(?:const|constexpr)\b")  # what never changes is no state


def declare(text: str, language: Language) -> str:
    """C and C++: every declarator of the statement."""
    rows = declared(text, language.spelling)
    if text.startswith("static ") and not (LOOKED_UP.match(text) and all("(" not in row.value for row in rows)):
        first = clause(_one(rows[0], language)) if len(rows) == 1 and "(" in rows[0].value else ""
        return f"Keep {', '.join([item.name for item in rows])} between calls" + (
            f"; at first {first}" if first else ""
        )
    parts = _UNION.match(text)
    if parts and len(rows) == 1 and (fields := _FIELD.findall(parts[1])):
        return _one(rows[0], language).replace(rows[0].name, f"{rows[0].name} (union of {', '.join(fields)})", 1)
    given = [_one(row, language) for row in rows if row.how] or [f"Declare {', '.join([row.name for row in rows])}"]
    if not rows:
        return raw(text)
    return ", then ".join([given[0], *map(clause, given[1:])])


def _one(item: Declaration, language: Language) -> str:
    """A declarator that has a value or arguments."""
    if item.how == "=" or (item.how and item.value and not set(item.type.split()) - PRIMITIVE):
        node, source = parse(item.value, language)
        if isinstance(node, OpaqueExpression) and not node.kind:
            return f"Set {item.name} to {raw(item.value)}"
        name = f"&{item.name}" if _REFERS.search(item.type) and not isinstance(plain(node), Invoke) else item.name
        alone = not isinstance(plain(node), Literal) and _reads_otherwise((Word(0, 0, name), node), source)
        return _set(name, name, node, source, alone)
    node, source = parse(item.value, language) if item.value else (OpaqueExpression(0, 0), Source("", language))
    items = node.items if isinstance(node, Group) and node.open == "" else (node,)
    args = ", ".join([argument(one, source) for one in items])
    return f"Create {raw(item.type.removeprefix('static '))} {item.name}" + (f": {args}" if args else "")


def initialise(text: str, language: Language) -> str:
    """A member or base in a constructor's list: `mem_(nullptr)`."""
    node, source = parse(text, language)
    if not isinstance(node, Invoke):
        return raw(text)
    args = ", ".join([argument(arg, source) for arg in node.args])
    return f"Initialise {code(node.callee, source)}" + (f": {args}" if args else "")
