"""What a file says of classes, and what its `class` lines do not say: those that something else makes, or of which a base is what a name
happens to hold.

type("Z", (X, Y), {})     X.__bases__ = (Y,)     def both(cls): class Both(cls, Y)     #define MIX(Z, X, Y) struct Z : X, Y {}
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Mapping, Set
from typing import Final

from ..model.classed import ClassRow
from ..model.facts import FileFacts
from ..model.pattern import regex
from .kin import last_name

FORM: Final = (
    f"classed 1 {sys.version_info[:2]}"  # what a remembered row of it means: builtins differ from Python to Python
)
_MADE: Final = regex(
    rb"\b(?:type ?\(\s{0,80}[^\s(),][^(),]{0,200},|new_class ?\(|__bases__|__class__ ?=(?!=)|setattr\(\s{0,80}(?:cls\b|[A-Z]|type\())"
)
_DEFINED: Final = regex(rb"(?m)^[ \t]{0,40}#[ \t]{0,40}define\b(?:[^\n\\]|\\[^\n]|\\\n){1,8000}")
_DERIVES: Final = regex(rb":\s{0,80}(?:public|protected|private|virtual)\b|\b(?:struct|class)\b[^;{}:]{1,200}:(?!:)")
_SET: Final = regex(
    rb"(?m)^[ \t]{1,200}(?:[\w.]{1,200}\.)?(\w{1,80}) ?(?::[^=\n]{1,200})?=(?!=)|(?:\.|\bdel )(\w{1,80}) ?=(?!=)"
)
_DELETED: Final = regex(rb"(?m)\bdel\b[^\n]{1,200}\.(\w{1,80})[ \t]{0,40}$")
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_OF_TEMPLATE: Final = rb"(?:class|typename)\s{1,80}(?:\.\.\.\s{0,80})?"
_ALIASES: Final = frozenset({"from", "using", "alias"})
_UNSAID: Final = ""


def classed(file: FileFacts, text: bytes) -> ClassRow:
    python = file.language == "python"
    asked = set(_asked(file)) if python else set[str]()
    made = _MADE.search(text) is not None or _UNSAID in asked if python else _makes(file, text)
    return ClassRow(
        python,
        tuple(one.name for one in file.types),
        tuple((name, tuple(sorted(bases))) for name, bases in sorted(_above(file).items())),
        made,
        tuple(sorted(asked - {_UNSAID})),
        tuple(sorted(_put(text))) if python else (),
    )


def _above(file: FileFacts) -> Mapping[str, Set[str]]:
    found: dict[str, set[str]] = {}
    names = {last_name(base) for one in file.types for base in one.bases}
    for one in file.types:
        for base in one.bases:
            plain = last_name(base)
            found.setdefault(one.name, set()).update([plain] if plain.isidentifier() else _WORD.findall(base))
    for entry in file.imports:
        if entry.kind in _ALIASES and entry.alias:
            of = last_name(entry.name if entry.kind == "from" else entry.module)
            found.setdefault(entry.alias, set()).add(of)
    for name, value in file.globals:
        if name in names or value.isidentifier():
            found.setdefault(name, set()).update(_WORD.findall(value))
    return found


def _put(text: bytes) -> set[str]:
    found = {each[1] or each[2] for each in _SET.finditer(text)} | {each[1] for each in _DELETED.finditer(text)}
    return {each.decode("utf-8", "replace") for each in found}


def _makes(file: FileFacts, text: bytes) -> bool:
    words = {word.encode() for one in file.types for base in one.bases for word in _WORD.findall(base)}
    of_template = words and regex(_OF_TEMPLATE + rb"(?:" + b"|".join(sorted(words)) + rb")\b").search(text)
    return bool(of_template) or any(_DERIVES.search(each[0]) for each in _DEFINED.finditer(text))


def _asked(file: FileFacts) -> Iterator[str]:
    """What the bases are called with, each by its name; _UNSAID for a base that may be whatever class a name holds."""
    known = {one.name for one in file.types} | set(vars(builtins))
    for each in file.imports:
        known |= {each.alias, each.name, each.module.partition(".")[0]}
    values = dict(file.globals)
    for base in sorted({base.strip() for one in file.types for base in one.bases}):
        yield from _asked_of(base, known, values)


def _asked_of(base: str, known: Set[str], values: Mapping[str, str]) -> Iterator[str]:
    name = _WORD.match(base)
    if not name:
        yield _UNSAID
    elif name[0] in known:
        yield from (_WORD.findall(part)[-1] for part in base.split("(")[:-1] if _WORD.search(part))
    else:
        value, behind = values.get(name[0], ""), base[name.end() :].lstrip()
        if value and not behind and value not in values:
            yield from _asked_of(value, known, values)
        else:
            yield _UNSAID
