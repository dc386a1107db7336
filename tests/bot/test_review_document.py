"""What a comment of a review begins with, and what explains its drawings."""

from __future__ import annotations

from corpus.driver import Source
from corpus.notation import project
from flowscout.tasks.review import review
from flowscout.tasks.review_document import LEGEND, MANY, markdown


def told(before: dict[str, str], after: dict[str, str]) -> str:
    sides = [
        project(tuple(Source(path, "python", text.encode()) for path, text in sorted(each.items())))
        for each in (before, after)
    ]
    return markdown(review(sides[0], sides[1], ("before", "after")))


def test_a_drawing_says_what_its_colours_mean() -> None:
    text = told(
        {"a.py": "def f(a):\n    g(a)\n    h(a)\n"},
        {"a.py": "def f(a):\n    if a:\n        g(a)\n    k(a)\n    return a\n"},
    )

    assert text.count("```mermaid") == text.count(LEGEND) == 1


def test_a_change_of_many_functions_is_told_by_area() -> None:
    names = [f"{folder}/m{n}.py" for folder in ("shop", "bank") for n in range(MANY // 2)]
    text = told(
        dict.fromkeys(names, "def f(a):\n    return a\n"),
        {each: f"def f(a):\n    return a + {at}\n" for at, each in enumerate(names)},
    )

    assert "by area: `bank/` 30, `shop/` 30." in text


def test_of_few_functions_no_area_is_told() -> None:
    assert "by area" not in told({"a.py": "def f(a):\n    return a\n"}, {"a.py": "def f(a):\n    return a + 1\n"})
