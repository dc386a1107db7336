"""What has moved along with its class, or with its whole file, says so by that: `User.greet` went where `User` went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ....model.identity import qualified_of
from ....model.pattern import regex

_MOVED: Final = "moved"
_TYPE: Final = regex(r"`([^`]{1,400}+)` has moved to `([^`]{1,400}+)`\.")
Way = tuple[str, str, str]  # a name, "" for a file's, and the paths before and after


def went_along(told: Sequence[Answer], files: Set[tuple[str, str]]) -> Iterator[Answer]:
    """files: of those that are called otherwise the paths on both sides."""
    types = {
        (found[1], one.before.path, found[2])
        for one in told
        if one.how == DECLARATION and (found := _TYPE.fullmatch(one.sentence))
    }
    for one in told:
        along = one.how == NEUTRAL and one.rule == _MOVED and "::" in one.unit
        yield one._replace(sentence="") if along and (_file(one) in files or _type(one) in types) else one


def _file(one: Answer) -> tuple[str, str]:
    return one.before.path, one.after.path


def _type(one: Answer) -> Way:
    holder = qualified_of(one.unit).replace("::", ".").rpartition(".")[0]
    return holder, one.before.path, one.after.path
