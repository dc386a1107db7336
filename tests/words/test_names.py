"""Names against globs: as the standard library says, without an expression for each."""

from __future__ import annotations

import random
from fnmatch import fnmatchcase

import pytest

from flowscout.words.names import matches

PIECES = ("*", "*", "?", "[ab]", ".", "::", "a", "b", "log")


@pytest.mark.parametrize("name", ["self.logger.info", "logger.info", "logger", "os.path.join", "a::kError", ""])
@pytest.mark.parametrize("glob", ["*.logger.*", "os.path.*", "*::kError", "logger", "*", "l?gger", "*.[jk]oin", ""])
def test_a_glob_by_itself(name: str, glob: str) -> None:
    assert matches(name, frozenset((glob,))) == fnmatchcase(name, glob)


def test_many_at_once() -> None:
    chance = random.Random(3)
    for _ in range(3000):
        globs = frozenset("".join(chance.choices(PIECES, k=chance.randrange(5))) for _ in range(chance.randrange(4)))
        name = "".join(chance.choices(PIECES[4:], k=chance.randrange(5)))
        assert matches(name, globs) == any(fnmatchcase(name, glob) for glob in globs), (name, globs)
