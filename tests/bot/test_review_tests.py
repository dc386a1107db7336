"""What a comment of a review says of tests."""

from __future__ import annotations

from bot.test_review_document import told


def test_a_new_test_that_is_skipped_or_may_fail_says_so() -> None:
    """Of what its other decorators give it nothing is said."""
    before = "import pytest\n\n\ndef test_a():\n    assert one() == 1\n"
    fresh = "\n\n{}def test_{}(n=0):\n    assert two() == n\n"
    marks = (
        "",
        '@pytest.mark.skipif(WIN, reason="no win")\n',
        "@unittest.expectedFailure\n",
        "@pytest.mark.usefixtures('x')\n",
    )

    text = told({"tests/test_a.py": before}, {"tests/test_a.py": before + "".join(map(fresh.format, marks, "bcde"))})

    assert (
        '`test_c` (new, tests/test\\_a.py): Is new. Is decorated with `@pytest.mark.skipif(WIN, reason="no win")`.'
        in text
    )
    assert "`test_d` (new, tests/test\\_a.py): Is new. Is decorated with `@unittest.expectedFailure`." in text
    assert "usefixtures" not in text
