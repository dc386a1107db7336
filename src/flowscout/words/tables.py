"""A table that is set, as what it holds: a line for each of its entries where one line cannot hold them."""

from __future__ import annotations

from ..model.expression import Assign, Group
from ..model.language import Language
from ..model.record import NamedTuple
from .assignments import target_of
from .code import code, parse, plain

_FEWEST = 4


class Table(NamedTuple):
    head: str
    rows: tuple[str, ...]


def table(text: str, language: Language) -> Table | None:
    """`keys = {"a": f(a), "b": f(b), …}`; None for all else."""
    node, source = parse(text.strip().rstrip(";"), language)
    value = plain(node.value) if isinstance(node, Assign) and node.op == "=" else None
    if not isinstance(node, Assign) or not isinstance(value, Group) or value.open not in ("{", "[", "(,"):
        return None
    if len(value.items) < _FEWEST:
        return None
    targets = " and ".join([target_of(target, source) for target in node.targets])
    return Table(f"Set {targets} to {len(value.items)} entries", tuple(code(item, source) for item in value.items))
