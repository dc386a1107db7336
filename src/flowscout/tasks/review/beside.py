"""Files that stand beside the product by their folder, and are of it by the change: what the product calls there takes something else now.

`pool_put(pool, dev, fd)` in `src/server.c` is the other half of that `pool_put` in `src/contrib/pool.c` now takes `dev`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...model.pattern import regex
from ...model.product import is_aside, is_test
from .line import last
from .taken import taken

LONGEST: Final = 2_000  # letters of code that are looked through
_CALLED: Final = regex(r"(?<!\w)(\w{1,80})(?= ?\()|`(?:[^`\n]{1,200}\W)?(\w{1,80})`")
Row = tuple[str, str, str, str]  # path, name, sentence, code after the change


def called_by_the_product(told: Iterable[Row]) -> frozenset[str]:
    """Paths of such files."""
    rows = list(told)
    homes = {
        last(name): path
        for path, name, said, _ in rows
        if name and taken(said) and is_aside(path) and not is_test(path)
    }
    if not homes:
        return frozenset()
    ours = [f"{said} {code}"[:LONGEST] for path, _, said, code in rows if not is_aside(path)]
    called = {name for text in ours for pair in _CALLED.findall(text) for name in pair if name}
    return frozenset({path for name, path in homes.items() if name in called})
