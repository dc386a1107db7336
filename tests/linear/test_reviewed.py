"""The work of a review of steps that all changed places: each is held against each other one, and no more than that.

Work is counted in steps of Python's machine: much of it is done within one line, which counts once however often it goes round.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import Any

from corpus.driver import Source
from corpus.notation import project
from flowscout.stages.account.reading import beforehand
from flowscout.tasks.review.review import review
from linear.test_large import Lines

FEW = 24
GROWTH = 5.0  # of twice as many steps that are compared with each other


class Steps(Lines):
    """Those of one module."""

    def seen(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != beforehand.__file__:
            return None
        frame.f_trace_opcodes = True
        self.count += event == "opcode"
        return self.seen


def work(count: int) -> int:
    before = "".join(f"  if (p[{n}]) {{ use{n}(p); return {n}; }}\n" for n in range(count))
    after = "".join(f"  if (q) {{ if (p[{n}] > 0) {{ use{n}(p); return {n}; }} }}\n" for n in reversed(range(count)))
    sides = [
        project((Source("a.c", "c", f"int f(int *p)\n{{\n{body}  return 0;\n}}\n".encode()),))
        for body in (before, after)
    ]
    with Steps() as steps:
        review(sides[0], sides[1], ("before", "after"))
    return steps.count


def test_steps_that_changed_places_take_work_by_their_pairs() -> None:
    half, whole = work(FEW), work(2 * FEW)
    assert half > 0
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"
