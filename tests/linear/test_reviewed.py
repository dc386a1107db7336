"""The work of a review of steps that all changed places: each is held against each other one, and no more than that. Functions whose
steps moved into functions of their own are read by those that call them alone, and a very long step is not held against another by its order.

Work is counted in steps of Python's machine: much of it is done within one line, which counts once however often it goes round.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from types import FrameType
from typing import Any

import pytest

from corpus.driver import Source
from corpus.notation import project
from flowscout.stages.account.reading import beforehand, still_so
from flowscout.stages.account.together import file, moved_out
from flowscout.stages.compare import matching
from flowscout.tasks.review.review import review
from linear.test_large import Lines

FEW = 24
GROWTH = 5.0  # of twice as many steps that are compared with each other


class Steps(Lines):
    """Those of one module."""

    def __init__(self, file: str = beforehand.__file__) -> None:
        super().__init__()
        self.file = file

    def seen(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != self.file:
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


def read(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a function is taken to pieces where each of so many handed its steps to one of its own."""
    steps = "".join(f"    {{}}{n}(p)\n" for n in range(3))
    before = "".join(f"def f{at}(p):\n{steps.replace('{}', f'do{at}_')}" for at in range(count))
    after = "".join(
        f"def f{at}(p):\n    g{at}(p)\n\ndef g{at}(p):\n{steps.replace('{}', f'do{at}_')}" for at in range(count)
    )
    sides = [project((Source("a.py", "python", text.encode()),)) for text in (before, after)]
    seen = list[int]()
    plain = file.function
    monkeypatch.setattr(file, "function", lambda *given: seen.append(1) or plain(*given))
    review(sides[0], sides[1], ("before", "after"))
    monkeypatch.undo()
    return len(seen)


def test_a_function_is_read_with_those_alone_that_it_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    half, whole = read(FEW, monkeypatch), read(2 * FEW, monkeypatch)
    assert half > 0
    assert whole < 2.5 * half, f"{whole} times for twice of what takes {half}"


def test_the_order_of_a_long_step_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SequenceMatcher` takes the third power of the words of two rows of statements that are one step each."""
    longest = list[int]()

    class Matcher(SequenceMatcher[str]):
        def ratio(self) -> float:
            longest.append(max(len(self.a), len(self.b)))
            return super().ratio()

    monkeypatch.setattr(matching, "SequenceMatcher", Matcher)
    texts = ["".join(f"  x{n} = p[{n}]{less};\n" for n in range(200)) for less in (" - now", "")]
    sides = [project((Source("a.c", "c", f"int f(int *p)\n{{\n{text}  return 0;\n}}\n".encode()),)) for text in texts]
    review(sides[0], sides[1], ("before", "after"))

    assert max(longest, default=0) <= matching.MOST_IN_ORDER


def moved(count: int) -> int:
    body = "    put(p)\n" * count
    before = "".join(f"def f{at}(p):\n{body}" for at in range(2))
    after = "".join(f"def f{at}(p):\n    other(p)\n" for at in range(2)) + f"def g(p):\n{body}    end(p)\n"
    sides = [project((Source("a.py", "python", text.encode()),)) for text in (before, after)]
    with Steps(moved_out.__file__) as steps:
        review(sides[0], sides[1], ("before", "after"))
    return steps.count


def test_equal_steps_that_moved_take_work_by_their_pairs() -> None:
    half, whole = moved(FEW), moved(2 * FEW)
    assert half > 0
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"


def asked(count: int) -> int:
    """Steps of what looks whether a question still holds, where each of so many leads to a label of its own."""
    before = "".join(f"  if (t{n}(p)) goto undo{n};\n" for n in range(count))
    labels = "".join(f"undo{n}:\n  drop{n}(p);\n" for n in range(count))
    sides = [
        project((Source("a.c", "c", f"int f(int *p)\n{{\n{body}{labels}  return 0;\n}}\n".encode()),))
        for body in (before, before.replace("(p))", "(p) == 1)"))
    ]
    with Steps(still_so.__file__) as steps:
        review(sides[0], sides[1], ("before", "after"))
    return steps.count


def test_questions_that_lead_to_labels_take_work_by_their_pairs() -> None:
    half, whole = asked(FEW), asked(2 * FEW)
    assert half > 0
    assert whole < GROWTH * half, f"{whole} steps for twice of what takes {half}"
