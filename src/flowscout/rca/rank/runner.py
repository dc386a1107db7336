"""What runners say of a whole job is one more format, `logs/runner.toml`: their verdicts are what all else is judged by."""

from __future__ import annotations

from typing import Final

NAME: Final = "runner"
FINAL: Final = "final"  # type of a verdict on the whole job
STEP: Final = "step"  # type of a verdict on one command of it
