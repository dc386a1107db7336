"""Function ids: path and qualified name, with parameter types in the C family; never a line.

`src/app.py::Flask.run`, `db/db.cc::leveldb::DB::Get(const Slice &) const`. Functions that are still equal get `~1`,
`~2`… by body digest, then source order; lambdas always do. `display` leaves out what people do not need.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from .facts import FunctionFacts


def function_ids(path: str, functions: Sequence[FunctionFacts], separator: str) -> tuple[str, ...]:
    """The id of each function of a file, in the order given."""
    names = [f"{path}::{separator.join(f.qualified)}{f.signature}" for f in functions]
    equals: dict[str, list[int]] = defaultdict(list)
    for position, name in enumerate(names):
        equals[name].append(position)
    ids = list(names)
    for name, positions in equals.items():
        if len(positions) == 1 and not name.endswith("<lambda>"):
            continue
        for ordinal, position in enumerate(sorted(positions, key=lambda p: (functions[p].digest, p)), 1):
            ids[position] = f"{name}~{ordinal}"
    return tuple(ids)


def path_of(function_id: str) -> str:
    return function_id.split("::", 1)[0]


def name_in(function_id: str) -> str:
    """Its own name alone, as far as an id tells: of what a macro makes, the macro's."""
    return qualified_of(function_id).rpartition("::")[2].rpartition(".")[2]


def qualified_of(function_id: str) -> str:
    """Qualified name without path, signature and ordinal."""
    name = function_id.split("::", 1)[1]
    stem, tilde, ordinal = name.rpartition("~")
    name = stem if tilde and ordinal.isdigit() else name
    start = name.find("operator()") + len("operator()") if "operator()" in name else 0
    cut = name.find("(", start)
    while cut >= 0 and name.startswith("(anonymous)", cut):
        cut = name.find("(", cut + 1)
    return name[:cut] if cut > 0 else name
