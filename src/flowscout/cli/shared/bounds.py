"""Numbers of options, which have bounds: outside of them an option is refused as a word that it does not know would be."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    """A whole number from `least` to `most`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"no whole number: {text[:40]!r}") from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not from {least:,} to {most:,}")
        return number

    return read


def real(least: float, most: float) -> Callable[[str], float]:
    """A number from `least` to `most`."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"no number: {text[:40]!r}") from None
        if math.isnan(number) or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number:g} is not from {least:g} to {most:g}")
        return number

    return read
