"""A package that takes long to import and that few tests use: it is imported when it is first asked for something."""

from __future__ import annotations

import importlib
from typing import Any


class Late:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):  # pytest asks every name of a test's file whether it is a fixture
            raise AttributeError(part)
        return getattr(importlib.import_module(self._name), part)
