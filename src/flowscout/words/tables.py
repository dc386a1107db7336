"""A table that is set, as what it holds: a line for each of its entries where one line cannot hold them."""

from __future__ import annotations

from ..model.expression import Assign, Group
from ..model.language import Language
from ..model.record import NamedTuple
from .assignments import target_of
from .code import code, parse, plain
from .declarations import declared

_FEWEST = 4


class WordTable(NamedTuple):
    head: str
    rows: tuple[str, ...]


def table(text: str, language: Language) -> WordTable | None:
    """`keys = {"a": f(a), "b": f(b), …}`, `static const int sizes[] = {4, 8, …};`; None for all else."""
    text = text.strip().rstrip(";")
    rows = declared(text, language.spelling) if language.spelling.casts else ()
    node, source = parse(rows[0].value if len(rows) == 1 and rows[0].type and rows[0].how == "=" else text, language)
    if isinstance(node, Assign):
        value = plain(node.value) if node.op == "=" else None
        targets = " and ".join([target_of(target, source) for target in node.targets])
    else:
        value, targets = node, rows[0].name if len(rows) == 1 else ""
    if not targets or not isinstance(value, Group) or value.open not in ("{", "[", "(,"):
        return None
    if len(value.items) < _FEWEST:
        return None
    return WordTable(f"Set {targets} to {len(value.items)} entries", tuple(code(item, source) for item in value.items))
