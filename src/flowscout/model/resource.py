"""What a change does to the resources that a function holds."""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

LOST: Final = "lost"  # a way out that released no longer does
PARTLY: Final = "partly"  # a way out that released does so on some ways only
UNPAIRED: Final = "unpaired"  # a new way out without what all others do
UNWOUND: Final = "unwound"  # no longer released where an exception passes
LEFT: Final = "left"  # no longer closed with its block
OUTSIDE: Final = "outside"  # no longer under the lock
UNLOCKED: Final = "unlocked"  # a lock that is no longer taken at all
GAINED: Final = "gained"
COVERED: Final = "covered"  # now released where an exception passes
INSIDE: Final = "inside"  # now under the lock
RISKY: Final = frozenset({LOST, PARTLY, UNPAIRED, UNWOUND, LEFT, OUTSIDE, UNLOCKED})


class ResourceChange(NamedTuple):
    """kind: see above. resource: as the code names it. deed: the statement that is (no longer) done or guarded. exits:
    the ways out that it is about, as written. old, new: lines of either side, 0 where there is none."""

    kind: str
    resource: str
    deed: str
    exits: tuple[str, ...] = ()
    old: int = 0
    new: int = 0
