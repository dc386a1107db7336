"""The numbers of one function that a question of how much names: `how many pending connections does listen_on allow` is `listen(fd, 50)`.

Asked only where nothing says by its words what is meant: the lines are quoted, and there may be only a few of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model.declared import TypeFacts
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import Failed
from ..here import Found, Here, at, functions, label, types
from ..inside import means_few
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line, whole
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:(?:after|for|within|up to|at) )?(?:how (?:many|much|long|large|big|often|deep|high)|(?:what|which)(?:'s| is)? (?:the )?(?:\w{3,20} )?(?:size|limit|number|timeout|delay|interval|maximum|minimum|length|capacity|depth|backlog|count|factor|port))\b"
)
_TIMES: Final = regex(r"(?i)how (?:many (?:times|callers|calls|places|functions|parameters|arguments|lines)|often)\b")
_NUMBER: Final = regex(r"(?<![\w.\"'])(?:\d[\d_]{0,12}(?:\.\d{1,6})?|0[xX][0-9a-fA-F]{1,12})(?![\w.\"'])")
_TEXT: Final = regex(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")
_REMARK: Final = regex(r"//|/\*|#(?= )|^\s{0,40}\*")
_CODE: Final = regex(r"[=<>(\[]")
SMALL: Final = ("0", "1")  # which rather say no or yes
MOST: Final = 3
WIDE: Final = 120
NOTE: Final = "Its lines with a number, quoted; whether that is the one that is meant I cannot tell."


def numbers_in(here: Here, question: str) -> Found | None:
    """None where it is no such question, where no function is named, or more than one, or where it has many numbers."""
    plain = one_line(question)
    if not _ASKS.match(plain) or _TIMES.match(plain):
        return None
    named = {token.raw for token in whole(question) if token.code or means_few(here, token)}
    ids = functions(here, QuestionToken("", next(iter(named)), code=True)) if len(named) == 1 else []
    kept = [(path, one) for name in named if len(named) == 1 for path, one in types(here.project, name)]
    if (isinstance(ids, Failed) and not kept) or len(kept) > 1:
        return None
    kept = [(path, one) for path, one in kept if isinstance(ids, Failed) or not is_aside(path)]
    rows = [row for path, one in kept for row in _of_type(here, path, one)]
    rows = rows or [row for id_ in ([] if isinstance(ids, Failed) else ids) for row in _rows(here, id_)]
    rows = [row for row in rows if not is_aside(row.path)] or rows
    if len(rows) > MOST:
        words = [word for word in sought(question) if word.given not in named]
        rows = [row for row in rows if held_by(words, row.text.partition(": ")[2].encode())]
    return (
        Found(tuple(dict.fromkeys(rows)), () if isinstance(ids, Failed) else tuple(ids), NOTE, weighed=True)
        if 0 < len(rows) <= MOST
        else None
    )


def _of_type(here: Here, path: str, one: TypeFacts) -> Iterator[Cited]:
    text = here.project.sources(path).decode("utf-8", "replace").split("\n")[one.line - 1 : one.end_line]
    return (Cited(f"{one.name}: {shown}", path, one.line + number) for number, shown in _numbered(text))


def _numbered(rows: list[str]) -> Iterator[tuple[int, str]]:
    for number, row in enumerate(rows):
        code = _REMARK.split(_TEXT.sub('""', row))[0]
        if _CODE.search(code) and any(one not in SMALL for one in _NUMBER.findall(code)):
            shown = " ".join(row.split()).replace("`", "'")
            shown = shown if len(shown) <= WIDE else f"{shown[: WIDE - 2]} …"
            yield number, f"`{shown.rstrip(';')}`"


def _rows(here: Here, id_: str) -> Iterator[Cited]:
    """Of the lines with a number, none of them a comment."""
    project, facts = here.project, here.project.functions[id_].facts
    text = project.sources(project.functions[id_].path)[facts.start : facts.end].decode("utf-8", "replace")
    for number, shown in _numbered(text.split("\n")):
        yield at(project, id_, f"{label(project, id_)}: {shown}", facts.line + number)
