"""Python: a text with braces round what the code read there before, and that nothing fills: the `f` before it is missing.

`url + "/" + token` that became `"{url}/{token}"`: so it stands now, braces and all. It is said with the edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import LISTED, NEUTRAL, Answer
from ....model.pattern import regex
from ..pieces.lexing import LexedSource
from ..pieces.quoting import q
from .file import State

RANK: Final = 0
_PLAIN: Final = regex(rb"[uUbBrR]{0,2}['\"]")
_TEXT: Final = regex(
    r"[a-zA-Z]{0,2}(?:\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?)"
)  # no end: to the end of the line
_FIELD: Final = regex(r"(?<!\{)\{([A-Za-z_]\w{0,60}(?:\.\w{1,60}){0,4})(?:![rsa])?(?::[^{}]{0,20})?\}(?!\})")
_NAME: Final = regex(r"[A-Za-z_]\w{0,60}(?:\.\w{1,60}){0,6}")
_FILLS: Final = (b".", b"%")
_LONGEST: Final = 120  # letters of a text that is quoted


def unfilled(new: State, told: Sequence[Answer]) -> list[Answer]:
    """told: of the file."""
    if not new.source.path.endswith(".py") or b"{" not in new.source.data:
        return list(told)
    return [_with(one, said) if (said := next(_unfilled(one, new.source), "")) else one for one in told]


def _with(one: Answer, said: str) -> Answer:
    return one._replace(sentence=f"{one.sentence} {said}", rank=min(one.rank, RANK), core="")


def _unfilled(one: Answer, source: LexedSource) -> Iterator[str]:
    """What is said of each such text in the lines of an edit."""
    told = one.sentence and "f-string" not in one.sentence and one.how not in (NEUTRAL, LISTED)
    told = told and one.after.path == source.path
    if not told or not one.before.code or not one.after.line:
        return
    read, still = _code(one.before.code), _code(one.after.code)
    for at in source.places_on(one.after.line, one.after.end_line):
        text = source.tokens[at].text
        fields = _FIELD.findall(text.decode("utf-8", "replace")) if _PLAIN.match(text) else []
        behind = source.tokens[at + 1].text if at + 1 < len(source.tokens) else b""
        ahead = source.tokens[at - 1] if at else source.tokens[at]
        if ahead.end == source.tokens[at].start and ahead.text.isalpha():
            continue  # `rf"…"`
        if not fields or len(text) > _LONGEST or b"`" in text or behind in _FILLS:
            continue
        if all(_reads(read, each) and not _reads(still, each) for each in fields):
            yield f"{q(text.decode('utf-8', 'replace'))} is no f-string: nothing here fills its braces."


def _code(written: str) -> str:
    """Without what stands in texts, but for what an f-string reads."""
    return _TEXT.sub(lambda found: " ".join(_FIELD.findall(found[0])) if found[0][:1] in "fF" else " ", written)


def _reads(code: str, name: str) -> bool:
    return f" {name} " in f" {' '.join(_NAME.findall(code))} "
