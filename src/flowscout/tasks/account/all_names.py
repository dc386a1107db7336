"""Python: names that a module's `__all__` has and that nothing in it is called: whoever imports all of it fails.

A module that may have any name (`from x import *`, `__getattr__`, `globals()`) is left alone, and so is a name of a module beneath it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ...model.account import DECLARATION, LISTED, NEUTRAL, Answer
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...resolvers.python.modules import submodule
from ...stages import account as stage
from ...words.series import series
from .files import Files

RANK: Final = 1
_ANY: Final = frozenset((b"globals", b"vars", b"locals", b"exec", b"eval"))
_ALL: Final = b"__all__"
_ADDS: Final = frozenset((b"append", b"extend"))
_RENAMED: Final = regex(r"`(\w{1,100}+)` is now called `")
_FAILS: Final = "`from … import *` raises `AttributeError`"
_GONE: Final = regex(r"`(?:class )?(\w{1,100}+)[^`\n]{0,400}+` is gone")


def listed_for_nothing(old: Files | None, new: Files, a: str, b: str, told: Sequence[Answer]) -> list[Answer]:
    """Said with the edit that lists it, or that took what it is called."""
    known = {*_lacking(old, a)} if old and a else set[str]()
    before = {*old.project.files[a].exports} if old and a in old.project.files else set[str]()
    found: dict[int, list[str]] = {}
    for name in [each for each in _lacking(new, b) if each not in known] if told else ():
        lists = [at for at, one in enumerate(told) if name not in before and _lists(one, b, name)]
        takes = [at for at, one in enumerate(told) if name in before and _takes(one, name)]
        for at in (lists or takes)[:1]:
            found.setdefault(at, []).append(name)
    return [_said(one, found[at], before) if at in found else one for at, one in enumerate(told)]


def _said(one: Answer, names: Sequence[str], before: Set[str]) -> Answer:
    quoted = [f"`{each}`" for each in names]
    still = f"`__all__` still has {series(quoted)}, so that" if before & {*names} else ""
    why = still or f"nothing here is called {series(quoted, 'or')}, so that"
    text = f"{one.sentence.removesuffix('.')}; {why} {_FAILS}."
    how = DECLARATION if one.how in (NEUTRAL, LISTED) else one.how
    return one._replace(how=how, sentence=text, core="", rank=min(one.rank, RANK))


def _lacking(files: Files, path: str) -> Iterator[str]:
    facts = files.project.files.get(path)
    if facts is None or facts.language != "python" or not facts.exports:
        return
    state = files.state(path)
    words = [token.text for token in state.source.tokens]
    if any(word in _ANY for word in words) or _cut(words):
        return
    for name in dict.fromkeys(facts.exports):
        beneath = name.isidentifier() and submodule(files.project.lookups["python"], path, name)
        if name.isidentifier() and not stage.has_name(state, name) and not beneath:
            yield name


def _cut(words: Sequence[bytes]) -> bool:
    """Whether something may be taken out of the list again: all but adding to it."""
    for at, word in enumerate(words):
        if word == _ALL and words[at + 1 : at + 2] == [b"."] and words[at + 2] not in _ADDS:
            return True
        if word == _ALL and (words[at - 1 : at] == [b"del"] or words[at + 1 : at + 2] in ([b"["], [b"-="])):
            return True
    return False


def _lists(one: Answer, path: str, name: str) -> bool:
    plain = (
        one.how not in (NEUTRAL, LISTED)
        and one.after.path == path
        and any(sign in one.sentence for sign in ("`__all__`", "`__all__ +=", "`__all__."))
    )
    return plain and any(f"{sign}{name}{sign}" in one.after.code for sign in "\"'")


def _takes(one: Answer, name: str) -> bool:
    if (new := _RENAMED.match(one.sentence)) and new[1] == name:
        return True
    if one.how in (NEUTRAL, LISTED) or one.twin or not one.before.line:
        return False
    found = _GONE.match(one.sentence)
    gone = one.sentence.startswith("Is gone") and qualified_of(one.unit) == name
    return gone or bool(found and found[1] == name) or (f"`{name}`" in one.sentence and "o longer " in one.sentence)
