"""A table that is cut says so: what is left of it never looks like all of it."""

from __future__ import annotations

import pytest

from flowscout.words.cutting import cut

TABLE = '{"name": name, "version": version, "requires": requires, "extras": extras, "python": python}'


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (72, '{"name": name, "version": version, "requires" …, "extras" …, "python" …}'),
        (56, '{"name" …, "version" …, "requires" …, "extras" …, …}'),
        (40, '{"name" …, "version" …, "requires" …, …}'),
    ],
)
def test_a_key_that_goes_leaves_its_dots(room: int, said: str) -> None:
    assert cut(TABLE, room) == said
