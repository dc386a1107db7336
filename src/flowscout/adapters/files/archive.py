"""One file out of a ZIP archive that a stranger packed. Nothing is extracted, so no name leads anywhere; sizes that the
archive states are not believed; and whatever the reader of archives trips over is the same as no archive."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Final

_KNOWN: Final = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # what artifacts are packed with; the others have decoders of their own


class Spoilt(Exception):  # noqa: N818 - it says what happened
    """The archive does not hold one plain file of that name; the message says why."""


def member(archive: Path, name: str, most: int) -> bytes:
    """Raises Spoilt."""
    try:
        with zipfile.ZipFile(archive) as opened:
            found = [info for info in opened.infolist() if info.filename == name]
            if len(found) != 1:
                raise Spoilt(f"the artifact holds {'no' if not found else 'more than one'} {name}")
            return _read(opened, found[0], most)
    except (
        zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, LookupError, OverflowError, RuntimeError,
    ) as error:  # fmt: skip
        raise Spoilt(f"the artifact is no archive: {type(error).__name__}") from None


def _read(opened: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG) or info.compress_type not in _KNOWN:
        raise Spoilt(f"{info.filename} in the artifact is no plain file")
    with opened.open(info) as inside:
        data = inside.read(most + 1)
    if len(data) > most:
        raise Spoilt(f"{info.filename} in the artifact is larger than {most} bytes")
    return data
