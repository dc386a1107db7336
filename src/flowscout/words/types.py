"""Where a C or C++ type stands among tokens: template arguments, casts, and the name a declaration declares."""

from __future__ import annotations

from typing import Final

from .tokens import CHAR, NAME, NUMBER, STRING, TextToken

PRIMITIVE: Final = frozenset(
    [
        "void",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "bool",
        "signed",
        "unsigned",
        "const",
        "volatile",
        "struct",
        "union",
        "enum",
        "auto",
        "wchar_t",
        "_Bool",
        "size_t",
        "ssize_t",
        "class",
        "typename",
        "mutable",
        "static",
        "constexpr",
        "register",
        "extern",
        "inline",
        "thread_local",
        "restrict",
        "__restrict",
    ]
)
_IN_TEMPLATE: Final = frozenset({"::", ",", "*", "&", "&&", "(", ")", "[", "]", "...", ".", "-"})
_AFTER_TEMPLATE: Final = frozenset({"(", "::", "{", ")", ",", ">", ";", "]", "."})
_AFTER_CAST: Final = frozenset({"(", "~", "!", "{"})
_COUNTED: Final = ("char", "int", "short", "long", "byte", "float", "double")  # in the name of a type of one's own
_SEARCH: Final = 120
_QUALIFIERS: Final = frozenset(["const", "volatile", "restrict", "__restrict", "__restrict__", "_Atomic"])


def unqualified(written: str) -> str:
    """`const char *` of `const char *const`, of a reference to one too: whether the name itself may change says nothing of its kind."""
    written = written.rstrip("& ")
    while (cut := max(written.rfind(" "), written.rfind("*")) + 1) and written[cut:] in _QUALIFIERS:
        written = written[:cut].rstrip("& ")
    return written


def is_type_name(text: str) -> bool:
    return text in PRIMITIVE or text.endswith("_t")


def template_end(tokens: tuple[TextToken, ...], at: int) -> int:
    """The position after the `>` that closes the `<` at `at`; -1 when that is a comparison."""
    depth = 0
    for position in range(at, min(at + _SEARCH, len(tokens))):
        text = tokens[position].text
        if text == "<":
            depth += 1
        elif text == ">":
            depth -= 1
            if depth == 0:
                return position + 1
        elif tokens[position].kind not in (NAME, NUMBER) and text not in _IN_TEMPLATE:
            return -1
    return -1


def is_template(tokens: tuple[TextToken, ...], at: int) -> int:
    """As template_end, inside an expression: only what follows tells `a<b>(c)` from two comparisons."""
    end = template_end(tokens, at)
    if end < 0 or end >= len(tokens):
        return end
    return end if tokens[end].text in _AFTER_TEMPLATE else -1


def cast_end(tokens: tuple[TextToken, ...], at: int) -> int:
    """The position after `(T)` when the parenthesis at `at` is a cast, else -1."""
    position, stars, primitive, names = at + 1, 0, False, 0
    while position < len(tokens):
        token = tokens[position]
        if token.kind == NAME:
            if stars and token.text not in ("const", "volatile", "restrict"):
                return -1
            names, primitive = names + 1, primitive or is_type_name(token.text)
        elif token.text in ("*", "**", "&", "&&") and names:
            stars += 1
        elif token.text == "<" and names:
            position = template_end(tokens, position)
            if position < 0:
                return -1
            continue
        elif token.text == ")":
            break
        elif token.text != "::":
            return -1
        position += 1
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if after is None or not names:
        return -1
    begins = after.kind in (NAME, NUMBER, STRING, CHAR)
    if stars or primitive:
        begins = begins or after.text in _AFTER_CAST or after.text in ("&", "*", "-", "++", "--")
    elif names == 1 and after.text in ("&", "*"):
        begins = _address(tokens, position)
    elif names == 1 and after.text == "(":
        begins = begins or _typed(tokens, at, position) or _called_through(tokens, position + 1)
    return position + 1 if begins else -1


def _typed(tokens: tuple[TextToken, ...], at: int, closing: int) -> bool:
    """`(GFunc)(a ? b : c)`: nobody puts brackets around the name of a function to call it with one value; a macro's name, all
    in capitals, may have them so that it is not written out."""
    name = tokens[at + 1].text
    if not name[:1].isupper() or name.isupper():
        return False
    depth = 0
    for position in range(closing + 1, min(closing + 1 + _SEARCH, len(tokens))):
        text = tokens[position].text
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if depth == 0:
            return position > closing + 2
        if depth == 1 and text == ",":
            return False
    return False


def _called_through(tokens: tuple[TextToken, ...], at: int) -> bool:
    """`(list_ptr) (*m->alloc)(m, n)`: what a pointer leads to is called, and the result is cast."""
    if tokens[at + 1 : at + 2] == () or tokens[at + 1].text != "*":
        return False
    depth = 0
    for position in range(at, min(at + _SEARCH, len(tokens) - 1)):
        depth += (tokens[position].text == "(") - (tokens[position].text == ")")
        if depth == 0:
            return tokens[position + 1].text == "("
    return False


def _address(tokens: tuple[TextToken, ...], at: int) -> bool:
    """`(OPTION)&on`, `(u_char)*text`: a constant of that name would stand apart from the mark, and so would what it is masked with,
    or multiplied."""
    kind, closing, mark, operand = tokens[at - 1 : at + 3] if at + 2 < len(tokens) else (tokens[at],) * 4
    close = closing.end == mark.start and mark.end == operand.start
    return (
        close
        and operand.kind == NAME
        and not operand.text.isupper()
        and (kind.text[:1].isupper() or any(part in kind.text for part in _COUNTED))
    )
