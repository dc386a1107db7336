"""Words that programmers use for one thing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..stems import stem

_ROWS: Final = """
free release drop decref deallocate dispose destroy discard delete unref | remove delete unlink erase drop pop detach | append add put push insert concatenate enqueue queue attach fill populate | grow enlarge extend expand resize realloc reallocate rehash increase |
copy duplicate clone memcpy memmove | allocate malloc calloc create make new build construct init initialise | set assign store update change mark replace reset overwrite record remember | log print warn report output |
call run invoke execute trigger | parse read decode load fetch get receive retrieve | send publish transmit | check verify validate ensure test compare guard | find search look lookup locate bsearch | start launch begin spawn |
subtract reduce decrement decrease | add increment increase advance count | raise throw fail | sleep wait pause block join | strip trim | normalise collapse | connect open establish | close shut disconnect | lock acquire take hold grab |
unlock release | convert transform translate turn encode | compute calculate derive hash | join concatenate merge combine | split cut divide slice partition | register add subscribe install | clear empty reset wipe zero memset null forget |
sort order qsort | iterate loop walk traverse go | skip ignore pass | pick choose select use | append terminate | keep store retain hold | wrap quote escape | rename move | drop pop remove | resolve look find | notify signal wake | up run alive
"""
_ALIKE: Final = tuple(frozenset(map(stem, row.split())) for row in _ROWS.split("|"))


@lru_cache(maxsize=4096)
def alike(one: str) -> frozenset[str]:
    """Stems that say the same, and it itself."""
    return frozenset(other for row in _ALIKE if one in row for other in row) | {one}
