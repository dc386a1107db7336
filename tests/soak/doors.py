"""All texts made to be slow, at every door: twice the text must take about twice the time. Prints each that does not; exit 1."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from linear.doors import DOORS, grown, texts  # noqa: E402

SOURCES = {"C", "C++", "Python"}


def main() -> int:
    found = [
        slow
        for door in DOORS
        for frame, unit in texts(door)
        if (slow := grown(door, frame, unit, 20_000 if door in SOURCES else 200_000))
    ]
    for slow in found:
        print(slow)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
