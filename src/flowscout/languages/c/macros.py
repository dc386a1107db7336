"""`#define` and `#include`, read from the directives themselves: the grammar never sees them.

A macro whose replacement leaves the place it stands in (`return`, `goto`, a call that never returns, or another macro
of the file that does) hides control flow: its replacement is read as statements, the parameters as plain identifiers.
So does one of which a parameter stands as a statement (`given`), where it is handed a `return`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from flowscout.model.declared import Import
from flowscout.model.facts import Call, Macro
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

from . import made, operators
from .lexicon import LEXICON
from .macro_heads import split
from .macro_locals import MacroLocal, declared
from .plain_builds import PlainBuild
from .text import Directive, scan
from .undone import around_includes

_DEFINITION = regex(r"\s*+([A-Za-z_]\w*+)(?:\(([^)]*+)\))?(.*)", re.DOTALL)
_LITERAL = regex(r"(?<!\\)(?:\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+')", re.DOTALL)
_LEAVES = regex(r"\b(return|break|continue|goto|throw|co_return)\b")
_LACKS: Final = regex(rb"(?:ifndef|if ?!\s*+defined)\s*+\(?\s*+(\w{1,80}+)\s*+\)?")
_NEVER_BACK = regex(
    r"\b(exit|_exit|_Exit|quick_exit|abort|__builtin_unreachable|__builtin_trap|longjmp|terminate)\s*+\("
)
GIVEN: Final = "given"  # among what steers: a parameter that stands as a statement may be handed one that leaves
_STANDS: Final = regex(r"(?:\A|[;{})])\s*+(?P<alone>[A-Za-z_]\w*+)\s*+(?=[;}]|\Z)")
_CALL = regex(r"(?<!\w)(?:(?P<receiver>[A-Za-z_]\w*+)\s*+(?P<sep>->|\.|::)\s*+)?(?P<name>[A-Za-z_]\w*+)\s*+\(")
_LED: Final = regex(r"(?:(?<!\w)\(\s*+(?P<alone>[A-Za-z_]\w*+)\s*+\)|[)\]])\s*+(?P<sep>->|\.)\s*+\Z")
_NEAR: Final = 40  # blanks and an arrow before a name
_BETWEEN_OPERANDS = regex(rb"(?:(?P<before>\b[A-Za-z_]\w*+)|[)\]])[ \t]++\b([A-Za-z_]\w*+)[ \t]++(?=[\w(*&!-])")
_QUALIFIES: Final = frozenset(
    {
        b"const",
        b"volatile",
        b"struct",
        b"enum",
        b"union",
        b"unsigned",
        b"signed",
        b"static",
        b"register",
        b"return",
        b"case",
        b"goto",
        b"sizeof",
        b"else",
        b"do",
        b"long",
    }
)
_FRAME = regex(rb"(\s*+[A-Z_][A-Z0-9_]*+\s*+)(\{.*\})(\s*+[A-Z_][A-Z0-9_]*+\s*+)", re.DOTALL)
_OPENED = regex(
    rb"(\s*+[A-Z_][A-Z0-9_]*+\s++)((?:if|do|for|while|switch|return|goto)\b.*[;}])(\s*+[A-Z_][A-Z0-9_]*+\s*+)",
    re.DOTALL,
)  # `MACRO_BEGIN if (a) return b; MACRO_END`
_STRUNG = regex(
    rb'"[ \t](?=[ \t]*+(?:__VA_ARGS__|[A-Z_][A-Za-z0-9_]*+)\b)'
)  # `": " __VA_ARGS__`, which no string may go on with
_HANDED: Final = regex(
    rb"(?<=[(,])(\s*+)((?:return|goto|break|continue)\b[^(),;{}]*+)(?=[,)])"
)  # `check(n, return 0);`
_NO_LETTER: Final = regex(rb"\A\w|\W")
_PASTE = regex(rb"(?<!\s)\s*+##\s*+")
_TO_COMPILER = regex(
    r"(?<!\w)(?:_Pragma|__pragma)\s{0,9}+\((?:\"(?:[^\"\\]++|\\.)*+\"|[^()\"]++|\([^()]*+\))*+\)\s{0,9}+"
)  # it stands for nothing that runs
_WORD = regex(r"[A-Za-z_]\w*")
_INCLUDED = regex(r"\s*+(?:\"([^\"\n]*+)\"|<([^>\n]*+)>)")
_WRAPPED: Final = regex(r"\w{1,80}+\s*+\(\s*+(\w{1,80}+)\s*+\)")
_KEYWORDS: Final = frozenset(
    {
        "if",
        "while",
        "for",
        "switch",
        "return",
        "sizeof",
        "defined",
        "do",
        "else",
        "typeof",
        "__typeof__",
        "alignof",
        "catch",
        "__attribute__",
        "decltype",
        "_Generic",
        "static_cast",
        "reinterpret_cast",
        "const_cast",
        "dynamic_cast",
        "noexcept",
    }
)
CALLS: Final = 24
BEFORE: Final = b"void f(){"
AFTER: Final = b";}"


def directives(file: FileDraft, *, cplusplus: bool = False) -> None:
    """Files macros and includes into the draft."""
    data, line, here = file.data, 1, 0
    lacking: list[str] = []
    defined: list[Macro] = []
    read_at: dict[int, Macro] = {}
    mask, found_all = scan(data)
    for directive in found_all:
        line += data.count(b"\n", here, directive.start)
        here = directive.start
        _within(lacking, directive)
        if directive.keyword == b"define":
            macro = read(directive, line, cplusplus)
            if macro is not None and not _stands_in(macro, lacking):
                defined.append(macro)
                read_at[directive.start] = macro
        elif directive.keyword in (b"include", b"include_next", b"import"):
            written = directive.rest.decode("utf-8", "replace")
            named = next(
                (m.text for m in defined if m.params is None and m.name == written.strip()), written
            )  # `#include NAME`
            found = _INCLUDED.match(named)
            if found:
                kind = '"' if found[1] is not None else "<"
                file.imports.append(
                    Import("include", found[1] if found[1] is not None else found[2], kind, "", 0, line)
                )
    made.define(file, mask, found_all, read_at)
    if len({macro.name for macro in defined}) < len(defined) or any(macro.params is not None for macro in defined):
        unusual = _unusual(found_all, cplusplus)
        defined = [m._replace(usual=False) if at in unusual else m for at, m in read_at.items()]
    if undone := around_includes(mask, found_all):
        at_lines = {read_at[at] for at in undone if at in read_at}
        defined = [m._replace(undone=True) if m._replace(usual=True) in at_lines else m for m in defined]
    file.macros[:] = _steered([*defined, *file.macros], file)


def _within(lacking: list[str], directive: Directive) -> None:
    """lacking: of each `#if` around what it finds missing, "" nothing."""
    if directive.keyword in (b"if", b"ifdef", b"ifndef"):
        found = _LACKS.fullmatch(directive.keyword + b" " + directive.argument)
        lacking.append(found[1].decode() if found else "")
    elif directive.keyword in (b"else", b"elif") and lacking:
        lacking[-1] = ""
    elif directive.keyword == b"endif" and lacking:
        lacking.pop()


def _stands_in(macro: Macro, lacking: Sequence[str]) -> bool:
    """`#ifndef HAVE_ERRX`, `#define errx(…) …`: still that function, which never returns, whoever provides it."""
    names = (f"HAVE_{macro.name.upper()}", macro.name)
    return macro.params is not None and any(name in lacking for name in names) and LEXICON.ends(macro.name, -1)


def _unusual(found: Sequence[Directive], cplusplus: bool) -> frozenset[int]:
    """Offsets of definitions that a build has to ask for."""
    build, places = PlainBuild(cplusplus=cplusplus), []
    for directive, after in zip_longest(found, found[1:]):
        build.step(directive, after)
        if directive.keyword == b"define" and not build.holds:
            places.append(directive.start)
    return frozenset(places)


def read(directive: Directive, line: int, cplusplus: bool = False) -> Macro | None:
    found = _DEFINITION.match(directive.argument.decode("utf-8", "replace"))
    if found is None:
        return None
    name, params, rest = found.groups()
    text = _TO_COMPILER.sub("", rest).strip()
    if params is None and (wrapped := _WRAPPED.fullmatch(text)) and wrapped[1] == name:
        return None  # `#define leave SYMBOL(leave)`: still that function, by whatever name it is linked
    names = None if params is None else tuple(p.strip() for p in params.split(",") if p.strip())
    plain = _LITERAL.sub(lambda m: '"' + " " * (len(m[0]) - 2) + '"', text)
    words = dict.fromkeys(_LEAVES.findall(plain))
    if _NEVER_BACK.search(plain):
        words["noreturn"] = None
    if names and not text.isidentifier() and any(one["alone"] in _called(names) for one in _STANDS.finditer(plain)):
        words[GIVEN] = None
    return Macro(name, names, text, line, " ".join(words), "", calls_in(plain, names or (), cplusplus))


def _called(params: tuple[str, ...]) -> frozenset[str]:
    """Names by which a replacement asks for its parameters; a variadic one has a name, or none."""
    return frozenset([param.removesuffix("...").strip() or "__VA_ARGS__" for param in params])


def calls_in(text: str, params: tuple[str, ...], cplusplus: bool = False) -> tuple[Call, ...]:
    """Calls in a replacement, by their looks. What a parameter names is called too, but by a name not known here."""
    if "(" not in text:
        return ()
    found = []
    known, declaring = declared(text, params)
    made: dict[int, int] = {}  # where calls end, and begin
    for match in _CALL.finditer(text):
        name, start = match["name"], match.start()
        if name in _KEYWORDS or name in params:
            continue
        end, argc = arguments(text, match.end())
        receiver, sep = match["receiver"] or "", match["sep"] or ""
        if start in declaring:  # `Guard guard(m)`: Guard's constructor, if anything
            qualifier, sep, name = known[name].type.rpartition("::")
            receiver = qualifier
            if not cplusplus or not argc or not name:
                continue
        elif not sep and (led := _LED.search(text, max(start - _NEAR, 0), start)):  # `Log::get()->error(…)`
            sep = led["sep"]
            receiver = led["alone"] or text[made.get(led.start() + 1, led.start()) : led.start() + 1]
        if sep in (".", "->") and receiver in known:
            receiver = known[receiver].value
        made[end] = start
        offset = len(text[:start].encode())
        last = offset + len(text[start:end].encode())
        given = _given(text[match.end() : end - 1], known) if known else ()
        found.append(Call(offset, last, name, receiver, sep, argc, given=given))
        if text.startswith("(", end):  # `PUBLIC(parse)(x)`
            behind, argc = arguments(text, end + 1)
            found.append(Call(offset, last + len(text[end:behind].encode()), "", text[start:end], "", argc))
        if len(found) >= CALLS:
            break
    return tuple(found)


def _given(text: str, known: Mapping[str, MacroLocal]) -> tuple[str, ...]:
    """Of arguments that are a variable of the macro, an expression of its type."""
    given = tuple(known[part.strip()].value if part.strip() in known else "" for part in split(text))
    return given if any(given) else ()


def arguments(text: str, start: int) -> tuple[int, int]:
    """Where an argument list that opened just before `start` ends, and how many arguments it has."""
    depth, commas, at = 1, 0, start
    while at < len(text) and depth:
        char = text[at]
        depth += (char in "([{") - (char in ")]}")
        commas += char == "," and depth == 1
        at += 1
    inner = text[start : at - 1]
    return at, -1 if "__VA_ARGS__" in inner else commas + 1 if inner.strip() else 0


def _steered(defined: list[Macro], file: FileDraft) -> list[Macro]:
    """Macros that use control macros of the file steer, too; each that does gets its statements. Of several definitions
    of a name one may steer and another not."""
    control = {m.name: m.control for m in defined if m.control}
    users: dict[str, list[Macro]] = {}
    for macro in defined if control else ():
        for word in set(_WORD.findall(_LITERAL.sub('""', macro.text))):
            users.setdefault(word, []).append(macro)
    steers = {m: m.control for m in defined if m.control}
    todo = list(control)
    while todo:
        word = todo.pop()
        for macro in users.get(word, ()):
            steers.setdefault(macro, control[word])
            if macro.name not in control:
                control[macro.name] = control[word]
                todo.append(macro.name)
    return [_with_body(m._replace(control=steers[m]), file) if m in steers else m for m in defined]


def _compared(text: bytes, params: tuple[str, ...]) -> bytes:
    """With `<` where a parameter stands for an operator, between two operands: `if (!(a operator b))`."""

    def operator(found: re.Match[bytes]) -> bytes:
        between = found[2].decode("utf-8", "replace") in params and found["before"] not in _QUALIFIES
        return (
            found[0][: found.start(2) - found.start()]
            + b"<".ljust(len(found[2]))
            + found[0][found.end(2) - found.start() :]
            if between
            else found[0]
        )

    return _BETWEEN_OPERANDS.sub(operator, text)


def _framed(text: bytes) -> bytes:
    """`STMT_START { … } STMT_END` as the block that it is: names in capitals around all stand for `do` and `while (0)`."""
    frame = _FRAME.fullmatch(text) or _OPENED.fullmatch(text)
    if frame is None:
        return text
    return b" " * len(frame[1]) + frame[2] + b" " * len(frame[3])


def _one_name(found: re.Match[bytes]) -> bytes:
    return found[1] + _NO_LETTER.sub(b"_", found[2])


def _with_body(macro: Macro, file: FileDraft) -> Macro:
    text = macro.text.encode()
    pasted = _PASTE.sub(lambda found: b"_" * len(found[0]), text)  # `ERROR_ ## name` is one name
    readable = _framed(re.sub(rb"#(?=\s*\w)", b" ", pasted))
    found = file.fragment(BEFORE, readable, AFTER)
    if found is None and (spelt := _STRUNG.sub(rb'",', readable)) != readable:
        found = file.fragment(BEFORE, spelt, AFTER)
    if found is None and macro.params:
        found = file.fragment(BEFORE, operators.named(_compared(readable, macro.params)), AFTER)
    if found is None and (handed := _HANDED.sub(_one_name, readable)) != readable:
        found = file.fragment(BEFORE, handed, AFTER)
    if found is None:
        return macro
    body, calls = found
    params = macro.params or ()
    calls = tuple(call for call in calls if call.kind != "ref" or call.name not in params)
    return macro._replace(body=body, calls=calls or macro.calls)
