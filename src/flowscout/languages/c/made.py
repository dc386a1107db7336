"""Functions that a macro makes whole: `DEFINE_WATCHER(idle)` where the macro's replacement holds heads and bodies.

Only macros of the file itself are looked into. A function made so stands where the macro is invoked; its body is kept
as a macro that is written out there, so that what it does and calls is known like any other's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from zlib import crc32

from flowscout.model.facts import Binding, Call, Macro, Param
from flowscout.model.pattern import regex
from flowscout.model.record import NamedTuple
from flowscout.model.syntax import Simple
from flowscout.shapes.draft import FileDraft, FunctionDraft, FunctionHead

from .macro_heads import split
from .signature import canonical, signature
from .text import NESTED, Directive

MADE: Final = "made"
MOST: Final = 400  # functions of one file
LONGEST: Final = 20_000  # characters of one replacement
_DEEPEST: Final = 4
_HOLDS = regex(r"\)\s*+\{")
_BODY = regex(r"[{}]|(?<!\\)\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'")
_HEAD = regex(
    r"(?<!\w)(?!(?:if|for|while|switch|catch|return|sizeof|defined|__attribute__|do)\b)([A-Za-z_]\w*+)\s*+("
    + NESTED.decode()
    + r")\s*+\{"
)
_SPECIFIERS: Final = frozenset({"static", "inline", "extern"})
_PASTE = regex(r"(?<!\s)\s*+##\s*+")
_WORD = regex(r"(?<!#)#\s*+(?P<quoted>[A-Za-z_]\w*+)|(?P<word>[A-Za-z_]\w*+)")
_NAME = regex(r"(?<!\w)([A-Za-z_]\w*+)\s*+(?:\[[^\[\]]*+\]\s*+)?\Z")
_INVOKED = regex(rb"(?<=\n)[ \t]*+([A-Za-z_]\w*+)[ \t]*+(" + NESTED + rb")")
_USE = regex(r"(?<!\w)([A-Za-z_]\w*+)\s*+(" + NESTED.decode() + r")")


class MadeFunction(NamedTuple):
    name: str
    params: tuple[Param, ...]
    flags: str
    result: str
    text: str


def define(file: FileDraft, mask: bytes, found: Sequence[Directive], read: Mapping[int, Macro]) -> None:
    """Adds the functions, and for each the macro that holds its body. read: macros by the offset of their directive."""
    if not any(_HOLDS.search(macro.text) for macro in read.values() if macro.params is not None):
        return
    known: dict[str, Macro] = {}
    waiting = iter([*found, None])
    directive = next(waiting)
    for use in _INVOKED.finditer(b"\n" + mask):
        at = use.start(1) - 1
        while directive is not None and directive.start < at:
            _learn(directive, known, read)
            directive = next(waiting)
        if use[1].decode("utf-8", "replace") in known and file.at(at) is file.root and len(file.functions) < MOST:
            written = file.data[at : use.end() - 1].decode("utf-8", "replace")
            for made in functions(_expanded(written, known, 0)):
                _add(made, at, use.end() - 1, file)


def _learn(directive: Directive, known: dict[str, Macro], read: Mapping[int, Macro]) -> None:
    if directive.keyword == b"undef":
        known.pop(directive.argument.decode("utf-8", "replace"), None)
    elif (macro := read.get(directive.start)) is not None and macro.params is not None:
        known[macro.name] = macro


def _expanded(text: str, known: Mapping[str, Macro], depth: int) -> str:
    """With invocations outside braces written out, those in them left."""

    def written(use: re.Match[str]) -> str:
        macro = known.get(use[1])
        return (
            use[0]
            if macro is None or depth >= _DEEPEST
            else _expanded(_filled(macro, split(use[2][1:-1])), known, depth + 1)
        )

    if len(text) > LONGEST:
        return ""
    pieces, here = [], 0
    for first, last in blocks(text):
        pieces += [_USE.sub(written, text[here:first]), text[first:last]]
        here = last
    return "".join([*pieces, _USE.sub(written, text[here:])])


def _filled(macro: Macro, given: Sequence[str]) -> str:
    names = macro.params or ()
    values = {name: given[at].strip() if at < len(given) else "" for at, name in enumerate(names)}
    if names and names[-1] == "...":
        values["__VA_ARGS__"] = ", ".join(part.strip() for part in given[len(names) - 1 :])

    def value(found: re.Match[str]) -> str:
        quoted = found["quoted"]
        return f'"{values[quoted]}"' if quoted in values else values.get(found["word"], found[0])

    return _PASTE.sub("", _WORD.sub(value, macro.text))


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Outermost pairs of braces."""
    depth = first = 0
    for found in _BODY.finditer(text):
        if found[0] == "{":
            first = first if depth else found.start()
            depth += 1
        elif found[0] == "}" and depth:
            depth -= 1
            if not depth:
                yield first, found.end()


def functions(text: str) -> Iterator[MadeFunction]:
    here = 0
    for first, last in blocks(text):
        heads = [head for head in _HEAD.finditer(text, here, first + 1) if head.end() == first + 1]
        if heads:
            words = re.split(r"[;}]", text[here : heads[0].start()])[-1].split()
            flags = sorted({"static"} & {*words}) or ["public"]
            result = canonical(
                " ".join(
                    word for word in words if word not in _SPECIFIERS and (not word.isupper() or word is words[-1])
                )
            )
            yield MadeFunction(
                heads[0][1],
                tuple(_params(heads[0][2][1:-1])),
                " ".join(flags),
                result,
                text[first + 1 : last - 1].strip(),
            )
        here = last


def _params(text: str) -> Iterator[Param]:
    for part in split(text) if text.strip() not in ("", "void") else ():
        told = _NAME.search(part.strip())
        kind = part.strip()[: told.start()] if told else ""
        yield Param(told[1], canonical(kind)) if told and kind.strip() else Param("", canonical(part))


def _add(made: MadeFunction, start: int, end: int, file: FileDraft) -> None:
    draft = FunctionDraft(file.root.node, (), file.root, None)
    draft.start, draft.end, draft.body_start, draft.index = start, end, end, len(file.functions)
    said = signature(made.params)
    name = f"{made.name}{said}"  # no macro is called so
    whole = (Simple(0, end - start, "expression"),)
    draft.head = FunctionHead(
        made.name, "function", None, made.params, said, made.result, made.flags, start=start, statements=lambda _: whole
    )
    draft.bindings += [
        Binding(0, param.name, param.type, how="param") for param in made.params if param.name and param.name != "..."
    ]
    draft.calls.append(Call(0, end - start, name, "", "", -1, "macro"))
    draft.shape.append(crc32(made.text.encode()))
    file.functions.append(draft)
    file.macros.append(Macro(name, (), made.text, file.line(start), MADE))
