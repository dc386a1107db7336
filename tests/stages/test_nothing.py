"""What a question finds to be nothing."""

from __future__ import annotations

import pytest

from flowscout.stages.compare.nothing import nothing


@pytest.mark.parametrize(
    ("asked", "found"), [("p", {"p"}), ("unlikely(p)", {"p"}), ("SDS_LIKELY(p)", {"p"}), ("isLikely(p)", set[str]())]
)
def test_a_hint_is_what_it_is_about_and_a_call_is_not(asked: str, found: set[str]) -> None:
    assert nothing(asked, False) == found
