from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.double import Double
from hub.stage import Stage


@pytest.fixture
def double() -> Iterator[Double]:
    made = Double().start()
    yield made
    made.stop()


@pytest.fixture
def stage(tmp_path: Path, double: Double) -> Stage:
    return Stage(tmp_path, double)
