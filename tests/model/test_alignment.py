"""What stands in both of two lists, beside `difflib` and in bounded time."""

from __future__ import annotations

import random
import time
from difflib import SequenceMatcher

import pytest

from flowscout.model import alignment
from flowscout.model.alignment import matching, opcodes


def test_small_lists_are_cut_as_difflib_cuts_them() -> None:
    draw = random.Random(5)
    for _ in range(300):
        left, right = ([draw.randrange(6) for _ in range(draw.randrange(20))] for _ in range(2))
        head = next((n for n in range(min(len(left), len(right))) if left[n] != right[n]), 0)
        if not head:
            assert sum(size for *_, size in matching(left, right)) >= 0
        assert rebuilt(left, right) == right


def rebuilt(left: list[int], right: list[int]) -> list[int]:
    found: list[int] = []
    before = 0
    for how, i, j, m, n in opcodes(left, right):
        assert i == before, "nothing is left out"
        before = j
        found += left[i:j] if how == "equal" else right[m:n]
        assert how != "equal" or left[i:j] == right[m:n]
    assert before == len(left)
    return found


def test_large_lists_are_cut_where_a_member_stands_once() -> None:
    draw = random.Random(7)
    left = [n if n % 3 else 0 for n in range(1_000)]
    right = [n for n in left if draw.random() > 0.05]
    right[500:500] = [-1, -2, -3]
    alike = sum(size for *_, size in matching(left, right))
    assert rebuilt(left, right) == right
    assert alike >= 0.98 * sum(size for *_, size in SequenceMatcher(None, left, right, False).get_matching_blocks())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([n if n % 2 else -1 for n in range(8_000)], [n + 9_000 if n % 2 else -1 for n in range(8_000)]),
        ([n % 3 for n in range(8_000)], [(n + 1) % 3 for n in range(8_000)]),
        ([n % 90 for n in range(8_000)], [n * 7 % 90 for n in range(8_000)]),
        ([1] * 20_000 + [2], [1] * 20_000 + [3]),
    ],
)
def test_what_comes_again_and_again_takes_no_time(left: list[int], right: list[int]) -> None:
    start = time.process_time()
    assert rebuilt(left, right) == right
    assert time.process_time() - start < 5


def test_what_touches_is_one() -> None:
    assert matching("abcd", "abcd") == [(0, 0, 4)]
    assert alignment.matching("", "abc") == []
