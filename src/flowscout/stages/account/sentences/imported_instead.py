"""A name of a file that was set to what a module has under that name, and is imported from there now: it is there as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ....model.pattern import regex
from ..reading.imports import of_words

RULE: Final = "names imported now that were set to the same"
_SET: Final = regex(r"^(\w{1,80}) = ((?:\w{1,80}\.){1,8})(\w{1,80})$")
_WORD: Final = regex(r"\w++|\.|,|\*|[()]")


def imported_instead(told: Sequence[Answer]) -> Iterator[Answer]:
    brings = {(one.after.path, *each) for one in told if one.rule == "import" for each in brought_by(one.after.code)}
    for one in told:
        found = _SET.match(one.before.code) if one.how == DECLARATION and not one.after.code else None
        module = found[2].rstrip(".").rpartition(".")[2] if found and found[1] == found[3] else ""
        same = module and (one.before.path, module, found[1] if found else "") in brings
        yield one._replace(how=NEUTRAL, rule=RULE, sentence="", core="", rank=9) if same else one


def brought_by(code: str) -> Iterator[tuple[str, str]]:
    """(last part of the module, name)."""
    for each in of_words(tuple([word.encode() for word in _WORD.findall(code)])):
        yield each.source.rpartition(".")[2], each.name
