"""Questions that ask the same the other way round, and those that do not."""

from __future__ import annotations

import pytest

from flowscout.words.turned import turned


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("numbers is null?", "numbers is not null?"),
        ("a is less than b?", "a is at least b?"),
        ("n is at most 3?", "n is more than 3?"),
        ("ready?", "not ready?"),
        ("a is 0 and b is set?", "a is not 0 or b is not set?"),
        ("name starts with x?", "name does not start with x?"),
        ("path exists?", "path does not exist?"),
    ],
)
def test_one_is_the_other_turned_round(one: str, other: str) -> None:
    assert turned(one, other)
    assert turned(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("numbers is null?", "numbers is null?"),
        ("a is less than b?", "a is more than b?"),
        ("a is 0 and b is set?", "a is not 0 and b is not set?"),
        ("a is 0 and b is set?", "a is not 0 or b is set?"),
        ("a is null?", "b is not null?"),
        ("a is null?", "a is not null or b?"),
    ],
)
def test_one_asks_another_thing(one: str, other: str) -> None:
    assert not turned(one, other)
    assert not turned(other, one)
