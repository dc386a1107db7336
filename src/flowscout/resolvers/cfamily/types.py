"""C and C++ types as written -> name, template arguments, pointers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple

_DROPPED: Final = frozenset(
    {
        "const",
        "volatile",
        "struct",
        "class",
        "enum",
        "union",
        "typename",
        "mutable",
        "static",
        "inline",
        "constexpr",
        "extern",
        "register",
        "restrict",
        "__restrict",
        "virtual",
        "explicit",
        "friend",
        "thread_local",
        "_Atomic",
        "template",
    }
)
_SIZED: Final = frozenset({"unsigned", "signed", "long", "short", "int", "char", "double"})
NUMBERS: Final = frozenset(
    {
        *("int", "long", "long long", "short", "unsigned", "unsigned long", "unsigned long long", "unsigned short", "bool", "float"),
        *("double", "long double", "char", "signed char", "unsigned char", "size_t", "ssize_t", "off_t", "uintptr_t", "intptr_t"),
        *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    }
)  # fmt: skip
ITERATORS: Final = frozenset(
    {"iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator", "local_iterator"}
)
_TOKEN: Final = regex(r"[A-Za-z_~$][\w$]*|::|&&|\.\.\.|\d[\w.']*|\S")
_WORD: Final = regex(r"[A-Za-z_$]")


class Type(NamedTuple):
    """name: as qualified in the text, `std::vector`; arguments: of a template, as written; pointers: stars and
    brackets; reference; function: a function or a pointer to one (name is then its result's)."""

    name: str
    arguments: tuple[str, ...] = ()
    pointers: int = 0
    reference: bool = False
    function: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in self.name.split("::") if part)

    @property
    def by_value(self) -> bool:
        return not self.pointers and not self.reference


NO_TYPE: Final = Type("")


@lru_cache(maxsize=1 << 14)
def read_type(text: str) -> Type:
    """Anything at all; what is no type has an odd name that nothing bears."""
    if text.isidentifier():
        return NO_TYPE if text in _DROPPED else Type(text)
    name: list[str] = []
    words: list[str] = []
    arguments: tuple[str, ...] = ()
    pointers, reference, function, at = 0, False, False, 0
    tokens = _TOKEN.findall(text)
    while at < len(tokens):
        token = tokens[at]
        if token == "<" and name:
            arguments, at = _arguments(tokens, at)
        elif token == "(":
            function = True
            break
        elif token in ("*", "["):
            pointers += 1
        elif token in ("&", "&&"):
            reference = True
        elif token == "::" or (_WORD.match(token) and token not in _DROPPED and not pointers):
            if token != "::" and name and name[-1] != "::":
                name.clear()  # `unsigned long`, `MACRO Name`: the last word counts
            if token == "::" and arguments and "".join(tokens[at + 1 : at + 2]) not in ITERATORS:
                arguments = ()  # an iterator leads to what its container holds
            name.append(token)
            words.append(token)
        at += 1
    if words and _SIZED.issuperset(words):
        name = [_sized(words)]
    return Type("".join(name).removeprefix("::"), arguments, pointers, reference, function)


def _sized(words: list[str]) -> str:
    """`unsigned long` of `long unsigned int`."""
    base = next((word for word in ("double", "char", "short") if word in words), "")
    size = "long " * min(2, words.count("long")) + base
    sign = "unsigned" if "unsigned" in words else "signed" if "signed" in words and base == "char" else ""
    return f"{sign} {size}".strip() or "int"


def _arguments(tokens: list[str], at: int) -> tuple[tuple[str, ...], int]:
    """Template arguments from `<` on, and where they end."""
    depth, found, here = 0, [], ""
    while at < len(tokens):
        token = tokens[at]
        depth += (token in "<([") - (token in ">)]")
        if depth == 0:
            break
        if depth == 1 and token == ",":
            found.append(here.strip())
            here = ""
        elif depth > 1 or token != "<":
            here += (" " if here and here[-1].isalnum() and (token[0].isalnum() or token[0] == "_") else "") + token
        at += 1
    return (*found, here.strip()), at


def is_number(kind: Type) -> bool:
    return not kind.pointers and kind.name.removeprefix("std::") in NUMBERS


_MAPS: Final = frozenset(("map", "multimap", "unordered_map", "unordered_multimap", "flat_map"))
_OWN_NAMES: Final = _MAPS | {"unique_ptr", "shared_ptr", "weak_ptr", "optional"}  # as after `using namespace std`


def leads_to(kind: Type) -> str:
    """What a template leads to: of the standard library's what is compared, freed or allocated with stands behind that, of others it is
    the last."""
    name = kind.name.removeprefix("std::")
    if name not in _OWN_NAMES and not kind.name.startswith("std::"):
        return kind.arguments[-1]
    return kind.arguments[:2][-1] if name in _MAPS else kind.arguments[0]
