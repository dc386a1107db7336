"""The repository that tests of verbs read and none writes."""

from __future__ import annotations

import pytest

from shell.repositories import Repo
from shell.sample import OTHER, QUEUE
from shell.test_docs import VOLUME


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """Read only: tests that write make their own."""
    made = Repo(tmp_path_factory.mktemp("cli") / "repo")
    made.commit({"src/volume.py": VOLUME, "src/queue.cc": QUEUE, "lib/other.py": OTHER})
    return made
