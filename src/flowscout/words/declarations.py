"""C and C++ declarations: which names a statement declares, and from what."""

from __future__ import annotations

from typing import Final

from ..model.language import Spelling
from ..model.record import NamedTuple
from .tokens import NAME, TextToken, tokens
from .types import is_template, template_end

_OPEN: Final = frozenset("([{")
_CLOSE: Final = frozenset(")]}")
_POINTS: Final = frozenset({"*", "**", "&"})
_ARITHMETIC: Final = frozenset(
    ("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool")
)
_NO_TYPE: Final = frozenset(
    ("enum", "struct", "union", "class", "typename", "static", "extern", "register", "const", "volatile", "restrict", "constexpr", "inline", "auto", "mutable", "thread_local", "constinit", "_Thread_local", "_Atomic", "typedef")
)  # fmt: skip
_BODIES: Final = frozenset({"enum", "struct", "union", "class"})


class Declaration(NamedTuple):
    """how: "=" initialised by `value` · "(" or "{" constructed from `value` · "" declared only."""

    name: str
    type: str
    how: str
    value: str


def declared(text: str, spelling: Spelling) -> tuple[Declaration, ...]:
    found = tokens(text, spelling)
    rows: list[Declaration] = []
    kind = ""
    for part in _parts(found):
        row = _declarator(part, text, kind)
        if row is None:
            return ()
        kind = kind or row.type
        rows.append(row)
    return tuple(rows)


def _parts(found: tuple[TextToken, ...]) -> list[tuple[TextToken, ...]]:
    """Cut at commas outside brackets and template arguments."""
    parts: list[tuple[TextToken, ...]] = []
    depth, at, first = 0, 0, 0
    initialiser = False
    while at < len(found):
        text = found[at].text
        if text == "<":  # behind a `,` no value begins with a comparison
            end = is_template(found, at) if initialiser else template_end(found, at)
            if end > 0:
                at = end
                continue
        initialiser = initialiser or text == "="
        depth += (text in _OPEN) - (text in _CLOSE)
        if text == "," and depth == 0:
            parts.append(found[first:at])
            first, initialiser = at + 1, False
        at += 1
    parts.append(found[first:])
    return [part for part in parts if part]


def _declarator(part: tuple[TextToken, ...], text: str, kind: str) -> Declaration | None:
    """One `type name = value`, `*name`, `name(args)`, `auto [a, b] = f()`."""
    name, before, at = None, None, 0
    led: TextToken | None = None  # what stands right before the last name but one
    while at < len(part):
        token = part[at]
        if token.text == "(" and name is not None and _is_attribute(part, at):
            name, at = before, _balanced(part, at)
            continue
        if token.text == "<":
            end = template_end(part, at)
            if end < 0:
                return None
            at = end
            continue
        if (
            token.text == "{"
            and _BODIES & {t.text for t in part[max(at - 2, 0) : at]}
            and (end := _balanced(part, at)) < len(part)
        ):
            at = end  # enum { IDLE, BUSY } state = IDLE
            continue
        if token.text in ("=", "(", "{"):
            break
        if token.text == "[":
            if name is not None and name.text == "auto":
                return _structured(part, at, text)
            at = _balanced(part, at)
            continue
        if token.text == ":":
            break
        if token.kind == NAME:
            name, before, led = token, name, part[at - 2] if at > 1 and part[at - 1] is name else None
        at += 1
    if name is None:
        return None
    if before is not None and led is not None and _marks(name, before, led):
        name = before
    type_text = text[part[0].start : name.start].strip() if part[0] is not name else kind
    if at >= len(part) or part[at].text == ":":
        return Declaration(name.text, type_text, "", "")
    how = part[at].text
    if how == "=":
        return Declaration(name.text, type_text, "=", text[part[at].end : part[-1].end].strip())
    if (
        how == "("
        and [t.text for t in part[at + 1 : at + 5 : 2]] == ["*", ")"]
        and part[at + 4 : at + 5]
        and part[at + 4].text in "(["
    ):
        end = at + 4
        while end < len(part) and part[end].text in "([":
            end = _balanced(part, end)  # void (*f)(int) = g, int (*rows)[2] = m
        value = text[part[end].end : part[-1].end].strip() if end < len(part) and part[end].text == "=" else ""
        return Declaration(part[at + 2].text, type_text, "=" if value else "", value)
    return Declaration(name.text, type_text, how, text[part[at].end : part[-1].start].strip())


def _marks(name: TextToken, before: TextToken, led: TextToken) -> bool:
    """`unsigned threadid ATTRIBUTE_UNUSED = 0`: a macro behind what is declared, whose type stands before it."""
    typed = led.text in _POINTS or (led.kind == NAME and led.text not in _NO_TYPE and not _macro(led.text))
    return typed and _macro(name.text) and not _macro(before.text) and before.text not in _NO_TYPE | _ARITHMETIC


def _macro(name: str) -> bool:
    return name.isupper() or name.startswith("__")


def _is_attribute(part: tuple[TextToken, ...], at: int) -> bool:
    """`__attribute__((unused)) =`, `ALIGNED(32) int`, `STACK_OF(T) *`: brackets behind a name that declare nothing."""
    end = _balanced(part, at)
    return (
        end < len(part)
        and (part[end].kind == NAME or part[end].text in ("=", "*", "**"))
        and [each.text for each in part[at + 1 : at + 2]] != ["*"]
    )


def _structured(part: tuple[TextToken, ...], at: int, text: str) -> Declaration | None:
    end = _balanced(part, at)
    if end >= len(part) or part[end].text != "=":
        return None
    inside = ", ".join(t.text for t in part[at:end] if t.kind == NAME)
    return Declaration(inside, "auto", "=", text[part[end].end : part[-1].end].strip())


def _balanced(part: tuple[TextToken, ...], at: int) -> int:
    depth = 0
    while at < len(part):
        depth += (part[at].text in _OPEN) - (part[at].text in _CLOSE)
        at += 1
        if depth == 0:
            break
    return at
