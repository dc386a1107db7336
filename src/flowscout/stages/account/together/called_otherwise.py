"""C and C++: another function that is called in many places in the place of one, with texts of their own: told once, with what it is given besides.

`fprintf(stderr, _("mount: no host\\n"))` that became `nfs_error(_("%s: no host"), progname)`, in thirty functions, is one decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, Answer
from ....model.pattern import regex
from ..pieces.quoting import q
from ..reading.saying import CALL, REST
from .less_taken import params

OFTEN: Final = 3
RANK: Final = 5
_NAME: Final = regex(r"[A-Za-z_]\w{0,80}+$")
_TEXT: Final = regex(r"[\"']")
_RULES: Final = frozenset((CALL, REST))
Row = tuple[str, str, tuple[str, ...], tuple[str, ...]]


def called_otherwise(told: Sequence[Answer]) -> Iterator[Answer]:
    rows = [_row(one) for one in told]
    many = Counter(row for row in rows if row)
    for one, row in zip(told, rows, strict=True):
        if row is None or many[row] < OFTEN:
            yield one
            continue
        was, now, gone, came = row
        given = "".join(
            [
                f", {word} {' and '.join(map(q, those))}"
                for word, those in (("also given", came), ("no longer", gone))
                if those
            ]
        )
        said = f"Calls {q(now)}, no longer {q(was)}{given}, each with a text of its own, in {many[row]} places."
        yield one._replace(sentence=said, core="", rank=min(one.rank, RANK))


def _row(one: Answer) -> Row | None:
    """(what was called, what is, arguments that are gone, that came), where nothing differs besides but a text."""
    if one.how != FLOW or one.rule not in _RULES or "…" in one.before.code + one.after.code:
        return None
    calls = [_call(side.code) for side in (one.before, one.after)]
    (was, old), (now, new) = calls
    if not was or not now or was == now:
        return None
    texts = [[each for each in given if _TEXT.search(each)] for given in (old, new)]
    rest = [[each for each in given if not _TEXT.search(each)] for given in (old, new)]
    if len(texts[0]) != 1 or len(texts[1]) != 1 or texts[0] == texts[1]:
        return None
    gone, came = ([each for each in mine if each not in other] for mine, other in (rest, rest[::-1]))
    kept = [[each for each in mine if each in other] for mine, other in (rest, rest[::-1])]
    return (was, now, tuple(gone), tuple(came)) if kept[0] == kept[1] and max(len(gone), len(came)) <= 1 else None


def _call(code: str) -> tuple[str, list[str]]:
    head, opened, rest = code.strip().rstrip(";").rstrip().partition("(")
    return (
        (head.strip(), params(rest[:-1])) if opened and rest.endswith(")") and _NAME.match(head.strip()) else ("", [])
    )
