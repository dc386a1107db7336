"""Where a log begins anew: a program that was started again goes on in the file of its last run, with the same first line."""

from __future__ import annotations

from typing import Final

from .blocks import LineBlock

WORDS: Final = 3  # of a line that no two programs begin with
LONG: Final = 20  # lines from one beginning to the next
SHORT: Final = 5  # lines of a last run that has hardly begun


class Beginnings:
    """first: the log's first line that says anything."""

    def __init__(self) -> None:
        self.first = ""
        self._starts: list[int] = []

    def note(self, block: LineBlock) -> None:
        if not self.first:
            self.first = next((text for text in block.texts if any(map(str.isalpha, text))), "")
        if self.first in block.texts:
            self._starts += [number for number, text in enumerate(block.texts, block.first) if text == self.first]

    def last(self, length: int) -> int:
        """The line at which the last run begins that has come to say something; 0 where there is only one. length: lines of the log."""
        between = (later - earlier for earlier, later in zip(self._starts, self._starts[1:], strict=False))
        if len(self._starts) < 2 or not self._begins() or any(lines < LONG for lines in between):
            return 0
        return next((start for start in reversed(self._starts) if length - start >= SHORT), 0)

    def _begins(self) -> bool:
        """Whether it is a line of a program's own, and no heading of a message."""
        return (
            not self.first[:1].isspace()
            and self.first.rstrip()[-1:] not in ":,{(["
            and len(self.first.split()) >= WORDS
        )
