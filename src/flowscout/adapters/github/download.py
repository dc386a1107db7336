"""A signed address -> a file, with a cap, without credentials."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ...forge import BROKEN, MISSING, ForgeError

BLOCK: Final = 1 << 16
TAIL_SHARE: Final = 4  # of a log that is too long, a quarter of what is kept is its end
CUT: Final = b"\n[flowscout: the middle of this log was too long to keep]\n"


def download(address: str, into: Path, most: int, middle: bool = False) -> bool:
    """Whether all of it came. Too long: with `middle` the head and the tail are kept; without, nothing is. Raises
    ForgeError."""
    if urlsplit(address).scheme not in ("http", "https"):
        raise ForgeError(BROKEN, "GitHub sent us to an address that is none")
    request = urllib.request.Request(address, headers={"User-Agent": "flowscout"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer, into.open("wb") as out:
            if answer.headers.get_content_type() == "text/html":  # of something on the way; logs and archives are none
                raise ForgeError(BROKEN, "a web page came instead of the file behind GitHub's redirect")
            whole = _stream(answer.read, out.write, most, middle)
            if answer.length and (whole or middle):  # what was announced and never came
                raise ForgeError(BROKEN, f"the download broke off: {answer.length} bytes are missing")
    except urllib.error.HTTPError as error:
        raise ForgeError(
            MISSING if error.code in (404, 410) else BROKEN,
            f"the file behind GitHub's redirect is gone (HTTP {error.code})",
        ) from None
    except (OSError, HTTPException) as error:
        raise ForgeError(BROKEN, f"the download broke off: {type(error).__name__}") from None
    if not whole and not middle:
        into.unlink(missing_ok=True)
    return whole


def _stream(read: Callable[[int], bytes], write: Callable[[bytes], object], most: int, middle: bool) -> bool:
    head = most - most // TAIL_SHARE if middle else most
    taken, tail = 0, bytearray()
    while block := read(BLOCK):
        room = max(0, head - taken)
        write(block[:room])
        taken += len(block)
        if not middle and taken > most:
            return False
        tail += block[room:]
        if len(tail) > 2 * (most - head) + BLOCK:
            del tail[: len(tail) - (most - head)]
    whole = taken <= most
    if tail:
        write(bytes(tail) if whole else CUT + bytes(tail[-(most - head) :]))
    return whole
