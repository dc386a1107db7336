"""A function or a class of Python whose new name makes it a test, or no longer: pytest and unittest collect by names, in files that are called after tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...model.account import DECLARATION, NEUTRAL, Answer
from ...model.facts import FileFacts, FunctionFacts
from ...model.pattern import regex

_RENAMED: Final = regex(r"^`(\w{1,200})` is now called `(\w{1,200})`\.$")
_FILES: Final = regex(r"(?:^|/)(?:tests?(?:_[^/]{0,200})?|[^/]{1,200}_tests?)\.py$")
_CLASS: Final = regex(r"^class \w{1,200}(?:\(\)|\(object\))?:")
_FIRST: Final = 1  # a test that runs, or does not, weighs as much as a check


def by_name(path: str, one: FunctionFacts, was: FunctionFacts, before: FileFacts, after: FileFacts) -> bool | None:
    """Whether it is collected as a test now, and was not; False: no longer; None: nothing of that."""
    if not _FILES.search(path):
        return None
    old, new = _is_collected(was, before), _is_collected(one, after)
    return None if old == new else new


def told(sentence: str, collected: bool) -> str:
    how = ", so that it is now collected as a test" if collected else ", so that it is no longer collected as a test"
    return f"{sentence.removesuffix('.')}{how}."


def classes(found: Iterable[Answer], path: str) -> Iterator[Answer]:
    """What is outside of functions, with what a class is by its new name; one with a base may be collected under any."""
    for one in found:
        names = _RENAMED.match(one.sentence) if one.rule == "renamed" and _FILES.search(path) else None
        sides = one.before.code.lstrip(), one.after.code.lstrip()
        if names and all(_CLASS.match(code) for code in sides):
            old, new = (names[n].startswith("Test") for n in (1, 2))
            if old != new:
                one = one._replace(how=DECLARATION, rule="collected", sentence=told(one.sentence, new), rank=_FIRST)
        yield one


def functions(one: Answer, collected: bool | None) -> Answer:
    """The answer for a rename, as one that has an effect where it has."""
    if collected is None:
        return one
    return one._replace(how=DECLARATION, rule="collected", sentence=told(one.sentence, collected), rank=_FIRST)


def without_the_name(found: Iterable[Answer], was: FunctionFacts, one: FunctionFacts, follows: str) -> list[Answer]:
    """Without the head of a function, where nothing of it differs but the name, which is told."""
    return [
        each
        for each in found
        if each.how != NEUTRAL
        or each.rule != follows
        or (each.before.line, each.after.line) != (was.line, one.line)
        or each.before.code.replace(was.name, one.name, 1) != each.after.code
    ]


def _is_collected(one: FunctionFacts, file: FileFacts) -> bool:
    """A function of the file itself, or a method of a class that is a test's; no fixture."""
    if not one.name.startswith("test") or any("fixture" in each for each in one.decorators):
        return False
    if one.owner < 0:
        return not one.scope
    owner = file.types[one.owner]
    return owner.name.startswith("Test") or any(base.endswith("TestCase") for base in owner.bases)
