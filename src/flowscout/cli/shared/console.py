"""What is said to a person, on stderr: never the result."""

from __future__ import annotations

import os
import sys
import time

from ...terminal import beneath, harmless

BAR = 24


class Talk:
    """quiet: only what went wrong. verbose: more. Colours and bars only where somebody looks."""

    def __init__(self, *, quiet: bool = False, verbose: bool = False, colour: bool = True) -> None:
        self.quiet, self.verbose = quiet, verbose
        self.terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.colour = colour and self.terminal and not os.environ.get("NO_COLOR")
        self._drawn = False
        self._last = 0.0

    def say(self, text: str) -> None:
        if not self.quiet:
            self._line(harmless(text))

    def more(self, text: str) -> None:
        if self.verbose:
            self._line(harmless(text))

    def warn(self, text: str) -> None:
        self._line(self._painted(text, "33"))

    def wrong(self, text: str) -> None:
        self._line(self._painted(text, "31"))

    def progress(self, done: int, total: int, what: str) -> None:
        """A bar for long work; satisfies ports.Progress."""
        now = time.monotonic()
        if self.quiet or not self.terminal or os.environ.get("CI") or (now - self._last < 0.1 and done < total):
            return
        self._last = now
        if done >= total:
            self._wipe()
            return
        import shutil

        full = BAR * done // max(total, 1)
        room = max(10, shutil.get_terminal_size().columns - BAR - 20)
        name = what if len(what) <= room else "…" + what[-room + 1 :]
        beneath(sys.stderr).write(
            f"\r\x1b[K{'█' * full}{'░' * (BAR - full)} {done}/{total} {harmless(name).encode('ascii', 'replace').decode()}"
        )
        sys.stderr.flush()
        self._drawn = True

    def _wipe(self) -> None:
        if self._drawn:
            beneath(sys.stderr).write("\r\x1b[K")
            self._drawn = False

    def _line(self, text: str) -> None:
        self._wipe()
        beneath(sys.stderr).write(text + "\n")
        sys.stderr.flush()

    def _painted(self, text: str, code: str) -> str:
        text = harmless(text)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text
