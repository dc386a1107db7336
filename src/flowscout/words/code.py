"""An expression as code for people: layout gone, `->` as `.`, `this->` and `std::` left out, strings cut, logic in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

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
    Named,
    OpaqueExpression,
    Subscript,
    Unary,
    Word,
)
from ..model.language import Language
from ..model.pattern import regex
from ..model.record import NamedTuple
from . import names
from .builds import by_build, closed_within
from .reading import read
from .remarks import without
from .rounding import of_a_letter, rounds
from .strings import content, laid_out, visible

STRING_CUT: Final = 160
OPAQUE_CUT: Final = 200
_CLOSE: Final = {"(": ")", "(,": ",)", "[": "]", "{": "}", "": ""}
_SYMBOLS: Final = {"*": "×"}
_LAYOUT: Final = regex(r"\s+")
_OWN: Final = regex(r"\b(\w+)(?:\.|->)(\w+)\b")
_BARE: Final = regex(r"(?<![\w.>:\"])\w+\b(?!=[^=]|[\"('])")
_STD: Final = regex(r"(?<![\w:])(?:::)?std::")
_ARROW: Final = regex(r"\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.)*+'?+|\bthis->|->")
_PREFIX: Final = regex(r"([A-Za-z]{1,2}+)[\"']")
_AS_IT_STANDS: Final = regex(
    r"(?<!\S)(?:(?:[bBfFtTuUL]|u8)?[rR]|[rR][bBfFtT])[\"']"
)  # a text in which no mark escapes the next
_ONLY: Final = regex(
    r"\[[^\[\]]{0,80}\]\s*+(?:\(([^()]{0,120})\))?[^{}]{0,60}\{\s*+(?:return\b)?([^;{}]{1,160});\s*+\}"
)
_LAST_NAME: Final = regex(r"(?<!\w)\w++(?=\s*+$)")


_Writer = TypeVar("_Writer", bound=Callable[..., str])
_WRITTEN: Final[dict[type, Callable[[Any, Source], str]]] = {}


class Source(NamedTuple):
    """A text that was read, and its language. spelled: the object is said with its fields. told: for a sentence, in which a bare
    name is no condition. counts: its yes is what went wrong, so that a bare call gives an error's number, 0 for none (C)."""

    text: str
    language: Language
    spelled: bool = False
    told: bool = False
    counts: bool = False


@lru_cache(maxsize=1024)  # each rule that looks at a statement asks for its tree again
def parse(text: str, language: Language) -> tuple[Expression, Source]:
    """A field is always said with its object where nothing else can name it (`self.count`, Python)."""
    text = without(text, language)
    spelled = language.known.spelled
    always = not language.spelling.casts
    return read(text, language.spelling), Source(
        text, language, always or (bool(shared(text, language)) if spelled is None else spelled)
    )


def shared(text: str, language: Language) -> frozenset[str]:
    """Names of fields that are names of something else too: in `reason = self.reason`, and of `self.id`, the object has to be said."""
    if not any(name in text for name in language.spelling.self_names):
        return frozenset()
    fields = {match[2] for match in _OWN.finditer(text) if match[1] in language.spelling.self_names}
    return frozenset(fields.intersection([*_BARE.findall(text), *language.spelling.global_names]))


def _writes(kind: type) -> Callable[[_Writer], _Writer]:
    """How a kind of expression is written."""

    def kept(write: _Writer) -> _Writer:
        _WRITTEN[kind] = write
        return write

    return kept


def code(node: Expression, source: Source) -> str:
    return _code(node, source)


def joined(nodes: tuple[Expression, ...], source: Source) -> str:
    return ", ".join([_code(node, source) for node in nodes])


def argument(node: Expression, source: Source) -> str:
    """As code; what is handed by its address keeps its `&`: it may be written to."""
    return _code(_given(node), source)


def _given(node: Expression) -> Expression:
    """A letter is cast for the taste of who takes it (`isspace((unsigned char)*p)`)."""
    node = plain(node)
    return plain(node.operand) if isinstance(node, Cast) and of_a_letter(node) else node


def thing(node: Expression, source: Source) -> str:
    """As code, but the address of a thing reads as the thing: what is asked of one is asked of the other. From an item on there
    may be more (`&name[4]`)."""
    node = _given(node)
    if (
        isinstance(node, Unary)
        and node.op == "&"
        and not node.postfix
        and not isinstance(plain(node.operand), Subscript)
    ):
        node = node.operand
    return _code(node, source)


COMPOUND: Final = (Assign, Binary, Choice, Logic)


def plain(node: Expression) -> Expression:
    """Without parentheses, casts that leave the value as it is, and calls that only pass their argument on."""
    while True:
        if isinstance(node, Group) and node.open == "(" and len(node.items) == 1:
            node = node.items[0]
        elif isinstance(node, Cast) and node.how != "dynamic_cast" and not rounds(node):
            node = node.operand
        elif isinstance(node, Invoke) and node.hands_on >= 0:
            node = node.args[node.hands_on]
        else:
            return node


def dotted(node: Expression, source: Source) -> str:
    """`a->b.c` as `a.b.c`, scopes kept as written; "" when it is more than names."""
    parts: list[str] = []
    while isinstance(node, Member):
        parts.append(node.name)
        node = node.of
    if not isinstance(node, Word):
        return ""
    return ".".join([node.text, *reversed(parts)])


def called(node: Invoke) -> str:
    """The plain function that is called, "" for any other."""
    return node.callee.text if isinstance(node.callee, Word) else ""


def _unwrapped(node: Expression) -> Expression:
    while isinstance(node, Group) and node.open == "(" and len(node.items) == 1:
        node = node.items[0]
    return node


def _part(node: Expression, source: Source) -> str:
    """An operand: `static_cast<int>(a + b) * 2` keeps parentheses when the cast goes that they belonged to."""
    text, held = _code(node, source), _unwrapped(node)
    while isinstance(held, Cast) and not held.how:
        held = held.operand
    goes = isinstance(held, Cast | Invoke) and (inner := plain(held)) is not held and isinstance(inner, COMPOUND)
    return f"({text})" if goes else text


def is_self(node: Expression, source: Source) -> bool:
    node = plain(node)
    if isinstance(node, Unary) and node.op == "*":
        node = node.operand
    return isinstance(node, Word) and node.text in source.language.spelling.self_names


def quoted(value: str) -> str:
    value = visible(value)
    value = value if len(value) <= STRING_CUT else value[: STRING_CUT - 1].rstrip() + "…"
    if '"' not in value:
        return f'"{value}"'
    return f"'{value}'" if "'" not in value else '"' + value.replace('"', '\\"') + '"'


def raw(text: str) -> str:
    """Text that was not read into a tree."""
    text = by_build(text) if "#" in text and "\n" in text else text
    text = _ARROW.sub(_shortened, _STD.sub("", laid_out(visible(text)).strip()))
    return text if len(text) <= OPAQUE_CUT else text[: OPAQUE_CUT - 1] + "…"


def _shortened(found: re.Match[str]) -> str:
    """`this->` is left out, `->` a dot; within a text both stand as they are."""
    return {"this->": "", "->": "."}.get(found[0], found[0])


def _code(node: Expression, source: Source) -> str:
    return _WRITTEN[type(node)](node, source)


@_writes(Word)
def _(node: Word, source: Source) -> str:
    return _STD.sub("", node.text)


@_writes(Literal)
def _(node: Literal, source: Source) -> str:
    if node.kind == "string":
        return _spelt(node, source.text[node.start : node.end], source.language.spelling.casts)
    return "null" if node.value in ("NULL", "nullptr") else node.value


def _spelt(node: Literal, written: str, in_c: bool) -> str:
    """Bytes are no text, and what is filled in is no text as it stands; `r` stays where it says what a backslash is. Of several
    beside each other one may have it and one not."""
    kept = "bf"
    if "\\" in written and _AS_IT_STANDS.search(written):
        if content(written) != node.value or not {'"', "'"}.difference(node.value):
            return raw(written)
        if in_c:
            return f'R"({node.value})"'
        kept = "bfr"
    found = _PREFIX.match(written)
    return f"{''.join(each for each in found[1].lower() if each in kept) if found else ''}{quoted(node.value)}"


@_writes(Member)
def _(node: Member, source: Source) -> str:
    name = f"{node.name}{node.typed}"
    if isinstance(cast := _unwrapped(node.of), Cast) and is_self(cast.operand, source):
        return f"{names.last(cast.type.replace(' ', '').removeprefix('const').strip('*&'))}::{node.name}"  # whose field that is tells it from others of the name
    if is_self(node.of, source):
        owner = f"{_code(plain(node.of), source).lstrip('*')}." if source.spelled else ""
        return f"{owner}{name}"
    held = plain(node.of)
    led = False  # `(*out)->x` is two steps away, `(*out).x` is `out->x`
    if isinstance(held, Unary) and held.op in ("*", "&") and not held.postfix:
        led = held.op == "*" and node.sep == "->"
        held = held if led else held.operand
    text = f"({_code(held, source)})" if led else _code(held, source)
    return f"({text}).{name}" if isinstance(held, COMPOUND) else f"{text}.{name}"


@_writes(Invoke)
def _(node: Invoke, source: Source) -> str:
    if plain(node) is not node:
        return _code(plain(node), source)
    new = f"new {placement(node, source)}" if node.create else ""
    if node.create and isinstance(node.callee, Subscript):
        return f"{new}{_code(node.callee, source)}"
    return f"{new}{_code(node.callee, source)}({', '.join(_built(node, source))})"


def _built(node: Invoke, source: Source) -> list[str]:
    """Lines of `#if` between arguments: what one holds hangs on where others end, so that all from there on are read as one text."""
    texts = [source.text[arg.start : arg.end] if isinstance(arg, OpaqueExpression) else "" for arg in node.args]
    first = next((at for at, text in enumerate(texts) if "#" in text and "\n" in text), len(texts))
    held = [raw(closed_within(source.text[arg.start : node.end - 1])) for arg in node.args[first : first + 1]]
    return [*(argument(arg, source) for arg in node.args[:first]), *held]


def placement(node: Invoke, source: Source) -> str:
    """`(where) ` of `new (where) T(args)`."""
    return f"({', '.join([argument(arg, source) for arg in node.placed])}) " if node.placed else ""


@_writes(Subscript)
def _(node: Subscript, source: Source) -> str:
    of = _stepping(node.of, source)
    return f"{f'({of})' if of else _code(node.of, source)}[{joined(node.keys, source)}]"


def _stepping(node: Expression, source: Source) -> str:
    """A pointer of another type, "" what is none: how far it goes on, and what is read there, hangs on the type."""
    cast = _unwrapped(node)
    if not isinstance(cast, Cast) or not (kind := cast.type.strip()).endswith("*") or cast.how == "dynamic_cast":
        return ""
    inner = plain(cast.operand)
    read = _code(inner, source)
    return f"({kind}) {f'({read})' if isinstance(inner, COMPOUND) else read}"


@_writes(Unary)
def _(node: Unary, source: Source) -> str:
    if (
        node.op == "not" and isinstance(bare := plain(node.operand), Unary) and bare.op == "not"
    ):  # 0 or 1, whatever x is
        return f"!!{_code(bare.operand, source)}"
    if node.op == "*" and (read := _stepping(node.operand, source)):
        return f"*{read}"
    text = _part(node.operand, source)
    if node.postfix:
        return f"{text}{node.op}"
    return f"{node.op} {text}" if node.op[-1].isalpha() else f"{node.op}{text}"


@_writes(Binary)
def _(node: Binary, source: Source) -> str:
    if _cast_or_not(node, source):
        return source.text[node.left.start : node.end]
    text = isinstance(plain(node.left), Literal) and plain(node.left)[2] == "string"
    op = node.op if text or node.op not in _SYMBOLS else _SYMBOLS[node.op]
    if node.op == "/" and source.language.spelling.casts:
        return f"{_dividend(node.left, source)} {op} {_dividend(node.right, source)}"
    if node.op in ("+", "-"):
        left, right = (_stepping(each, source) or _part(each, source) for each in (node.left, node.right))
        return f"{left} {op} {right}"
    return f"{_part(node.left, source)} {op} {_part(node.right, source)}"


def _dividend(node: Expression, source: Source) -> str:
    """Made a real number, it is divided without a rest."""
    bare = _unwrapped(node)
    real = isinstance(bare, Cast) and bare.type.strip() in ("float", "double", "long double")
    return (
        f"{bare.type.strip()}({code(plain(bare), source)})" if isinstance(bare, Cast) and real else _part(node, source)
    )


def _cast_or_not(node: Binary, source: Source) -> bool:
    """`(ULONG)-1`: a sign before a number, where `ULONG` is a type, so it stays as it is written."""
    held = node.left
    named = isinstance(held, Group) and held.open == "(" and len(held.items) == 1 and isinstance(held.items[0], Word)
    tight = named and source.text[held.end : node.right.start] in ("-", "+")
    return tight and source.language.spelling.casts and isinstance(node.right, Literal)


@_writes(Logic)
def _(node: Logic, source: Source) -> str:
    return f" {node.op} ".join([_part(operand, source) for operand in node.operands])


@_writes(Choice)
def _(node: Choice, source: Source) -> str:
    first = f"({_code(node.yes, source)})" if isinstance(node.yes, Choice) else _code(node.yes, source)
    return f"{first} if {_code(plain(node.test), source)} else {_code(node.no, source)}"


@_writes(Assign)
def _(node: Assign, source: Source) -> str:
    return f"{' = '.join([_code(target, source) for target in node.targets])} {node.op} {_code(node.value, source)}"


@_writes(Cast)
def _(node: Cast, source: Source) -> str:
    if node.how == "dynamic_cast":
        return f"dynamic_cast<{node.type.replace(' *', '*')}>({_code(node.operand, source)})"
    if rounds(node):
        return cast_to(node, source)
    return _code(plain(node.operand) if node.how else node.operand, source)


def cast_to(node: Cast, source: Source) -> str:
    inner, kind = plain(node.operand), node.type.strip()
    if " " not in kind:
        return f"{kind}({_code(inner, source)})"
    return f"({kind}) ({_code(inner, source)})" if isinstance(inner, COMPOUND) else f"({kind}) {_code(inner, source)}"


@_writes(Group)
def _(node: Group, source: Source) -> str:
    if (
        node.open == "("
        and len(node.items) == 1
        and isinstance(node.items[0], Word | Literal | Member | Invoke | Cast | Group | Subscript)
    ):
        return _code(node.items[0], source)
    opened = node.open or ("(," if len(node.items) == 1 else "")  # `x, = f()`: the one item of what it gives
    return f"{opened[:1]}{joined(node.items, source)}{_CLOSE[opened]}"


@_writes(Named)
def _(node: Named, source: Source) -> str:
    return f"{node.name}{node.sep}{_code(node.value, source)}"


@_writes(OpaqueExpression)
def _(node: OpaqueExpression, source: Source) -> str:
    text = source.text[node.start : node.end]
    return _lambda(text, source) if node.kind == "lambda" and not text.startswith("lambda") else raw(text)


def _lambda(text: str, source: Source) -> str:
    """`[&](const T *p) { return p->name(); }` is `lambda p: p.name()`; of one that does more only that there is one (`closures` tells what)."""
    text = _LAYOUT.sub(" ", text)
    only = _ONLY.fullmatch(text) if len(text) <= OPAQUE_CUT else None
    if not only:
        return "lambda"
    given = [named[0] for each in (only[1] or "").split(",") if (named := _LAST_NAME.search(each.partition("=")[0]))]
    return f"lambda{' ' if given else ''}{', '.join(given)}: {code(*parse(only[2].strip(), source.language))}"
