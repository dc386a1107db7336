"""Twice the text, about twice the time, at every door. A few texts each; `make soak` takes all of them."""

from __future__ import annotations

import random
from time import thread_time

import pytest

from flowscout.frontends.treesitter import SECONDS, parse

from .doors import DOORS, FLOOR, filled, grown, texts, took

FEW = 10
LENGTH = {"C": 3_000, "C++": 3_000, "Python": 3_000}


@pytest.mark.parametrize("door", DOORS)
def test_a_door_takes_time_that_grows_with_the_text(door: str) -> None:
    chosen = random.Random(door).sample(list(texts(door)), FEW)
    slow = [grown(door, frame, unit, LENGTH.get(door, 30_000)) for frame, unit in chosen]
    assert [found for found in slow if found] == []


@pytest.mark.parametrize(
    ("door", "frame", "unit", "length"),
    [
        ("page", "<!--flowscout:{}", "\t", 64_000),
        ("page", "<!-- flowscout: a {}", "detail=high ", 64_000),
        ("page", "<!-- flowscout: a -->\n<<<<<<< a\n<!-- /flowscout -->\n=======\n{}", "x\n", 64_000),
        ("C", "#if defined{}\nint f(void) {{ return 1; }}\n#endif\n", " ", 64_000),
        ("C", "void f(void) {{ g(a, {}b); }}", " ", 64_000),
        ("Python", "def f(a):\n    return g(a,{} a)\n", " ", 64_000),
        ("reply", '{{"a": "{}', '\\"', 64_000),
        ("notes", "# a{}b", " ", 64_000),
    ],
)
def test_what_once_took_minutes_takes_no_second(door: str, frame: str, unit: str, length: int) -> None:
    assert min(took(door, filled(frame, unit, length)) for _ in range(2)) < 4 * FLOOR


def test_a_source_that_confuses_the_parser_is_given_up() -> None:
    """Minutes of work, if it were let."""
    before = thread_time()
    assert "longer than a file of its size" in parse(b"<!--" * 50_000, "c").error
    assert thread_time() - before < 2 * SECONDS
