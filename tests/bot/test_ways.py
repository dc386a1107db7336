"""From where what changed is reached, where several functions on one way changed."""

from __future__ import annotations

from bot.test_review_document import told

BELOW = "def main(a):\n    return plan(a)\n\n\ndef plan(a):\n    return price(a) + {0}\n\n\ndef price(a):\n    return cut(a) + {0}\n\n\ndef cut(a):\n    return a * {1}\n"


def test_what_is_reached_through_another_changed_function_is_told_by_the_nearest_one() -> None:
    text = told({"a.py": BELOW.format(1, 2)}, {"a.py": BELOW.format(3, 4)})

    assert "- `plan` from main → plan\n" in text
    assert "- `price` from where plan is reached, by plan → price\n" in text
    assert "- `cut` from where price is reached, by price → cut\n" in text


def test_what_is_reached_by_one_more_way_is_told_by_all_of_them() -> None:
    also = "\n\ndef serve(a):\n    return price(a)\n"
    text = told({"a.py": BELOW.format(1, 2) + also}, {"a.py": BELOW.format(3, 4) + also})

    assert "- `price` from serve → price; main → plan → price\n" in text


BUILDS = "#if A\nstatic void box(int n) {{ pledge({0}); }}\n#elif B\nstatic void box(int n) {{ limit({0}, n); }}\n#endif\nint main(void) {{ box(3); return 0; }}\n"


def test_variants_of_one_function_for_several_builds_are_reached_in_one_line() -> None:
    text = told({"a.c": BUILDS.format("1")}, {"a.c": BUILDS.format("2")})

    assert text.count("→ box") == 1
    assert "main → box (2 of that name)\n" in text
