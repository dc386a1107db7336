"""What a macro's name stands for, as far as it steers control: its definitions, one by one, as `leaving` and `expand` ask."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Final

from ...model.codec import Refused, decode_body, encode_body
from ...model.facts import Call
from ...model.language import Outside
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import FunctionBody, If, Jump, Label, Loop, Raise, Range, Return, Simple, Switch, parts, walk
from ...ports import Lookup

WORD: Final = re.compile(r"[A-Za-z_]\w*")
CALLED: Final = regex(r"([^\W\d]\w{0,80}+)\s{0,8}+\([^{};]{1,400}\)[\s;]{0,8}+")
_WRAPPED: Final = regex(r"do\s{0,9}+\{([^{}]{1,600})\}\s{0,9}+while\s{0,9}+\(\s?(?:0|false)\s?\)[\s;]{0,8}+")
_KEYWORD: Final = regex(r"(?:if|else|for|while|do|switch|case|default|return|goto|break|continue|throw)\b")
_HANDED: Final = 6  # macros that one calls, and is handed
SOURCES: Final = (".c", ".cc", ".cpp", ".cxx", ".c++", ".m", ".mm")
GIVEN: Final = "given"  # a parameter that stands as a statement may be handed one that leaves
RENAMED: Final = 4  # names of names that are followed
NESTING: Final = 120  # of brackets in a stored body; deeper ones are not written out


class Definition(NamedTuple):
    """params None: object-like. control: what of its words steers. body and calls are relative to text."""

    name: str
    params: tuple[str, ...] | None
    text: str
    control: str
    body: FunctionBody
    calls: tuple[Call, ...]


def expressions(text: str) -> tuple[Simple, ...]:
    """What a definition does that is a call, or calls and expressions in the brackets of `do { … } while (0)`; none of any other."""
    if CALLED.fullmatch(text):
        return (Simple(0, len(text.encode()), "expression"),)
    wrapped = _WRAPPED.fullmatch(text) if text.isascii() and '"' not in text else None
    found, at = list[Simple](), wrapped.start(1) if wrapped else 0
    for piece in wrapped[1].split(";") if wrapped else ():
        start = at + len(piece) - len(piece.lstrip())
        at += len(piece) + 1
        if _KEYWORD.match(piece.lstrip()):
            return ()
        if piece.strip():
            found.append(Simple(start, start + len(piece.strip()), "expression"))
    return tuple(found)


class Macros:
    """The definitions of a name that a file may mean, without doubles: its own; else those of the nearest headers."""

    def __init__(self, path: str, lookup: Lookup, outside: Mapping[str, Outside] = {}) -> None:
        """outside: of headers that are not read."""
        self.path, self.lookup, self.outside = path, lookup, outside

    def __call__(self, name: str) -> list[tuple[str, ...]]:
        offers = self.lookup("macro", name)
        if not offers:
            return [_guard(name, self.outside[name])] if name in self.outside else []
        offers = tuple([offer for offer in offers if len(offer.value) == 6])
        near = [offer for offer in offers if offer.path == self.path]
        if not near:
            headers = [offer for offer in offers if not offer.path.endswith(SOURCES)]
            best = max([self._shared(offer.path) for offer in headers], default=0)
            near = [offer for offer in headers if self._shared(offer.path) == best]
        return sorted({offer.value for offer in near})

    def meant(self, name: str) -> list[tuple[str, ...]]:
        """Those of the macro that it is another name of, where it is nothing else. One that only calls a macro of another file
        steers as that does."""
        for _ in range(RENAMED):
            values = self(name)
            other = values[0][2].strip() if len(values) == 1 and values[0][1] == "-" else ""
            found = self(other) if WORD.fullmatch(other) else []
            if not any(value[1] != "-" for value in found):
                break
            name = other
        return [self._passing(value, RENAMED) for value in self(name)]

    def _passing(self, value: tuple[str, ...], left: int) -> tuple[str, ...]:
        """`#define FAIL_IF(x, ...) RETURN_IF(x, NAME, __VA_ARGS__)`, which a header defines; of the macros that are handed to it, too."""
        name, params, text, control, _, calls = value
        done = expressions(text) if params != "-" and not control and left else ()
        if not done:
            return value
        called = dict.fromkeys(each.name for each in stored_calls(calls) if each.name != name and not each.receiver)
        words: dict[str, None] = {}
        for other in list(called)[:_HANDED]:
            inner = [self._passing(each, left - 1) for each in self(other) if each[1] != "-"]
            words |= dict.fromkeys(next((each[3] for each in inner if steering(each) and each[4]), "").split())
        if not words:
            return value
        return (name, params, text, " ".join(words), encode_body(FunctionBody(done, ())), calls)

    def _shared(self, path: str) -> int:
        """Leading folders in common."""
        pairs = zip(path.split("/")[:-1], self.path.split("/")[:-1], strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _guard(name: str, known: Outside) -> tuple[str, ...]:
    """As the definition of the project's own would be kept: `if (!(expr)) return val;`."""
    asked, value = known
    tail = f"return {value};" if value else "return;"
    text = f"if (!({asked})) {tail}" if asked else tail
    start = len(text) - len(tail)
    given = Range(len(text) - len(value) - 1, len(text) - 1) if value else None
    leaves = Return(start, len(text), given)
    body = (If(0, len(text), Range(4, start - 2), (leaves,), ()),) if asked else (leaves,)
    return name, ",".join(filter(None, known)), text, "return", encode_body(FunctionBody(body, ())), "[]"


def steering(value: tuple[str, ...]) -> str:
    """What of a definition's own words steers, whatever it is given."""
    return " ".join([word for word in value[3].split() if word != GIVEN])


def define(
    name: str, values: list[tuple[str, ...]], steers: Callable[[Definition], bool]
) -> tuple[Definition | None, list[str]]:
    """Of several definitions, the first that steers control, one that throws before others, one that does so whatever it
    is given before one that may be given it; a note says that there are others."""
    ranked = sorted(values, key=lambda value: ("throw" not in value[3].split(), not steering(value)))
    for _, params, text, control, body, calls in ranked:
        if not control or not body or _depth(body) > NESTING:
            continue
        try:
            found = Definition(name, _params(params), text, control, decode_body(body), stored_calls(calls))
        except (Refused, ValueError, TypeError):
            return None, [f"macro {name}: its stored body is damaged"]
        if steers(found):
            return found, [f"macro {name} has {len(values)} definitions; drawn with one that steers control"] if len(
                values
            ) > 1 else []
    return None, []


def escapes(definition: Definition) -> bool:
    """Does its own text leave the place it is used at? A `break` that ends its own loop does not."""
    labels: set[str] = set()
    gotos: set[str] = set()
    waiting = [(stmt, False, False) for stmt in definition.body.statements]
    while waiting:
        stmt, in_loop, in_switch = waiting.pop()
        match stmt:
            case Return() | Raise():
                return True
            case Jump(keyword="goto"):
                gotos.add(stmt.label)
            case Jump():
                if not in_loop and not (in_switch and stmt.keyword == "break"):
                    return True
            case Label():
                labels.add(stmt.name)
        loop, switch = in_loop or isinstance(stmt, Loop), in_switch or isinstance(stmt, Switch)
        waiting += [(inner, loop, switch) for body in parts(stmt) for inner in body]
    return bool(gotos - labels) or any(m.kind == "throw" for m in definition.body.marks)


def asks(definition: Definition) -> bool:
    """Does it run one of its arguments as a statement, which then may be `return`?"""
    names = {param.removesuffix("...").strip() or "__VA_ARGS__" for param in definition.params or ()}
    text = definition.text.encode()
    return any(
        text[stmt.start : stmt.end].rstrip(b"; \t\r\n\\").decode("utf-8", "replace") in names
        for stmt in walk(definition.body.statements)
        if isinstance(stmt, Simple)
    )


def statements(body: FunctionBody) -> int:
    """How many there are, at any depth."""
    count, waiting = 0, list(body.statements)
    while waiting:
        count += 1
        waiting += [inner for part in parts(waiting.pop()) for inner in part]
    return count


def _params(joined: str) -> tuple[str, ...] | None:
    return None if joined == "-" else tuple([part.strip() for part in joined.split(",") if part.strip()])


def stored_calls(text: str) -> tuple[Call, ...]:
    return tuple([_call(*row) for row in json.loads(text)])


def _call(start: int, end: int, name: str, receiver: str, sep: str, argc: int, kind: str, *_: object) -> Call:
    """What it is given is known where the macro is used."""
    return Call(start, end, name, receiver, sep, argc, kind)


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character == "[":
            depth += 1
            deepest = max(deepest, depth)
        elif character == "]":
            depth -= 1
    return deepest
