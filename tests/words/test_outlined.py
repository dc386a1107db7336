"""What a box of high shows of more than it has room for."""

from __future__ import annotations

from flowscout.words.outlined import lines
from flowscout.words.structured import Told


def test_what_is_done_on_the_way_out_is_not_told_without_how_it_is_left() -> None:
    """Without the last line all of it would read as done before what stands below."""
    deeds = [Told(f"call_{at}(s)", at, 5) for at in range(20)]
    arm = Told("If s is bad", 0, 1, (*deeds, Told("Return -1", 20, 4, leaves=True)))
    shown, more = lines([arm, Told("go_on(s)", 21, 6)])
    assert shown == [
        "If s is bad:",
        *(f"– call_{at}(s)" for at in range(7)),
        "– Return -1",
        "go_on(s)",
    ]
    assert more == 13
