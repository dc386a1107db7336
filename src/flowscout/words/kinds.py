"""Of which kind a name is: it decides what is asked of it where a condition is its value alone.

    char *p      if (p)  p is set             if (*p)  *p is not '\\0'
    size_t n     if (n)  n is not 0
    bool b       if (b)  b                    `speaking` reads declared types, annotations, defaults, and the values given
    rows = []    if rows:  rows is not empty
    x = f()      if x:  x                     unknown: as it stands

A type in doubt is unknown: what stands in the code is right for any.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Final

from ..model.expression import Assign, Binary, Cast, Choice, Expression, Group, Invoke, Literal, Subscript, Unary, Word
from ..model.facts import Call, FunctionFacts
from ..model.known import FLAG, LETTER, MANY, NUMBER, POINTER, REAL, UNKNOWN, Kind, Known
from ..model.language import Language
from ..model.pattern import regex
from .code import Source, called, parse, plain, shared
from .remarks import noise
from .types import unqualified

_LONGEST: Final = 200  # letters of a value that are looked at
_NUMBERS: Final = frozenset(
    [
        "int",
        "short",
        "long",
        "unsigned",
        "signed",
        "size_t",
        "ssize_t",
        "ptrdiff_t",
        "off_t",
        "time_t",
        "pid_t",
        "uid_t",
        "gid_t",
        "mode_t",
    ]
)
_REALS: Final = frozenset(["float", "double"])
_EXACT: Final = regex(r"u?int(?:ptr|max|(?:_fast|_least)?(?:8|16|32|64))_t")
_POINTED: Final = regex(r"^(?!0[xX])[\d_']*+(?:\.|[eE])")
_LETTERS: Final = frozenset(["char", "wchar_t", "char8_t", "char16_t", "char32_t"])
_OWNERS: Final = regex(r"(?:std::)?(?:unique_ptr|shared_ptr|optional|function)<.*", re.DOTALL)
_WORD: Final = regex(r"[^\W\d]\w*")
_SIZED: Final = frozenset(
    [
        "str",
        "bytes",
        "bytearray",
        "list",
        "dict",
        "set",
        "frozenset",
        "tuple",
        "List",
        "Dict",
        "Set",
        "FrozenSet",
        "Tuple",
        "Sequence",
        "MutableSequence",
        "Mapping",
        "MutableMapping",
        "Collection",
        "DefaultDict",
    ]
)
_TYPED: Final = {"int": NUMBER, "float": REAL, "complex": REAL, "bool": FLAG, **dict.fromkeys(_SIZED, MANY)}
_MAKES: Final = {
    "len": NUMBER,
    "sum": NUMBER,
    "isinstance": FLAG,
    "any": FLAG,
    "all": FLAG,
    "sorted": MANY,
    "range": MANY,
    **_TYPED,
}
_COMPARES: Final = frozenset(["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"])
_COUNTED: Final = frozenset([NUMBER, REAL])
_BRACKETS: Final = {"[": MANY, "{": MANY, "": MANY, "(,": MANY}


_TAKEN: Final = regex(r"\.(\w{1,60})\s{0,8}=\s{0,8}(?:self\.|this->)\1\b")  # `field.tag = self.tag` is no `tag = tag`


def hidden(calls: Iterable[Call], never_back: Container[int], language: Language) -> frozenset[str]:
    """Names of the library's exits that come back here: somebody around gives them another meaning. never_back: where calls stand that do not."""
    back = [call for call in calls if call.start not in never_back and not call.receiver]
    return frozenset([call.name for call in back if language.lexicon.ends(call.name, call.argc)])


_HELD: Final = regex(
    r"(?<=->|\w\.)([a-z]\w{2,40}+)(?=\s?(?:->|\[))|(?<=[(,=])\s?&[A-Za-z_]\w{0,40}+(?:->|\.)([a-z]\w{2,40}+)(?=\s?[,);])"
)


def speaking(
    language: Language,
    facts: FunctionFacts,
    text: str,
    modules: frozenset[str] = frozenset(),
    others: frozenset[str] = frozenset(),
) -> Language:
    """The language, with what the function says of its names. text: all of it. modules: as in `Known`. others: names that are no
    library's here either."""
    code = text
    if any(name in text for name in language.spelling.self_names):
        code = noise(language).sub(" ", text)
    spelled = bool(shared(code, language) or _TAKEN.search(code))
    own = others.union([each.name.lstrip("*&") for each in facts.params], [each.name for each in facts.bindings])
    held = _HELD.findall(code) if language.spelling.casts else []
    return language._replace(
        known=Known(_kinds(facts, language), spelled, modules, own, frozenset([one or other for one, other in held]))
    )


def declared_kind(written: str, language: Language) -> Kind:
    """Of what has that type."""
    return _in_c(written.strip()) if language.spelling.casts else _annotated(written.strip().strip("\"'"))


def _kinds(facts: FunctionFacts, language: Language) -> dict[str, Kind]:
    found: dict[str, set[Kind]] = {}
    for param in facts.params:
        kind = (
            Kind(MANY)
            if param.name[:1] == "*"
            else declared_kind(param.type, language)
            if param.type
            else _of_value(param.default, language)
        )
        found.setdefault(param.name.lstrip("*"), set()).add(kind)
    for each in facts.bindings:
        if each.how in ("param", "capture", "field-init"):
            continue
        kind = (
            declared_kind(each.type, language)
            if each.type and each.type != "auto"
            else _of_value(each.value, language)
            if each.how in ("assign", "declare")
            else UNKNOWN
        )
        if (
            each.how == "assign"
            and not each.type
            and any(kind.name for kind in found.get(each.name, ()))
            and _names(each.value, each.name)
        ):
            continue  # `rows = rows + more`
        found.setdefault(each.name, set()).add(kind)
    return {name: kinds.pop() for name, kinds in found.items() if len(kinds) == 1 and UNKNOWN not in kinds}


def _names(value: str, name: str) -> bool:
    return name in _WORD.findall(value) and "." not in value and "(" not in value


def _of_value(value: str, language: Language) -> Kind:
    if not value or len(value) >= _LONGEST:
        return UNKNOWN
    return kind_of(*parse(value, language))


def _in_c(written: str) -> Kind:
    """`char *`, `const char *const`, `unsigned int`, `std::unique_ptr<T>`, `char[]`"""
    written = unqualified(written)
    if written.endswith(("*", "]")):
        to = written[:-1].rstrip() if written.endswith("*") else written[: written.rfind("[")].rstrip()
        return Kind(POINTER, (_in_c(to),))
    words = [
        word
        for word in _WORD.findall(written)
        if word not in ("const", "volatile", "static", "register", "std", "constexpr")
    ]
    if _OWNERS.fullmatch(written):
        return Kind(POINTER)
    if "<" in written or "*" in written or not words:
        return UNKNOWN
    if words == ["bool"] or words == ["_Bool"]:
        return Kind(FLAG)
    if words[-1] in _LETTERS:
        return Kind(LETTER)
    if not all(word in _NUMBERS or word in _REALS or _EXACT.fullmatch(word) for word in words):
        return UNKNOWN
    return Kind(NUMBER if _REALS.isdisjoint(words) else REAL)


def _or_none(written: str) -> str:
    """What is written in `Optional[…]`, or beside `None`; "" where it is neither."""
    head, _, rest = written.partition("[")
    if head.rpartition(".")[2] == "Optional" and rest.endswith("]"):
        return rest[:-1]
    first, _, others = written.partition("|")
    if first.strip() == "None":
        return others.strip()
    others, _, last = written.rpartition("|")
    return others.strip() if last.strip() == "None" else ""


def _annotated(written: str) -> Kind:
    if inside := _or_none(written):
        own = re.match(r"[\w.]+", inside)
        maybe_false = "|" in inside or not own or not own[0].rpartition(".")[2][:1].isupper() or _annotated(inside).name
        return UNKNOWN if maybe_false else Kind(POINTER)
    head = written.split("[", 1)[0].strip().rpartition(".")[2]
    return (
        Kind(_TYPED[head])
        if head in _TYPED and "|" not in written.split("[", 1)[0] and written.endswith(("]", head))
        else UNKNOWN
    )


def kind_of(node: Expression, source: Source) -> Kind:
    """Of a value, as far as its form and the names in it tell."""
    if isinstance(node, Cast):
        return _in_c(node.type) if node.how != "dynamic_cast" else Kind(POINTER)
    node = plain(node)
    if isinstance(node, Word):
        return source.language.known.kinds.get(node.text, UNKNOWN)
    if isinstance(node, Literal):
        return _literal(node, source)
    if isinstance(node, Assign):
        return kind_of(node.targets[0], source)
    if isinstance(node, Subscript):
        return _led(kind_of(node.of, source))
    if isinstance(node, Unary):
        return _unary(node, source)
    if isinstance(node, Binary):
        return _binary(node, source)
    if isinstance(node, Choice):
        yes, no = kind_of(node.yes, source), kind_of(node.no, source)
        return yes if yes == no else UNKNOWN
    if isinstance(node, Invoke):
        return (
            Kind(POINTER)
            if node.create
            else Kind(_MAKES.get(called(node), ""))
            if not source.language.spelling.casts
            else UNKNOWN
        )
    if isinstance(node, Group) and not source.language.spelling.casts:
        return Kind(_BRACKETS.get(node.open, "" if node.items else MANY))
    return UNKNOWN


def _literal(node: Literal, source: Source) -> Kind:
    if node.kind == "string":
        return Kind(POINTER, (Kind(LETTER),)) if source.language.spelling.casts else Kind(MANY)
    if node.kind == "number" and _POINTED.search(node.value):
        return Kind(REAL)
    return Kind({"number": NUMBER, "char": LETTER, "true": FLAG, "false": FLAG}.get(node.kind, ""))


def _led(kind: Kind) -> Kind:
    return kind.leads[0] if kind.leads else UNKNOWN


def _unary(node: Unary, source: Source) -> Kind:
    if node.op == "not":
        return Kind(FLAG)
    if node.op in ("*", "++", "--"):
        kind = kind_of(node.operand, source)
        return _led(kind) if node.op == "*" else kind
    if node.op == "&":
        return Kind(POINTER, (kind_of(node.operand, source),))
    return Kind(NUMBER) if source.language.spelling.casts and node.op in ("-", "~", "+") else UNKNOWN


def _binary(node: Binary, source: Source) -> Kind:
    """Sums of a pointer are pointers; Python's operators are anybody's, C's bits are numbers."""
    if node.op in _COMPARES:
        return Kind(FLAG)
    left = kind_of(node.left, source)
    if node.op in ("+", "-") and left.name == POINTER:
        return left if kind_of(node.right, source).name != POINTER else Kind(NUMBER)
    if source.language.spelling.casts and node.op in ("&", "|", "^", "%", "<<", ">>"):
        return Kind(NUMBER)
    right = kind_of(node.right, source)
    both = {left.name, right.name}
    if both <= _COUNTED and (REAL in both or (node.op == "/" and not source.language.spelling.casts)):
        return Kind(REAL)
    return left if left == right and left.name in (NUMBER, MANY) else UNKNOWN


def taken_in_turn(facts: FunctionFacts, target: str, between: str, iterable: str) -> tuple[str, str]:
    """What a loop's macro is given, as target and iterable: of `list_foreach(list, item)` the item is declared without a value.
    between: what is written there, a comma where it is a macro's."""
    if between.strip() != ",":
        return target, iterable
    found = [each for each in facts.bindings if each.name == iterable]
    waits = bool(found) and all(each.how == "declare" and not each.value for each in found)
    given = any(param.name == target for param in facts.params) or any(
        each.name == target and each.value and each.how != "each" for each in facts.bindings
    )
    return (iterable, target) if waits and given else (target, iterable)
